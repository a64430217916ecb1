#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import COpenSSLTLS
#endif

/// SHA-256 (FIPS 180-4) of what comes in pieces; 32 bytes.
struct ContentHash: ~Copyable {
  #if canImport(CryptoKit)
    private var state = SHA256()

    init() throws(BackOfficeError) {}

    mutating func update(_ bytes: UnsafeRawBufferPointer) throws(BackOfficeError) { state.update(bufferPointer: bytes) }

    mutating func finish() throws(BackOfficeError) -> [UInt8] { Array(state.finalize()) }
  #else
    private let context: OpaquePointer

    init() throws(BackOfficeError) { context = try ContentHash.begin() }

    private static func begin() throws(BackOfficeError) -> OpaquePointer {
      guard let context = EVP_MD_CTX_new() else { throw BackOfficeError(.internal) }
      guard EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
        EVP_MD_CTX_free(context)
        throw BackOfficeError(.internal)
      }
      return context
    }

    deinit { EVP_MD_CTX_free(context) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) throws(BackOfficeError) {
      guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else { throw BackOfficeError(.internal) }
    }

    mutating func finish() throws(BackOfficeError) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: 32)
      guard EVP_DigestFinal_ex(context, &digest, nil) == 1 else { throw BackOfficeError(.internal) }
      return digest
    }
  #endif

  mutating func update(_ bytes: [UInt8]) throws(BackOfficeError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(BackOfficeError) in try update(UnsafeRawBufferPointer(bytes)) }
  }

  static func of(_ bytes: [UInt8]) throws(BackOfficeError) -> [UInt8] {
    var hash = try ContentHash()
    try hash.update(bytes)
    return try hash.finish()
  }
}

enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
