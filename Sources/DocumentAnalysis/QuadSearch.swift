internal import BonafideObservations
internal import Foundation

/// Four lines that may be the sides of a document, in pixels of the reduced picture.
struct QuadCandidate: Sendable {
  /// Clockwise on the screen.
  var corners: [Point]
  /// `isFrame[n]`: the side from corner n to the next is the picture's own border.
  var isFrame: [Bool]
  var score: Double
}

/// Puts lines together to quads and says how well the picture bears each out.
struct QuadSearch: Sendable {
  /// Of a side, at either end: corners are round.
  private static let trim = 0.04
  private static let extensionFrom = 0.025
  private static let extensionTo = 0.14
  private static let frameSupport = 0.35

  let width: Double
  let height: Double
  /// The machine-readable zone, from the beginning of its first line clockwise.
  let zone: [Point]?
  let settings: Settings
  /// More quads than this are not looked at: bounds the time.
  let mostQuads: Int

  private struct Pair {
    let first: SupportedLine
    let second: SupportedLine
    /// Degrees of the mean normal.
    let angle: Double
    let strength: Double
  }

  /// The picture's own borders, as lines that might be sides.
  private var frame: [SupportedLine] {
    let across = Point(x: 1, y: 0)
    let down = Point(x: 0, y: 1)
    return [
      (ImageLine(normal: across, offset: 0), height), (ImageLine(normal: across, offset: width - 1), height),
      (ImageLine(normal: down, offset: 0), -width), (ImageLine(normal: down, offset: height - 1), -width),
    ].map { line, length in
      SupportedLine(frame: line, from: min(0, length), to: max(0, length), support: QuadSearch.frameSupport)
    }
  }

  /// Good quads, the best first.
  func candidates(of lines: [SupportedLine]) -> [QuadCandidate] {
    let all = lines + frame
    var pairs: [Pair] = []
    let shortest = 0.12 * min(width, height)
    for (index, first) in all.enumerated() {
      for second in all.dropFirst(index + 1) {
        let alike = first.line.normal.dot(second.line.normal)
        // Opposite sides seen in perspective.
        guard abs(alike) > 0.93, isFarther(first.line, second.line, than: shortest, alike) else { continue }
        let sum = alike > 0 ? first.line.normal + second.line.normal : first.line.normal - second.line.normal
        let angle = atan2(sum.y, sum.x) * 180 / .pi
        pairs.append(
          Pair(first: first, second: second, angle: angle, strength: first.votes + second.votes))
      }
    }
    pairs.sort { $0.strength > $1.strength }
    var found: [QuadCandidate] = []
    var looked = 0
    // The strongest pairs first, so that the bound cuts off the weakest.
    search: for (index, second) in pairs.enumerated() {
      for first in pairs[..<index] {
        var between = abs(first.angle - second.angle).truncatingRemainder(dividingBy: 180)
        if between > 90 { between = 180 - between }
        guard between > 60 else { continue }
        looked += 1
        if looked > mostQuads { break search }
        guard let quad = quad(first, second) else { continue }
        found.append(quad)
        if found.count > 400 {
          found.sort { $0.score > $1.score }
          found.removeLast(200)
        }
      }
    }
    found.sort { $0.score > $1.score }
    return found
  }

  private func isFarther(_ first: ImageLine, _ second: ImageLine, than least: Double, _ alike: Double) -> Bool {
    // Measured at the middle of the picture.
    let middle = Point(x: width / 2, y: height / 2)
    let toFirst = first.offset - middle.dot(first.normal)
    let toSecond = (second.offset - middle.dot(second.normal)) * (alike > 0 ? 1 : -1)
    return abs(toFirst - toSecond) > least
  }

  private func quad(_ one: Pair, _ other: Pair) -> QuadCandidate? {
    guard let a = one.first.line.crossing(other.first.line), let b = one.first.line.crossing(other.second.line),
      let c = one.second.line.crossing(other.second.line), let d = one.second.line.crossing(other.first.line)
    else { return nil }
    let slackX = 0.2 * width
    let slackY = 0.2 * height
    for corner in [a, b, c, d] {
      guard corner.x > -slackX, corner.y > -slackY, corner.x < width + slackX, corner.y < height + slackY else {
        return nil
      }
    }
    let corners = [a, b, c, d]
    guard let area = ConvexQuad(corners)?.signedArea else { return nil }
    let share = abs(area) / (width * height)
    guard share > settings[.documentAreaLeast] else { return nil }
    let lengths = [a.distance(to: b), b.distance(to: c), c.distance(to: d), d.distance(to: a)]
    guard max(lengths[0], lengths[2]) < 1.8 * min(lengths[0], lengths[2]),
      max(lengths[1], lengths[3]) < 1.8 * min(lengths[1], lengths[3])
    else { return nil }
    let aspect = (lengths[0] + lengths[2]) / (lengths[1] + lengths[3])
    guard max(aspect, 1 / aspect) < 4 else { return nil }
    var prior = settings[.documentAreaWeight] * max(-3, log(share))
    if let zone {
      guard let fit = fit(of: zone, in: area > 0 ? corners : corners.reversed()) else { return nil }
      prior += fit
    }
    let sides = [one.first, other.second, one.second, other.first]
    var least = 1.0
    var sum = 0.0
    var beyond = 0.0
    for (index, side) in sides.enumerated() {
      let support = support(of: side, from: corners[index], to: corners[(index + 1) % 4], length: lengths[index])
      // Of a side that is cut off nothing can be said.
      if !side.isFrame { least = min(least, support.own) }
      sum += support.own
      beyond += support.beyond
    }
    let weakest = settings[.documentWeakestWeight]
    let score =
      (1 - weakest) * sum / 4 + weakest * least - settings[.documentBeyondWeight] * beyond / 4 + prior
    let frames = sides.map(\.isFrame)
    // Turned the other way round the sides follow the corners backwards.
    return area > 0
      ? QuadCandidate(corners: corners, isFrame: frames, score: score)
      : QuadCandidate(
        corners: [d, c, b, a], isFrame: [frames[2], frames[1], frames[0], frames[3]], score: score)
  }

  /// How much of a side is edge, and how much of its prolongation: a document's sides end at its corners.
  private func support(
    of side: SupportedLine, from: Point, to: Point, length: Double
  ) -> (own: Double, beyond: Double) {
    let direction = side.line.direction
    let start = from.dot(direction)
    let end = to.dot(direction)
    let way = end > start ? 1.0 : -1.0
    let trim = way * length * QuadSearch.trim
    let inner = side.support(start + trim, end - trim)
    var own = inner.seen > 0 ? inner.sum / inner.seen : 0
    let seen = inner.seen / max(1, length)
    if seen < 0.4 { own *= seen / 0.4 }
    if side.isFrame { return (own, 0) }
    let near = way * length * QuadSearch.extensionFrom
    let far = way * length * QuadSearch.extensionTo
    let before = side.support(start - near, start - far)
    let after = side.support(end + near, end + far)
    let count = before.seen + after.seen
    return (own, count > 4 ? (before.sum + after.sum) / count : 0)
  }

  /// How well a quad fits around the zone, as an addend to the score; nil when it does not hold the zone, or not
  /// nearly parallel to it. `corners` are clockwise.
  private func fit(of zone: [Point], in corners: [Point]) -> Double? {
    let along = (zone[1] + zone[2] - zone[0] - zone[3]) * 0.5
    let length = hypot(along.x, along.y)
    guard length > 1 else { return nil }
    let direction = along * (1 / length)
    var start = 0
    var best = -1.0
    for index in 0..<4 {
      let side = corners[(index + 1) % 4] - corners[index]
      let size = hypot(side.x, side.y)
      guard size > 1 else { return nil }
      // Where lines of text end is known less well than where they stand.
      let slack = (abs(side.dot(direction)) > 0.7 * size ? 0.02 : 0.05) * length
      for point in zone {
        let inside = (side.x * (point.y - corners[index].y) - side.y * (point.x - corners[index].x)) / size
        if inside < -slack { return nil }
      }
      let alike = side.dot(direction) / size
      if alike > best {
        best = alike
        start = index
      }
    }
    // Lines of text are parallel to the side below them, but for perspective.
    guard best > 0.97 else { return nil }
    func gap(_ point: Point, _ side: Int) -> Double {
      let from = corners[(start + side) % 4]
      let way = corners[(start + side + 1) % 4] - from
      return abs(way.x * (point.y - from.y) - way.y * (point.x - from.x)) / hypot(way.x, way.y) / length
    }
    let below = gap((zone[2] + zone[3]) * 0.5, 2)
    let right = gap((zone[1] + zone[2]) * 0.5, 1)
    let left = gap((zone[0] + zone[3]) * 0.5, 3)
    // ICAO 9303: the zone lies at the bottom and takes nearly the whole width; pictures of two pages or of both sides
    // of a card are no exception for the gap below.
    return -0.4 * max(0, min(below - 0.12, 0.5)) - 0.05 * (max(0, min(left - 0.12, 1)) + max(0, min(right - 0.12, 1)))
  }
}

/// Four corners whose polygon is convex.
struct ConvexQuad: Sendable {
  /// Positive when the corners are clockwise on the screen.
  let signedArea: Double

  init?(_ corners: [Point]) {
    guard corners.count == 4 else { return nil }
    var positive = 0
    var negative = 0
    var area = 0.0
    for index in 0..<4 {
      let a = corners[index]
      let b = corners[(index + 1) % 4]
      let c = corners[(index + 2) % 4]
      let cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
      if cross > 0 { positive += 1 } else if cross < 0 { negative += 1 }
      area += a.x * b.y - b.x * a.y
    }
    guard positive == 4 || negative == 4 else { return nil }
    signedArea = area / 2
  }
}
