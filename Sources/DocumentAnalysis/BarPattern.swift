internal import BonafideObservations

/// A band of upright bars: changes across much stronger than changes down, all over a long area.
struct BarPattern: Sendable {
  /// Of the band's cells, how many are bars, 0…1.
  let filled: Double
  /// Of its strength of change, how much is across, 0…1.
  let upright: Double
  /// Millimetres.
  let box: Rect

  private static let cellWidth = 10
  private static let cellHeight = 6
  /// Mean square of the change from pixel to pixel below which a cell is empty, paper's levels.
  private static let least: Float = 0.0012
  /// Cells without bars that do not end a band: a wide gap or a blot of light.
  private static let bridged = 2

  /// The largest band of a window in a plane of about 12 pixels a millimetre.
  init?(_ plane: CardPlane, in window: Rect) {
    guard let area = plane.area(window) else { return nil }
    let columns = (area.width - 1) / BarPattern.cellWidth
    let rows = (area.height - 1) / BarPattern.cellHeight
    guard columns > 2, rows > 2 else { return nil }
    var across = [Float](repeating: 0, count: columns * rows)
    var down = across
    plane.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<rows * BarPattern.cellHeight {
        let line = (area.top + y) * plane.width + area.left
        for column in 0..<columns {
          var (h, v): (Float, Float) = (0, 0)
          for x in column * BarPattern.cellWidth..<(column + 1) * BarPattern.cellWidth {
            let here = pixels[line + x].w
            let right = pixels[line + x + 1].w - here
            let below = pixels[line + x + plane.width].w - here
            h += right * right
            v += below * below
          }
          across[y / BarPattern.cellHeight * columns + column] += h
          down[y / BarPattern.cellHeight * columns + column] += v
        }
      }
    }
    let count = Float(BarPattern.cellWidth * BarPattern.cellHeight)
    let isBar = zip(across, down).map { $0 > BarPattern.least * count && $1 < 0.3 * $0 }
    let closed = BarPattern.closed(isBar, columns: columns, rows: rows)
    guard let cells = CellRegions(closed, columns: columns, rows: rows).largest else { return nil }
    var (bars, all) = (0, 0)
    var (h, v): (Float, Float) = (0, 0)
    for row in cells.top..<cells.bottom {
      for column in cells.left..<cells.right {
        let at = row * columns + column
        all += 1
        if isBar[at] { bars += 1 }
        h += across[at]
        v += down[at]
      }
    }
    filled = Double(bars) / Double(max(all, 1))
    upright = Double(max(0, h - v) / max(h + v, 1e-9))
    box = Rect(
      x: Double(area.left + cells.left * BarPattern.cellWidth) / plane.unit,
      y: Double(area.top + cells.top * BarPattern.cellHeight) / plane.unit,
      width: Double(cells.width * BarPattern.cellWidth) / plane.unit,
      height: Double(cells.height * BarPattern.cellHeight) / plane.unit)
  }

  /// Short gaps along the rows filled.
  private static func closed(_ cells: [Bool], columns: Int, rows: Int) -> [Bool] {
    var closed = cells
    for row in 0..<rows {
      var last: Int?
      for column in 0..<columns where cells[row * columns + column] {
        if let last, column - last <= bridged + 1 {
          for between in last..<column { closed[row * columns + between] = true }
        }
        last = column
      }
    }
    return closed
  }
}

/// Cells that touch each other, as boxes.
struct CellRegions: Sendable {
  /// A region's box, and how many cells of it are set.
  struct Region: Sendable {
    let box: PlaneArea
    let count: Int
  }

  private(set) var regions: [Region] = []

  /// The box of the region with most cells.
  var largest: PlaneArea? { regions.max { $0.count < $1.count }?.box }

  /// Neighbours share a side or a corner.
  init(_ cells: [Bool], columns: Int, rows: Int) {
    guard cells.count == columns * rows else { return }
    var isOpen = cells
    var stack: [Int] = []
    for start in cells.indices where isOpen[start] {
      isOpen[start] = false
      stack.append(start)
      var (left, top, right, bottom, count) = (columns, rows, 0, 0, 0)
      // Every cell is put on the stack once at most.
      while let at = stack.popLast() {
        let (x, y) = (at % columns, at / columns)
        left = min(left, x)
        right = max(right, x + 1)
        top = min(top, y)
        bottom = max(bottom, y + 1)
        count += 1
        for ny in max(0, y - 1)...min(rows - 1, y + 1) {
          for nx in max(0, x - 1)...min(columns - 1, x + 1) where isOpen[ny * columns + nx] {
            isOpen[ny * columns + nx] = false
            stack.append(ny * columns + nx)
          }
        }
      }
      if let box = PlaneArea(left: left, top: top, right: right, bottom: bottom) {
        regions.append(Region(box: box, count: count))
      }
    }
  }
}
