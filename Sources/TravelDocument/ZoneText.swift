package import BonafideObservations

/// Finds a zone in text that somebody typed, pasted or scanned.
package enum ZoneText {
  /// The first zone in the text whose check digits hold, or else the first: lines of a format in a row, blank lines
  /// between them do not matter. Blanks and small letters are put right; a line that lost only fillers at the end of a
  /// name gets them back.
  ///
  /// Throws `no_mrz` when there is none, `unsupported_document` for the line of a driving licence.
  package static func zone(in text: some Sequence<UInt8>) throws(BonafideError) -> MRZZone {
    var run = Run()
    var line = Line()
    for byte in text {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if let zone = run.take(line) { return zone }
        line = Line()
      } else {
        line.append(byte)
      }
    }
    if let zone = run.take(line) { return zone }
    if let first = run.first { return first }
    return try run.lenient()
  }
}

/// One line, of which no more is kept than a zone has.
private struct Line {
  private(set) var characters: [UInt8] = []
  private(set) var isForeign = false
  private var bytes = 0
  /// The byte order mark that some editors put in front.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private var marks = 0

  var isBlank: Bool { characters.isEmpty && !isForeign }

  mutating func append(_ byte: UInt8) {
    defer { bytes = min(bytes + 1, Line.mark.count) }
    if marks == bytes, marks < Line.mark.count, byte == Line.mark[marks] {
      marks += 1
      return
    }
    if byte == 0x20 || byte == 0x09 { return }
    let capital = byte &- 0x61 < 26 ? byte - 0x20 : byte
    guard MRZAlphabet.contains(capital), characters.count < ZoneLimits.lineLength else {
      isForeign = true
      return
    }
    characters.append(capital)
  }
}

private enum ZoneLimits {
  /// One more than the longest line, so that longer ones are told from it.
  static let lineLength = 45
}

/// The lines that stand together.
private struct Run {
  /// The last ones of the present run, as many as a zone has at most.
  private var lines: [[UInt8]] = []
  private var length = 0
  /// Of the runs that are over: the last with two or three lines, or else any.
  private var best: [[UInt8]] = []
  private var sawText = false
  private var licence: [UInt8]?

  /// The first zone, whether its check digits hold or not.
  private(set) var first: MRZZone?

  /// The zone that a line completes, if its check digits hold.
  mutating func take(_ line: Line) -> MRZZone? {
    if line.isBlank { return nil }
    sawText = true
    guard !line.isForeign else {
      end()
      return nil
    }
    lines.append(line.characters)
    length += 1
    if lines.count > 3 { lines.removeFirst() }
    if licence == nil, MRZZone.isDrivingLicence([line.characters]) { licence = line.characters }
    for count in [3, 2] where lines.count >= count {
      guard let zone = try? MRZZone(lines: Array(lines.suffix(count))) else { continue }
      if zone.isSound { return zone }
      first = first ?? zone
    }
    return nil
  }

  private mutating func end() {
    if (2...3).contains(length) || best.isEmpty { best = lines }
    lines = []
    length = 0
  }

  /// The zone of a run whose name line is too short, or why there is none.
  mutating func lenient() throws(BonafideError) -> MRZZone {
    end()
    guard sawText else { throw BonafideError(.noMRZ, "there is no text") }
    if let licence { return try MRZZone(lines: [licence]) }
    guard !best.isEmpty else {
      throw BonafideError(.noMRZ, "no line consists of A to Z, 0 to 9 and '<' alone and is no longer than 44")
    }
    return try MRZZone(lines: Run.completed(best))
  }

  /// Fillers at the end of a name are the ones that get lost; every other line ends with a check digit or is short of
  /// something unknown.
  private static func completed(_ lines: [[UInt8]]) -> [[UInt8]] {
    func filled(_ line: [UInt8], to length: Int) -> [UInt8] {
      line + [UInt8](repeating: MRZAlphabet.filler, count: max(0, length - line.count))
    }
    switch lines.map(\.count) {
    case let counts where counts.count == 3 && counts[0] == 30 && counts[1] == 30 && counts[2] < 30:
      return [lines[0], lines[1], filled(lines[2], to: 30)]
    case let counts where counts.count == 2 && (counts[1] == 36 || counts[1] == 44) && counts[0] < counts[1]:
      return [filled(lines[0], to: counts[1]), lines[1]]
    default: return lines
    }
  }
}
