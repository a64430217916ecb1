package import BonafideMedia
package import BonafideObservations

/// Reads bar codes and matrix codes, in any direction, also white on black.
///
/// It looks at the picture as it is, then in parts and at other sizes, and stops as soon as a matrix code is found:
/// a document has one at most, as a rule, and where it has none the bar codes may be the reader's imagination. What a
/// later look finds where something is found already is left out.
package struct CodeReader: Sendable {
  private let settings: Settings

  package init(settings: Settings = .defaults) {
    self.settings = settings
  }

  /// The codes in the order in which they were found; empty where there are none.
  ///
  /// Throws `service_unavailable` where no process can be started to read them in.
  package func read(_ picture: GreyImage) throws -> [DocumentCode] {
    var found = FoundCodes(size: Size(width: Double(picture.width), height: Double(picture.height)))
    for look in looks(at: picture) {
      let view = look.view(of: picture)
      let regions = look.regions(of: view)
      guard !regions.isEmpty else { continue }
      found.add(
        try CodeLibrary.read(view, in: regions, only: look.symbology),
        scale: (
          Double(view.width) / Double(picture.width), Double(view.height) / Double(picture.height)
        ))
      if found.codes.contains(where: \.symbology.isMatrix) { break }
    }
    return found.codes
  }

  /// The ways to look at a picture, the most promising and cheapest first.
  private func looks(at picture: GreyImage) -> [CodeLook] {
    let side = max(picture.width, picture.height)
    let reducedSide = Int(settings[.codeReducedSide])
    let isLarge = side > reducedSide + reducedSide / 2
    let small: CodeLook.Size = isLarge ? .reduced(side: reducedSide) : .own
    let tiles = Int(settings[.codeTileSide])
    let factors = [2, 3].filter { side * $0 <= Int(settings[.codeEnlargedSide]) }

    var looks = [CodeLook(size: small)]
    if isLarge { looks.append(CodeLook(size: .own)) }
    // The library follows edges outwards from the middle of the picture until it meets a Data Matrix.
    looks.append(CodeLook(size: small, tileSide: tiles, symbology: .dataMatrix))
    if isLarge {
      let twice = CodeLook.Size.reduced(side: min(side, 2 * reducedSide))
      looks.append(CodeLook(size: twice, tileSide: 2 * tiles, symbology: .dataMatrix))
    }
    // Smaller and smoothed, a module is one spot again that print or sensor have torn apart.
    looks.append(CodeLook(size: .reduced(side: (isLarge ? reducedSide : side) / 2), change: .smoothed))
    looks += factors.map { CodeLook(size: .enlarged($0)) }
    looks.append(CodeLook(size: small, change: .inverted))
    return looks
  }
}

/// One way to look at a picture.
private struct CodeLook {
  enum Size {
    case own
    case reduced(side: Int)
    case enlarged(Int)
  }

  enum Change { case none, smoothed, inverted }

  var size: Size
  var change = Change.none
  /// The side of square parts that are looked at one by one, each half over its neighbours; nil for the whole.
  var tileSide: Int?
  /// The only kind that is looked for; nil for all.
  var symbology: Symbology?

  func view(of picture: GreyImage) -> GreyImage {
    let sized =
      switch size {
      case .own: picture
      case .reduced(let side): picture.fitted(longerSide: side)
      case .enlarged(let factor): picture.enlarged(by: factor)
      }
    return switch change {
    case .none: sized
    case .smoothed: sized.smoothed()
    case .inverted: sized.inverted()
    }
  }

  func regions(of view: GreyImage) -> [CodeLibrary.Region] {
    guard let tileSide else {
      return [CodeLibrary.Region(x: 0, y: 0, width: view.width, height: view.height)]
    }
    // A picture of a single tile was looked at as a whole.
    guard view.width > tileSide || view.height > tileSide else { return [] }
    func starts(_ length: Int) -> [Int] { Array(stride(from: 0, to: max(1, length - tileSide / 2), by: tileSide / 2)) }
    return starts(view.height).flatMap { y in
      starts(view.width).map { x in
        CodeLibrary.Region(
          x: x, y: y, width: min(tileSide, view.width - x), height: min(tileSide, view.height - y))
      }
    }
  }
}

/// The codes of a picture as they come in.
struct FoundCodes {
  private(set) var codes: [DocumentCode] = []
  private let size: Size

  /// The picture's size.
  init(size: Size) {
    self.size = size
  }

  /// Takes over what is new. `scale` is the number of pixels of the view for one of the picture.
  mutating func add(_ found: [CodeLibrary.Reading], scale: (x: Double, y: Double)) {
    for reading in found {
      let corners = reading.corners.map { corner in
        Point(
          x: min(max((corner.x + 0.5) / scale.x - 0.5, 0), size.width),
          y: min(max((corner.y + 0.5) / scale.y - 0.5, 0), size.height))
      }
      let isPlace = reading.symbology.isMatrix ? FoundCodes.isConvex(corners) : FoundCodes.hasLength(corners)
      let code = DocumentCode(
        symbology: reading.symbology, text: reading.text, quad: isPlace ? corners : nil)
      if !codes.contains(where: { FoundCodes.isSame($0, code) }) { codes.append(code) }
    }
  }

  /// Whether two readings are of one code: they share their place, or have the same text and one has no place.
  private static func isSame(_ first: DocumentCode, _ second: DocumentCode) -> Bool {
    guard let one = first.box, let other = second.box else {
      return first.symbology == second.symbology && first.text == second.text
    }
    return one.holds(other.center) || other.holds(one.center)
  }

  /// The library's corners are wrong now and then, most of all where a PDF417 has lost one of its ends.
  private static func isConvex(_ corners: [Point]) -> Bool {
    guard corners.count == 4 else { return false }
    let turns = corners.indices.map { index in
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
    }
    return turns.allSatisfy { $0 > 0 } || turns.allSatisfy { $0 < 0 }
  }

  private static func hasLength(_ corners: [Point]) -> Bool {
    guard corners.count == 4 else { return false }
    return corners[0].distance(to: corners[1]) > 0
  }
}

extension Rect {
  fileprivate func holds(_ point: Point) -> Bool {
    (x...max(x, maxX)).contains(point.x) && (y...max(y, maxY)).contains(point.y)
  }
}
