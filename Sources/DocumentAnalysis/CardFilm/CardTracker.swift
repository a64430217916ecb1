internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Follows one card through a film: every frame is registered to the flat picture that the card had at first, so that
/// nothing drifts. Blocks of print are found again by correlation; what is hidden or glares is left out.
struct CardTracker: Sendable {
  /// Where the card is in a frame.
  struct Place: Sendable {
    /// Clockwise from its own top left, pixels of the frame.
    let corners: [Point]
    /// Median correlation of the blocks that lie where they should.
    let likeness: Double
    /// Of every block of the fine reference: its middle in millimetres, and how well it fits, -1…1.
    let blocks: [(middle: Point, correlation: Double)]
  }

  private static let coarseWidth = 214
  private static let coarseHeight = 135
  /// Five pixels a millimetre.
  static let width = 428
  static let height = 270

  private let settings: Settings
  private let coarse: BlockTemplates
  private let fine: BlockTemplates
  private(set) var corners: [Point]

  /// - `corners`: of the upright card in `frame`.
  init?(_ frame: Image, corners: [Point], settings: Settings) throws {
    self.settings = settings
    self.corners = corners
    let grey = GreyImage(frame)
    guard let small = try CardTracker.flat(grey, corners, coarse: true),
      let large = try CardTracker.flat(grey, corners, coarse: false)
    else { return nil }
    coarse = BlockTemplates(small, step: 22, least: 4)
    fine = BlockTemplates(large, step: 27, least: 4)
    guard fine.blocks.count >= 12, coarse.blocks.count >= 10 else { return nil }
  }

  /// The card in a frame, near where it was, or near `guess`. Nil where it is not found again.
  mutating func place(in grey: GreyImage, near guess: [Point]? = nil) throws -> Place? {
    var now = guess ?? corners
    // A large step, and a small one.
    for reach in [9, 3] {
      guard let levels = try CardTracker.flat(grey, now, coarse: true) else { return nil }
      guard
        let next = moved(
          now, coarse.matches(in: levels, reach: reach), width: CardTracker.coarseWidth,
          height: CardTracker.coarseHeight,
          slack: reach == 9 ? 1.5 : 0.8)
      else { return nil }
      now = next
    }
    guard let levels = try CardTracker.flat(grey, now, coarse: false) else { return nil }
    let matches = fine.matches(in: levels, reach: 3)
    guard let found = moved(now, matches, width: CardTracker.width, height: CardTracker.height, slack: 1.2) else {
      return nil
    }
    let fitting = matches.map(\.correlation).filter { $0 >= settings[.cardMatchLeast] }
    let likeness = PlaneAlignment.median(fitting)
    guard likeness >= settings[.cardLikenessLeast] else { return nil }
    corners = found
    let unit = Double(CardTracker.width - 1) / ElementLayout.card.width
    return Place(
      corners: found, likeness: likeness,
      blocks: matches.map {
        (middle: Point(x: $0.from.x / unit, y: $0.from.y / unit), correlation: $0.correlation)
      })
  }

  private func moved(
    _ corners: [Point], _ matches: [BlockTemplates.Match], width: Int, height: Int, slack: Double
  ) -> [Point]? {
    let least = settings[.cardMatchLeast]
    let pairs = matches.filter { $0.correlation >= least }.map {
      PlaneAlignment.Pair(from: $0.from, to: $0.to, weight: $0.correlation - least + 0.1)
    }
    let needed = max(7, matches.count / 5)
    guard
      let alignment = PlaneAlignment(
        pairs, size: Size(width: Double(width), height: Double(height)), slack: slack, least: needed),
      let map = PerspectiveMap(width: width, height: height, onto: corners)
    else { return nil }
    let (right, bottom) = (Double(width - 1), Double(height - 1))
    let flat = [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
    let next = flat.map { map.apply(alignment.map.apply($0)) }
    return ConvexQuad(next) == nil ? nil : next
  }

  /// The card's luma. The coarse one is smoothed by taking means of what the frame has more.
  private static func flat(_ grey: GreyImage, _ corners: [Point], coarse: Bool) throws -> FlatLevels? {
    guard ConvexQuad(corners) != nil, corners.allSatisfy({ abs($0.x) < 1e5 && abs($0.y) < 1e5 }) else { return nil }
    let (width, height) = coarse ? (coarseWidth, coarseHeight) : (CardTracker.width, CardTracker.height)
    let factor = min(max(corners.sides.width / Double(width), 1), 8)
    let longer = Double(max(grey.width, grey.height))
    let source = factor > 1.4 ? grey.fitted(longerSide: Int((longer / factor).rounded())) : grey
    let scale = Double(source.width) / Double(grey.width)
    let down = Double(source.height) / Double(grey.height)
    let moved = corners.map { Point(x: ($0.x + 0.5) * scale - 0.5, y: ($0.y + 0.5) * down - 0.5) }
    guard let map = PerspectiveMap(width: width, height: height, onto: moved) else { return nil }
    return FlatLevels(try source.warped(width: width, height: height, map: map))
  }
}
