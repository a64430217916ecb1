internal import BonafideMedia
internal import BonafideObservations

/// Notices a stretch of motion that was seen before: nobody moves the same way twice to within the noise.
///
/// A repetition need not be sampled at the same moments as the original: cameras drop frames, and a browser takes every
/// third one or so. Each frame is therefore compared with the way from one earlier frame to the next, not with frames.
struct LoopedFrames: Sendable {
  static let cueName = "loop"

  private var history = GridHistory()
  /// By how long before, in steps of `lagStep`.
  private var runs: [Run] = []
  private var longest = 0.0
  private var trace = CueTrace()
  private var firstTime: Double?
  private var lastTime = -Double.infinity

  private static let lagStep = 0.05
  private static let mostSeconds = 20.0

  /// Frames in a row that each were seen about as long before.
  private struct Run: Sendable {
    var start = -Double.infinity
    var last = -Double.infinity
  }

  mutating func add(_ image: Image, at time: Double, settings: Settings) {
    guard time - lastTime >= settings[.loopInterval] else { return }
    firstTime = firstTime ?? time
    lastTime = time
    if runs.isEmpty { runs = [Run](repeating: Run(), count: Int(LoopedFrames.mostSeconds / LoopedFrames.lagStep) + 2) }
    let grid = GridHistory.sample(image)
    let ways = history.ways(to: grid, endingBefore: time - settings[.loopLag], longest: settings[.loopGap])
    trace.add(ways.map(\.distance).min() ?? .infinity, at: time)
    follow(ways, at: time, settings)
    history.add(grid, at: time, capacity: max(8, Int(settings[.loopFrames])))
  }

  /// Runs count when the frames in them move by much more than they differ from their repetition.
  private mutating func follow(_ ways: [GridHistory.Way], at time: Double, _ settings: Settings) {
    let before = runs
    for way in ways {
      guard way.distance < settings[.loopMatch] + settings[.loopBend] * way.length else { continue }
      let lag = Int(((time - way.time) / LoopedFrames.lagStep).rounded())
      guard runs.indices.contains(lag) else { continue }
      let earlier = before[max(0, lag - 1)...min(lag + 1, before.count - 1)]
      let going = earlier.filter { time - $0.last <= settings[.loopGap] }.map(\.start).min()
      let start = min(going ?? time, runs[lag].last == time ? runs[lag].start : time)
      runs[lag] = Run(start: start, last: time)
      let seconds = time - start
      guard seconds > longest, seconds >= settings[.loopRun] / 2 else { continue }
      if history.motion(since: start) >= settings[.loopMotion] { longest = seconds }
    }
  }

  /// Seconds of motion that are seen again.
  func reading(settings: Settings) -> CueReading {
    guard let firstTime, lastTime - firstTime >= settings[.loopLeast],
      Double(history.count) >= (lastTime - firstTime) * settings[.loopRate]
    else { return CueReading(LoopedFrames.cueName, nil, "there are too few frames to compare") }
    return CueReading(
      LoopedFrames.cueName, longest,
      longest == 0
        ? "no stretch of motion is seen twice" : "\(Double(Int(longest * 100)) / 100) s of motion are seen twice")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: LoopedFrames.cueName, label: "difference of a frame from the likest moment long before, in codes of 255",
      points: trace.points)
  }
}
