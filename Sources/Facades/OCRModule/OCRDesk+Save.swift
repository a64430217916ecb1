internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import BonafideCapture
internal import BonafideObservations
internal import CoreModule
internal import Foundation

extension OCRDesk {
  /// Ends the reading, and sends what was read. A call while another one is sending joins it.
  func complete(after delay: TimeInterval) {
    guard core.isReady else { return fail(.idDocFailed(.idDocComplete, "not_initialized"), nil, in: nil) }
    guard saving == nil else { return core.log("ocr.save.joined") }
    guard let run = try? current() else { return fail(.idDocFailed(.idDocComplete, "nothing_read"), nil, in: nil) }
    saving = Task {
      let capture = await self.end(run, after: delay)
      defer { saving = nil }
      guard capture.hasData else {
        return fail(.idDocFailed(.idDocComplete, "nothing_read"), nil, in: run.token)
      }
      core.log("ocr.save.started")
      do throws(SaveFailure) {
        try await save(capture)
        core.log("ocr.save.done")
        await take(run)
        tell(in: run.token) { $0.idDocCompleted() }
      } catch {
        EnQualifyCore.lastError = error.reason
        fail(error.isTime ? .timeout(.idDocSave, error.code) : .idDocSave(error.code), nil, in: run.token)
      }
    }
  }

  /// Ends the touch test, and sends films and verdicts (C-087).
  func completeConceal(after delay: TimeInterval) {
    guard core.isReady else { return failConceal(.idDocFailed(.idDocConcealComplete, "not_initialized"), in: nil) }
    guard savingConceal == nil else { return core.log("ocr.conceal.save.joined") }
    guard let run = try? current() else {
      return failConceal(.idDocFailed(.idDocConcealComplete, "nothing_touched"), in: nil)
    }
    savingConceal = Task {
      let capture = await self.end(run, after: delay)
      defer { savingConceal = nil }
      guard !verdicts.isEmpty else {
        return failConceal(.idDocFailed(.idDocConcealComplete, "nothing_touched"), in: run.token)
      }
      core.log("ocr.conceal.save.started")
      do throws(SaveFailure) {
        try await saveConceal(capture)
        core.log("ocr.conceal.save.done")
        lastConcealError = nil
        tell(in: run.token) { $0.idDocConcealCompleted() }
      } catch {
        EnQualifyCore.lastError = error.reason
        failConceal(
          error.isTime
            ? .timeout(.idDocConcealComplete, error.code) : .idDocFailed(.idDocConcealComplete, error.code),
          in: run.token)
      }
    }
  }

  /// Analysis ends now, the camera after a while.
  private func end(_ run: Run, after delay: TimeInterval) async -> DocumentCapture {
    let seconds = delay.isFinite ? min(max(delay, 0), 600) : 0
    await run.flow.endStep()
    let flow = run.flow
    Task { await flow.stop(after: .milliseconds(Int(seconds * 1000))) }
    return await run.flow.capture
  }

  private func save(_ capture: DocumentCapture) async throws(SaveFailure) {
    let parcel = DocumentParcel(capture)
    let client = core.client
    let limit = core.engineSettings[.documentSaveTime]
    try await SaveLimit.run(seconds: limit) { progress throws(SaveFailure) in
      try await parcel.send(with: client, progress)
    }
    await run?.flow.dropFilms(of: .hologram)
  }

  private func saveConceal(_ capture: DocumentCapture) async throws(SaveFailure) {
    let parcel = ConcealParcel(capture, verdicts: verdicts, drawn: EnQualifyCore.concealElement)
    let client = core.client
    let limit = core.engineSettings[.documentSaveTime]
    try await SaveLimit.run(seconds: limit) { progress throws(SaveFailure) in
      try await parcel.send(with: client, progress)
    }
    await run?.flow.dropFilms(of: .conceal)
  }
}
