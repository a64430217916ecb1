internal import BonafideHTTPServer
internal import Synchronization

/// Starts a server on a free port, and stops it afterwards.
func withServer<Value: Sendable>(
  _ router: Router, _ change: (inout ServerSettings) -> Void = { _ in },
  _ body: @Sendable (UInt16) async throws -> Value
) async throws -> Value {
  var settings = ServerSettings()
  settings.sweepTime = .milliseconds(20)
  settings.lingerTime = .milliseconds(500)
  change(&settings)
  let server = HTTPServer(settings, router: router)
  let port = try server.start()
  do {
    let value = try await body(port)
    await server.shutDown(within: .milliseconds(200))
    return value
  } catch {
    await server.shutDown(within: .milliseconds(200))
    throw error
  }
}

/// A clock that goes when it is told to.
final class HandClock: Sendable {
  private let time = Atomic<UInt64>(1_000_000_000_000)

  var clock: ServerClock { ServerClock { [self] in time.load(ordering: .relaxed) } }

  func advance(_ seconds: Double) { time.wrappingAdd(UInt64(bitPattern: Int64(seconds * 1e9)), ordering: .relaxed) }
}

/// A value that tasks and threads share.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
  func get() -> Value { value.withLock { $0 } }
  func set(_ new: Value) { value.withLock { $0 = new } }
  func change(_ body: (inout Value) -> Void) { value.withLock { body(&$0) } }
}

/// Waits until something holds; false after `seconds`.
func eventually(within seconds: Double = 5, _ condition: @Sendable () -> Bool) async -> Bool {
  for _ in 0..<Int(seconds * 100) {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return condition()
}
