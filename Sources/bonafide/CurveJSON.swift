import BonafideCapture
import BonafideObservations

extension JSON {
  /// One list a value, over the list of times in seconds; null where there was no face. Angles in degrees: yaw above 0 is
  /// towards the right side of the picture, pitch above 0 is up. The others 0…1. `points` is how many there are at most.
  init(_ curve: CaptureCurve, points: Int = 300) {
    let stride = max(1, (curve.points.count + points - 1) / points)
    let kept = curve.points.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    func list(_ value: (CaptureCurve.Point) -> Double?) -> JSON {
      .array(kept.map { point in value(point).map { .number($0, decimals: 3) } ?? .null })
    }
    self = .object([
      ("time", list(\.time)), ("yaw", list { $0.pose?.yaw }), ("pitch", list { $0.pose?.pitch }),
      ("roll", list { $0.pose?.roll }), ("smile", list(\.smile)), ("leftEyeOpen", list(\.leftEyeOpen)),
      ("rightEyeOpen", list(\.rightEyeOpen)), ("brightness", list(\.brightness)),
      ("faces", .array(kept.map { .int($0.faceCount) })),
    ])
  }
}
