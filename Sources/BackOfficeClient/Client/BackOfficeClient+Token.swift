internal import BonafideBackOfficeAPI

extension BackOfficeClient {
  /// How long before its end a token is renewed, at most.
  private static let renewalMargin = Duration.seconds(60)

  /// The token in use, or a new one: before the old one's end, and when the server refused `old`. All who need one at the
  /// same time wait for the same.
  func accessToken(insteadOf old: Secret? = nil) async throws(BackOfficeError) -> Secret {
    if let token, token.text != old, token.renewal > clock.now() { return token.text }
    if let tokenWork, tokenWork.isJoinable { return try await tokenWork.value() }
    let begun = generation
    let work = SharedWork<Secret, BackOfficeError>(whenCancelled: BackOfficeError(.cancelled)) {
      do throws(BackOfficeError) { return .success(try await self.renewToken(begun)) } catch { return .failure(error) }
    }
    tokenWork = work
    return try await work.value()
  }

  private func renewToken(_ begun: Int) async throws(BackOfficeError) -> Secret {
    let connection = try kept(connection)
    let new: AccessToken
    switch connection.credentials {
    case .program(let id, let secret):
      let request = TokenRequest(clientId: id, clientSecret: secret.text, device: connection.device)
      let answer = try await call(
        API.tokenCreate, body: .bytes(WireMessage.encoded(request)), policy: .once(connection.retries.timeout))
      // Both times are the server's: the device's own clock may show what it likes.
      let left = answer.expiresAt - (serverTime?.milliseconds(at: clock.now()) ?? answer.expiresAt)
      new = AccessToken(Secret(answer.token), lifetime: .milliseconds(max(left, 0)))
    case .provider(_, let provide):
      do { new = try await provide() } catch let error as BackOfficeError { throw error } catch {
        throw BackOfficeError(error is CancellationError ? .cancelled : .tokenProviderFailed)
      }
    }
    guard begun == generation else { throw BackOfficeError(.superseded) }
    let margin = min(Self.renewalMargin, new.lifetime / 10)
    token = HeldToken(text: new.text, renewal: clock.now() + new.lifetime - margin)
    return new.text
  }
}
