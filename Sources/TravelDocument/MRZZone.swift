package import BonafideObservations

/// The characters of one zone in a known format: the right number of lines, of the right length, and nothing but A–Z,
/// 0–9 and `<`. What they say, and whether the check digits hold, is another matter.
package struct MRZZone: Sendable, Hashable {
  package let format: MRZFormat
  /// All lines, one after the other: `format.characterCount` bytes.
  package let bytes: [UInt8]

  /// Tells the format by number and length of the lines and by how they begin. Throws `no_mrz` for any other shape and
  /// for characters that no zone has, `unsupported_document` for the single line of a driving licence.
  package init(lines: [[UInt8]]) throws(BonafideError) {
    if MRZZone.isDrivingLicence(lines) {
      throw BonafideError(.unsupportedDocument, "the single line of a driving licence is not read")
    }
    guard let first = lines.first,
      let format = MRZFormat(
        lineCount: lines.count, lineLength: first.count, start: first[...])
    else { throw MRZZone.noFormat(lines) }
    guard lines.allSatisfy({ $0.count == first.count }) else { throw MRZZone.noFormat(lines) }
    try self.init(format: format, bytes: Array(lines.joined()))
  }

  /// Throws `no_mrz` for a wrong number of characters, or one that no zone has.
  package init(format: MRZFormat, bytes: [UInt8]) throws(BonafideError) {
    guard bytes.count == format.characterCount else {
      throw BonafideError(
        .noMRZ, "\(format.rawValue) has \(format.characterCount) characters, \(bytes.count) were given")
    }
    for (place, byte) in bytes.enumerated() where !MRZAlphabet.contains(byte) {
      throw BonafideError(
        .noMRZ,
        "line \(place / format.lineLength + 1) holds something else than A to Z, 0 to 9 and '<' in column "
          + "\(place % format.lineLength + 1)")
    }
    self.format = format
    self.bytes = bytes
  }

  package var lines: [String] {
    (0..<format.lineCount).map { line in
      String(decoding: bytes[(line * format.lineLength)..<((line + 1) * format.lineLength)], as: UTF8.self)
    }
  }

  /// ISO 18013-1 annex: one line of 30 that begins with `D` and a digit or filler, e.g. `D1FRA`.
  static func isDrivingLicence(_ lines: [[UInt8]]) -> Bool {
    guard lines.count == 1, let line = lines.first, line.count == 30 else { return false }
    return line[0] == UInt8(ascii: "D") && (MRZAlphabet.isDigit(line[1]) || line[1] == MRZAlphabet.filler)
  }

  private static func noFormat(_ lines: [[UInt8]]) -> BonafideError {
    let lengths = lines.prefix(4).map { String($0.count) }.joined(separator: ", ")
    return BonafideError(
      .noMRZ,
      lines.isEmpty
        ? "there is no line of a machine-readable zone"
        : "lines of \(lengths) characters are not one of 3 × 30, 2 × 36 and 2 × 44")
  }
}
