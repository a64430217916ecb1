package import BonafideBackOfficeAPI

extension BackOfficeClient {
  /// Wait between two questions for a result: the first, and the longest.
  private static let resultWaits = (first: Duration.milliseconds(500), most: Duration.seconds(5))

  /// Asks for the server's decision about all that was uploaded. Again after a failure: the same question.
  package func decide() async throws(BackOfficeError) -> DecisionAnswer {
    let open = try openSession()
    if open.decision == nil {
      let new = (try await nonce(), UUIDText.make())
      // Somebody else may have asked in the meantime.
      if session?.answer.id == open.answer.id, session?.decision == nil { session?.decision = new }
    }
    let question = try kept(session?.decision)
    do throws(BackOfficeError) {
      return try await sessionCall(API.decide, DecisionRequest(nonce: question.nonce), key: question.key)
    } catch {
      if error.status != nil, !error.isPassing, session?.answer.id == open.answer.id { session?.decision = nil }
      throw error
    }
  }

  package func result() async throws(BackOfficeError) -> ResultAnswer { try await sessionCall(API.resultGet) }

  /// Asks until the server has decided, less often as time goes by. A network that fails in between is waited for too.
  ///
  /// Throws `timeout` when there is no decision by then.
  package func result(within time: Duration) async throws(BackOfficeError) -> ResultAnswer {
    let end = clock.now() + time
    var wait = Self.resultWaits.first
    while true {
      var asked = Duration.zero
      do throws(BackOfficeError) {
        let answer = try await result()
        if answer.state == .decided { return answer }
      } catch {
        guard error.isPassing else { throw error }
        asked = error.retryAfter ?? .zero
      }
      let pausing = max(wait, asked)
      guard clock.now() + pausing <= end else { throw BackOfficeError(.timeout) }
      try await pause(pausing)
      wait = min(wait * 1.5, Self.resultWaits.most)
    }
  }
}
