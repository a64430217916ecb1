internal import BonafideMedia
internal import BonafideObservations

/// The grid of a screen's red, green and blue stripes, or the moiré that it makes with a sensor.
struct SubpixelGrid: Sendable {
  /// Of the places' strongest lines the median strength; about 30 in noise.
  let strength: Double

  private static let bits = 7
  private static let columns = 4
  private static let rows = 3
  /// Cycles a pixel: nearer to nothing lie the colours of the document itself.
  private static let lowest = 0.035
  /// Along an axis beyond it a frequency and its opposite are next to each other, and edges with a colour fringe look
  /// one-sided.
  private static let highest = 0.47
  private static let leastTiles = 6

  /// Nil where the document is too small for tiles.
  init?(in image: Image, quad: [Point], settings: Settings) {
    let side = 1 << SubpixelGrid.bits
    guard quad.sides.width >= settings[.copyScreenWidth], let map = PerspectiveMap(unitSquareTo: quad) else {
      return nil
    }
    let lines = StripeLines(.color, bits: SubpixelGrid.bits, lowest: SubpixelGrid.lowest, highest: SubpixelGrid.highest)
    var strengths: [Double] = []
    for row in 0..<SubpixelGrid.rows {
      for column in 0..<SubpixelGrid.columns {
        let middle = map.apply(
          Point(
            x: (Double(column) + 0.5) / Double(SubpixelGrid.columns),
            y: (Double(row) + 0.5) / Double(SubpixelGrid.rows)))
        guard middle.x.isFinite, middle.y.isFinite, abs(middle.x) < 1e6, abs(middle.y) < 1e6 else { continue }
        let (left, top) = (Int(middle.x) - side / 2, Int(middle.y) - side / 2)
        if let line = lines.strongest(in: image, left: left, top: top) { strengths.append(line) }
      }
    }
    guard strengths.count >= SubpixelGrid.leastTiles else { return nil }
    strength = strengths.median
  }
}
