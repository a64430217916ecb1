internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations

/// Reads lines of text with PP-OCR's recognition network.
struct TextRecogniser: Sendable {
  static let modelName = "text_recognition"
  static let dictionaryName = "text_dictionary"
  /// What the network takes.
  static let height = 48
  private static let narrowest = 96
  /// Lines longer than ten times their height are headings, labels in several languages or a zone's: what is beyond is
  /// pressed together, which halves the time of a whole page.
  private static let unpressed = 480.0
  private static let pressing = 0.5
  private static let widest = 960.0
  /// Pixels of width, over all lines of one run: keeps its memory below 60 MB.
  private static let columnsOfRun = 2400
  private static let columnsOfStep = 8

  private let models: ModelStore
  private let settings: Settings
  private let alphabet = OnceValue<TextAlphabet>()

  init(models: ModelStore, settings: Settings) {
    self.models = models
    self.settings = settings
  }

  /// What stands in some regions of a picture, in their order. Nil where nothing does, or where there is more to read
  /// than the settings allow.
  func read(_ regions: [TextRegions.Region], of image: Image) throws -> [TextLine?] {
    var pyramid = Pyramid(image)
    var lines = [TextLine?](repeating: nil, count: regions.count)
    let widths = regions.map(TextRecogniser.width)
    var left = Int(settings[.textColumnsMost])
    // Of one width one after the other, so that little is filled up.
    let order = regions.indices.sorted { widths[$0] < widths[$1] }
    var next = order[...]
    while let first = next.first {
      var width = widths[first]
      var group: [Int] = []
      while let candidate = next.first, widths[candidate] <= max(width * 5 / 4, width + 32),
        max(width, widths[candidate]) * (group.count + 1) <= max(TextRecogniser.columnsOfRun, width)
      {
        width = max(width, widths[candidate])
        group.append(candidate)
        next = next.dropFirst()
      }
      left -= width * group.count
      guard left >= 0 else { break }
      for (index, line) in zip(group, try read(group.map { regions[$0] }, width: width, of: &pyramid)) {
        lines[index] = line
      }
    }
    return lines
  }

  private static func width(of region: TextRegions.Region) -> Int {
    max(narrowest, (ownWidth(of: region) + 31) / 32 * 32)
  }

  /// Pixels that the line takes of its strip.
  private static func ownWidth(of region: TextRegions.Region) -> Int {
    let natural = region.length / max(region.height, 1e-9) * Double(height)
    let pressed = natural > unpressed ? unpressed + pressing * (natural - unpressed) : natural
    return Int(min(max(pressed, 8), widest).rounded())
  }

  private func read(
    _ regions: [TextRegions.Region], width: Int, of pyramid: inout Pyramid
  ) throws -> [TextLine?] {
    let height = TextRecogniser.height
    let plane = width * height
    var batch = [Float](repeating: 0, count: regions.count * 3 * plane)
    var shares: [Double] = []
    for (index, region) in regions.enumerated() {
      let own = min(width, TextRecogniser.ownWidth(of: region))
      shares.append(Double(own) / Double(width))
      let pixels = try pyramid.strip(of: region, width: own, height: height)
      for row in 0..<3 * height {
        let start = index * 3 * plane + row * width
        for x in 0..<own { batch[start + x] = pixels[row * own + x] }
      }
    }
    let input = Tensor(shape: [regions.count, 3, height, width], values: batch)
    let results = try models.model(TextRecogniser.modelName).run(input, named: "x", outputs: ["fetch_name_0"])
    let alphabet = try alphabet.value {
      try TextAlphabet(dictionary: models.data(TextRecogniser.dictionaryName))
    }
    guard let result = results.first, result.shape.count == 3, result.shape[0] == regions.count,
      result.shape[2] == alphabet.classCount
    else { throw BonafideError(.internal, "the text recogniser answered in an unknown shape") }
    let steps = result.shape[1]
    return regions.indices.map { index in
      let characters = TextRecogniser.decoded(
        result.values[(index * steps * alphabet.classCount)...].prefix(steps * alphabet.classCount), alphabet,
        share: shares[index])
      return line(characters, at: regions[index])
    }
  }

  /// The most likely of the allowed classes at each step, repetitions and blanks left out (CTC, best path).
  ///
  /// `share`: how much of the width the line takes; the rest is filled up.
  private static func decoded(
    _ values: ArraySlice<Float>, _ alphabet: TextAlphabet, share: Double
  ) -> [TextLine.Character] {
    let steps = values.count / alphabet.classCount
    var characters: [TextLine.Character] = []
    var last = -1
    values.withUnsafeBufferPointer { values in
      for step in 0..<steps {
        let start = step * alphabet.classCount
        var best = values[start + TextAlphabet.blank]
        var bestEntry = -1
        for (entry, allowed) in alphabet.allowed.enumerated() where values[start + allowed.index] > best {
          best = values[start + allowed.index]
          bestEntry = entry
        }
        defer { last = bestEntry }
        guard bestEntry >= 0, bestEntry != last else { continue }
        let place = (Double(step) + 0.5) / Double(steps) / max(share, 1e-9)
        characters.append(
          TextLine.Character(
            text: alphabet.allowed[bestEntry].character, confidence: Double(best), place: min(1, place)))
      }
    }
    return characters
  }

  private func line(_ characters: [TextLine.Character], at region: TextRegions.Region) -> TextLine? {
    var characters = characters[...]
    while characters.first?.text == " " { characters.removeFirst() }
    while characters.last?.text == " " { characters.removeLast() }
    guard !characters.isEmpty else { return nil }
    let confidence = characters.reduce(0) { $0 + $1.confidence } / Double(characters.count)
    guard confidence >= settings[.textConfidenceLeast] else { return nil }
    return TextLine(
      text: String(characters.map(\.text)), confidence: confidence, quad: region.corners,
      characters: Array(characters))
  }
}

/// A picture and smaller copies of it, so that a line is sampled where its pixels are about as large as the strip's.
private struct Pyramid {
  private let image: Image
  private var copies: [Int: Image] = [:]

  init(_ image: Image) {
    self.image = image
  }

  /// Blue, green and red, −1…1, of a line.
  mutating func strip(of region: TextRegions.Region, width: Int, height: Int) throws -> [Float] {
    let map = region.map(width: width, height: height)
    var factor = 1
    while factor < 64, region.height / Double(height) >= Double(2 * factor),
      min(image.width, image.height) >= 4 * factor
    {
      factor *= 2
    }
    let source = factor == 1 ? image : try copies[factor] ?? image.reduced(by: factor)
    if factor > 1 { copies[factor] = source }
    let share = 1 / Double(factor)
    let own = AffineMap(
      a: map.a * share, b: map.b * share, tx: (map.tx + 0.5) * share - 0.5,
      c: map.c * share, d: map.d * share, ty: (map.ty + 0.5) * share - 0.5)
    var pixels = [Float](repeating: 0, count: 3 * width * height)
    pixels.withUnsafeMutableBufferPointer {
      source.sample(
        into: $0, width: width, height: height, map: own, layout: .planarBGR, scale: 1 / 127.5, offset: -1,
        border: .replicate)
    }
    return pixels
  }
}
