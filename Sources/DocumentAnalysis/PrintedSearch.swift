internal import BonafideObservations
internal import BonafideTravelDocument

/// Looks for the values of labels: behind them, below them, and to their right.
struct PrintedSearch {
  /// A piece of print that may be a value.
  struct Candidate<Value: Sendable & Hashable> {
    let value: Value
    /// Of the piece, and of its characters; the lines of a name may be more than one.
    let parts: [(piece: Int, range: Range<Int>)]
    /// From the label, in heights of the label.
    let distance: Double
  }

  let pieces: [PrintedPiece]
  let settings: Settings
  /// Lines of the machine-readable zone, and print across the document: neither are values.
  private let isApart: [Bool]
  private static let mostTilt = 8.0
  private let hasSurname: Bool
  private let hasGivenNames: Bool

  init(_ lines: [TextLine], settings: Settings) {
    let pieces = PrintedPiece.of(lines)
    self.pieces = pieces
    self.settings = settings
    isApart = pieces.map { piece in
      let plain = piece.text.characters
      return piece.tilt > PrintedSearch.mostTilt && plain.count > 3 || plain.count { $0 == "<" || $0 == "«" } >= 2
        || plain.count >= 28 && !plain.contains(" ")
    }
    func holds(_ label: PrintedLabel, but name: String) -> Bool {
      pieces.contains { $0.labels.contains { $0.label == label && $0.name != name } }
    }
    hasSurname = holds(.surname, but: "NAME")
    hasGivenNames = holds(.givenNames, but: "NOME")
  }

  /// Pieces that may be values.
  var values: [Int] { pieces.indices.filter { !isApart[$0] } }

  /// All that stands where a label's value should and has its form.
  func candidates<Value>(
    _ label: PrintedLabel, inLabelLine: Bool, read: (String) -> (value: Value, range: Range<Int>)?
  ) -> [Candidate<Value>] {
    var found: [Candidate<Value>] = []
    for index in pieces.indices where !isApart[index] {
      let piece = pieces[index]
      for (place, own) in piece.labels.enumerated() where own.label == label && isMeant(own) {
        if inLabelLine, let candidate = behind(own, place, of: index, read: read) {
          found.append(candidate)
        } else if let candidate = below(own, place, of: index, read: read) ?? beside(own, place, of: index, read: read)
        {
          found.append(candidate)
        }
      }
    }
    return found
  }

  /// `NAME` is a surname beside given names, or a person's whole name; `NOME` a given name beside a surname.
  private func isMeant(_ label: PrintedLabels.Found) -> Bool {
    switch label.name {
    case "NAME": hasGivenNames
    case "NOME", "NOMES": hasSurname
    default: true
    }
  }

  private func behind<Value>(
    _ label: PrintedLabels.Found, _ place: Int, of index: Int, read: (String) -> (value: Value, range: Range<Int>)?
  ) -> Candidate<Value>? {
    let piece = pieces[index]
    let end = place + 1 < piece.labels.count ? piece.labels[place + 1].range.lowerBound : piece.text.characters.count
    var start = label.range.upperBound
    while start < end, !(piece.text.characters[start].isLetter || piece.text.characters[start].isNumber) { start += 1 }
    guard start < end, let (value, range) = read(piece.text.text(start..<end)) else { return nil }
    let own = start + range.lowerBound..<start + range.upperBound
    return Candidate(value: value, parts: [(index, own)], distance: 0)
  }

  private func below<Value>(
    _ label: PrintedLabels.Found, _ place: Int, of index: Int, read: (String) -> (value: Value, range: Range<Int>)?
  ) -> Candidate<Value>? {
    let piece = pieces[index]
    let labelLeft = piece.x(of: label.range.lowerBound)
    // Labels of the same meaning, in other languages, may stand before it; those of others claim what is below them.
    let others = piece.labels[..<place].last { $0.label != label.label && !PrintedLabels.titles.contains($0.name) }
    let left = others.map { piece.x(of: $0.range.upperBound - 1) + 3 * piece.height } ?? min(piece.left, labelLeft)
    let near = values.compactMap { other -> (index: Int, distance: Double)? in
      guard other != index else { return nil }
      let value = pieces[other]
      let step = (value.middle - piece.middle) / max(1, (value.height + piece.height) / 2)
      guard step > 0.4, step < settings[.printedBelowMost], value.height < settings[.printedHeightMost] * piece.height
      else { return nil }
      // Begins below the label, or runs on below it.
      let low = left - 2 * value.height
      let aligned = low...max(piece.right, labelLeft, low)
      guard aligned.contains(value.left) || value.left < labelLeft && value.right > labelLeft else { return nil }
      return (other, step)
    }.sorted { $0.distance < $1.distance }
    for (other, distance) in near {
      let value = pieces[other]
      if value.labels.contains(where: { $0.label != label.label }) || !value.labels.isEmpty { return nil }
      if let (read, range) = read(whole(value)) {
        let offset = abs(value.left - labelLeft) / max(1, value.height)
        return Candidate(value: read, parts: [(other, range)], distance: distance + 0.2 * offset)
      }
      if label.label == .dateOfBirth || label.label == .expiryDate, let next = behind(other),
        let (read, _) = read(whole(value) + " " + whole(pieces[next]))
      {
        // `03 MAR /MARS   73`: the year stands apart.
        let parts = [other, next].map { ($0, 0..<pieces[$0].text.characters.count) }
        return Candidate(value: read, parts: parts, distance: distance)
      }
    }
    return nil
  }

  private func whole(_ piece: PrintedPiece) -> String { String(piece.text.characters) }

  /// The piece that follows on the same line, not far away.
  private func behind(_ index: Int) -> Int? {
    let piece = pieces[index]
    return values.filter {
      $0 != index && abs(pieces[$0].middle - piece.middle) < 0.4 * piece.height
        && (-0.5...3).contains((pieces[$0].left - piece.right) / max(1, piece.height))
    }.min { pieces[$0].left < pieces[$1].left }
  }

  private func beside<Value>(
    _ label: PrintedLabels.Found, _ place: Int, of index: Int, read: (String) -> (value: Value, range: Range<Int>)?
  ) -> Candidate<Value>? {
    let piece = pieces[index]
    guard place == piece.labels.count - 1 else { return nil }
    let next = values.filter {
      $0 != index && abs(pieces[$0].middle - piece.middle) < 0.5 * max(piece.height, pieces[$0].height)
        && pieces[$0].left > piece.right - piece.height
    }.min { pieces[$0].left < pieces[$1].left }
    guard let next, pieces[next].labels.isEmpty,
      pieces[next].height < settings[.printedHeightMost] * piece.height
    else { return nil }
    let gap = (pieces[next].left - piece.right) / max(1, piece.height)
    // Of one size and without a colon it may be the same label in another language.
    let isName = label.label == .surname || label.label == .givenNames
    guard !isName || pieces[next].height > 1.2 * piece.height || piece.text.characters.last == ":" else { return nil }
    guard gap < settings[.printedBesideMost],
      let (value, range) = read(pieces[next].text.text(0..<pieces[next].text.characters.count))
    else { return nil }
    return Candidate(value: value, parts: [(next, range)], distance: 2 + gap)
  }

  /// Pieces that go on with a name: close behind it, or close below it, of its size.
  func continuations(of first: Int) -> [Int] {
    let piece = pieces[first]
    return values.filter { index in
      let other = pieces[index]
      guard index != first, other.labels.isEmpty, abs(other.height - piece.height) < 0.25 * piece.height else {
        return false
      }
      let step = (other.middle - piece.middle) / max(1, piece.height)
      let gap = (other.left - piece.right) / max(1, piece.height)
      let isBehind = abs(step) < 0.3 && (-0.5...1).contains(gap)
      let isBelow = (0.4...1.2).contains(step) && abs(other.left - piece.left) < 0.6 * piece.height
      return isBehind || isBelow
    }
  }
}
