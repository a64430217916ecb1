internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import BonafideCapture
internal import CoreModule

/// From the end of the capture to `faceCompleted`.
extension FaceDesk {
  func save(_ record: FaceRecord) {
    guard let run else { return }
    self.run?.stage = .saving
    self.run?.record = record
    CustomerFace.shared.values.take(record)
    core.play(sound: EnQualifySound.endLiveness.rawValue, on: run.screen)
    tell(run.token) { $0.faceSaveStarted() }
    self.run?.work = Task { await self.carryOutSave(record, run.token) }
  }

  private func carryOutSave(_ record: FaceRecord, _ token: FlowToken) async {
    let failure: (any Error)?
    do {
      let nonce = try await freshNonce()
      let save = FaceSave(client: core.client, record: record, nonce: nonce) { line in
        Task { @MainActor in CoreSession.shared.log(line.event, detail: line.detail) }
      }
      try await save.run()
      spentNonces.insert(nonce)
      failure = nil
    } catch { failure = error }
    if let film = record.film { run?.folder.remove(film.path) }
    // A newer flow, or the end of the session, took its place.
    guard let run, run.token == token, !Task.isCancelled else { return }
    if let failure {
      EnQualifyCore.lastError = failure
      core.log("upload.failed", detail: (failure as? BackOfficeError)?.code.rawValue, level: .error)
      self.run?.stage = .over
      core.play(sound: EnQualifySound.faceFail.rawValue, on: run.screen)
      tell(token) { $0.faceFailed(error: .liveness(FaceTexts.saveFailed)) }
    } else {
      self.run?.stage = .saved
      core.play(sound: EnQualifySound.livenessCompleted.rawValue, on: run.screen)
      tell(token) { $0.faceCompleted() }
    }
  }

  /// The session's challenge, or a new one where a face was saved under it before.
  private func freshNonce() async throws -> String {
    guard let nonce = core.challenge?.nonce else { throw BackOfficeError(.notInitialized) }
    guard spentNonces.contains(nonce) else { return nonce }
    return try await core.drawChallenge().nonce
  }
}
