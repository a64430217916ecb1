internal import CServerSystem

/// Where deadlines take the time from; tests bring their own.
package struct ServerClock: Sendable {
  /// Never goes back, from any beginning.
  package var nanoseconds: @Sendable () -> UInt64

  package init(nanoseconds: @escaping @Sendable () -> UInt64) { self.nanoseconds = nanoseconds }

  package static let monotonic = ServerClock { bonafide_monotonic() }
}
