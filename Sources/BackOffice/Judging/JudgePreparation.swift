internal import BonafideBackOfficeAPI
internal import BonafideObservations
internal import BonafideSecrets
internal import BonafideStore

/// Puts together what a judge needs: decrypted files and the session's own settings.
struct JudgePreparation: Sendable {
  private let desk: Desk

  init(_ desk: Desk) { self.desk = desk }

  func work(for held: HeldJob, in folder: JudgeFolder) async throws -> JudgeWork {
    guard let id = held.job.session else { throw StoreError(.invalid, "a case has no session") }
    let order = try held.job.payload.decoded(as: JudgeOrder.self)
    let (session, settings, evidence, chip) = try await desk.store.read { transaction in
      let session = try transaction.session(id)
      var all: [Evidence] = []
      var place: PageKey?
      repeat {
        let page = try transaction.evidence(of: id, after: place)
        all += page.elements
        place = page.next
      } while place != nil && all.count < 1000
      let chip = try transaction.results(of: id).first { $0.kind == "chip" && $0.run == 0 }?.clientValue
      return (
        session,
        try transaction.settings(of: session.callType, version: order.settingsVersion ?? session.settingsVersion), all,
        try chip?.decoded(as: ChipRequest.self)
      )
    }
    let document = try settings.document.decoded(as: SettingsRequest.self)
    let request = try session.details.decoded(as: SessionDetails.self).request
    var files = try await films(evidence, in: folder)
    for (number, evidence) in evidence.enumerated() {
      guard let kind = EvidenceKind(rawValue: evidence.kind), kind.recorded == nil else { continue }
      let path = try await folder.place(
        desk.room.open(evidence), named: "\(number)-\(kind.rawValue)\(JudgePreparation.suffix(of: evidence.mediaType))")
      files.append(
        JudgeWork.File(
          kind: kind, path: path, mediaType: evidence.mediaType, sha256: Hex.text(evidence.blob.sha256),
          evidence: evidence.id.text))
    }
    var groups = chip?.dataGroups ?? [:]
    groups["sod"] = chip?.sod
    return JudgeWork(
      session: id.text, callType: session.callType, steps: session.challenge.steps,
      challengeNonce: session.challenge.nonce, concealElement: session.challenge.element, files: files,
      settings: try desk.catalog.values(document, changed: order.values), settingsVersion: settings.version,
      calibration: try Calibration(settings).map { try JSONDocument(encoding: $0.document).bytes },
      modules: document.modules, identityType: request.identityType, identityNumber: request.identityNo,
      isHandicapped: request.handicapped ?? false, chip: groups, folder: folder.path)
  }

  /// The films that the server recorded: of each kind the last try, its pieces one behind the other.
  private func films(_ evidence: [Evidence], in folder: JudgeFolder) async throws -> [JudgeWork.File] {
    var files: [JudgeWork.File] = []
    for piece in EvidenceKind.allCases {
      guard let kind = piece.recorded else { continue }
      let pieces = try evidence.filter { $0.kind == piece.rawValue }.map { evidence in
        guard let values = evidence.clientValues else { throw StoreError(.corrupt, "a film's piece has no place") }
        return (evidence: evidence, place: try values.decoded(as: FilmPiece.self))
      }
      let last = pieces.map(\.place.attempt).max()
      let own = pieces.filter { $0.place.attempt == last }.sorted { $0.place.number < $1.place.number }
      guard let first = own.first, own.enumerated().allSatisfy({ $0.offset == $0.element.place.number }) else {
        continue
      }
      var contents: [any BlobReading] = []
      for piece in own { contents.append(try await desk.room.open(piece.evidence)) }
      files.append(
        JudgeWork.File(
          kind: kind, path: try await folder.place(contents, named: "\(kind.rawValue).mkv"),
          mediaType: first.evidence.mediaType, sha256: Hex.text(first.evidence.blob.sha256),
          evidence: first.evidence.id.text, cuts: (own.last?.place.cuts ?? []).map { Double($0) / 1000 }))
    }
    return files
  }

  static func suffix(of mediaType: String) -> String {
    let known = [
      "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "image/heic": ".heic", "image/jp2": ".jp2",
      "video/mp4": ".mp4", "video/webm": ".webm", "video/quicktime": ".mov",
      "video/x-matroska": ".mkv",
    ]
    return known[mediaType] ?? ""
  }
}
