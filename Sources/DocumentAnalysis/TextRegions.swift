internal import BonafideObservations
internal import Foundation

/// Lines of text in the probability map of PP-OCR's detection network, by differentiable binarisation (Liao et al.
/// 2020): connected pixels, the smallest rectangle around them, made larger by the share that the network leaves out.
struct TextRegions {
  /// A rotated rectangle around a line, in pixels of the map.
  struct Region {
    var center: Point
    /// Along the text, in radians clockwise on the screen.
    var angle: Double
    /// Along the text and across it.
    var length: Double
    var height: Double
    var probability: Double
  }

  let width: Int
  let height: Int
  let map: [Float]
  /// See `Setting.textProbability`, `textBoxProbability`, `textUnclip`.
  let threshold: Float
  let boxThreshold: Double
  let unclip: Double

  /// Thinner cores are noise (PP-OCR's own choice), in pixels of the map.
  private static let thinnest = 3.0
  /// Of a line that is taller than this times its length, the text runs downwards (PP-OCR's own choice).
  fileprivate static let upright = 1.5

  /// The `most` most probable lines, in no particular order.
  func found(most: Int) -> [Region] {
    var seen = [Bool](repeating: false, count: map.count)
    var stack: [Int] = []
    var regions: [Region] = []
    for start in map.indices where map[start] > threshold && !seen[start] {
      seen[start] = true
      stack.append(start)
      var rows = RowEnds()
      var sum = 0.0
      var count = 0
      while let index = stack.popLast() {
        let (y, x) = index.quotientAndRemainder(dividingBy: width)
        rows.add(x: x, y: y)
        sum += Double(map[index])
        count += 1
        for nextY in max(0, y - 1)...min(height - 1, y + 1) {
          for nextX in max(0, x - 1)...min(width - 1, x + 1) {
            let next = nextY * width + nextX
            guard !seen[next], map[next] > threshold else { continue }
            seen[next] = true
            stack.append(next)
          }
        }
      }
      guard count >= 6, sum / Double(count) >= boxThreshold else { continue }
      guard var region = TextRegions.smallestRectangle(around: rows.hull()) else { continue }
      region.probability = sum / Double(count)
      guard region.height >= TextRegions.thinnest else { continue }
      let margin = region.length * region.height * unclip / (2 * (region.length + region.height))
      region.length += 2 * margin
      region.height += 2 * margin
      regions.append(region)
    }
    guard regions.count > most else { return regions }
    return Array(regions.sorted { $0.probability * $0.length > $1.probability * $1.length }.prefix(most))
  }

  /// Of all rectangles with a side along the hull the one with the least area.
  static func smallestRectangle(around hull: [Point]) -> Region? {
    guard hull.count > 2 else { return nil }
    var best: (area: Double, region: Region)?
    for (index, start) in hull.enumerated() {
      let end = hull[(index + 1) % hull.count]
      let length = start.distance(to: end)
      guard length > 0 else { continue }
      let (ux, uy) = ((end.x - start.x) / length, (end.y - start.y) / length)
      var (low, high, top, bottom) = (Double.infinity, -Double.infinity, Double.infinity, -Double.infinity)
      for point in hull {
        let along = point.x * ux + point.y * uy
        let across = point.y * ux - point.x * uy
        low = min(low, along)
        high = max(high, along)
        top = min(top, across)
        bottom = max(bottom, across)
      }
      let area = (high - low) * (bottom - top)
      guard area < best?.area ?? .infinity else { continue }
      let (along, across) = ((low + high) / 2, (top + bottom) / 2)
      best = (
        area,
        Region(
          center: Point(x: along * ux - across * uy, y: along * uy + across * ux), angle: atan2(uy, ux),
          length: high - low, height: bottom - top, probability: 0)
      )
    }
    return best?.region.level
  }
}

extension TextRegions.Region {
  /// The same rectangle, its length along the text: to the right, or, where it is much taller than wide, downwards or
  /// upwards, whichever its long sides do.
  fileprivate var level: TextRegions.Region {
    var level = self
    let quarter = Double.pi / 2
    // To within 45 degrees of the horizontal.
    let turns = (angle / quarter).rounded()
    level.angle = angle - turns * quarter
    if Int(turns) % 2 != 0 { swap(&level.length, &level.height) }
    if level.height >= TextRegions.upright * level.length {
      swap(&level.length, &level.height)
      level.angle -= quarter
    }
    return level
  }
}

/// The ends of each row of a connected region: all that its hull depends on.
private struct RowEnds {
  private var ends: [Int: (left: Int, right: Int)] = [:]

  mutating func add(x: Int, y: Int) {
    guard let row = ends[y] else {
      ends[y] = (x, x)
      return
    }
    if x < row.left { ends[y] = (x, row.right) }
    if x > row.right { ends[y] = (row.left, x) }
  }

  /// Corners of the pixels' outline, convex (Andrew's monotone chain).
  func hull() -> [Point] {
    var points: [Point] = []
    for (y, row) in ends.sorted(by: { $0.key < $1.key }) {
      points.append(Point(x: Double(row.left), y: Double(y)))
      if row.right > row.left { points.append(Point(x: Double(row.right), y: Double(y))) }
    }
    guard points.count > 2 else { return points }
    return RowEnds.chain(points) + RowEnds.chain(points.reversed())
  }

  private static func chain(_ points: [Point]) -> [Point] {
    var chain: [Point] = []
    for point in points {
      while chain.count >= 2 {
        let (a, b) = (chain[chain.count - 2], chain[chain.count - 1])
        guard (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) <= 0 else { break }
        chain.removeLast()
      }
      chain.append(point)
    }
    return Array(chain.dropLast())
  }
}
