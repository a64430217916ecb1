package import BonafideMedia
package import BonafideObservations
internal import Foundation

/// Turns frames into what they say about an element that is to be covered with a finger.
package struct ConcealmentEvidence: Sendable {
  private let settings: Settings
  private var watch: CardWatch
  private var free: CardPlaces?
  private var white = SIMD4<Float>(repeating: 255)
  private var screen = FilmScreen()
  /// The frame in which most of the element is covered while the rest of the card is to be seen.
  package private(set) var best: CardPicture?

  package init(_ element: SecurityElement, settings: Settings = .defaults) {
    self.settings = settings
    watch = CardWatch(element, .untilSeen, settings: settings)
  }

  package mutating func observe(_ frame: Frame) throws -> ConcealmentObservation {
    let sight = try watch.observe(frame.image)
    guard let place = sight.place, let box = watch.box,
      let now = try CardPlaces(frame.image, corners: place.corners)
    else { return ConcealmentObservation(time: frame.time, presence: sight.presence) }
    if self.free == nil { white = now.white }
    let free = self.free ?? now
    self.free = free
    let map = CoverMap(now, free: free, settings: settings)
    let colors = map.coverColors()
    let around = Rect(x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4)
    var presence = sight.presence
    if !isSame(place, map, around) { presence = .different }
    let covered = map.share(map.covered, in: box)
    let restVisible = 1 - map.share(map.changed, in: around, inside: false)
    if presence == .same {
      try CardPicture.take(&best, frame, place.corners, strength: covered * restVisible, settings: settings) {
        try FlatDocument(card: place.corners, in: frame.image)?.image
      }
    }
    return ConcealmentObservation(
      time: frame.time, presence: presence, likeness: place.likeness, covered: covered,
      changed: map.share(map.changed, in: box), restVisible: restVisible,
      skin: colors.isEmpty ? nil : Double(colors.count { isSkin($0) }) / Double(colors.count),
      relief: ConcealmentEvidence.relief(colors),
      screen: screen.strength(in: frame.image, corners: place.corners, at: frame.time, settings: settings))
  }

  /// Another card of the same kind has the same titles and other values: blocks that nothing covers do not fit.
  private func isSame(_ place: CardTracker.Place, _ map: CoverMap, _ around: Rect) -> Bool {
    let seen = place.blocks.filter { block in
      let isElement =
        block.middle.x > around.x && block.middle.x < around.maxX && block.middle.y > around.y
        && block.middle.y < around.maxY
      return !isElement && !map.isCovered(near: block.middle)
    }
    guard seen.count >= 12 else { return true }
    let changed = seen.count { $0.correlation < settings[.cardMatchLeast] }
    return Double(changed) <= settings[.cardChangedMost] * Double(seen.count)
  }

  /// Skin of any tone is redder than green and greener than blue, by more the darker it is. Against white, so that the
  /// light's colour matters less; a hint only.
  private func isSkin(_ color: SIMD4<Float>) -> Bool {
    let share = (color + 1) / white
    let red = log(share.x / share.y)
    let blue = log(share.z / share.y)
    return red > 0.06 && red < 1 && blue < 0.1 && blue > -1 && red - blue > 0.18
  }

  /// Deviation of luma by its mean.
  private static func relief(_ colors: [SIMD4<Float>]) -> Double? {
    guard colors.count >= 6 else { return nil }
    let mean = colors.reduce(Float(0)) { $0 + $1.w } / Float(colors.count)
    let variance = colors.reduce(Float(0)) { $0 + ($1.w - mean) * ($1.w - mean) } / Float(colors.count)
    return Double(variance.squareRoot() / max(mean, 1))
  }
}

extension CardPlaces {
  /// The lightest of the card's places, one in ten: what comes nearest to white.
  var white: SIMD4<Float> {
    let colors = (0..<CardPlaces.columns * CardPlaces.rows).map {
      mean(CardPlaces.middle($0 % CardPlaces.columns, $0 / CardPlaces.columns))
    }.sorted { $0.w > $1.w }
    let lightest = colors.prefix(max(1, colors.count / 10))
    return lightest.reduce(.zero, +) / Float(lightest.count) + 1
  }
}

extension CoverMap {
  /// Whether something covers a block of the tracker, in part.
  func isCovered(near middle: Point) -> Bool {
    [(0.0, 0.0), (-2.5, 0), (2.5, 0), (0, -2.5), (0, 2.5)].contains { dx, dy in
      let first = CardPlaces.middle(0, 0)
      let x = min(max(Int(((middle.x + dx - first.x) / CardPlaces.side).rounded()), 0), CardPlaces.columns - 1)
      let y = min(max(Int(((middle.y + dy - first.y) / CardPlaces.side).rounded()), 0), CardPlaces.rows - 1)
      return covered[y * CardPlaces.columns + x]
    }
  }
}
