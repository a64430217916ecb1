import BonafideSecrets
import Testing

private func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.bytes(hex)) }

private struct GCMVector: Sendable, CustomTestStringConvertible {
  let key: String
  let nonce: String
  let plain: String
  let associated: String
  let sealed: String
  let tag: String
  var testDescription: String { tag }

  /// McGrew and Viega, "The Galois/Counter Mode of Operation", test cases 13 to 16, as submitted to NIST.
  static let all = [
    GCMVector(
      key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24), plain: "", associated: "",
      sealed: "", tag: "530f8afbc74536b9a963b4f1c4cb738b"),
    GCMVector(
      key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24),
      plain: String(repeating: "0", count: 32), associated: "", sealed: "cea7403d4d606b6e074ec5d3baf39d18",
      tag: "d0d1c8a799996bf0265b98b5d48ab919"),
    GCMVector(
      key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", nonce: "cafebabefacedbaddecaf888",
      plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255", associated: "",
      sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
        + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad", tag: "b094dac5d93471bdec1a502270e3cc6c"),
    GCMVector(
      key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308", nonce: "cafebabefacedbaddecaf888",
      plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
      associated: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
      sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
        + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662", tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
  ]
}

@Test(arguments: GCMVector.all)
private func `AES-256-GCM gives what its authors published`(vector: GCMVector) throws {
  let key = SecretBytes(try bytes(vector.key))
  let nonce = try bytes(vector.nonce)
  let associated = try bytes(vector.associated)
  let plain = try bytes(vector.plain)
  let sealed = try plain.withUnsafeBytes {
    try AESGCM.seal($0, key: key, nonce: nonce, associated: associated)
  }
  #expect(Hex.text(sealed) == vector.sealed + vector.tag)
  let opened = try sealed.withUnsafeBytes { try AESGCM.open($0, key: key, nonce: nonce, associated: associated) }
  #expect(opened == plain)
}

/// RFC 4231, test cases 1, 2, 3 and 6.
@Test(
  arguments: [
    (
      String(repeating: "0b", count: 20), "4869205468657265",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      String(repeating: "aa", count: 20), String(repeating: "dd", count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      String(repeating: "aa", count: 131),
      "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
func `HMAC-SHA256 gives what RFC 4231 says`(key: String, message: String, code: String) throws {
  let key = SecretBytes(try bytes(key))
  let message = try bytes(message)
  #expect(Hex.text(try HMACSHA256.code(for: message, key: key)) == code)
  #expect(try HMACSHA256.isValid(try bytes(code), for: message, key: key))
  #expect(try !HMACSHA256.isValid([UInt8](repeating: 0, count: 32), for: message, key: key))
}

/// RFC 5869, appendix A, test cases 1 and 3.
@Test func `HKDF-SHA256 gives what RFC 5869 says`() throws {
  let key = SecretBytes([UInt8](repeating: 0x0b, count: 22))
  let first = try KeyDerivation.key(
    from: key, salt: bytes("000102030405060708090a0b0c"), info: bytes("f0f1f2f3f4f5f6f7f8f9"), count: 42)
  #expect(
    first.withBytes { Hex.text($0) }
      == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865")
  let third = try KeyDerivation.key(from: key, info: [], count: 42)
  #expect(
    third.withBytes { Hex.text($0) }
      == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
}

/// FIPS 180-4, the examples of one and two blocks.
@Test func `SHA-256 in pieces is SHA-256 at once`() throws {
  let long = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
  #expect(
    Hex.text(SHA256Digest.of(long)) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  let stream = try SHA256Stream()
  try stream.update(Array(long.prefix(7)))
  try stream.update([])
  try stream.update(Array(long.dropFirst(7)))
  #expect(try stream.finish() == SHA256Digest.of(long))
  #expect(
    Hex.text(SHA256Digest.of([])) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
}

/// From the reference implementation's own test file (version 0x13, argon2id).
@Test(
  arguments: [
    ("password", "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"),
    ("differentpassword", "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$C4TWUs9rDEvq7w3+J4umqA32aWKB1+DSiRuBfYxFj94"),
    ("password", "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc"),
  ])
func `argon2id knows the passwords of the reference implementation`(password: String, encoded: String) throws {
  #expect(try PasswordHash.isValid(password, for: encoded))
  #expect(try !PasswordHash.isValid(password + "x", for: encoded))
}
