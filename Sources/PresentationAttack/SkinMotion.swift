internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// What is left of the skin's change between two looks at a face when one is laid on the other by an affine map, which
/// is all that a stiff thing held alike can need.
struct SkinMotion {
  /// Root mean square change of luma on cheeks and chin, without what is coarser than a sixth of the face.
  let skin: Double
  /// The same at the mouth, of plain luma.
  let mouth: Double
  /// How much more the map stretches one way than the other.
  let stretch: Double

  private static let side = FaceView.side
  private static let half = Double(side) / 2
  /// Boxes, in pixels: coarse first.
  private static let boxes = [7, 3]
  private static let steps = 4
  private static let leastSkin = 600
  private static let leastLow = 60
  /// Cheeks begin so far above the point below the nose.
  private static let cheek = 8.0
  private static let lips = (x: 12.0, y: 7.0)

  /// Nil when too little skin is seen on both or they cannot be laid on each other.
  init?(_ first: FaceView, _ second: FaceView) {
    var map = AffineMap(a: 1, b: 0, tx: 0, c: 0, d: 1, ty: 0)
    for box in SkinMotion.boxes {
      for _ in 0..<SkinMotion.steps {
        guard let overlay = SkinOverlay(first, second, map), let step = SkinMotion.step(overlay.bands(box))
        else { return nil }
        map = map.after(step)
      }
    }
    guard let overlay = SkinOverlay(first, second, map) else { return nil }
    let bands = overlay.bands(SkinMotion.boxes.last ?? 3)
    guard bands.places.count >= SkinMotion.leastSkin else { return nil }
    let gain = bands.gain
    var skin = 0.0
    var low = 0
    var light = 0.0
    for place in bands.places {
      light += Double(overlay.first[place] - overlay.second[place])
      guard Double(place / SkinMotion.side) > first.nose.y - SkinMotion.cheek else { continue }
      let left = Double(bands.first[place]) - gain * Double(bands.second[place])
      skin += left * left
      low += 1
    }
    guard low >= SkinMotion.leastLow else { return nil }
    self.skin = (skin / Double(low)).squareRoot()
    light /= Double(bands.places.count)
    var mouth = 0.0
    var count = 0
    for place in overlay.first.indices {
      let u = (Double(place % SkinMotion.side) - first.mouth.x) / SkinMotion.lips.x
      let v = (Double(place / SkinMotion.side) - first.mouth.y) / SkinMotion.lips.y
      guard u * u + v * v < 1 else { continue }
      let away = Double(overlay.first[place] - overlay.second[place]) - light
      mouth += away * away
      count += 1
    }
    guard count > 0 else { return nil }
    self.mouth = (mouth / Double(count)).squareRoot()
    guard let stretch = map.stretch, self.skin.isFinite, self.mouth.isFinite else { return nil }
    self.stretch = stretch
  }

  /// One Gauss-Newton step, with less weight for what fits badly.
  private static func step(_ bands: SkinOverlay.Bands) -> AffineMap? {
    guard bands.places.count >= leastSkin else { return nil }
    let gain = bands.gain
    var squares = 0.0
    for place in bands.places {
      let left = Double(bands.first[place]) - gain * Double(bands.second[place])
      squares += left * left
    }
    let spread = max(2 * (squares / Double(bands.places.count)).squareRoot(), 1)
    var matrix = [Double](repeating: 0, count: 36)
    var right = [Double](repeating: 0, count: 6)
    var row = [Double](repeating: 0, count: 6)
    matrix.withUnsafeMutableBufferPointer { matrix in
      right.withUnsafeMutableBufferPointer { right in
        row.withUnsafeMutableBufferPointer { row in
          bands.second.withUnsafeBufferPointer { second in
            for place in bands.places {
              let left = Double(bands.first[place]) - gain * Double(second[place])
              let weight = 1 / (1 + (left / spread) * (left / spread))
              // Skin has neighbours on all sides, see `SkinOverlay.bands`.
              let dx = gain * Double(second[place + 1] - second[place - 1]) / 2
              let dy = gain * Double(second[place + side] - second[place - side]) / 2
              let x = (Double(place % side) - half) / half
              let y = (Double(place / side) - half) / half
              row[0] = dx * x
              row[1] = dx * y
              row[2] = dx
              row[3] = dy * x
              row[4] = dy * y
              row[5] = dy
              for i in 0..<6 {
                let scaled = row[i] * weight
                for j in 0..<6 { matrix[i * 6 + j] += scaled * row[j] }
                right[i] += scaled * left
              }
            }
          }
        }
      }
    }
    let trace = (0..<6).reduce(0.0) { $0 + matrix[$1 * 7] }
    guard trace > 1e-6, trace.isFinite else { return nil }
    var system = LinearSystem(unknowns: 6)
    for i in 0..<6 {
      matrix[i * 7] += trace * 1e-3 / 6
      // Scaled, so that the system's own squares stay well within doubles.
      system.add((0..<6).map { matrix[i * 6 + $0] / trace }, equals: right[i] / trace)
    }
    guard let solved = system.solution() else { return nil }
    let d = solved.map { min(max($0, -4), 4) }
    return AffineMap(
      a: 1 + d[0] / half, b: d[1] / half, tx: d[2] - d[0] - d[1],
      c: d[3] / half, d: 1 + d[4] / half, ty: d[5] - d[3] - d[4])
  }
}

extension AffineMap {
  /// First `other`, then this one.
  fileprivate func after(_ other: AffineMap) -> AffineMap {
    AffineMap(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d, tx: a * other.tx + b * other.ty + tx,
      c: c * other.a + d * other.c, d: c * other.b + d * other.d, ty: c * other.tx + d * other.ty + ty)
  }

  /// How much more it stretches along one direction than along the other; 0 for a similarity. Nil when it flattens.
  var stretch: Double? {
    let along = a * a + c * c
    let across = b * b + d * d
    let both = a * b + c * d
    let middle = (along + across) / 2
    let away = ((along - across) * (along - across) / 4 + both * both).squareRoot()
    guard middle - away > 1e-9, middle.isFinite else { return nil }
    return ((middle + away) / (middle - away)).squareRoot() - 1
  }
}
