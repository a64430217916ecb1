package import BonafideMedia
internal import BonafideObservations

/// The documents that there are specimens of.
package enum SpecimenDocumentKind: String, Sendable, Codable, CaseIterable {
  case turkishCard = "tur"
  /// A card of Utopia.
  case card = "td1"
  /// The data page of a passport of Utopia.
  case passport = "td3"

  var format: SheetFormat { self == .passport ? .passportPage : .card }
}

/// What is wrong with a specimen, on purpose.
package enum SpecimenFlaw: String, Sendable, Codable, CaseIterable {
  case expired
  /// The last digit of the Turkish number does not hold, in print and zone alike.
  case wrongNumber = "wrong-tckn"
  /// Front and back are made out to two people.
  case sidesDisagree = "sides-disagree"
  case greyCopy = "grey-copy"

  /// Whether a document of that kind can have it.
  package func fits(_ kind: SpecimenDocumentKind) -> Bool {
    switch self {
    case .expired, .greyCopy: true
    case .wrongNumber: kind == .turkishCard
    case .sidesDisagree: kind != .passport
    }
  }
}

/// A synthetic identity document, the same one from the same seed, marked SPECIMEN.
package struct SpecimenDocument: Sendable {
  package struct Picture: Sendable {
    package let image: Image
    package let truth: SpecimenTruth
  }

  package let kind: SpecimenDocumentKind
  package let seed: UInt64
  package let flaw: SpecimenFlaw?
  package let holder: SpecimenHolder
  private let holderOfBack: SpecimenHolder
  private let jitter: Double

  /// How far fields may stand from where the layout has them.
  package static let jitter = 0.03

  /// - `jitter`: share of the document's width and height that fields stray by, either way; sizes stray by twice that.
  ///
  /// Throws `usage` for a flaw that the kind cannot have.
  package init(
    _ kind: SpecimenDocumentKind, seed: UInt64, flaw: SpecimenFlaw? = nil, jitter: Double = SpecimenDocument.jitter
  ) throws {
    if let flaw, !flaw.fits(kind) {
      throw BonafideError(.usage, "a specimen of kind \(kind.rawValue) cannot be \(flaw.rawValue)")
    }
    self.kind = kind
    self.seed = seed
    self.flaw = flaw
    self.jitter = min(max(jitter, 0), SpecimenDocument.jitter)
    var random = SpecimenRandom(seed: seed, use: 1)
    holder = try SpecimenHolder(kind, flaw: flaw, &random)
    holderOfBack = flaw == .sidesDisagree ? try SpecimenHolder(kind, flaw: flaw, &random) : holder
  }

  /// All sides, flat, at 20 (cards) or 11.8 (pages) pixels a millimetre.
  ///
  /// - `portrait`: the holder's face in the middle of a wider picture, as `SpecimenFilm.portrait()` makes it.
  ///
  /// Throws `service_unavailable` when a font is missing.
  package func pictures(portrait: Image) throws -> [Picture] {
    try SpecimenFont.require()
    let sides: [SpecimenTruth.Side] = kind == .passport ? [.page] : [.front, .back]
    return try sides.map { side in
      let holder = side == .back ? holderOfBack : self.holder
      let sheet = try DocumentSheet(
        kind, side: side, seed: seed, flaw: flaw, jitter: jitter, portrait: SpecimenDocument.passportSized(portrait))
      switch (kind, side) {
      case (.turkishCard, .back): try TurkishCard.drawBack(sheet, holder)
      case (.turkishCard, _): TurkishCard.drawFront(sheet, holder)
      case (.card, .back): try UtopianCard.drawBack(sheet, holder)
      case (.card, _): UtopianCard.drawFront(sheet, holder)
      case (.passport, _): try UtopianPassport.draw(sheet, holder)
      }
      return try sheet.picture()
    }
  }

  /// The upright middle of a picture, 4 : 5.
  private static func passportSized(_ picture: Image) throws -> Image {
    let height = picture.size.height * 0.82
    let width = min(height * 0.8, picture.size.width)
    let cut = try picture.cropped(
      Rect(
        x: (picture.size.width - width) / 2, y: picture.size.height * 0.06, width: width,
        height: height))
    return cut ?? picture
  }
}
