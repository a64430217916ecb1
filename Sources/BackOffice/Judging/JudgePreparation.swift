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
        session, try transaction.settings(of: session.callType, version: session.settingsVersion), all,
        try chip?.decoded(as: ChipRequest.self)
      )
    }
    let document = try settings.document.decoded(as: SettingsRequest.self)
    let request = try session.details.decoded(as: SessionDetails.self).request
    var files: [JudgeWork.File] = []
    for (number, evidence) in evidence.enumerated() {
      guard let kind = EvidenceKind(rawValue: evidence.kind) else { continue }
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
      challengeNonce: session.challenge.nonce, files: files,
      settings: try desk.catalog.values(document, changed: order.values), settingsVersion: session.settingsVersion,
      modules: document.modules, identityType: request.identityType, identityNumber: request.identityNo,
      isHandicapped: request.handicapped ?? false, chip: groups, folder: folder.path)
  }

  private static func suffix(of mediaType: String) -> String {
    let known = [
      "image/jpeg": ".jpg", "image/png": ".png", "image/webp": ".webp", "image/heic": ".heic", "image/jp2": ".jp2",
      "video/mp4": ".mp4", "video/webm": ".webm", "video/quicktime": ".mov",
    ]
    return known[mediaType] ?? ""
  }
}
