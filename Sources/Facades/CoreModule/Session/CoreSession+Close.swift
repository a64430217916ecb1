internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient

extension CoreSession {
  /// Ends the session for all modules: cameras, timers and recordings first, then at the server. After a failure it is
  /// still there, and this may be called again.
  ///
  /// - `finished`: the flow was done; the back office is asked to decide about what it got. False: it was broken off.
  package func close(finished: Bool, module: ModuleName) {
    guard closing.isEmpty else {
      if !closing.contains(module) { closing.append(module) }
      return
    }
    closing = [module]
    Task { await self.carryOutClose(finished: finished) }
  }

  private func carryOutClose(finished: Bool) async {
    await stopAll()
    log("session.close", detail: finished ? "finished" : "cancelled")
    await journal.flush(to: client)
    do throws(BackOfficeError) {
      if finished { try await askForDecision() }
      let status = try await client.sessionClose(finished: finished)
      isPrepared = false
      (session, challenge) = (nil, nil)
      tellClosed { $0.sessionCloseCompleted(status: status.rawValue) }
      // A result page that opens in that call may still show what was read; after it nothing is left (B-096).
      deliveries.add { [weak self] in if self?.isPrepared == false { self?.clearAll() } }
    } catch {
      // What the server does not have any more is forgotten by the client, too.
      if await client.currentSession == nil { isPrepared = false }
      EnQualifyCore.lastError = error
      tellClosed { $0.sessionCloseFailed() }
    }
  }

  /// The server let the session's time run out. Where it may close by itself, that is how the app hears of it.
  func ended(_ id: String) {
    guard let session, session.id == id, closing.isEmpty else { return }
    isPrepared = false
    (self.session, challenge) = (nil, nil)
    guard session.canAutoClose else { return }
    Task {
      await stopAll()
      for module in listening { deliver(module) { $0.sessionCloseCompleted(status: SessionStatus.closed.rawValue) } }
    }
  }

  private func tellClosed(_ call: @escaping @MainActor (any EnQualifyCoreDelegate) -> Void) {
    let modules = closing
    closing = []
    for module in modules { deliver(module, call) }
  }

  /// Where nothing was captured, or the decision was asked for before, the server refuses: that is no failure.
  private func askForDecision() async throws(BackOfficeError) {
    guard await client.currentSession != nil else { return }
    do throws(BackOfficeError) { _ = try await client.decide() } catch {
      guard error.status == 409 || error.status == 410 else { throw error }
    }
  }
}
