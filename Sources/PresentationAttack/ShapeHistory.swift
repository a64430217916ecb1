internal import BonafideObservations

/// The shape of one face over time: the places of mesh points that expressions hardly move. Bounded: when full, every
/// second sample is dropped and the interval doubled.
struct ShapeHistory: Sendable {
  struct Sample: Sendable {
    var time: Double
    var points: [PlanePoint]
    /// Distance of the outer eye corners in pixels.
    var eyeDistance: Double
  }

  /// Forehead, nose, eye corners, brows, temples, cheeks and sides; no lids, mouth or jaw.
  private static let points = [
    10, 338, 297, 109, 67, 151, 9, 8, 168, 6, 197, 195, 5, 4, 1, 19, 94, 2, 98, 327, 33, 133, 362, 263, 70, 300, 105,
    334, 107, 336, 127, 356, 234, 454, 93, 323, 117, 346, 50, 280, 101, 330, 36, 266, 123, 352, 205, 425, 118, 347, 48,
    278, 129, 358, 45, 275, 220, 440,
  ]
  private static let rightEye = 33
  private static let leftEye = 263

  private(set) var samples: [Sample] = []
  private var interval: Double
  private let capacity: Int
  private var trackID: Int?

  init(settings: Settings) {
    interval = settings[.motionInterval]
    capacity = max(4, Int(settings[.motionSamples]))
  }

  /// Takes a frame in which exactly one face is measured. Another track starts a new history: two faces are compared
  /// by their looks, not by their motion.
  mutating func add(_ face: FaceObservation, at time: Double) {
    guard let mesh = face.mesh, time.isFinite else { return }
    if face.trackID != trackID {
      trackID = face.trackID
      samples = []
    }
    if let last = samples.last, time < last.time + interval { return }
    let eyes = mesh.point(ShapeHistory.rightEye).distance(to: mesh.point(ShapeHistory.leftEye))
    let points = ShapeHistory.points.map { index in
      let point = mesh.point(index)
      return PlanePoint(point.x, point.y)
    }
    guard eyes > 1, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
    samples.append(Sample(time: time, points: points, eyeDistance: eyes))
    if samples.count > capacity {
      samples = samples.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      interval *= 2
    }
  }

  var duration: Double { (samples.last?.time ?? 0) - (samples.first?.time ?? 0) }

  /// The pairs of moments between which the shape changes most.
  func mostDifferentPairs() -> [ShapeChange] {
    var changes: [ShapeChange] = []
    for (index, first) in samples.enumerated() {
      for second in samples[(index + 1)...] {
        if let residual = PlaneFit.similarityResidual(from: first.points, to: second.points) {
          changes.append(ShapeChange(first: first, second: second, size: residual / second.eyeDistance))
        }
      }
    }
    changes.sort { $0.size > $1.size }
    return Array(changes.prefix(max(ShapeHistory.leastPairs, changes.count / 50)))
  }

  private static let leastPairs = 10
}

/// How the shape differs between two moments.
struct ShapeChange {
  let first: ShapeHistory.Sample
  let second: ShapeHistory.Sample
  /// What a similarity leaves over, by eye distance.
  let size: Double

  /// The share of the change that a homography leaves over: small for a flat thing, however it is moved.
  var solidShare: Double? {
    guard size > 0, let residual = PlaneFit.homographyResidual(from: first.points, to: second.points) else {
      return nil
    }
    return residual / second.eyeDistance / size
  }
}
