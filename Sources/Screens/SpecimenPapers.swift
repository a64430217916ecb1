internal import BonafideFaceAnalysis
internal import BonafideInference
internal import BonafideLiveness
internal import BonafideMedia
internal import BonafideMediaCodecs
internal import BonafideObservations
internal import BonafideSpecimen
internal import Foundation

/// The document that a specimen person shows. Nobody has its data; it is marked SPECIMEN.
public struct SpecimenPapers: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case turkishCard
    /// A card of Utopia.
    case card
    /// The page of a passport of Utopia.
    case passport
  }

  /// What is wrong with it, on purpose.
  public enum Flaw: String, Sendable, Hashable, CaseIterable {
    case expired
    case wrongNumber
    /// Front and back are made out to two people.
    case sidesDisagree
    case greyCopy
    /// Such as a child's.
    case noPortrait
  }

  public var kind: Kind
  /// The same seed, the same document.
  public var seed: UInt64
  public var flaw: Flaw?

  public init(_ kind: Kind = .turkishCard, seed: UInt64 = 33, flaw: Flaw? = nil) {
    self.kind = kind
    self.seed = seed
    self.flaw = flaw
  }

  /// What a field says, under the names of `document read`, such as `documentNumber`; days are `YYYY-MM-DD`.
  @MainActor public func value(of field: String) throws -> String? {
    try PaperStock.shared.document(self, models: nil).truth().lazy.compactMap { $0.field(field)?.value }.first
  }
}

/// Documents that were drawn before: each takes a second.
@MainActor final class PaperStock {
  static let shared = PaperStock()
  private var faces: (own: Image, other: Image)?
  private var documents: [SpecimenPapers: HeldDocument] = [:]

  /// - `models`: nil to find them as the command line finds them.
  func document(_ papers: SpecimenPapers, models: ModelStore?) throws -> HeldDocument {
    if let done = documents[papers] { return done }
    let faces = try self.faces ?? PaperStock.faces(models ?? ModelStore(folder: ModelFolder.find()))
    self.faces = faces
    let own = papers.flaw == .noPortrait ? try PaperStock.empty(like: faces.own) : faces.own
    let document = try HeldDocument(
      papers.kind.drawn, seed: papers.seed, flaw: papers.flaw?.drawn, portrait: own, otherPortrait: faces.other)
    documents[papers] = document
    return document
  }

  private static func faces(_ models: ModelStore) throws -> (own: Image, other: Image) {
    let own = try SpecimenFilm(
      .still, steps: [], seed: 11, mirroring: .none, models: models, decoder: MediaReader()
    ).portrait()
    return (own, try MediaReader().decodeImage(models.data(SpecimenFilm.secondPortraitName)))
  }

  private static func empty(like image: Image) throws -> Image {
    try Image(width: image.width, height: image.height) { pixels in
      for index in pixels.indices { pixels[index] = [205, 212, 218, 255][index % 4] }
    }
  }
}

extension SpecimenPapers.Kind {
  fileprivate var drawn: SpecimenDocumentKind {
    switch self {
    case .turkishCard: .turkishCard
    case .card: .card
    case .passport: .passport
    }
  }
}

extension SpecimenPapers.Flaw {
  fileprivate var drawn: SpecimenFlaw? {
    switch self {
    case .expired: .expired
    case .wrongNumber: .wrongNumber
    case .sidesDisagree: .sidesDisagree
    case .greyCopy: .greyCopy
    case .noPortrait: nil
    }
  }
}
