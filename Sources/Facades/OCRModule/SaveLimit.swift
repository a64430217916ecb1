internal import BonafideBackOfficeClient
internal import BonafideObservations
internal import Foundation

/// Why something could not be sent.
struct SaveFailure: Error {
  let code: String
  /// Nothing went on for too long.
  var isTime = false
  var reason: (any Error & Sendable)?

  init(_ error: BackOfficeError) {
    code = error.code.rawValue
    reason = error
  }

  init(_ error: BonafideError) {
    code = error.code.rawValue
    reason = error
  }

  static let late: SaveFailure = {
    var failure = SaveFailure(BackOfficeError(.timeout))
    failure.isTime = true
    return failure
  }()
}

/// Work that has to go on: it is given up when nothing more is stored for some time.
enum SaveLimit {
  private final class Mark: @unchecked Sendable {
    private let lock = NSLock()
    private var last = ContinuousClock.now

    func renew() { lock.withLock { last = .now } }
    var age: Duration { lock.withLock { .now - last } }
  }

  /// - `body`: calls its argument whenever something was stored.
  static func run<Value: Sendable>(
    seconds: Double, _ body: @escaping @Sendable (@escaping @Sendable () -> Void) async throws(SaveFailure) -> Value
  ) async throws(SaveFailure) -> Value {
    let mark = Mark()
    let most = Duration.seconds(seconds)
    let result = await withTaskGroup(of: Result<Value, SaveFailure>?.self) { group in
      group.addTask {
        do throws(SaveFailure) { return .success(try await body { mark.renew() }) } catch { return .failure(error) }
      }
      group.addTask {
        while mark.age < most {
          do { try await Task.sleep(for: min(most / 10, .seconds(1))) } catch { return nil }
        }
        return .failure(.late)
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    guard let result else { throw .late }
    return try result.get()
  }
}
