internal import BonafideObservations
internal import Foundation

/// What covers the element over the time of a film.
struct FilmCoverage: Sendable {
  private let plan: CardFilmPlan
  private let element: Rect
  /// Unit length, from outside of the card over its border to the element.
  private let direction: SIMD2<Double>
  private let radius: Double
  private let skin: SIMD4<Float>
  private let patchColor: SIMD4<Float>
  private let turn: Double

  /// From light to dark.
  private static let skins: [SIMD4<Float>] = [
    SIMD4(236, 194, 170, 255), SIMD4(214, 164, 134, 255), SIMD4(178, 126, 96, 255), SIMD4(140, 92, 66, 255),
    SIMD4(98, 63, 47, 255), SIMD4(68, 45, 37, 255),
  ]
  private static let glove = SIMD4<Float>(58, 84, 176, 255)
  private static let papers: [SIMD4<Float>] = [
    SIMD4(238, 238, 234, 255), SIMD4(250, 220, 90, 255), SIMD4(120, 180, 230, 255), SIMD4(225, 185, 160, 255),
    SIMD4(150, 150, 150, 255),
  ]

  init(_ plan: CardFilmPlan, element: Rect, _ random: inout SpecimenRandom) {
    self.plan = plan
    self.element = element
    let slant = random.uniform(-0.25...0.25)
    let angle: Double
    switch plan.element {
    case .signature: angle = -.pi / 2 + slant * 0.4
    case .crescent where plan.seed.isMultiple(of: 3): angle = .pi / 2 + slant
    case .mli where plan.seed.isMultiple(of: 2): angle = -.pi / 2 + slant
    default: angle = .pi + slant
    }
    direction = SIMD2(cos(angle), sin(angle))
    radius = random.uniform(7.5...9)
    skin =
      plan.attack == .glove
      ? FilmCoverage.glove : FilmCoverage.skins[Int(plan.seed % UInt64(FilmCoverage.skins.count))]
    patchColor = FilmCoverage.papers[Int(plan.seed % UInt64(FilmCoverage.papers.count))]
    turn = random.uniform(-0.3...0.3)
  }

  /// - `share`: how far it has come, 0…1.
  func cover(_ share: Double, at time: Double) -> FilmCover {
    guard plan.kind == .conceal else { return .nothing }
    let middle = element.center
    let reach = abs(direction.x) * element.width / 2 + abs(direction.y) * element.height / 2
    // Where the tip comes to lie, and where it starts, out of the picture.
    let end = reach - radius * 0.4
    let along = end - (1 - share) * 75
    let tip = Point(x: middle.x + direction.x * along, y: middle.y + direction.y * along)
    let finger = FilmFinger(tip: tip, direction: direction, radius: radius, skin: skin, hasNail: true)
    switch plan.attack {
    case .bare: return .nothing
    case .shadow: return .shade(finger)
    case .sticker, .edited:
      guard share > 0.5 else { return .nothing }
      let isSticker = plan.attack == .sticker
      return .patch(
        FilmPatch(
          center: middle, half: SIMD2(element.width / 2 + 1, element.height / 2 + 1), corner: isSticker ? 3 : 0.5,
          turn: isSticker ? turn : 0, color: isSticker ? patchColor : SIMD4(226, 228, 226, 255),
          shadow: isSticker ? 0.25 : 0))
    case .paper:
      let start = Point(
        x: middle.x + direction.x * (end + radius - 45 - (1 - share) * 75),
        y: middle.y
          + direction.y * (end + radius - 45 - (1 - share) * 75))
      return .patch(
        FilmPatch(
          center: start, half: SIMD2(45, radius + 3), corner: 0.2, turn: atan2(direction.y, direction.x) + turn * 0.2,
          color: patchColor, shadow: 0.3))
    case .wholeHand:
      let across = SIMD2(-direction.y, direction.x)
      let fingers = (-3...3).map { number in
        let aside =
          Double(number) * radius * 1.75 + (SheetFormat.card.size.width / 2 - middle.x) * across.x
          + (SheetFormat.card.size.height / 2 - middle.y) * across.y
        return FilmFinger(
          tip: Point(
            x: tip.x + across.x * aside + direction.x * 60 * share,
            y: tip.y + across.y * aside + direction.y * 60 * share),
          direction: direction, radius: radius, skin: skin, hasNail: true)
      }
      return .fingers(fingers)
    default: return .fingers([finger])
    }
  }
}
