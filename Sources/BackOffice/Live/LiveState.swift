internal import BonafideBackOfficeAPI
internal import BonafideStore

/// How far a session's capture is: the snapshot that any server goes on with. Sealed in the store.
struct LiveState: Codable, Sendable {
  static let format: Int64 = 1

  /// One part, by its latest try.
  struct Part: Codable, Sendable {
    var attempt = 0
    var isDone = false
    /// Steps that are over.
    var steps = 0
    /// The run's own snapshot.
    var run: [UInt8]?
    var film = Film()
  }

  /// What is stored of the pictures.
  struct Film: Codable, Sendable {
    /// Pieces that are evidence.
    var pieces = 0
    var bytes = 0
    var pictures = 0
    /// Milliseconds of the film of its last picture.
    var last: Int?
    /// Milliseconds at which it broke off and went on.
    var cuts: [Int] = []
  }

  private var parts: [String: Part] = [:]

  subscript(part: CapturePart) -> Part {
    get { parts[part.rawValue] ?? Part() }
    set { parts[part.rawValue] = newValue }
  }

  init() {}

  /// An empty one when nothing was captured yet.
  init(of session: Identifier<Session>, in transaction: some StoreReading) throws {
    guard let snapshot = try transaction.snapshot(session) else {
      self.init()
      return
    }
    guard snapshot.format == LiveState.format else { throw StoreError(.invalid, "the capture is of another version") }
    self = try snapshot.state.decoded()
  }

  func save(under lease: Lease, in transaction: WriteTransaction) throws {
    try transaction.save(
      Snapshot(format: LiveState.format, state: JSONDocument(encoding: self)), under: lease)
  }
}

/// What is kept with a piece of a film, so that the pieces of one try can be put together.
struct FilmPiece: Codable, Sendable {
  let attempt: Int
  let number: Int
  /// Milliseconds at which the film broke off and went on, up to here.
  let cuts: [Int]
}

extension CapturePart {
  /// What a flow's modules ask for.
  static func parts(of modules: [String]) -> [CapturePart] {
    var parts: [CapturePart] = []
    if modules.contains("face") { parts.append(.face) }
    if modules.contains("document") { parts += [.front, .back] }
    if modules.contains("hologram") { parts.append(.hologram) }
    if modules.contains("conceal") { parts.append(.touch) }
    return parts
  }

  /// What a film of it is kept as; nil where a picture is kept.
  var film: EvidenceKind? {
    switch self {
    case .face: .selfieVideo
    case .hologram: .hologramVideo
    case .touch: .concealVideo
    case .front, .back: nil
    }
  }

  var picture: EvidenceKind? {
    switch self {
    case .front: .front
    case .back: .back
    default: nil
    }
  }
}
