package import BonafideMedia
package import BonafideObservations

/// Finds the security elements of the Turkish identity card on a flattened picture of one of its sides (C-050…C-052).
///
/// Each element has an analyser of its own that knows its look, not its exact place: what does not convince is absent.
/// Nothing here says that an element is genuine; a print of one looks the same in one picture.
package struct ElementFinder: Sendable {
  /// Pixels of the picture that everything is measured on: 300 dots an inch (C-055).
  private static let width = 1012
  private static let height = 638
  /// Smaller pictures do not show the elements.
  private static let leastWidth = 300
  /// About that of a card, 1.586; nothing else is stretched to look like one.
  private static let aspects = 1.35...1.85

  private let settings: Settings

  package init(settings: Settings = .defaults) {
    self.settings = settings
  }

  /// The elements of one side, in the order of `SecurityElement`; those that are absent are not among them, those that
  /// are unlikely have a confidence below one half.
  ///
  /// `image`: the upright card up to its border, of any size of its shape of at least 300 pixels across;
  /// nothing is found in other shapes.
  package func elements(in image: Image, side: DocumentSide) throws -> [FoundElement] {
    let aspect = image.size.width / image.size.height
    guard image.width >= ElementFinder.leastWidth, ElementFinder.aspects.contains(aspect) else { return [] }
    let flat = try image.resized(width: ElementFinder.width, height: ElementFinder.height)
    let fine = CardPlane(flat, paper: ElementFinder.paper(of: flat))
    let card = CardSide(fine: fine)
    let found: [ElementSight?] =
      switch side {
      case .front:
        [card.flag(settings), card.laserImage(settings), card.signature(settings), card.crescent(settings)]
      case .back:
        [card.barCode(settings), card.chip(settings), card.logo(settings), card.colorShift(settings)]
      }
    let scaleX = image.size.width / ElementLayout.card.width
    let scaleY = image.size.height / ElementLayout.card.height
    return found.compactMap { sight in
      guard let sight, sight.confidence > 0.01 else { return nil }
      let box = sight.box
      return FoundElement(
        element: sight.element, confidence: sight.confidence,
        box: Rect(x: box.x * scaleX, y: box.y * scaleY, width: box.width * scaleX, height: box.height * scaleY))
    }
  }

  /// What most of the card is printed on: the level of each channel that a quarter of its pixels exceed.
  private static func paper(of image: Image) -> SIMD4<Float> {
    var counts = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
    var total = 0
    image.withPixels { pixels in
      for at in stride(from: 0, to: pixels.count - 3, by: 4 * 37) {
        for channel in 0..<3 { counts[channel][Int(pixels[at + channel])] += 1 }
        total += 1
      }
    }
    var paper = SIMD4<Float>.zero
    for channel in 0..<3 {
      var above = 0
      for level in stride(from: 255, through: 1, by: -1) {
        above += counts[channel][level]
        if above * 4 >= total {
          paper[channel] = Float(level)
          break
        }
      }
    }
    return paper
  }
}

/// What an analyser has seen: the box in millimetres of the card.
struct ElementSight: Sendable {
  let element: SecurityElement
  let confidence: Double
  let box: Rect

  /// - `evidence`: rises with what speaks for the element; at `middle` it is as likely there as not, and `width` above
  ///   that nearly sure.
  static func confidence(_ evidence: Double, middle: Double, width: Double) -> Double {
    min(max(0.5 + 0.5 * (evidence - middle) / max(width, 1e-9), 0), 1)
  }
}

/// The planes of one side that analysers look at.
struct CardSide: Sendable {
  /// About 12, 6 and 3 pixels a millimetre.
  let fine: CardPlane
  let middle: CardPlane
  let coarse: CardPlane

  init(fine: CardPlane) {
    self.fine = fine
    middle = fine.halved()
    coarse = middle.halved()
  }
}
