/// A place in a picture, in pixels of the upright picture; origin top left, y down.
public struct Point: Sendable, Hashable, Codable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Euclidean distance in pixels.
  public func distance(to other: Point) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// Width and height in pixels.
public struct Size: Sendable, Hashable, Codable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// An upright rectangle in pixels of the upright picture; `x`, `y` is its top-left corner.
public struct Rect: Sendable, Hashable, Codable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var area: Double { max(0, width) * max(0, height) }
  public var center: Point { Point(x: x + width / 2, y: y + height / 2) }

  /// The common part, or nil where there is none.
  public func intersection(_ other: Rect) -> Rect? {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Intersection over union, 0…1.
  public func overlap(with other: Rect) -> Double {
    guard let common = intersection(other)?.area else { return 0 }
    let union = area + other.area - common
    return union > 0 ? common / union : 0
  }

  /// The distance in pixels from the nearest picture border; negative when the box sticks out.
  public func borderDistance(in size: Size) -> Double {
    min(x, y, size.width - maxX, size.height - maxY)
  }

  /// The smallest rectangle around some points, or nil for none.
  public init?(around points: some Sequence<Point>) {
    var low: Point?
    var high = Point(x: 0, y: 0)
    for point in points {
      guard let current = low else {
        low = point
        high = point
        continue
      }
      low = Point(x: min(current.x, point.x), y: min(current.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    guard let low else { return nil }
    self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
