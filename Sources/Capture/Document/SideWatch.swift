internal import BonafideDocumentAnalysis
internal import BonafideFaceAnalysis
package import BonafideInference
package import BonafideMedia
package import BonafideObservations

/// Waits until one side of a document is held still in view, and says which picture to keep: the sharpest of those.
package struct SideWatch: Sendable {
  /// What the person should do. Raw values are stable.
  package enum Hint: String, Sendable, CaseIterable {
    case noCard = "no_card"
    case moveCloser = "move_closer"
    case moveBack = "move_back"
    case holdStill = "hold_still"
    case lessLight = "less_light"
    case moreLight = "more_light"
    case showFront = "show_front"
    case showBack = "show_back"
    case done
  }

  /// What one picture showed.
  package struct Sight: Sendable {
    /// Corners of the document, pixels.
    package fileprivate(set) var quad: [Point]?
    package fileprivate(set) var hint = Hint.noCard
    /// 0…1.
    package fileprivate(set) var progress = 0.0
    /// Whether this picture is better than all before it.
    package fileprivate(set) var isBest = false
    /// Nothing came of it in the time that there was.
    package fileprivate(set) var isOver = false
  }

  /// Good pictures in a row until one is taken,
  private static let needed = 3
  /// with corners that move by no more than this share of the picture between two.
  private static let stillness = 0.03
  /// Looks that may find no mark of either side before it is taken without: not every document has one.
  private static let mostLooks = 4
  /// Of a portrait on the front, in shares of the document's height; those on backs are smaller.
  private static let portrait = 0.25
  private static let mostSeconds = 120.0

  private let side: DocumentSide
  private let finder: DocumentFinder
  private let faces: FaceAnalyzer
  private let zones: MRZReader
  private var last: [Point]?
  private var good = 0
  private var sharpness = 0.0
  private var looks = 0
  private var begin: Double?

  package init(_ side: DocumentSide, models: ModelStore, settings: Settings = .defaults) {
    self.side = side
    finder = DocumentFinder(settings: settings)
    faces = FaceAnalyzer(models: models, settings: settings)
    zones = MRZReader(models: models)
  }

  /// - `isWanted`: the person asks for this picture, though it is not held still or does not look like the side.
  package mutating func observe(_ frame: Frame, isWanted: Bool = false) throws -> Sight {
    var sight = Sight()
    let start = begin ?? frame.time
    begin = start
    sight.isOver = frame.time - start > SideWatch.mostSeconds
    guard !sight.isOver else { return sight }
    guard let document = try finder.documents(in: frame.image).first else {
      startAnew()
      last = nil
      return sight
    }
    sight.quad = document.quad
    let isStill = last.map { isNear($0, document.quad, frame.image) } ?? false
    last = document.quad
    sight.hint = .holdStill
    guard document.hint == .ok || isWanted else {
      startAnew()
      sight.hint = SideWatch.hint(document.hint)
      return sight
    }
    guard isStill || isWanted else {
      startAnew()
      return sight
    }
    good += 1
    if document.quality.sharpness >= sharpness {
      sharpness = document.quality.sharpness
      sight.isBest = true
    }
    sight.progress = min(1, Double(good) / Double(SideWatch.needed))
    guard good >= SideWatch.needed || isWanted else { return sight }
    let shown = try side(in: frame.image, document)
    looks += 1
    guard shown == side || shown == nil && looks > SideWatch.mostLooks || isWanted else {
      startAnew()
      sight.isBest = false
      sight.progress = 0
      sight.hint = side == .front ? .showFront : .showBack
      return sight
    }
    sight.hint = .done
    return sight
  }

  private mutating func startAnew() {
    good = 0
    sharpness = 0
  }

  /// By its mark: a large portrait on the front, a machine-readable zone on the back. Passports have both on one page,
  /// which is their front. Nil where there is neither.
  private func side(in image: Image, _ document: FoundDocument) throws -> DocumentSide? {
    let heights = document.quad.map(\.y)
    let height = (heights.max() ?? 0) - (heights.min() ?? 0)
    let seen = try faces.detectedFaces(in: image)
    if seen.contains(where: { $0.box.height >= height * SideWatch.portrait }) { return .front }
    return try zones.read(image) == nil ? nil : .back
  }

  private static func hint(_ hint: DocumentHint) -> Hint {
    switch hint {
    case .moveCloser: .moveCloser
    case .moveBack, .showWholeDocument: .moveBack
    case .avoidGlare: .lessLight
    case .moreLight: .moreLight
    case .holdStill, .ok: .holdStill
    }
  }

  /// Whether no corner moved by more than it may.
  private func isNear(_ one: [Point], _ other: [Point], _ image: Image) -> Bool {
    let most = SideWatch.stillness * Double(max(image.width, image.height))
    return zip(one, other).allSatisfy { abs($0.x - $1.x) <= most && abs($0.y - $1.y) <= most }
  }
}
