import BonafideBackOfficeAPI
import BonafideSecrets
import COpenSSL
import Foundation

/// A device with a key of its own.
final class Signer: @unchecked Sendable {
  struct Failed: Error {}

  // Only read after it was made.
  private let key: OpaquePointer

  init() throws {
    guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw Failed() }
    defer { EVP_PKEY_CTX_free(context) }
    var made: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      EVP_PKEY_generate(context, &made) == 1, let made
    else { throw Failed() }
    key = made
  }

  deinit { EVP_PKEY_free(key) }

  /// As a session is given it.
  var text: String {
    var place: UnsafeMutablePointer<UInt8>?
    let count = i2d_PUBKEY(key, &place)
    defer { free(place) }
    return Data(UnsafeBufferPointer(start: place, count: Int(max(count, 0)))).base64EncodedString()
  }

  /// What a message is sent with, as written down in Documentation/BackOffice.md.
  func fields(
    _ method: String, _ path: String, _ body: [UInt8], time: Int64, nonce: String = UUID().uuidString
  ) throws -> [(String, String)] {
    let hash = SHA256Digest.of(body).map { String(format: "%02x", Int($0)) }.joined()
    let message = Array("bonafide-message-1\n\(time)\n\(nonce)\n\(method)\n\(path)\n\(hash)".utf8)
    guard let context = EVP_MD_CTX_new() else { throw Failed() }
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 80)
    var count = signature.count
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, message, message.count) == 1
    else { throw Failed() }
    return [
      ("Bonafide-Signature-Time", String(time)), ("Bonafide-Signature-Nonce", nonce),
      ("Bonafide-Signature-Value", Data(signature.prefix(count)).base64EncodedString()),
    ]
  }
}

/// Signs all that goes by.
struct SignedWay: Way {
  let way: any Way
  let signer: Signer
  let clock: TestClock

  func send(
    _ method: String, _ target: String, _ fields: [(String, String)], _ body: [UInt8]
  ) async throws -> (status: Int, fields: [String: String], body: [UInt8]) {
    let path = String(target.prefix { $0 != "?" })
    return try await way.send(
      method, target, fields + signer.fields(method, path, body, time: clock.now), body)
  }
}
