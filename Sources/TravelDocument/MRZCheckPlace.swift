/// The check digits that a zone may have.
package enum MRZCheck: String, Sendable, Hashable, Codable, CaseIterable {
  case documentNumber
  case dateOfBirth
  case expiryDate
  case optional
  case composite
}

/// Characters side by side in one line of a zone. Line and columns count from 1.
package struct MRZSpan: Sendable, Hashable {
  package let line: Int
  package let columns: ClosedRange<Int>
}

/// Where a check digit stands and what it answers for. Line and column count from 1.
package struct MRZCheckPlace: Sendable, Hashable {
  package let check: MRZCheck
  package let line: Int
  package let column: Int
  /// The character that stands there; the filler where the digit is missing.
  package let digit: String
  package let covers: [MRZSpan]
  /// Nil where it may be left out and was.
  package let holds: Bool?
}

extension MRZ {
  /// All check digits that the format has, the composite one last. That of a long document number is where the number
  /// ends.
  package var checkPlaces: [MRZCheckPlace] {
    let layout = MRZLayout.of(format)
    let number = DocumentNumber(zone.bytes, layout)
    return [
      place(.documentNumber, number.check, [layout.number] + [number.rest].compactMap { $0 }, checks.documentNumber),
      place(.dateOfBirth, layout.birthCheck, [layout.birth], checks.dateOfBirth),
      place(.expiryDate, layout.expiryCheck, [layout.expiry].compactMap { $0 }, checks.expiryDate),
      place(.optional, layout.optionalCheck, [layout.optional], checks.optional),
      place(.composite, layout.compositeCheck, layout.composite, checks.composite),
    ].compactMap { $0 }
  }

  private func place(_ check: MRZCheck, _ place: Int?, _ covered: [Range<Int>], _ holds: Bool?) -> MRZCheckPlace? {
    guard let place else { return nil }
    let length = format.lineLength
    return MRZCheckPlace(
      check: check, line: place / length + 1, column: place % length + 1,
      digit: MRZText.raw(zone.bytes[place...place]), covers: covered.flatMap(spans), holds: holds)
  }

  /// One for each line that the range touches.
  private func spans(_ range: Range<Int>) -> [MRZSpan] {
    let length = format.lineLength
    return (0..<format.lineCount).compactMap { line in
      let part = range.clamped(to: (line * length)..<((line + 1) * length))
      guard !part.isEmpty else { return nil }
      return MRZSpan(line: line + 1, columns: (part.lowerBound % length + 1)...((part.upperBound - 1) % length + 1))
    }
  }
}
