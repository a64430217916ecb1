internal import BonafideMedia
internal import BonafideObservations

/// A small grey picture and where the face is in it.
struct RingView: Sendable {
  /// The longer side, about.
  private static let side = 160
  /// Points of the mesh that expressions hardly move.
  private static let faceIndices = [
    10, 109, 338, 67, 297, 9, 168, 6, 33, 263, 133, 362, 127, 356, 234, 454, 70, 300, 117, 346, 50, 280, 205, 425, 36,
    266, 98, 327,
  ]
  private static let ovalIndices = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ]

  let grey: GreyImage
  let face: [PlanePoint]
  /// Middle of the face's outline, and its size.
  let middle: PlanePoint
  let width: Double
  let height: Double

  init?(_ image: Image, face: FaceObservation, leastWidth: Double) {
    guard let mesh = face.mesh, mesh.points.count >= 468 else { return nil }
    let factor = max(1, (max(image.width, image.height) + RingView.side / 2) / RingView.side)
    func place(_ index: Int) -> PlanePoint {
      let point = mesh.point(index)
      return PlanePoint((point.x + 0.5) / Double(factor) - 0.5, (point.y + 0.5) / Double(factor) - 0.5)
    }
    let points = RingView.faceIndices.map(place)
    let oval = RingView.ovalIndices.map(place)
    guard (points + oval).allSatisfy({ abs($0.x) < 1e4 && abs($0.y) < 1e4 }),
      let area = Rect(around: oval.map { Point(x: $0.x, y: $0.y) }), area.width >= max(4, leastWidth), area.height >= 4,
      let reduced = try? image.reduced(by: factor)
    else { return nil }
    grey = GreyImage(reduced)
    self.face = points
    middle = PlanePoint(area.center.x, area.center.y)
    width = area.width
    height = area.height
  }

  /// The linear part of the affine map that brings some points nearest to others. Nil when they lie on a line.
  static func linear(from: [PlanePoint], to: [PlanePoint]) -> AffineMap? {
    guard from.count == to.count, from.count >= 3 else { return nil }
    let start = from.reduce(.zero, +) / Double(from.count)
    let end = to.reduce(.zero, +) / Double(to.count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    var (xu, yu, xv, yv) = (0.0, 0.0, 0.0, 0.0)
    for (p, q) in zip(from, to) {
      let (a, b) = (p - start, q - end)
      xx += a.x * a.x
      xy += a.x * a.y
      yy += a.y * a.y
      xu += a.x * b.x
      yu += a.y * b.x
      xv += a.x * b.y
      yv += a.y * b.y
    }
    let determinant = xx * yy - xy * xy
    guard determinant > 1e-9, determinant.isFinite else { return nil }
    return AffineMap(
      a: (yy * xu - xy * yu) / determinant, b: (xx * yu - xy * xu) / determinant, tx: 0,
      c: (yy * xv - xy * yv) / determinant, d: (xx * yv - xy * xv) / determinant, ty: 0)
  }
}

/// Where a tile of one picture is found in another; middles of the tile.
struct TileTrack: Sendable {
  var from: PlanePoint
  var to: PlanePoint
}

/// Finds tiles around a face again in another picture.
struct RingTiles {
  private static let half = 5
  private static let side = 2 * half
  /// How far beyond the face's own motion is looked, and how far at all.
  private static let margin = 3
  private static let farthest = 20
  /// The ring, in halves of the face's width and height.
  private static let inner = 1.1
  private static let outer = (x: 2.6, y: 2.2)
  private static let leastDeviation = 4.0

  private let texture: Double
  private let alike: Double

  init(_ settings: Settings) {
    texture = settings[.planeTexture]
    alike = settings[.planeAlike]
  }

  /// - `map`: the linear part of the face's own motion, which leads from `start` to `end`.
  func tracks(
    from one: RingView, to other: RingView, map: AffineMap, around start: PlanePoint, movedTo end: PlanePoint
  ) -> [TileTrack] {
    let (columns, rows) = (one.grey.width, one.grey.height)
    guard columns == other.grey.width, rows == other.grey.height else { return [] }
    let half = RingTiles.half
    let reach = PlanePoint(Double(half) / (one.width / 2), Double(half) / (one.height / 2))
    var tracks: [TileTrack] = []
    for y in stride(from: half, to: rows - half, by: RingTiles.side) {
      for x in stride(from: half, to: columns - half, by: RingTiles.side) {
        let u = abs(Double(x) - one.middle.x) / (one.width / 2)
        let v = abs(Double(y) - one.middle.y) / (one.height / 2)
        guard max(u - reach.x, v - reach.y) >= RingTiles.inner, u <= RingTiles.outer.x, v <= RingTiles.outer.y,
          let tile = Tile(one.grey, x - half, y - half, side: RingTiles.side),
          tile.deviation >= RingTiles.leastDeviation, tile.lesserGradient >= texture
        else { continue }
        let away = PlanePoint(Double(x), Double(y)) - start
        let moved = PlanePoint(map.a * away.x + map.b * away.y, map.c * away.x + map.d * away.y)
        let own = (moved - away) + (end - start)
        let longest = max(abs(own.x), abs(own.y))
        guard longest.isFinite, longest < Double(RingTiles.farthest) else { continue }
        let radius = Int(longest.rounded(.up)) + RingTiles.margin
        guard radius <= RingTiles.farthest, x - half >= radius, y - half >= radius, x + half + radius <= columns,
          y + half + radius <= rows,
          let shift = tile.shift(in: other.grey, x - half, y - half, radius: radius, least: alike)
        else { continue }
        let from = PlanePoint(Double(x), Double(y))
        tracks.append(TileTrack(from: from, to: from + shift))
      }
    }
    return tracks
  }
}
