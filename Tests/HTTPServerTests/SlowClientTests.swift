internal import BonafideHTTPServer
internal import Glibc
internal import Testing
internal import SocketSupport

/// Who sends or reads slowly, or a lot.
@Suite("A slow client")
struct SlowClientTests {
  @Test("waits when the handler does not read, and loses nothing")
  func uploadBackpressure() async throws {
    let gate = Shared(false)
    let read = Shared(0)
    var router = Router()
    router.on(.post, "/up", limits: RouteLimits(bodyBytes: 64 << 20)) { request in
      while !gate.get() { try await Task.sleep(for: .milliseconds(5)) }
      for try await chunk in request.body {
        read.change { $0 += chunk.count }
        #expect(chunk.allSatisfy { $0 == 65 })
      }
      return .text("\(read.get())")
    }
    try await withServer(router) { port in
      let total = 32 << 20
      let connection = try await onThread { try RawConnection(port: port) }
      let sent = try await onThread {
        connection.setTimeout(seconds: 0.5)
        connection.send("POST /up HTTP/1.1\r\nHost: x\r\nContent-Length: \(total)\r\n\r\n")
        return connection.send([UInt8](repeating: 65, count: total))
      }
      // What the system's buffers hold, and 192 KB of ours.
      #expect(sent < 16 << 20)
      gate.set(true)
      let text = try await onThread {
        connection.setTimeout(seconds: 10)
        connection.send([UInt8](repeating: 65, count: total - sent))
        return try connection.answer().text
      }
      #expect(text == "\(total)")
    }
  }

  @Test("makes the handler wait")
  func downloadBackpressure() async throws {
    let written = Shared(0)
    var router = Router()
    router.on(.get, "/down") { _ in
      .stream("application/octet-stream") { writer in
        for _ in 0..<1024 {
          try await writer.write([UInt8](repeating: 7, count: 64 << 10))
          written.change { $0 += 64 << 10 }
        }
      }
    }
    try await withServer(router) { port in
      let count = try await onThread {
        let connection = try RawConnection(port: port, receiveBuffer: 65536)
        connection.send("GET /down HTTP/1.1\r\nHost: x\r\n\r\n")
        var waiting = -1
        while written.get() != waiting {
          waiting = written.get()
          usleep(300_000)
        }
        #expect(waiting < 16 << 20)
        return try connection.answer().body.count
      }
      #expect(count == 64 << 20)
    }
  }

  @Test("gets 408 for its head, and nothing when it is idle")
  func headDeadline() async throws {
    let hand = HandClock()
    try await withServer(ConnectionTests.router(), { $0.clock = hand.clock }) { port in
      let slow = try await onThread { try RawConnection(port: port) }
      let idle = try await onThread { try RawConnection(port: port) }
      _ = try await onThread {
        slow.send("GET /hea")
        idle.send(ConnectionTests.get)
        return try idle.answer().status
      }
      hand.advance(9)
      try await Task.sleep(for: .milliseconds(100))
      _ = try await onThread { slow.send("lthz") }
      hand.advance(2)
      let text = try await onThread { slow.receiveAll() }
      #expect(text.hasPrefix("HTTP/1.1 408") && text.contains("head_timeout"))
      hand.advance(60)
      #expect(try await onThread { idle.receiveAll() }.isEmpty)
      #expect(idle.isEnded)
    }
  }

  @Test("gets 408 for its content")
  func bodyDeadline() async throws {
    let hand = HandClock()
    try await withServer(ConnectionTests.router(), { $0.clock = hand.clock }) { port in
      let connection = try await onThread { try RawConnection(port: port) }
      _ = try await onThread { connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nab") }
      try await Task.sleep(for: .milliseconds(100))
      _ = try await onThread { connection.send([UInt8](repeating: 65, count: 5000)) }
      try await Task.sleep(for: .milliseconds(100))
      // Enough for one period, and nothing in the next.
      hand.advance(11)
      try await Task.sleep(for: .milliseconds(100))
      hand.advance(11)
      let text = try await onThread { connection.receiveAll() }
      #expect(text.hasPrefix("HTTP/1.1 408") && text.contains("body_timeout"))
    }
  }

  @Test("is given up when it does not read its answer")
  func writeDeadline() async throws {
    let hand = HandClock()
    try await withServer(ConnectionTests.router(), { $0.clock = hand.clock }) { port in
      let connection = try await onThread { try RawConnection(port: port, receiveBuffer: 65536) }
      _ = try await onThread {
        connection.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        return connection.receive(upTo: 1)
      }
      for _ in 0..<10 {
        try await Task.sleep(for: .milliseconds(60))
        hand.advance(11)
      }
      let count = try await onThread {
        while connection.receive() {}
        return connection.received.count
      }
      #expect(connection.isEnded && count < 32 << 20)
    }
  }

  @Test("with a megabyte is served beside 63 others")
  func parallelUploads() async throws {
    try await withServer(ConnectionTests.router(), { $0.loops = 2 }) { port in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<64 {
          group.addTask {
            try await onThread {
              let connection = try RawConnection(port: port)
              connection.setTimeout(seconds: 20)
              connection.send("POST /count HTTP/1.1\r\nHost: x\r\nContent-Length: \(1 << 20)\r\n\r\n")
              connection.send([UInt8](repeating: 66, count: 1 << 20))
              return try connection.answer().text
            }
          }
        }
        for try await text in group { #expect(text == "\(1 << 20)") }
      }
    }
  }
}
