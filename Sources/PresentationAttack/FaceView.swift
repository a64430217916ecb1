internal import BonafideMedia
internal import BonafideObservations

/// One look at a face, brought to a fixed place and size by its outer eye corners, with what it takes to compare it.
struct FaceView: Sendable {
  static let side = 96
  private static let eyes = (left: 25.0, right: 71.0, line: 32.0)
  static let eyeDistance = eyes.right - eyes.left

  /// What a pixel shows.
  struct Part: OptionSet, Sendable {
    let rawValue: UInt8
    static let face = Part(rawValue: 1)
    /// An eye or the mouth with what a hole around it would show.
    static let hole = Part(rawValue: 2)
  }

  let grey: GreyImage
  let parts: [Part]
  let mouth: Point
  /// Below the nose's tip.
  let nose: Point
  private let pose: HeadPose
  private let lips: [Point]
  private let bridge: [Point]

  private static let lipIndices = [
    61, 291, 0, 17, 13, 14, 37, 267, 39, 269, 84, 314, 181, 405, 78, 308, 146, 375, 91, 321,
  ]
  /// Eye corners and the bridge of the nose, which expressions hardly move.
  private static let bridgeIndices = [33, 263, 133, 362, 168, 6, 197, 195]
  private static let ovalIndices = [
    10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150,
    136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
  ]

  /// Nil when the face is not measured, is too small, or lies outside of the picture.
  init?(_ image: Image, face: FaceObservation, leastEyes: Double) {
    guard let mesh = face.mesh, mesh.points.count >= 468, let pose = face.pose else { return nil }
    let corners = [mesh.point(33), mesh.point(263)]
    let distance = corners[0].distance(to: corners[1])
    guard distance.isFinite, distance >= max(1, leastEyes), distance < 1e5,
      let map = AffineMap(
        similarityFrom: [
          Point(x: FaceView.eyes.left, y: FaceView.eyes.line), Point(x: FaceView.eyes.right, y: FaceView.eyes.line),
        ], to: corners),
      let back = map.inverse, let grey = FaceView.look(image, map)
    else { return nil }
    func place(_ index: Int) -> Point { back.apply(mesh.point(index)) }
    lips = FaceView.lipIndices.map(place)
    bridge = FaceView.bridgeIndices.map(place)
    let oval = FaceView.ovalIndices.map(place)
    nose = place(2)
    let (right, left) = (place(61), place(291))
    mouth = Point(x: (right.x + left.x) / 2, y: (right.y + left.y) / 2)
    let all: [Point] = lips + bridge + oval + [nose]
    guard all.allSatisfy({ abs($0.x) < 1e4 && abs($0.y) < 1e4 }) else { return nil }
    self.grey = grey
    self.pose = pose
    let width = max(right.distance(to: left), FaceView.eyeDistance * 0.45)
    let reach = max(width * 0.475, (mouth.y - place(0).y) * 1.1, (place(17).y - mouth.y) * 1.1)
    var holes = [(middle: mouth, x: width * 0.825, y: reach)]
    for (outer, inner) in [(33, 133), (263, 362)] {
      let (from, to) = (place(outer), place(inner))
      let width = max(1, from.distance(to: to))
      holes.append((Point(x: (from.x + to.x) / 2, y: (from.y + to.y) / 2), width * 0.85, width * 0.6))
    }
    parts = FaceView.paint(oval: oval, holes: holes)
  }

  /// Whether the head is turned alike. The mesh's pose hardly follows a print that is turned, so that the place of the
  /// nose has to be the same as well.
  func isHeld(like other: FaceView, degrees: Double, shape: Double) -> Bool {
    let length = nose.y - FaceView.eyes.line
    guard length > 5, abs(pose.pitch - other.pose.pitch) < degrees, abs(pose.yaw - other.pose.yaw) < degrees,
      abs(pose.roll - other.pose.roll) < degrees * 2.5
    else { return false }
    return abs(nose.y - other.nose.y) < shape * length && abs(nose.x - other.nose.x) < shape * FaceView.eyeDistance
  }

  /// How far the lips are from where they were, by the distance of the outer eye corners.
  func lipChange(from other: FaceView) -> Double? {
    guard let map = AffineMap(similarityFrom: other.bridge, to: bridge) else { return nil }
    var sum = 0.0
    for (now, then) in zip(lips, other.lips) {
      let away = now.distance(to: map.apply(then))
      sum += away * away
    }
    let change = (sum / Double(max(1, lips.count))).squareRoot() / FaceView.eyeDistance
    return change.isFinite ? change : nil
  }

  /// The square that `map` leads to, in grey.
  private static func look(_ image: Image, _ map: AffineMap) -> GreyImage? {
    let end = Double(side)
    let corners = [(0.0, 0.0), (end, 0.0), (0.0, end), (end, end)].map { map.apply(Point(x: $0.0, y: $0.1)) }
    guard let area = Rect(around: corners), abs(area.x) < 1e6, abs(area.y) < 1e6, area.width < 1e6, area.height < 1e6
    else { return nil }
    let left = max(0, Int(area.x) - 6)
    let top = max(0, Int(area.y) - 6)
    let right = min(image.width, Int(area.maxX) + 7)
    let bottom = min(image.height, Int(area.maxY) + 7)
    guard right - left >= 16, bottom - top >= 16 else { return nil }
    let part = Rect(x: Double(left), y: Double(top), width: Double(right - left), height: Double(bottom - top))
    guard let cut = try? image.cropped(part) else { return nil }
    var shifted = map
    shifted.tx -= Double(left)
    shifted.ty -= Double(top)
    return GreyImage(cut).sampled(width: side, height: side, map: shifted)
  }

  private static func paint(oval: [Point], holes: [(middle: Point, x: Double, y: Double)]) -> [Part] {
    var parts = [Part](repeating: [], count: side * side)
    guard let last = oval.last else { return parts }
    let count = Double(oval.count)
    let middle = Point(x: oval.reduce(0) { $0 + $1.x } / count, y: oval.reduce(0) { $0 + $1.y } / count)
    // A little within the outline, where the background does not show.
    func inward(_ point: Point) -> Point {
      Point(x: middle.x + (point.x - middle.x) * 0.9, y: middle.y + (point.y - middle.y) * 0.9)
    }
    let outline = oval.map(inward)
    for row in 0..<side {
      let y = Double(row)
      var crossings: [Double] = []
      var from = inward(last)
      for to in outline {
        if (from.y > y) != (to.y > y) {
          let share = (y - from.y) / (to.y - from.y)
          crossings.append(from.x + share * (to.x - from.x))
        }
        from = to
      }
      crossings.sort()
      for column in 0..<side {
        let x = Double(column)
        if crossings.count(where: { $0 < x }) % 2 == 1 { parts[row * side + column].insert(.face) }
        let hidden = holes.contains { hole in
          let (u, v) = ((x - hole.middle.x) / hole.x, (y - hole.middle.y) / hole.y)
          return u * u + v * v < 1
        }
        if hidden { parts[row * side + column].insert(.hole) }
      }
    }
    return parts
  }
}
