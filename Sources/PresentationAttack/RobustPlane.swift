/// The homography that most of some tracks agree on: fitted again and again, with less weight for what is far off.
struct RobustPlane {
  private let h: [Double]
  private let center: PlanePoint
  private let scale: Double
  /// 0…1 for each track: how well it agrees.
  let weights: [Double]

  private static let rounds = 8
  /// Pixels that a track may be off at least.
  private static let leastSpread = 0.35

  /// - `center`, `scale`: what coordinates are measured from and by, so that all are about 1.
  init?(_ tracks: [TileTrack], center: PlanePoint, scale: Double) {
    guard tracks.count >= 6, scale > 1e-6, scale.isFinite else { return nil }
    self.center = center
    self.scale = scale
    let places = tracks.map { (from: ($0.from - center) / scale, to: ($0.to - center) / scale) }
    var weights = [Double](repeating: 1, count: tracks.count)
    var h: [Double] = []
    for _ in 0..<RobustPlane.rounds {
      var system = LinearSystem(unknowns: 8)
      for (index, place) in places.enumerated() {
        let (p, q) = (place.from, place.to)
        let w = weights[index].squareRoot()
        let from = p * w
        let to = q * w
        let across = from * -q.x
        let down = from * -q.y
        system.add([from.x, from.y, w, 0, 0, 0, across.x, across.y], equals: to.x)
        system.add([0, 0, 0, from.x, from.y, w, down.x, down.y], equals: to.y)
      }
      // Perspective only as far as it is needed.
      let stiff = (1e-4 * Double(tracks.count)).squareRoot()
      system.add([0, 0, 0, 0, 0, 0, stiff, 0], equals: 0)
      system.add([0, 0, 0, 0, 0, 0, 0, stiff], equals: 0)
      guard let solved = system.solution() else { return nil }
      h = solved
      let away = places.map { place -> Double in
        guard let moved = RobustPlane.apply(solved, place.from) else { return .infinity }
        let wrong = moved - place.to
        return (wrong * wrong).sum().squareRoot() * scale
      }
      let spread = 1.5 * max(1.48 * (median(away) ?? 0), RobustPlane.leastSpread)
      guard spread.isFinite else { return nil }
      weights = away.map { off in
        let weight = 1 / (1 + (off / spread) * (off / spread))
        return weight * weight
      }
    }
    self.h = h
    self.weights = weights
  }

  /// Where a point of the plane goes; nil when it goes out of sight.
  func moved(_ point: PlanePoint) -> PlanePoint? {
    RobustPlane.apply(h, (point - center) / scale).map { $0 * scale + center }
  }

  private static func apply(_ h: [Double], _ p: PlanePoint) -> PlanePoint? {
    guard h.count == 8 else { return nil }
    let depth = h[6] * p.x + h[7] * p.y + 1
    guard abs(depth) > 1e-6 else { return nil }
    return PlanePoint(h[0] * p.x + h[1] * p.y + h[2], h[3] * p.x + h[4] * p.y + h[5]) / depth
  }
}
