import BonafideSecrets
import Testing

private let key = SecretBytes([UInt8](repeating: 7, count: 32))
private let place = Sealing.place("table", "column", "row")

@Test func `what is sealed opens in its place`() throws {
  for plain in [[], [1], [UInt8](repeating: 9, count: 100_000)] as [[UInt8]] {
    let sealed = try Sealing.seal(plain, key: key, place: place)
    #expect(sealed.count == plain.count + Sealing.overhead)
    #expect(try Sealing.open(sealed, key: key, place: place) == plain)
  }
}

@Test func `the same content is sealed differently each time`() throws {
  #expect(try Sealing.seal([1, 2, 3], key: key, place: place) != Sealing.seal([1, 2, 3], key: key, place: place))
}

@Test func `every altered byte of an envelope is noticed`() throws {
  let sealed = try Sealing.seal(Array("secret".utf8), key: key, place: place)
  for index in sealed.indices {
    var altered = sealed
    altered[index] ^= 1
    let code: SecretError.Code = index == 0 ? .unknownVersion : .notAuthentic
    #expect(throws: SecretError(code, "")) { try Sealing.open(altered, key: key, place: place) }
  }
  for count in 0..<sealed.count {
    #expect(throws: SecretError.self) { try Sealing.open(Array(sealed.prefix(count)), key: key, place: place) }
  }
}

@Test func `an envelope does not open elsewhere or under another key`() throws {
  let sealed = try Sealing.seal([1], key: key, place: place)
  #expect(throws: SecretError(.notAuthentic, "")) {
    try Sealing.open(sealed, key: key, place: Sealing.place("table", "column", "other"))
  }
  #expect(throws: SecretError(.notAuthentic, "")) {
    try Sealing.open(sealed, key: SecretBytes([UInt8](repeating: 8, count: 32)), place: place)
  }
}

@Test func `no two lists of parts make the same place`() {
  #expect(Sealing.place("ab", "c") != Sealing.place("a", "bc"))
  #expect(Sealing.place("a", "") != Sealing.place("a"))
}

@Test func `secrets are not printed`() throws {
  let secret = SecretBytes(Array("topsecret-topsecret-topsecret-12".utf8))
  let master = try MasterKey(secret)
  let subject = try SubjectKey(secret)
  for text in [
    "\(secret)", String(reflecting: secret), "\(master)", "\(subject)", "\(subject.description)",
    dumped(secret),
  ] {
    #expect(!text.contains("topsecret"))
    #expect(!text.contains("116"))
  }
}

private func dumped(_ value: Any) -> String {
  var text = ""
  dump(value, to: &text)
  return text
}

@Test func `comparison tells equal from different`() {
  #expect(Comparison.equal([1, 2], [1, 2]))
  #expect(!Comparison.equal([1, 2], [1, 3]))
  #expect(!Comparison.equal([1, 2], [1, 2, 3]))
  #expect(Comparison.equal([], []))
}

@Test(arguments: ["0", "zz", "0g", "+1", " 0"])
func `what is not hexadecimal is refused`(text: String) {
  #expect(Hex.bytes(text) == nil)
}
