internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// A straight line through a picture: the points whose product with `normal` is `offset`.
struct ImageLine: Sendable {
  /// Of length 1.
  var normal: Point
  var offset: Double

  var direction: Point { Point(x: -normal.y, y: normal.x) }

  func crossing(_ other: ImageLine) -> Point? {
    let determinant = normal.x * other.normal.y - normal.y * other.normal.x
    guard abs(determinant) > 1e-6 else { return nil }
    return Point(
      x: (offset * other.normal.y - other.offset * normal.y) / determinant,
      y: (normal.x * other.offset - other.normal.x * offset) / determinant)
  }

  /// Through two points; nil when they coincide.
  init?(_ first: Point, _ second: Point) {
    let way = second - first
    let length = hypot(way.x, way.y)
    guard length > 1e-9, length.isFinite else { return nil }
    normal = Point(x: way.y / length, y: -way.x / length)
    offset = first.dot(normal)
  }

  init(normal: Point, offset: Double) {
    self.normal = normal
    self.offset = offset
  }
}

/// A line with how well the picture bears it out, place by place.
struct SupportedLine: Sendable {
  let line: ImageLine
  /// One of the picture's own four borders.
  let isFrame: Bool
  /// Sum of the weights of all edges on it.
  let votes: Double
  /// Place along the direction at which `sums` begins.
  private let start: Int
  /// `sums[n]`: weights of the first n places added up.
  private let sums: [Float]

  init(frame line: ImageLine, from low: Double, to high: Double, support: Double) {
    self.line = line
    isFrame = true
    votes = 0
    start = Int(low.rounded(.down))
    let count = max(0, Int((high - low).rounded(.up)))
    sums = (0...count).map { Float(Double($0) * support) }
  }

  init(line: ImageLine, start: Int, support: [Float]) {
    self.line = line
    isFrame = false
    self.start = start
    var sums: [Float] = [0]
    sums.reserveCapacity(support.count + 1)
    var sum: Float = 0
    for value in support {
      sum += value
      sums.append(sum)
    }
    self.sums = sums
    votes = Double(sum)
  }

  /// The weights between two places along the direction, and how many of the places lie in the picture.
  @inline(__always)
  func support(_ first: Double, _ second: Double) -> (sum: Double, seen: Double) {
    let last = sums.count - 1
    let low = min(max(Int(min(first, second)) - start, 0), last)
    let high = min(max(Int(max(first, second)) - start, 0), last)
    return (Double(sums[high] - sums[low]), Double(high - low))
  }
}

/// The straight lines of an edge map, by Hough's transform and least squares.
struct EdgeLines: Sendable {
  private let map: EdgeMap
  private let settings: Settings
  /// Degrees around an edge's own normal for which it votes.
  private static let spread = 4
  private static let tolerance = 10
  /// Half of the diagonal: no line of the picture is farther from its middle.
  private let radius: Int
  private var bins: Int { 2 * radius + 1 }
  /// 180 × `bins`.
  private let votes: [Float]

  init(_ map: EdgeMap, settings: Settings) {
    self.map = map
    self.settings = settings
    radius = Int((Double(map.width * map.width + map.height * map.height)).squareRoot() / 2) + 2
    votes = EdgeLines.ballot(map, radius: radius)
  }

  private struct Peak {
    let angle: Int
    let bin: Int
    let votes: Float
  }

  /// The strongest lines, at most `maximum`, and no more than `perSector` of nearly one direction.
  /// `isWanted` is asked about the degrees of the normal.
  func strongest(_ maximum: Int, perSector: Int, isWanted: (Int) -> Bool) -> [SupportedLine] {
    let bins = bins
    let least = Float(settings[.documentLineLeast]) * Float(min(map.width, map.height))
    var peaks: [Peak] = []
    for angle in 0..<180 where isWanted(angle) {
      for bin in 1..<bins - 1 {
        let value = votes[angle * bins + bin]
        guard value > least, value >= votes[angle * bins + bin - 1], value > votes[angle * bins + bin + 1] else {
          continue
        }
        // Past half a turn the normal points the other way.
        let before = angle > 0 ? (angle - 1) * bins + bin : 179 * bins + (bins - 1 - bin)
        let after = angle < 179 ? (angle + 1) * bins + bin : bins - 1 - bin
        guard value >= votes[before], value > votes[after] else { continue }
        peaks.append(Peak(angle: angle, bin: bin, votes: value))
      }
    }
    peaks.sort { ($0.votes, $1.angle, $1.bin) > ($1.votes, $0.angle, $0.bin) }
    var kept: [Peak] = []
    var found: [SupportedLine] = []
    for peak in peaks.prefix(2000) where found.count < maximum {
      guard !kept.contains(where: { EdgeLines.same($0, peak, bins) }) else { continue }
      guard kept.count(where: { EdgeLines.apart($0.angle, peak.angle) <= 10 }) < perSector else { continue }
      kept.append(peak)
      found.append(supported(peak))
    }
    return found
  }

  private static func apart(_ first: Int, _ second: Int) -> Int {
    let off = abs(first - second)
    return min(off, 180 - off)
  }

  private static func same(_ first: Peak, _ second: Peak, _ bins: Int) -> Bool {
    let turned = abs(first.angle - second.angle) > 90
    let bin = turned ? bins - 1 - second.bin : second.bin
    return apart(first.angle, second.angle) <= 3 && abs(first.bin - bin) <= 3
  }

  private static func ballot(_ map: EdgeMap, radius: Int) -> [Float] {
    let bins = 2 * radius + 1
    var votes = [Float](repeating: 0, count: 180 * bins)
    let cosines = (0..<180).map { Float(cos(Double($0) * .pi / 180)) }
    let sines = (0..<180).map { Float(sin(Double($0) * .pi / 180)) }
    let middleX = Float(map.width) / 2
    let middleY = Float(map.height) / 2
    let shift = Float(radius) + 0.5
    votes.withUnsafeMutableBufferPointer { votes in
      for edge in map.edges {
        let x = Float(edge.x) - middleX
        let y = Float(edge.y) - middleY
        for offset in -EdgeLines.spread...EdgeLines.spread {
          var angle = edge.angle + offset
          if angle < 0 { angle += 180 } else if angle >= 180 { angle -= 180 }
          let bin = Int(x * cosines[angle] + y * sines[angle] + shift)
          let at = angle * bins + min(max(bin, 0), bins - 1)
          votes[at] += edge.weight
        }
      }
    }
    // A line that falls between two bins counts as much as one that hits one.
    var smooth = votes
    for angle in 0..<180 {
      for bin in 1..<bins - 1 {
        let at = angle * bins + bin
        smooth[at] = votes[at] + 0.5 * (votes[at - 1] + votes[at + 1])
      }
    }
    return smooth
  }

  private func supported(_ peak: Peak) -> SupportedLine {
    let radians = Double(peak.angle) * .pi / 180
    let normal = Point(x: cos(radians), y: sin(radians))
    let middle = Point(x: Double(map.width) / 2, y: Double(map.height) / 2)
    var line = ImageLine(normal: normal, offset: Double(peak.bin - radius) + middle.dot(normal))
    for reach in [3, 2] { line = fitted(line, reach: reach) ?? line }
    let (start, support, _) = trace(line, reach: 2)
    return SupportedLine(line: line, start: start, support: support)
  }

  /// Walks along a line through the picture: at each place the best edge across, and how far off it is.
  private func trace(_ line: ImageLine, reach: Int) -> (start: Int, support: [Float], offsets: [Float]) {
    guard let range = clip(line) else { return (0, [], []) }
    let start = Int(range.lowerBound.rounded(.up))
    let end = Int(range.upperBound.rounded(.down))
    guard start <= end else { return (start, [], []) }
    let direction = line.direction
    let degrees = Int((atan2(line.normal.y, line.normal.x) * 180 / .pi).rounded())
    let angle = ((degrees % 180) + 180) % 180
    let base = line.normal * line.offset
    var support: [Float] = []
    var offsets: [Float] = []
    support.reserveCapacity(end - start + 1)
    offsets.reserveCapacity(end - start + 1)
    let isSteep = abs(line.normal.x) > abs(line.normal.y)
    for place in start...end {
      let x = base.x + direction.x * Double(place)
      let y = base.y + direction.y * Double(place)
      var best: Float = 0
      var bestOffset: Float = 0
      // Across along the axis nearer to the normal, so that no pixel is skipped.
      for step in -reach...reach {
        let pixelX = isSteep ? Int(x.rounded()) + step : Int(x.rounded())
        let pixelY = isSteep ? Int(y.rounded()) : Int(y.rounded()) + step
        let weight = map.weight(x: pixelX, y: pixelY, angle: angle, tolerance: EdgeLines.tolerance)
        guard weight > 0 else { continue }
        let off = Float((Double(pixelX) - x) * line.normal.x + (Double(pixelY) - y) * line.normal.y)
        if weight - 0.05 * abs(off) > best - 0.05 * abs(bestOffset) {
          best = weight
          bestOffset = off
        }
      }
      support.append(best)
      offsets.append(bestOffset)
    }
    return (start, support, offsets)
  }

  /// The line moved and turned to where the edges near it lie.
  private func fitted(_ line: ImageLine, reach: Int) -> ImageLine? {
    let (start, support, offsets) = trace(line, reach: reach)
    var fit = WeightedLineFit()
    for index in support.indices where support[index] > 0 {
      fit.add(Double(start + index), Double(offsets[index]), weight: Double(support[index]))
    }
    guard let (intercept, slope) = fit.solution else { return nil }
    return line.shifted(intercept: intercept, slope: slope)
  }

  /// The places along a line that lie in the picture.
  private func clip(_ line: ImageLine) -> ClosedRange<Double>? {
    let base = line.normal * line.offset
    let direction = line.direction
    var low = -1e9
    var high = 1e9
    for (at, step, limit) in [
      (base.x, direction.x, Double(map.width - 1)), (base.y, direction.y, Double(map.height - 1)),
    ] {
      if abs(step) < 1e-9 {
        guard at >= 0, at <= limit else { return nil }
        continue
      }
      let first = -at / step
      let second = (limit - at) / step
      low = max(low, min(first, second))
      high = min(high, max(first, second))
    }
    return low <= high && low > -1e8 && high < 1e8 ? low...high : nil
  }
}

extension ImageLine {
  /// Moved along its normal by `intercept` and turned by `slope`, both as measured along its direction.
  func shifted(intercept: Double, slope: Double) -> ImageLine? {
    let base = normal * (offset + intercept)
    return ImageLine(base, base + (direction + normal * slope))
  }
}

/// Least squares for a straight line y = a + b·x.
struct WeightedLineFit: Sendable {
  private var sum = 0.0
  private var sumX = 0.0
  private var sumY = 0.0
  private var sumXX = 0.0
  private var sumXY = 0.0

  mutating func add(_ x: Double, _ y: Double, weight: Double) {
    sum += weight
    sumX += weight * x
    sumY += weight * y
    sumXX += weight * x * x
    sumXY += weight * x * y
  }

  /// Nil when the points do not decide it.
  var solution: (intercept: Double, slope: Double)? {
    let determinant = sum * sumXX - sumX * sumX
    guard sum > 0, determinant > 1e-6 * sum * sum, determinant.isFinite else { return nil }
    let slope = (sum * sumXY - sumX * sumY) / determinant
    return ((sumY - slope * sumX) / sum, slope)
  }
}
