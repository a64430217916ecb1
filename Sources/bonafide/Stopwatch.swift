import Foundation

/// Measures wall time and the processor time of this process (all of its threads, without the media worker).
struct Stopwatch {
  private let wall = ContinuousClock.now
  private let processor = Stopwatch.processorSeconds()

  /// Milliseconds since it was made.
  var wallMilliseconds: Double { (ContinuousClock.now - wall) / .milliseconds(1) }
  var cpuMilliseconds: Double { (Stopwatch.processorSeconds() - processor) * 1000 }

  private static func processorSeconds() -> Double {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Median wall milliseconds of some runs, after one that does not count.
  static func median(of runs: Int, _ body: () throws -> Void) rethrows -> Double {
    try body()
    var times: [Double] = []
    for _ in 0..<max(1, runs) {
      let watch = Stopwatch()
      try body()
      times.append(watch.wallMilliseconds)
    }
    times.sort()
    return (times[(times.count - 1) / 2] + times[times.count / 2]) / 2
  }
}
