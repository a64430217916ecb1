internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import BonafideCapture
internal import BonafideDocumentAnalysis
internal import BonafideLiveness
internal import BonafideMedia
internal import BonafideObservations

/// What is sent of a document: pictures, the hologram's film, and what was read.
struct DocumentParcel: Sendable {
  private let capture: DocumentCapture

  init(_ capture: DocumentCapture) { self.capture = capture }

  /// Sent again it is the same uploads. `progress` is called whenever something was stored.
  func send(
    with client: BackOfficeClient, _ progress: @escaping @Sendable () -> Void
  ) async throws(SaveFailure) {
    let post = Post(client, progress)
    var pictures: [CapturedPicture] = []
    for side in DocumentSide.allCases {
      guard let captured = capture.sides[side] else { continue }
      let kind: BonafideBackOfficeAPI.EvidenceKind = side == .front ? .front : .back
      pictures.append(try await post.picture(captured.picture, as: kind, named: side.rawValue))
    }
    if let portrait {
      pictures.append(try await post.picture(portrait, as: .personPicture, named: "person"))
    }
    if let hologram = capture.hologram { try await send(hologram, by: post) }
    try await post.call { client throws(BackOfficeError) in
      _ = try await client.saveDocument(DocumentRequest(capture, pictures: pictures))
    }
  }

  private func send(_ hologram: DocumentCapture.Film, by post: Post) async throws(SaveFailure) {
    var pictures: [CapturedPicture] = []
    if let best = hologram.best {
      pictures.append(try await post.picture(best.image, as: .stepPicture, named: "hologram"))
    }
    let film = try await post.film(hologram.recording, as: .hologramVideo)
    let element = VisualElement(
      name: SecurityElement.crescent.rawValue, score: hologram.check.confidence,
      found: hologram.check.verified == true, evidence: film)
    let request = FilmRequest(passed: hologram.check.verified == true, elements: [element], pictures: pictures)
    try await post.call { client throws(BackOfficeError) in _ = try await client.saveHologram(request) }
  }

  private var portrait: Image? {
    guard let portrait = capture.reading?.portrait, let side = capture.reading?.sides[portrait.image] else {
      return nil
    }
    return try? side.flat.image.cropped(portrait.reading.box)
  }
}

/// What is sent of a touch test: films, the pictures that show the finger best, and verdicts.
struct ConcealParcel: Sendable {
  private let capture: DocumentCapture
  private let verdicts: [SecurityElement: Bool]
  /// What the back office asked for, in its names.
  private let drawn: String?

  init(_ capture: DocumentCapture, verdicts: [SecurityElement: Bool], drawn: String?) {
    self.capture = capture
    self.verdicts = verdicts
    self.drawn = drawn
  }

  func send(
    with client: BackOfficeClient, _ progress: @escaping @Sendable () -> Void
  ) async throws(SaveFailure) {
    let post = Post(client, progress)
    var elements: [VisualElement] = []
    var pictures: [CapturedPicture] = []
    // The back office judges the latest film, by the element that it asked for.
    let order = verdicts.keys.sorted {
      ($0.rawValue == drawn ? 1 : 0, $0.rawValue) < ($1.rawValue == drawn ? 1 : 0, $1.rawValue)
    }
    for element in order {
      let passed = verdicts[element] == true
      guard passed, let film = capture.conceals[element] else {
        elements.append(VisualElement(name: element.rawValue, found: false))
        continue
      }
      if let best = film.best {
        pictures.append(
          try await post.picture(best.image, as: .stepPicture, named: "conceal_" + element.rawValue))
      }
      let evidence = try await post.film(film.recording, as: .concealVideo)
      elements.append(
        VisualElement(name: element.rawValue, score: film.check.confidence, found: true, evidence: evidence))
    }
    let request = FilmRequest(
      passed: verdicts.values.allSatisfy { $0 }, elements: elements, pictures: pictures)
    try await post.call { client throws(BackOfficeError) in _ = try await client.saveConceal(request) }
  }
}
