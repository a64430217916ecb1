/// Whether bytes move fast enough while they should.
struct ProgressWatch: Sendable {
  private var start: UInt64?
  private var bytes = 0

  mutating func note(_ count: Int) { bytes += count }

  /// Nothing is expected for now.
  mutating func rest() {
    start = nil
    bytes = 0
  }

  /// Asked about once a second while something is expected; the first time starts it.
  mutating func isTooSlow(at now: UInt64, time: UInt64, minimum: Int) -> Bool {
    guard let begun = start else {
      start = now
      bytes = 0
      return false
    }
    guard now >= begun, now - begun >= time else { return false }
    defer {
      start = now
      bytes = 0
    }
    return bytes < minimum
  }
}
