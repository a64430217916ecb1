package import BonafideObservations

/// Where on the card an element is looked for and how large it is, millimetres from the card's top left
/// (ISO/IEC 7810 ID-1: 85.60 × 53.98 mm).
///
/// No drawing of the genuine card with measures is public. Places and sizes are read off published pictures to a few
/// millimetres, so windows are wide and what is in them has to convince by its look.
struct ElementLayout: Sendable {
  /// Millimetres of the card.
  static let card = Size(width: 85.6, height: 53.98)
  /// Pixels of a flat card in films: ten a millimetre.
  static let flat = Size(width: 856, height: 540)

  /// The whole element, wherever its middle may lie.
  let size: Size
  /// What the element lies in as a whole.
  let window: Rect
  /// Where it lies on most of the published pictures; nil where they differ.
  let usual: Rect?

  /// An element at a place that is known to a share of the card (`stray`), the window a little larger than that.
  private init(at x: Double, _ y: Double, _ width: Double, _ height: Double, stray: Double, grow: Double) {
    size = Size(width: width, height: height)
    let across = ElementLayout.card.width * stray + width * grow / 2 + 0.5
    let down = ElementLayout.card.height * stray + height * grow / 2 + 0.5
    window = Rect(x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down)
    usual = Rect(x: x, y: y, width: width, height: height)
  }

  private init(_ width: Double, _ height: Double, anywhereIn window: Rect, usually usual: Rect? = nil) {
    size = Size(width: width, height: height)
    self.window = window
    self.usual = usual
  }

  init(_ element: SecurityElement, settings: Settings) {
    let stray = settings[.elementPlaceSlack]
    let grow = settings[.elementSizeSlack]
    switch element {
    case .flag: self.init(at: 4, 3, 6.9, 4.6, stray: stray, grow: grow)
    case .mli: self.init(at: 64.5, 36.8, 16.5, 13, stray: stray, grow: grow)
    case .signature: self.init(at: 33, 45.2, 20, 5, stray: stray, grow: grow)
    // C-051 has it at the lower right by the photo, pictures of cards at the upper right.
    case .crescent:
      self.init(
        12, 12, anywhereIn: Rect(x: 44, y: 4, width: 41, height: 44),
        usually: Rect(x: 69.5, y: 9.2, width: 12, height: 12))
    case .barcode: self.init(42, 5.6, anywhereIn: Rect(x: 16, y: 0.5, width: 69, height: 16))
    // ISO/IEC 7816-2 has contacts from 10.25 to 19.87 mm across and 19.23 to 28.55 mm down, cards for show higher up.
    case .chip: self.init(13, 11.5, anywhereIn: Rect(x: 0.8, y: 6, width: 26, height: 27))
    case .icaoLogo: self.init(at: 66, 11.5, 10.5, 6.5, stray: stray, grow: grow)
    case .ovi: self.init(at: 66, 20.5, 12, 8, stray: stray, grow: grow)
    }
  }
}

extension SecurityElement {
  /// Where it lies on most cards, in shares of the card's width and height; nil where cards differ.
  package var usualPlace: Rect? {
    guard let place = ElementLayout(self, settings: .defaults).usual else { return nil }
    let card = ElementLayout.card
    return Rect(
      x: place.x / card.width, y: place.y / card.height, width: place.width / card.width,
      height: place.height / card.height)
  }
}
