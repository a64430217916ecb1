internal import BonafideBackOfficeAPI
internal import Foundation

#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import COpenSSLTLS
#endif

/// A key on P-256 that is made for one session and signs its messages: ECDSA with SHA-256. It never leaves the memory
/// of this process.
struct MessageKey: Sendable {
  /// SubjectPublicKeyInfo, base64 of its DER.
  let publicText: String

  #if canImport(CryptoKit)
    private let key: P256.Signing.PrivateKey

    init() throws(BackOfficeError) {
      key = P256.Signing.PrivateKey()
      publicText = key.publicKey.derRepresentation.base64EncodedString()
    }

    /// DER of the two numbers (RFC 3279).
    func signature(of message: [UInt8]) throws(BackOfficeError) -> [UInt8] {
      do { return Array(try key.signature(for: message).derRepresentation) } catch { throw BackOfficeError(.internal) }
    }
  #else
    /// Only read after it was made; OpenSSL counts its holders.
    private final class Handle: @unchecked Sendable {
      let pointer: OpaquePointer

      init(_ pointer: OpaquePointer) { self.pointer = pointer }

      deinit { EVP_PKEY_free(pointer) }
    }

    private let handle: Handle

    init() throws(BackOfficeError) {
      guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw BackOfficeError(.internal) }
      defer { EVP_PKEY_CTX_free(context) }
      var made: OpaquePointer?
      guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
        EVP_PKEY_generate(context, &made) == 1, let made
      else { throw BackOfficeError(.internal) }
      handle = Handle(made)
      var bytes = [UInt8](repeating: 0, count: 128)
      let count = bytes.withUnsafeMutableBufferPointer { buffer -> Int32 in
        // Asked for its length first, so that it never writes past the end.
        guard i2d_PUBKEY(made, nil) <= 128 else { return 0 }
        var place = buffer.baseAddress
        return i2d_PUBKEY(made, &place)
      }
      guard count > 0 else { throw BackOfficeError(.internal) }
      publicText = Data(bytes.prefix(Int(count))).base64EncodedString()
    }

    /// DER of the two numbers (RFC 3279).
    func signature(of message: [UInt8]) throws(BackOfficeError) -> [UInt8] {
      guard let context = EVP_MD_CTX_new() else { throw BackOfficeError(.internal) }
      defer { EVP_MD_CTX_free(context) }
      var signature = [UInt8](repeating: 0, count: 80)
      var count = signature.count
      guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle.pointer) == 1,
        EVP_DigestSign(context, &signature, &count, message, message.count) == 1
      else { throw BackOfficeError(.internal) }
      return Array(signature.prefix(count))
    }
  #endif

  /// The three fields of a signed message, with a nonce of its own.
  ///
  /// - Parameters:
  ///   - path: As it is sent, without the query.
  ///   - bodyHash: SHA-256 of the body.
  ///   - time: Of the server, Unix milliseconds.
  func fields(
    method: String, path: String, bodyHash: [UInt8], time: Int
  ) throws(BackOfficeError) -> [(String, String)] {
    let nonce = UUID().uuidString
    let lines = ["bonafide-message-1", String(time), nonce, method, path, Hex.text(bodyHash)]
    let value = try signature(of: Array(lines.joined(separator: "\n").utf8))
    let values = [String(time), nonce, Data(value).base64EncodedString()]
    return zip(API.signature, values).map { ($0.name, $1) }
  }
}
