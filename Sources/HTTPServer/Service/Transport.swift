internal import CServerSystem
internal import Glibc

enum TransportRead {
  case bytes(Int)
  case nothing
  case ended
  case failed
}

enum TransportWrite {
  case bytes(Int)
  case nothing
  case failed
}

/// The bytes of a connection, plain or encrypted; used by its service thread only.
struct Transport {
  let descriptor: Int32
  let tls: TLSSession?

  var hasPending: Bool { tls?.hasPending ?? false }
  var wantsWrite: Bool { tls?.wantsWrite ?? false }

  func read(into target: UnsafeMutableRawBufferPointer) -> TransportRead {
    if let tls { return tls.read(into: target) }
    let count = bonafide_receive(descriptor, target.baseAddress, target.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .ended }
    return errno == EAGAIN || errno == EINTR ? .nothing : .failed
  }

  func write(_ source: UnsafeRawBufferPointer) -> TransportWrite {
    if let tls { return tls.write(source) }
    let count = bonafide_send(descriptor, source.baseAddress, source.count)
    if count >= 0 { return .bytes(count) }
    return errno == EAGAIN || errno == EINTR ? .nothing : .failed
  }

  /// No more will be written.
  func sendEnd() {
    tls?.sendEnd()
    shutdown(descriptor, Int32(SHUT_WR))
  }
}
