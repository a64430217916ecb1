internal import Foundation
internal import Glibc
internal import Synchronization

/// Stands between a client and a server and breaks connections as it is told. A connection is one thread for each
/// direction.
package final class FaultProxy: Sendable {
  package enum Plan: Sendable {
    case pass
    /// Closed before a byte went by.
    case drop
    /// Cut, as by a network that is gone, when that many bytes of the client have passed.
    case cut(after: Int)
    /// The answer's bytes are lost, and then the connection.
    case loseAnswers(after: Int)
    /// Nothing goes by, and nothing is closed.
    case silence
  }

  private struct State {
    var plans: [Plan] = []
    var target: UInt16
    var open: Set<Int32> = []
    var passed = 0
    var connections = 0
    var cuts = 0
    var isEnded = false
  }

  package let port: UInt16
  private let listener: Int32
  private let state: Mutex<State>

  /// Bytes of clients that were handed on.
  package var passed: Int { state.withLock { $0.passed } }
  /// How many connections a `cut` ended.
  package var cuts: Int { state.withLock { $0.cuts } }
  package var connections: Int { state.withLock { $0.connections } }

  package init(to target: UInt16, plans: [Plan] = []) throws {
    state = Mutex(State(plans: plans, target: target))
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = Self.address(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener, raw, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, raw, &length) == 0
      }
    }
    guard bound else { throw POSIXError(.EADDRINUSE) }
    port = UInt16(bigEndian: address.sin_port)
    let thread = Thread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        if client < 0 {
          close(listener)
          return
        }
        Thread { self.carry(client) }.start()
      }
    }
    thread.start()
  }

  /// For the next connections, in their order; `pass` after them.
  package func plan(_ plans: Plan...) { state.withLock { $0.plans = plans } }

  /// New connections go to another server.
  package func turn(to target: UInt16) { state.withLock { $0.target = target } }

  /// Ends every connection that is open now.
  package func cutAll() { state.withLock { $0.open }.forEach { shutdown($0, Int32(SHUT_RDWR)) } }

  package func end() {
    state.withLock { $0.isEnded = true }
    shutdown(listener, Int32(SHUT_RDWR))
    cutAll()
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private func carry(_ client: Int32) {
    let plan = state.withLock { state -> Plan in
      state.connections += 1
      state.open.insert(client)
      return state.plans.isEmpty ? .pass : state.plans.removeFirst()
    }
    defer {
      _ = state.withLock { $0.open.remove(client) }
      close(client)
    }
    if case .drop = plan { return }
    if case .silence = plan {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while recv(client, &bytes, bytes.count, 0) > 0 {}
      return
    }
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(state.withLock { $0.target })
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    defer { close(server) }
    guard isConnected else { return }
    let sent = Atomic<Int>(0)
    let done = DispatchSemaphore(value: 0)
    Thread { [self] in
      pump(from: server, to: client) { _ in
        if case .loseAnswers(let after) = plan { return sent.load(ordering: .relaxed) <= after }
        return true
      }
      shutdown(client, Int32(SHUT_RDWR))
      done.signal()
    }.start()
    pump(from: client, to: server) { [self] count in
      let all = sent.wrappingAdd(count, ordering: .relaxed).newValue
      if case .cut(let after) = plan, all > after {
        state.withLock { $0.cuts += 1 }
        return false
      }
      state.withLock { $0.passed += count }
      return true
    }
    shutdown(server, Int32(SHUT_RDWR))
    shutdown(client, Int32(SHUT_RDWR))
    done.wait()
  }

  private func pump(from source: Int32, to sink: Int32, _ mayPass: (Int) -> Bool) {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(source, &bytes, bytes.count, 0)
      guard count > 0, mayPass(count) else { return }
      var at = 0
      while at < count {
        let sent = bytes.withUnsafeBytes {
          Glibc.send(sink, $0.baseAddress.map { $0 + at }, count - at, Int32(MSG_NOSIGNAL))
        }
        if sent <= 0 { return }
        at += sent
      }
    }
  }
}
