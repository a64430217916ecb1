package import BonafideBackOfficeAPI
internal import Foundation

/// The back office as an app sees it: token, session, settings, and all that is sent in a session.
///
/// One instance serves a whole app. Concurrent calls are fine; each throws `BackOfficeError`, and `not_initialized`
/// before `initialize` was completed and after `sessionClose`.
package actor BackOfficeClient {
  /// What is kept of a session.
  struct OpenSession: Sendable {
    let answer: SessionAnswer
    /// On the client's clock.
    let expires: Duration
    let messageKey: MessageKey?
    /// Of closing, so that it can be repeated: done, and broken off.
    let closingKeys = (UUIDText.make(), UUIDText.make())
    var decision: (nonce: String, key: String)?
  }

  /// A request to open a session of which no answer came: the same again gives the session that it may have opened.
  struct Opening: Sendable {
    let wish: SessionRequest
    let idempotencyKey: String
    let messageKey: MessageKey?
  }

  struct HeldToken: Sendable {
    let text: Secret
    /// On the client's clock, some time before its end.
    let renewal: Duration
  }

  typealias TransportMaker = @Sendable (ServerTrust) throws(BackOfficeError) -> any BackOfficeTransport

  let clock: ClientClock
  let makeTransport: TransportMaker
  let warn: @Sendable (String) -> Void
  let sessionEnded: @Sendable (String) -> Void

  var connection: BackOfficeConnection?
  var transport: (any BackOfficeTransport)?
  var wish: SessionRequest?
  var running: (wish: SessionRequest, work: SharedWork<Prepared, InitializeFailure>)?
  /// Changes whenever token and session are dropped: what was begun before does not count any more.
  var generation = 0

  var token: HeldToken?
  var tokenWork: SharedWork<Secret, BackOfficeError>?
  var opening: Opening?
  var session: OpenSession?
  var settings: SettingsAnswer?
  var serverTime: ServerTime?
  var isReady = false

  /// - Parameters:
  ///   - warn: Gets what must not go unseen, such as pinning that is off. Never secrets or personal data.
  ///   - sessionEnded: Gets the session's id when the server says that its time is over.
  package init(
    clock: ClientClock = .system, warn: @escaping @Sendable (String) -> Void = StandardError.write,
    sessionEnded: @escaping @Sendable (String) -> Void = { _ in },
    transport: @escaping @Sendable (ServerTrust) throws(BackOfficeError) -> any BackOfficeTransport =
      PlatformTransport.make
  ) {
    self.clock = clock
    self.warn = warn
    self.sessionEnded = sessionEnded
    makeTransport = transport
  }

  /// What `initialize` came to.
  package struct Prepared: Sendable {
    package let session: SessionAnswer
    package let settings: SettingsAnswer
    /// False where an earlier one was taken again.
    package let isNewToken: Bool
    package let isNewSession: Bool
  }

  /// The step that failed; there are no later ones.
  package struct InitializeFailure: Error, Sendable, CustomStringConvertible {
    package enum Step: String, Sendable {
      /// What was given, and what is kept from before.
      case values
      case token
      case session
      case settings
    }

    package let step: Step
    package let reason: BackOfficeError

    package var description: String { "\(step.rawValue): \(reason)" }
  }

  /// Forgets token and session. Nothing is sent.
  func dropAll() {
    generation += 1
    tokenWork?.abandon(BackOfficeError(.superseded))
    (token, tokenWork, opening, session, isReady) = (nil, nil, nil, nil, false)
  }
}

/// Where warnings go when an app names no other place.
package enum StandardError {
  @Sendable package static func write(_ line: String) {
    FileHandle.standardError.write(Data(("bonafide: " + line + "\n").utf8))
  }
}

enum UUIDText {
  static func make() -> String { UUID().uuidString.lowercased() }
}
