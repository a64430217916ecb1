internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Places the sides of a quad to a fraction of a pixel, on the picture at its own resolution.
///
/// Across each side colour profiles are taken; the straight line along which they change most is the side. Then every
/// profile says where its own change is steepest, and least squares without the outliers decides.
struct BorderRefiner: Sendable {
  private static let profiles = 112
  private static let inward = 14
  private static let outward = 26
  /// Of a side, at either end: corners are round.
  private static let trim = 0.06

  let image: Image
  let settings: Settings

  /// `uncertainty`: how far off the sides may be, in pixels of the picture.
  func refined(_ quad: QuadCandidate, uncertainty: Double) -> [Point]? {
    var sides: [ImageLine] = []
    for index in 0..<4 {
      let from = quad.corners[index]
      let to = quad.corners[(index + 1) % 4]
      guard let line = ImageLine(from, to) else { return nil }
      sides.append(quad.isFrame[index] ? line : side(line, from: from, to: to, uncertainty: uncertainty) ?? line)
    }
    var corners: [Point] = []
    for index in 0..<4 {
      guard let corner = sides[(index + 3) % 4].crossing(sides[index]) else { return nil }
      // Two sides that are parallel all at once were led astray.
      guard corner.distance(to: quad.corners[index]) < 8 * uncertainty + 4 else { return nil }
      corners.append(corner)
    }
    return ConvexQuad(corners) == nil ? nil : corners
  }

  private func side(_ line: ImageLine, from: Point, to: Point, uncertainty: Double) -> ImageLine? {
    let step = max(1, uncertainty / 10)
    let start = from.dot(line.direction)
    let end = to.dot(line.direction)
    let (low, high) = (min(start, end), max(start, end))
    let trim = (high - low) * BorderRefiner.trim
    let changes = ProfileChanges(
      image, line: line, places: (low + trim)...(high - trim), count: BorderRefiner.profiles,
      inward: BorderRefiner.inward, outward: BorderRefiner.outward, step: step)
    guard let found = changes.straightest(outerShare: Float(settings[.documentOuterShare])) else { return nil }
    return changes.fitted(to: found)
  }
}

/// How much the colour changes along each of many short lines across a side.
private struct ProfileChanges {
  private let line: ImageLine
  private let places: [Double]
  /// Steps to either side that are looked at; the normal points outward.
  private let inward: Int
  private let outward: Int
  private let step: Double
  /// `places.count` × `columns`: square root of the summed squares of all channels' change, in levels.
  private let values: [Float]
  private var columns: Int { inward + 1 + outward }

  init(
    _ image: Image, line: ImageLine, places range: ClosedRange<Double>, count: Int, inward: Int, outward: Int,
    step: Double
  ) {
    self.line = line
    self.inward = inward
    self.outward = outward
    self.step = step
    let width = image.width
    let height = image.height
    let columns = inward + 1 + outward
    let margin = 2
    let base = line.normal * line.offset
    let direction = line.direction
    var places: [Double] = []
    var values: [Float] = []
    values.reserveCapacity(count * columns)
    image.withPixels { pixels in
      let source = UnsafeRawBufferPointer(pixels)
      func color(_ x: Double, _ y: Double) -> SIMD4<Float> {
        // Bounded before the conversion, so that nothing overflows.
        let left = Int(min(max(x.rounded(.down), 0), Double(width - 1)))
        let top = Int(min(max(y.rounded(.down), 0), Double(height - 1)))
        let right = min(left + 1, width - 1)
        let bottom = min(top + 1, height - 1)
        let shareX = Float(min(max(x - Double(left), 0), 1))
        let shareY = Float(min(max(y - Double(top), 0), 1))
        func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
          SIMD4<Float>(
            SIMD4<Int32>(
              truncatingIfNeeded: source.loadUnaligned(fromByteOffset: (y * width + x) * 4, as: SIMD4<UInt8>.self)))
        }
        let upper = pixel(left, top) * (1 - shareX) + pixel(right, top) * shareX
        let lower = pixel(left, bottom) * (1 - shareX) + pixel(right, bottom) * shareX
        return upper * (1 - shareY) + lower * shareY
      }
      var profile = [SIMD4<Float>](repeating: .zero, count: columns + 2 * margin)
      let span = range.upperBound - range.lowerBound
      let spacing = span / Double(count)
      for index in 0..<count {
        let place = range.lowerBound + (Double(index) + 0.5) * spacing
        let center = base + direction * place
        guard center.x > 1, center.y > 1, center.x < Double(width - 2), center.y < Double(height - 2) else { continue }
        for offset in profile.indices {
          let across = Double(offset - inward - margin) * step
          let point = center + line.normal * across
          // Three places along the side, a third of the spacing apart: less noise.
          var sum = color(point.x, point.y)
          let near = min(spacing / 3, 3)
          sum += color(point.x + direction.x * near, point.y + direction.y * near)
          sum += color(point.x - direction.x * near, point.y - direction.y * near)
          profile[offset] = sum * (1.0 / 3)
        }
        places.append(place)
        for offset in 0..<columns {
          let at = offset + margin
          var change = (profile[at + 1] - profile[at - 1]) + (profile[at + 2] - profile[at - 2]) * 0.5
          change.w = 0
          values.append(((change * change).sum()).squareRoot())
        }
      }
    }
    self.places = places
    self.values = values
  }

  private var middle: Double { ((places.first ?? 0) + (places.last ?? 0)) / 2 }
  private var half: Double { max(1, ((places.last ?? 0) - (places.first ?? 0)) / 2) }

  /// The line with the most change along it: steps off the side in its middle, and more at its end.
  ///
  /// Of lines with nearly as much change the outermost: what is printed along a border lies inside of it, and shadows
  /// outside of it change slowly.
  func straightest(outerShare: Float) -> (middle: Double, tilt: Double)? {
    guard places.count >= 8 else { return nil }
    // A few profiles with a huge change must not decide alone.
    let order = values.sorted()
    let cap = max(6, order[order.count * 9 / 10])
    let shares = places.map { ($0 - middle) / half }
    var bestOf = [(score: Float, tilt: Double)](repeating: (0, 0), count: columns)
    for start in -inward...outward {
      for tiltStep in -inward...inward {
        let tilt = Double(tiltStep) * 0.5
        guard Double(start) + abs(tilt) <= Double(outward), Double(start) - abs(tilt) >= -Double(inward) else {
          continue
        }
        var score: Float = 0
        for (index, share) in shares.enumerated() {
          let column = Int(Double(start + inward) + tilt * share + 0.5)
          score += min(values[index * columns + min(max(column, 0), columns - 1)], cap)
        }
        // Near to where the reduced picture has it, when all else is equal.
        score *= 1 - 0.007 * Float(Double(abs(start)) + abs(tilt))
        if score > bestOf[start + inward].score { bestOf[start + inward] = (score, tilt) }
      }
    }
    guard var chosen = bestOf.indices.max(by: { bestOf[$0].score < bestOf[$1].score }), bestOf[chosen].score > 0
    else { return nil }
    let best = bestOf[chosen]
    for column in bestOf.indices.dropFirst(chosen + 4).dropLast() {
      let (score, tilt) = bestOf[column]
      guard score >= outerShare * best.score, abs(tilt - best.tilt) <= 2.5 else { continue }
      guard score >= bestOf[column - 1].score, score >= bestOf[column + 1].score else { continue }
      chosen = column
    }
    return (Double(chosen - inward), bestOf[chosen].tilt)
  }

  /// Least squares of the steepest places near a line, those that lie off left out.
  func fitted(to found: (middle: Double, tilt: Double)) -> ImageLine? {
    var line = found
    for (window, limit) in [(3, 2.5), (2, 1.5), (2, 1.0), (2, 0.8)] {
      var fit = WeightedLineFit()
      for (index, place) in places.enumerated() {
        let share = (place - middle) / half
        let expected = line.middle + line.tilt * share
        guard let (offset, change) = steepest(index, near: expected, window: window) else { continue }
        guard abs(offset - expected) <= limit else { continue }
        fit.add(share, offset, weight: Double(min(change, 40)))
      }
      guard let solution = fit.solution else { return nil }
      line = (solution.intercept, solution.slope)
    }
    let slope = line.tilt * step / half
    return self.line.shifted(intercept: line.middle * step - slope * middle, slope: slope)
  }

  /// Where a profile changes most near an offset, by a parabola through three values.
  private func steepest(_ profile: Int, near expected: Double, window: Int) -> (offset: Double, change: Float)? {
    let center = Int((expected + Double(inward)).rounded())
    let low = max(1, center - window)
    let high = min(columns - 2, center + window)
    guard low <= high else { return nil }
    let row = profile * columns
    guard let top = (low...high).max(by: { values[row + $0] < values[row + $1] }) else { return nil }
    let value = values[row + top]
    let before = values[row + top - 1]
    let after = values[row + top + 1]
    guard value > 2, value >= before, value >= after else { return nil }
    let curve = before - 2 * value + after
    let shift = curve < -1e-6 ? 0.5 * (before - after) / curve : 0
    return (Double(top - inward) + Double(min(max(shift, -0.5), 0.5)), value)
  }
}
