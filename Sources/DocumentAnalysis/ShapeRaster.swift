internal import BonafideObservations

/// A drawing once for all sizes: sums of its values from the top left, so that the mean of any part is four look-ups.
struct ShapeTable: Sendable {
  private static let rows = 160

  private let columns: Int
  /// What lies beyond the element on every side, in units of its width and height.
  private let rim: Size
  private let sums: [Float]

  init(margin: Double, aspect: Double, _ value: (_ u: Double, _ v: Double, _ aspect: Double) -> Double) {
    let shorter = min(aspect, 1)
    // Half as much again, for shapes that are stretched.
    let beyond = max(0, margin) * 1.5
    rim = Size(width: beyond * shorter / aspect, height: beyond * shorter)
    columns = Int((Double(ShapeTable.rows) * aspect).rounded())
    var sums = [Float](repeating: 0, count: (columns + 1) * (ShapeTable.rows + 1))
    for y in 0..<ShapeTable.rows {
      var row: Float = 0
      for x in 0..<columns {
        let u = (Double(x) + 0.5) / Double(columns) * (1 + 2 * rim.width) - rim.width
        let v = (Double(y) + 0.5) / Double(ShapeTable.rows) * (1 + 2 * rim.height) - rim.height
        row += Float(value(u, v, aspect))
        sums[(y + 1) * (columns + 1) + x + 1] = sums[y * (columns + 1) + x + 1] + row
      }
    }
    self.sums = sums
  }

  /// Of a part in units of the element's width and height, to the nearest cells of the drawing.
  func mean(_ part: Rect) -> Float {
    func column(_ u: Double) -> Int { place((u + rim.width) / (1 + 2 * rim.width), of: columns) }
    func row(_ v: Double) -> Int { place((v + rim.height) / (1 + 2 * rim.height), of: ShapeTable.rows) }
    let x0 = min(column(part.x), columns - 1)
    let y0 = min(row(part.y), ShapeTable.rows - 1)
    let x1 = max(column(part.maxX), x0 + 1)
    let y1 = max(row(part.maxY), y0 + 1)
    let line = columns + 1
    let sum = sums[y1 * line + x1] - sums[y0 * line + x1] - sums[y1 * line + x0] + sums[y0 * line + x0]
    return sum / Float((x1 - x0) * (y1 - y0))
  }

  private func place(_ share: Double, of count: Int) -> Int {
    Int(min(max((share * Double(count)).rounded(), 0), Double(count)))
  }
}

/// A shape in pixels of one size: sums to nothing, and its squares to one.
struct ShapeRaster: Sendable {
  let width: Int
  let height: Int
  let values: [Float]

  /// `size`: of the element without the shape's margin, pixels. Nil where nothing of it is left or it is of one colour.
  init?(_ shape: ElementShape, size: Size) {
    // As many pixels beside as above.
    let rim = shape.margin * min(size.width, size.height)
    let width = Int((size.width + 2 * rim).rounded())
    let height = Int((size.height + 2 * rim).rounded())
    guard (4...256).contains(width), (4...256).contains(height) else { return nil }
    let (stepX, stepY) = (1 / size.width, 1 / size.height)
    let left = 0.5 - Double(width) / 2 * stepX
    let top = 0.5 - Double(height) / 2 * stepY
    var values = [Float]()
    values.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = Rect(x: left + Double(x) * stepX, y: top + Double(y) * stepY, width: stepX, height: stepY)
        values.append(shape.mean(pixel))
      }
    }
    let mean = values.reduce(0, +) / Float(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard squares > 1e-3 else { return nil }
    let share = 1 / squares.squareRoot()
    self.width = width
    self.height = height
    self.values = values.map { ($0 - mean) * share }
  }
}
