internal import COpenSSLTLS

/// TLS on one connection; used by its service thread only.
final class TLSSession {
  private let pointer: OpaquePointer
  /// OpenSSL has to write before it can go on with what it was last asked for.
  private(set) var wantsWrite = false
  private var isBroken = false

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { SSL_free(pointer) }

  enum Handshake { case done, pending, failed }

  func handshake() -> Handshake {
    let result = call { SSL_do_handshake(pointer) }
    if result > 0 { return .done }
    return isWaiting(result) ? .pending : .failed
  }

  /// Whether bytes are there that the system does not know of.
  var hasPending: Bool { SSL_pending(pointer) > 0 }

  func read(into target: UnsafeMutableRawBufferPointer) -> TransportRead {
    let result = call { SSL_read(pointer, target.baseAddress, Int32(clamping: target.count)) }
    if result > 0 { return .bytes(Int(result)) }
    if isWaiting(result) { return .nothing }
    return SSL_get_error(pointer, result) == SSL_ERROR_ZERO_RETURN ? .ended : .failed
  }

  func write(_ source: UnsafeRawBufferPointer) -> TransportWrite {
    let result = call { SSL_write(pointer, source.baseAddress, Int32(clamping: source.count)) }
    if result > 0 { return .bytes(Int(result)) }
    return isWaiting(result) ? .nothing : .failed
  }

  /// Tells the other side that nothing follows.
  func sendEnd() {
    if !isBroken { _ = call { SSL_shutdown(pointer) } }
  }

  private func call(_ body: () -> Int32) -> Int32 {
    ERR_clear_error()
    wantsWrite = false
    return body()
  }

  private func isWaiting(_ result: Int32) -> Bool {
    switch SSL_get_error(pointer, result) {
    case SSL_ERROR_WANT_READ: return true
    case SSL_ERROR_WANT_WRITE:
      wantsWrite = true
      return true
    case SSL_ERROR_ZERO_RETURN: return false
    default:
      isBroken = true
      return false
    }
  }
}
