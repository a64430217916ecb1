package import BonafideObservations
internal import COpenSSLTLS
internal import Synchronization

/// A certificate and its key, which can be changed while a server runs. TLS 1.2 and 1.3, HTTP/1.1 by ALPN.
package final class TLSContext: Sendable {
  /// Counted by OpenSSL, which does so from all threads.
  private final class Handle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }

    deinit { SSL_CTX_free(pointer) }
  }

  private let certificatePath: String
  private let keyPath: String
  private let current: Mutex<Handle>

  /// PEM files: the server's certificate first and then those between it and the root, and its private key.
  ///
  /// Throws `cannot_open` when they are not there, not well-formed, or do not belong together.
  package init(certificate: String, key: String) throws(BonafideError) {
    certificatePath = certificate
    keyPath = key
    current = Mutex(try Self.load(certificate: certificate, key: key))
  }

  /// Reads both files again; connections made from now on get what they hold. When they are no good the old ones
  /// stay, and it throws as `init` does.
  package func reload() throws(BonafideError) {
    let new = try Self.load(certificate: certificatePath, key: keyPath)
    current.withLock { $0 = new }
  }

  /// Nil when OpenSSL has no memory.
  func makeSession(descriptor: Int32) -> TLSSession? {
    let handle = current.withLock { $0 }
    guard let pointer = SSL_new(handle.pointer) else { return nil }
    guard SSL_set_fd(pointer, descriptor) == 1 else {
      SSL_free(pointer)
      return nil
    }
    SSL_set_accept_state(pointer)
    return TLSSession(pointer)
  }

  private static func load(certificate: String, key: String) throws(BonafideError) -> Handle {
    guard let pointer = SSL_CTX_new(TLS_server_method()) else {
      throw BonafideError(.internal, "OpenSSL does not start")
    }
    let handle = Handle(pointer)
    defer { ERR_clear_error() }
    guard bonafide_tls_configure(pointer) == 1 else { throw BonafideError(.internal, "OpenSSL has no TLS 1.2") }
    guard SSL_CTX_use_certificate_chain_file(pointer, certificate) == 1 else {
      throw BonafideError(.cannotOpen, "the certificate cannot be read", hint: "give a PEM file")
    }
    guard SSL_CTX_use_PrivateKey_file(pointer, key, SSL_FILETYPE_PEM) == 1, SSL_CTX_check_private_key(pointer) == 1
    else {
      throw BonafideError(
        .cannotOpen, "the key cannot be read or belongs to another certificate", hint: "give a PEM file")
    }
    bonafide_tls_offer_http(pointer)
    return handle
  }
}
