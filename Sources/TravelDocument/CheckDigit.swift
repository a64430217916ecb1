/// The check digit of ICAO Doc 9303-3, section 4.9: values 0–9 for digits, 10–35 for A–Z, 0 for the filler, weighted
/// 7, 3, 1 in turn, modulo 10.
package struct CheckDigit: Sendable {
  private var sum = 0
  private var weight = 7

  package init() {}

  package var value: Int { sum % 10 }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    let place =
      MRZAlphabet.isDigit(byte) ? Int(byte) - 0x30 : MRZAlphabet.isLetter(byte) ? Int(byte) - 0x37 : 0
    // Without the remainder a line of billions of characters would be needed to overflow.
    sum &+= place &* weight
    weight = weight == 7 ? 3 : weight == 3 ? 1 : 7
  }

  @inline(__always)
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { append(byte) }
  }

  package static func of(_ bytes: some Sequence<UInt8>) -> Int {
    var digit = CheckDigit()
    for byte in bytes { digit.append(byte) }
    return digit.value
  }
}
