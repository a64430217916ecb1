package import BonafideMedia

/// A curve or picture that explains a cue to a reviewer.
package struct CueEvidence: Sendable {
  package struct Point: Sendable, Hashable {
    /// Seconds since the first frame.
    package let time: Double
    package let value: Double
  }

  package struct Picture: Sendable {
    package let image: Image
    package let caption: String
  }

  /// Name of the cue.
  package let cue: String
  /// What the curve shows.
  package let label: String
  /// In order of time.
  package let points: [Point]
  /// Whether the curve is in the unit of the cue's limits.
  package let isJudged: Bool
  package let picture: Picture?

  init(cue: String, label: String, points: [Point] = [], isJudged: Bool = false, picture: Picture? = nil) {
    self.cue = cue
    self.label = label
    self.points = points
    self.isJudged = isJudged
    self.picture = picture
  }
}

/// Values over time. Bounded: when it is full every second point is dropped.
struct CueTrace: Sendable {
  static let capacity = 400

  private(set) var points: [CueEvidence.Point] = []
  private var stride = 1
  private var seen = 0

  mutating func add(_ value: Double, at time: Double) {
    defer { seen += 1 }
    guard seen % stride == 0, value.isFinite, time.isFinite else { return }
    points.append(CueEvidence.Point(time: time, value: value))
    if points.count >= CueTrace.capacity {
      points = points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      stride *= 2
    }
  }
}
