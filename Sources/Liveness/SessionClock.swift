/// The session's time: taken from frame times and events only, never from a clock of the machine it runs on. It moves
/// forward or not at all, and stands still during pauses.
struct SessionClock: Sendable, Hashable, Codable {
  /// The latest frame or event time.
  private(set) var latest: Double?
  private var latestFrame: Double?
  private var pausedFor = 0.0

  var now: Double { (latest ?? 0) - pausedFor }

  /// Takes a frame's time; nil for one that is not a number, repeats or goes backwards.
  mutating func advance(toFrame time: Double) -> Double? {
    guard time.isFinite, latestFrame.map({ time > $0 }) ?? true else { return nil }
    latestFrame = time
    advance(toEvent: time)
    return now
  }

  /// Takes an event's time; one that cannot be right counts as the latest known.
  mutating func advance(toEvent time: Double) {
    guard time.isFinite else { return }
    latest = max(latest ?? time, time)
  }

  /// Takes seconds out that passed in a pause.
  mutating func skip(_ seconds: Double) { pausedFor += seconds }
}

/// How long a condition has lasted, over short gaps.
struct Persistence: Sendable, Hashable, Codable {
  private var since = 0.0
  private var last: Double?
  private var isBroken = false

  /// Seconds the condition has lasted, or nil while it does not hold. It lasts over a flicker, and not over a time
  /// in which nobody looked.
  mutating func lasts(_ holds: Bool, at now: Double, _ settings: LivenessSettings) -> Double? {
    guard holds else {
      isBroken = true
      return nil
    }
    let bridge = settings[isBroken ? .livenessFlicker : .livenessFrameGap]
    if last.map({ now - $0 > bridge }) ?? true { since = now }
    last = now
    isBroken = false
    return now - since
  }
}
