internal import Foundation

/// Where the store gets its time from: Unix milliseconds. Given from outside, so that tests can turn it.
package struct StoreClock: Sendable {
  package let now: @Sendable () -> Int64

  package init(now: @escaping @Sendable () -> Int64) { self.now = now }

  /// The machine's clock.
  package static let system = StoreClock { Int64(Date().timeIntervalSince1970 * 1000) }
}
