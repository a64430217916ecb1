internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// The card and what lies around it, flat, in places of two millimetres.
struct CardPlaces: Sendable {
  /// Millimetres around the card, and of a place.
  static let margin = 6.0
  static let side = 2.0
  /// Pixels of a millimetre.
  static let unit = 5.0
  static let columns = Int((ElementLayout.card.width / side).rounded(.down))
  static let rows = Int((ElementLayout.card.height / side).rounded(.down))
  private static let reach = 8

  let pixels: [SIMD4<Float>]
  let width: Int
  let height: Int

  init?(_ frame: Image, corners: [Point]) throws {
    let card = ElementLayout.card
    let margin = CardPlaces.margin
    let flat = [
      Point(x: margin, y: margin), Point(x: margin + card.width, y: margin),
      Point(x: margin + card.width, y: margin + card.height), Point(x: margin, y: margin + card.height),
    ].map { Point(x: $0.x * CardPlaces.unit - 0.5, y: $0.y * CardPlaces.unit - 0.5) }
    guard let map = PerspectiveMap(from: flat, to: corners) else { return nil }
    width = Int((card.width + 2 * margin) * CardPlaces.unit)
    height = Int((card.height + 2 * margin) * CardPlaces.unit)
    let image = try frame.warped(width: width, height: height, map: map)
    let count = width * height
    pixels = image.withPixels { source in
      [SIMD4<Float>](unsafeUninitializedCapacity: count) { target, written in
        for index in 0..<count {
          var color = SIMD4(
            Float(source[index * 4]), Float(source[index * 4 + 1]), Float(source[index * 4 + 2]), 0)
          color.w = color.luma
          target[index] = color
        }
        written = count
      }
    }
  }

  /// Middle of a place, millimetres of the card.
  static func middle(_ column: Int, _ row: Int) -> Point {
    Point(
      x: (ElementLayout.card.width - Double(columns) * side) / 2 + (Double(column) + 0.5) * side,
      y: (ElementLayout.card.height - Double(rows) * side) / 2 + (Double(row) + 0.5) * side)
  }

  /// Mean around a point of the card or beside it, a place wide.
  func mean(_ point: Point) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    forEach(point, reach: 4) { sum += pixels[$0] }
    return sum / 81
  }

  /// Deviation of luma around a point, and correlation with another picture of the same card, two places wide.
  func texture(_ point: Point, with other: CardPlaces) -> (deviation: Float, correlation: Float) {
    var (own, others, product, square, otherSquare) = (Float(0), Float(0), Float(0), Float(0), Float(0))
    forEach(point, reach: CardPlaces.reach) { index in
      let (a, b) = (pixels[index].w, other.pixels[index].w)
      own += a
      others += b
      product += a * b
      square += a * a
      otherSquare += b * b
    }
    let count = Float((2 * CardPlaces.reach + 1) * (2 * CardPlaces.reach + 1))
    let variance = max(square - own * own / count, count)
    let otherVariance = max(otherSquare - others * others / count, count)
    return (
      (otherVariance / count).squareRoot(), (product - own * others / count) / (variance * otherVariance).squareRoot()
    )
  }

  /// Pixels about a point of the card, moved into the picture where it lies at its border.
  private func forEach(_ point: Point, reach: Int, _ body: (Int) -> Void) {
    let middleX = Int((point.x + CardPlaces.margin) * CardPlaces.unit)
    let middleY = Int((point.y + CardPlaces.margin) * CardPlaces.unit)
    let x = min(max(middleX, reach), width - 1 - reach)
    let y = min(max(middleY, reach), height - 1 - reach)
    for row in (y - reach)...(y + reach) {
      for column in (x - reach)...(x + reach) { body(row * width + column) }
    }
  }
}

/// Which places of the card look different from the free card, and which of them are hidden by something from outside.
struct CoverMap: Sendable {
  private(set) var changed: [Bool]
  private(set) var covered: [Bool]
  private let now: CardPlaces

  init(_ now: CardPlaces, free: CardPlaces, settings: Settings) {
    self.now = now
    let (columns, rows) = (CardPlaces.columns, CardPlaces.rows)
    let points = (0..<columns * rows).map { CardPlaces.middle($0 % columns, $0 / columns) }
    let ratios = points.map { point -> SIMD4<Float> in
      let (own, other) = (now.mean(point) + 2, free.mean(point) + 2)
      return own / other
    }
    // What light changed everywhere.
    var gain = SIMD4<Float>.zero
    for channel in 0..<4 { gain[channel] = ratios.map { $0[channel] }.sorted()[ratios.count / 2] }
    let limit = Float(settings[.cardCoverColor])
    let hidden = Float(settings[.cardCoverTexture])
    changed = points.indices.map { index in
      let share = ratios[index] / gain
      let red = log(share.x / share.y)
      let blue = log(share.z / share.y)
      let color = (red * red + blue * blue).squareRoot()
      let (deviation, correlation) = now.texture(points[index], with: free)
      let isHidden = deviation > 4 && correlation < hidden
      // A shadow takes light, not colour nor print.
      return color > limit || isHidden || (share.w < 0.3 && correlation < 0.7)
    }
    covered = [Bool](repeating: false, count: changed.count)
    connect(settings)
  }

  /// Groups of changed places that reach the border, and go on beyond it in the same colour.
  private mutating func connect(_ settings: Settings) {
    let (columns, rows) = (CardPlaces.columns, CardPlaces.rows)
    var group = [Int](repeating: -1, count: changed.count)
    var groups = 0
    for start in changed.indices where changed[start] && group[start] < 0 {
      var open = [start]
      group[start] = groups
      var members: [Int] = []
      while let place = open.popLast() {
        members.append(place)
        let (x, y) = (place % columns, place / columns)
        for (nx, ny) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
        where nx >= 0 && ny >= 0 && nx < columns && ny < rows {
          let next = ny * columns + nx
          if changed[next], group[next] < 0 {
            group[next] = groups
            open.append(next)
          }
        }
      }
      groups += 1
      let links = members.count { goesOnOutside($0) }
      if Double(links) >= settings[.cardCoverContact] { members.forEach { covered[$0] = true } }
    }
  }

  private func goesOnOutside(_ place: Int) -> Bool {
    let (columns, rows) = (CardPlaces.columns, CardPlaces.rows)
    let (x, y) = (place % columns, place / columns)
    let middle = CardPlaces.middle(x, y)
    let steps: [(Bool, Double, Double)] = [
      (x == 0, -1, 0), (x == columns - 1, 1, 0), (y == 0, 0, -1), (y == rows - 1, 0, 1),
    ]
    let inside = now.mean(middle) + 2
    return steps.contains { atBorder, dx, dy in
      guard atBorder else { return false }
      let share = (now.mean(Point(x: middle.x + dx * 4.5, y: middle.y + dy * 4.5)) + 2) / inside
      let (red, blue, luma) = (log(share.x / share.y), log(share.z / share.y), log(share.w))
      return (red * red + blue * blue + luma * luma / 2).squareRoot() < 0.25
    }
  }

  /// Shares of the places that lie in a box, millimetres of the card, or outside of it.
  func share(_ flags: [Bool], in box: Rect, inside: Bool = true) -> Double {
    var (count, all) = (0, 0)
    for index in flags.indices {
      let middle = CardPlaces.middle(index % CardPlaces.columns, index / CardPlaces.columns)
      let isIn = middle.x >= box.x && middle.x <= box.maxX && middle.y >= box.y && middle.y <= box.maxY
      guard isIn == inside else { continue }
      all += 1
      if flags[index] { count += 1 }
    }
    return all > 0 ? Double(count) / Double(all) : 0
  }

  /// Colours of the covered places whose neighbours are all covered.
  func coverColors() -> [SIMD4<Float>] {
    let (columns, rows) = (CardPlaces.columns, CardPlaces.rows)
    return covered.indices.compactMap { index in
      let (x, y) = (index % columns, index / columns)
      guard covered[index], x > 0, y > 0, x < columns - 1, y < rows - 1, covered[index - 1], covered[index + 1],
        covered[index - columns], covered[index + columns]
      else { return nil }
      return now.mean(CardPlaces.middle(x, y))
    }
  }
}
