internal import BonafideBackOfficeAPI
internal import BonafideStore

/// Pictures on their way into the store: a few seconds of them at a time, as one piece of evidence, together with the
/// state that they led to.
struct LiveFilm {
  static let mostBytes = 1_500_000
  static let mostMilliseconds = 4_000

  private let desk: Desk
  private let part: CapturePart
  private let session: Identifier<Session>
  private let actor: String
  private var pictures: [MotionJPEGFilm.Picture] = []
  private var bytes = 0
  private var size: (width: Int, height: Int)?
  private var storing: Task<Void, any Error>?

  init(_ desk: Desk, _ part: CapturePart, _ session: Identifier<Session>, _ actor: String) {
    self.desk = desk
    self.part = part
    self.session = session
    self.actor = actor
  }

  mutating func begin() {
    pictures = []
    bytes = 0
    size = nil
  }

  mutating func add(_ picture: [UInt8], at time: Int, width: Int, height: Int) {
    pictures.append(MotionJPEGFilm.Picture(time: time, jpeg: picture))
    bytes += picture.count
    if size == nil { size = (width, height) }
  }

  /// Whether enough came for a piece.
  var isDue: Bool {
    guard let first = pictures.first?.time, let last = pictures.last?.time else { return false }
    return bytes > LiveFilm.mostBytes || last - first > LiveFilm.mostMilliseconds
  }

  /// Begins to store what came, and counts it. Waits for what was begun before, and throws what went wrong with it.
  mutating func store(_ state: inout LiveState, under lease: Lease) async throws {
    try await wait()
    guard let kind = part.recording, !pictures.isEmpty, let size else { return }
    let film = state[part].film
    let head = film.pieces == 0 ? MotionJPEGFilm.head(width: size.width, height: size.height) : []
    let piece = FilmPiece(attempt: state[part].attempt, number: film.pieces, cuts: film.cuts)
    state[part].film.pieces += 1
    let new = NewEvidence(
      session: session, kind: kind.rawValue, mediaType: "video/x-matroska",
      clientValues: try JSONDocument(encoding: piece))
    let (pictures, state, desk, actor) = (pictures, state, desk, actor)
    self.pictures = []
    bytes = 0
    storing = Task {
      _ = try await desk.room.add(new, bytes: head + MotionJPEGFilm.clusters(pictures)) { transaction, evidence in
        try state.save(under: lease, in: transaction)
        try transaction.append(.stored(evidence, by: actor))
      }
    }
  }

  /// Until all that was begun is stored.
  mutating func wait() async throws {
    let running = storing
    storing = nil
    try await running?.value
  }
}

extension CapturePart {
  /// What the pieces of its film are kept as.
  var recording: EvidenceKind? { EvidenceKind.allCases.first { $0.recorded != nil && $0.recorded == film } }
}
