import BonafideSecrets
import Testing

/// Against RFC 6979, A.2.5: P-256 with SHA-256.
@Suite struct SignatureTests {
  private static let head = "3059301306072a8648ce3d020106082a8648ce3d030107034200"
  private static let point =
    "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    + "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
  // As DER: numbers whose first bit is set have a zero before them.
  private static let sample =
    "3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    + "022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
  private static let test =
    "3045022100f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
    + "0220019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"

  private func key(_ text: String) throws -> SignatureKey { try SignatureKey(#require(Hex.bytes(text))) }

  @Test func publishedSignaturesHold() throws {
    let key = try key(SignatureTests.head + "04" + SignatureTests.point)
    for (message, signature) in [("sample", SignatureTests.sample), ("test", SignatureTests.test)] {
      let signature = try #require(Hex.bytes(signature))
      #expect(try key.isSignature(signature, of: Array(message.utf8)))
      #expect(try !key.isSignature(signature, of: Array((message + " ").utf8)))
      #expect(try !key.isSignature(Array(signature.dropLast()), of: Array(message.utf8)))
      #expect(try !key.isSignature(signature + [0], of: Array(message.utf8)))
      for place in signature.indices {
        var other = signature
        other[place] ^= 1
        #expect(try !key.isSignature(other, of: Array(message.utf8)))
      }
    }
    #expect(try !key.isSignature([], of: Array("sample".utf8)))
    #expect(try !key.isSignature([0x30, 6, 2, 1, 0, 2, 1, 0], of: Array("sample".utf8)))
  }

  private static let short = String(point.dropLast(2))
  private static let abscissa = String(point.prefix(64))
  private static let bad: [String] = [
    "", "00", head + "04", head + "04" + point + "00", head + "04" + short,
    // Beside the curve, at infinity, compressed, hybrid, on secp256k1.
    head + "04" + short + "9a", head + "04" + String(repeating: "0", count: 128),
    "3039301306072a8648ce3d020106082a8648ce3d03010703220003" + abscissa, head + "06" + point,
    "3056301006072a8648ce3d020106052b8104000a034200" + "04" + point,
  ]

  @Test("What is no key on P-256 is refused", arguments: bad)
  func refused(_ text: String) throws {
    #expect(throws: SecretError(.badKey, "")) { try key(text) }
  }
}
