internal import Foundation

/// A value made on first use, by one caller while the others wait. A failure is not kept: the next caller tries again.
package final class OnceValue<Value: Sendable>: @unchecked Sendable {
  // Guarded by `lock`. NSLock because the thread sanitizer understands it.
  private let lock = NSLock()
  private var made: Value?

  package init() {}

  package func value(_ make: () throws -> Value) throws -> Value {
    try lock.withLock {
      if let made { return made }
      let value = try make()
      made = value
      return value
    }
  }
}
