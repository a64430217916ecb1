internal import Glibc

/// A client's socket: it sends bytes as they are given. All calls wait, so they belong on a thread of their own.
package final class RawConnection: @unchecked Sendable {
  private let descriptor: Int32
  package private(set) var received: [UInt8] = []
  package private(set) var isConnected: Bool
  package private(set) var isEnded = false

  package init(port: UInt16, receiveBuffer: Int32? = nil, mustConnect: Bool = true) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    isConnected = false
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    isConnected = result == 0
    guard isConnected || !mustConnect else { throw SocketFault.noConnection }
    setTimeout(seconds: 10)
  }

  package static func canConnect(port: UInt16) throws -> Bool {
    try RawConnection(port: port, mustConnect: false).isConnected
  }

  deinit { close(descriptor) }

  package func setTimeout(seconds: Double) {
    var time = timeval(tv_sec: Int(seconds), tv_usec: Int(seconds.truncatingRemainder(dividingBy: 1) * 1e6))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// How many bytes the system took before the time was over or the connection failed.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { break }
      sent += count
    }
    return sent
  }

  @discardableResult
  package func send(_ text: String) -> Int { send(Array(text.utf8)) }

  package func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads once; false at the end, on failure and when the time is over.
  @discardableResult
  package func receive(upTo count: Int = 65536) -> Bool {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = recv(descriptor, &buffer, count, 0)
    if got > 0 { received += buffer.prefix(got) }
    if got == 0 || got < 0 && errno != EAGAIN { isEnded = true }
    return got > 0
  }

  package func receiveAll() -> String {
    while receive() {}
    return String(decoding: received, as: UTF8.self)
  }

  /// Reads until `isEnough` says so.
  package func receive(until isEnough: ([UInt8]) -> Bool) {
    while !isEnough(received), receive() {}
  }

  /// Takes bytes from the front of what was received, waiting for them.
  package func take(_ count: Int) -> [UInt8] {
    receive { $0.count >= count }
    let taken = Array(received.prefix(count))
    received.removeFirst(taken.count)
    return taken
  }

  /// One whole answer whose length is told by `Content-Length` or chunks.
  package func answer(hasContent: Bool = true) throws -> Answer {
    receive { find(Array("\r\n\r\n".utf8), in: $0) != nil }
    guard let end = find(Array("\r\n\r\n".utf8), in: received) else { throw SocketFault.noAnswer }
    let lines = String(decoding: take(end), as: UTF8.self).split(separator: "\r\n")
    _ = take(4)
    var answer = Answer(status: try SocketFault.orNumber(in: lines.first))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw SocketFault.noAnswer }
      answer.fields[line[..<colon].lowercased()] = String(line[line.index(colon, offsetBy: 2)...])
    }
    if !hasContent || answer.status < 200 { return answer }
    if answer.fields["transfer-encoding"] == "chunked" {
      while true {
        receive { find(Array("\r\n".utf8), in: $0) != nil }
        guard let lineEnd = find(Array("\r\n".utf8), in: received),
          let size = Int(String(decoding: take(lineEnd), as: UTF8.self), radix: 16)
        else { throw SocketFault.noAnswer }
        _ = take(2)
        answer.body += take(size)
        _ = take(2)
        if size == 0 { return answer }
      }
    }
    answer.body = take(Int(answer.fields["content-length"] ?? "0") ?? 0)
    return answer
  }
}

/// Nobody listens, or what came is no answer.
package enum SocketFault: Error {
  case noConnection
  case noAnswer

  /// The number in the first line of an answer.
  static func orNumber(in line: Substring?) throws -> Int {
    guard let parts = line?.split(separator: " "), parts.count > 1, let number = Int(parts[1]) else { throw noAnswer }
    return number
  }
}

/// What a client got; names of fields in lower case.
package struct Answer {
  package var status: Int
  package var fields: [String: String] = [:]
  package var body: [UInt8] = []

  package init(status: Int) { self.status = status }

  package var text: String { String(decoding: body, as: UTF8.self) }
}

package func find(_ part: [UInt8], in bytes: [UInt8]) -> Int? {
  guard bytes.count >= part.count else { return nil }
  return (0...(bytes.count - part.count)).first {
    bytes[$0] == part[0] && bytes[$0..<($0 + part.count)].elementsEqual(part)
  }
}

/// Runs what waits on a thread of its own: the pool's threads are for the handlers.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let job = Job { continuation.resume(with: Result(catching: body)) }
    var thread = pthread_t()
    pthread_create(&thread, nil, runJob, Unmanaged.passRetained(job).toOpaque())
    pthread_detach(thread)
  }
}

private final class Job {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

private func runJob(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let pointer { Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body() }
  return nil
}
