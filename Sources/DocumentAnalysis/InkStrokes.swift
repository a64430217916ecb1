internal import BonafideObservations

/// Handwriting: thin dark lines that hang together over more than a letter.
struct InkStrokes: Sendable {
  /// Length of all long strokes along the line, millimetres.
  let length: Double
  /// Millimetres.
  let box: Rect

  /// Half of the width of what a stroke is darker than, millimetres.
  private static let around = 1.1
  /// Share of the level around that a stroke is darker by.
  private static let depth: Float = 0.13
  /// Millimetres of a connected stroke: longer than any letter.
  private static let longest = 3.6

  /// The strokes of a window in a plane of about 6 pixels a millimetre.
  init?(_ plane: CardPlane, in window: Rect) {
    guard let area = plane.area(window), area.width > 8, area.height > 8 else { return nil }
    let sums = PlaneSums(plane, in: area)
    let reach = max(2, Int((InkStrokes.around * plane.unit).rounded()))
    var isInk = [Bool](repeating: false, count: area.width * area.height)
    for y in 0..<area.height {
      for x in 0..<area.width {
        let (px, py) = (area.left + x, area.top + y)
        guard
          let around = sums.mean(
            max(area.left, px - reach), max(area.top, py - reach), min(area.right, px + reach + 1),
            min(area.bottom, py + reach + 1))
        else { continue }
        isInk[y * area.width + x] = plane.pixels[py * plane.width + px].w < around.w * (1 - InkStrokes.depth)
      }
    }
    var found: Rect?
    var length = 0.0
    for region in CellRegions(isInk, columns: area.width, rows: area.height).regions {
      let width = Double(region.box.width) / plane.unit
      let height = Double(region.box.height) / plane.unit
      let filled = Double(region.count) / Double(region.box.width * region.box.height)
      // A ruled line has no height, a blot is full, and what touches two ends of the window goes on beyond it.
      guard width >= InkStrokes.longest, height >= 1, filled < 0.5, height < 9,
        !(region.box.left == 0 && region.box.right == area.width)
      else { continue }
      length += width
      let box = Rect(
        x: Double(area.left + region.box.left) / plane.unit, y: Double(area.top + region.box.top) / plane.unit,
        width: width, height: height)
      found = found.map { $0.union(box) } ?? box
    }
    guard let found else { return nil }
    box = found
    self.length = length
  }
}

extension Rect {
  /// The smallest rectangle around both.
  func union(_ other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
