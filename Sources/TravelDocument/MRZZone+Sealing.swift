package import BonafideObservations

extension MRZZone {
  /// A zone whose check digits are computed from the rest: what stands at their places does not matter. A document
  /// number that is longer than its field has to bring its own digit.
  package static func sealing(format: MRZFormat, bytes: [UInt8]) throws(BonafideError) -> MRZZone {
    let checked = try MRZZone(format: format, bytes: bytes)
    let layout = MRZLayout.of(format)
    var bytes = checked.bytes
    func digit(of ranges: [Range<Int>]) -> UInt8 { 0x30 + UInt8(CheckDigit.of(ranges.joined().map { bytes[$0] })) }
    let isLong = bytes[layout.numberCheck] == MRZAlphabet.filler && layout.numberOverflow != nil
    if !isLong { bytes[layout.numberCheck] = digit(of: [layout.number]) }
    bytes[layout.birthCheck] = digit(of: [layout.birth])
    if let expiry = layout.expiry, let check = layout.expiryCheck { bytes[check] = digit(of: [expiry]) }
    if let check = layout.optionalCheck { bytes[check] = digit(of: [layout.optional]) }
    if let check = layout.compositeCheck { bytes[check] = digit(of: layout.composite) }
    return try MRZZone(format: format, bytes: bytes)
  }
}

extension MRZZone {
  /// The places that a check digit covers, those of the digits among them.
  package var coveredPlaces: [Int] {
    let coverage = MRZColumns.of(format).coverage
    return coverage.indices.filter { coverage[$0] > 0 }
  }
}
