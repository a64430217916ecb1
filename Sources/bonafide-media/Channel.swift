internal import BonafideMediaWire
internal import Glibc

/// The worker's end of the socket.
enum Channel {
  /// The program has gone away, or talks nonsense: nothing is left to do.
  struct Closed: Error {}

  static func send(_ report: WorkerReport) throws {
    let bytes = report.message.bytes
    while true {
      let count = Glibc.send(WorkerDescriptor.socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      if count < 0 && errno == EINTR { continue }
      guard count == bytes.count else { throw Closed() }
      return
    }
  }

  static func receive() throws -> WorkerOrder {
    var buffer = [UInt8](repeating: 0, count: WorkerMessage.byteCount)
    while true {
      let count = recv(WorkerDescriptor.socket, &buffer, buffer.count, 0)
      if count < 0 && errno == EINTR { continue }
      guard count == buffer.count else { throw Closed() }
      return try WorkerOrder(buffer)
    }
  }
}
