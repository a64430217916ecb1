package import BonafideMedia
package import BonafideObservations

/// Somebody who shows a specimen document to a camera and does what is asked, for as long as it takes.
package struct HeldDocument {
  package enum Act: Sendable, Hashable {
    /// The camera sees a table.
    case nothing
    case show(DocumentSide)
    /// The Turkish card, about both axes.
    case tilt
    /// An element of the Turkish card, with a finger, again and again.
    case cover(SecurityElement)
  }

  /// Whose document it is.
  package enum Holder: Sendable, Hashable, CaseIterable {
    case own
    case other
  }

  package let kind: SpecimenDocumentKind
  /// Frames a second.
  package let rate: Int
  private let seed: UInt64
  private let width: Int
  private var documents: [Holder: [SpecimenDocument.Picture]]
  private var film: CardFilm?
  private var still: Image?
  private var photographs: [String: Image] = [:]
  private var number = 0

  /// - `portrait`, `otherPortrait`: as `SpecimenFilm` makes them.
  /// - `width`: of the picture, pixels.
  package init(
    _ kind: SpecimenDocumentKind, seed: UInt64, flaw: SpecimenFlaw? = nil, portrait: Image, otherPortrait: Image,
    rate: Int = 10, width: Int = 960
  ) throws {
    self.kind = kind
    self.seed = seed
    self.rate = min(max(rate, CardFilmPlan.rates.lowerBound), CardFilmPlan.rates.upperBound)
    self.width = width
    documents = [
      .own: try SpecimenDocument(kind, seed: seed, flaw: flaw).pictures(portrait: portrait),
      .other: try SpecimenDocument(kind, seed: seed &+ 1000).pictures(portrait: otherPortrait),
    ]
    try begin(.nothing)
  }

  /// What the document says.
  package func truth(_ holder: Holder = .own) -> [SpecimenTruth] { (documents[holder] ?? []).map(\.truth) }

  /// Begins anew, whatever was going on. Throws `usage` for what cannot be done with a document of this kind.
  ///
  /// - `attack`: what is wrong with it, on purpose; the Turkish card only.
  package mutating func begin(_ act: Act, by holder: Holder = .own, attack: CardFilmAttack? = nil) throws {
    (film, still, number) = (nil, nil, 0)
    switch act {
    case .nothing: still = try table()
    case .show(let side) where kind == .turkishCard:
      film = try film(.conceal, side == .front ? .mli : .ovi, attack ?? .bare, holder)
    case .show(let side): still = try photograph(side, holder)
    case .tilt: film = try film(.hologram, .crescent, attack, holder)
    case .cover(let element): film = try film(.conceal, element, attack, holder)
    }
  }

  /// The next picture, `rate` of them a second.
  package mutating func picture() throws -> Image {
    defer { number += 1 }
    if let still { return still }
    guard let image = try film?.frame(number).image else {
      throw BonafideError(.internal, "a specimen is not held")
    }
    return image
  }

  private func film(
    _ kind: CardFilmKind, _ element: SecurityElement, _ attack: CardFilmAttack?, _ holder: Holder
  ) throws -> CardFilm {
    guard self.kind == .turkishCard else {
      throw BonafideError(.usage, "only the Turkish specimen card is tilted and touched")
    }
    let plan = try CardFilmPlan(kind, attack: attack, element: element, seed: seed, rate: rate, width: width)
    let place = element.side == .front ? 0 : 1
    guard let own = documents[holder]?.dropFirst(place).first,
      let other = documents[holder == .own ? .other : .own]?.dropFirst(place).first
    else { throw BonafideError(.internal, "a specimen card lacks a side") }
    return try CardFilm(plan, side: own, other: attack == .otherCard ? other : nil)
  }

  private mutating func photograph(_ side: DocumentSide, _ holder: Holder) throws -> Image {
    let name = "\(holder) \(side)"
    if let done = photographs[name] { return done }
    // The one page of a passport, whatever is asked for.
    let pictures = documents[holder] ?? []
    guard let picture = pictures.dropFirst(side == .front ? 0 : 1).first ?? pictures.first else {
      throw BonafideError(.internal, "a specimen lacks a side")
    }
    let scene = try SpecimenScene(seed: seed).photograph(picture).image
    let image = try scene.resized(width: width, height: width * 3 / 4)
    photographs[name] = image
    return image
  }

  private func table() throws -> Image {
    var random = SpecimenRandom(seed: seed, use: 12)
    let height = kind == .turkishCard ? width / 16 * 9 : width * 3 / 4
    return try SceneTable.draw(width: width, height: height, &random)
  }
}
