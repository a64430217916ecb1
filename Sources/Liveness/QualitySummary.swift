import BonafideObservations

/// How good the frames of a stream were: counts, and what they say together (E-044). It judges the capture only, apart
/// from liveness (G-024).
package struct QualitySummary: Sendable, Hashable, Codable {
  package private(set) var frames = 0
  package private(set) var flaws: [FrameFlaw: Int] = [:]

  package init() {}

  package mutating func count(_ flaw: FrameFlaw?) {
    frames += 1
    if let flaw { flaws[flaw, default: 0] += 1 }
  }

  /// Frames without a flaw that E-040 knows.
  package var fineFrames: Int {
    frames - flaws.reduce(0) { $0 + ($1.key.result == nil ? 0 : $1.value) }
  }

  /// The most frequent flaw, or nil when the quality is fine. Flaws that lead to the same result count together; of
  /// equally frequent ones the first in E-040's order counts.
  package func mainFlaw(_ settings: LivenessSettings) -> FrameFlaw? {
    let isFine =
      fineFrames >= settings.count(.livenessUsableFrames)
      && Double(fineFrames) >= settings[.livenessUsableShare] * Double(frames)
    guard !isFine else { return nil }

    var most: (flaw: FrameFlaw, count: Int)?
    let results = FrameFlaw.allCases.compactMap(\.result).sorted { $0.rawValue < $1.rawValue }
    for result in results {
      let causes = FrameFlaw.allCases.filter { $0.result == result && flaws[$0] != nil }
      let count = causes.reduce(0) { $0 + flaws[$1, default: 0] }
      guard let first = causes.max(by: { flaws[$0, default: 0] < flaws[$1, default: 0] }) else { continue }
      if count > most?.count ?? 0 { most = (first, count) }
    }
    return most?.flaw ?? .unmeasured
  }
}
