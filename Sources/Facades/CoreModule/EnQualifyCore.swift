public import Foundation
internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import BonafideInference
internal import BonafideObservations

/// What the modules share and the vendor's interface has no place for.
@MainActor public enum EnQualifyCore {
  /// Fetches a token from a server of the app's own, which holds the program's secret. Asked anew before a token ends.
  /// It takes the place of credentials in `baseURL`.
  public static var tokenProvider: (@Sendable () async throws -> EnQualifyToken)?

  /// Why the last failure came about, where its delegate method says nothing: an `EnQualifyInitializeError`, a
  /// `BackOfficeError`, or a `BonafideError` of camera, recorder or analysis. Its texts hold no personal data.
  public package(set) static var lastError: (any Error)?

  /// The same as a stable text, such as `pin_mismatch`, `no_network` or `unknown_call_type`.
  public static var lastErrorCode: String? {
    switch lastError {
    case let error as BackOfficeError: error.code.rawValue
    case let error as EnQualifyInitializeError: "\(error.code)"
    case let error as BonafideError: error.code.rawValue
    default: nil
    }
  }

  /// Set by the module for video calls, or by an app that has its own: no self-service recording while one is on.
  public static var isInVideoCall = false

  /// What the back office wants the person to do, in its order: `face`, `smile`, `close-eyes`, `turn-right`,
  /// `turn-left`, `look-up`. Empty before `initializeCompleted`. An app that asks in this order gives the server the
  /// proof that the film was made now.
  public static var challengeSteps: [String] { CoreSession.shared.challenge?.steps ?? [] }
  /// The element that the server wants to be covered in the touch test; nil before `initializeCompleted`.
  public static var concealElement: String? { CoreSession.shared.challenge?.element }

  /// Colours, fonts, texts and so on, as the back office has them; see `EnQualifyLook`.
  public static var look: EnQualifyLook { CoreSession.shared.look }

  /// Gets what must not go unseen, such as pinning that is off. Without it, warnings go to standard error.
  public static var warning: (@Sendable (String) -> Void)?

  /// Steps that a person with `handicapped` is not asked for, of those that the back office allows to be left out.
  public static var skippedSteps: [String] = []
  /// That the person agreed to what is done with face and document; goes with the session.
  public static var consent: EnQualifyConsent?

  /// Every byte of a pinned certificate is compared, and not its public key alone: a renewed one needs a new app.
  public static var pinsExactCertificates = false
  /// Each session's messages are signed with a key of its own, which stays in memory: such a session cannot be gone on
  /// with (`isContinue`) after the app was started anew.
  public static var signsMessages = false

  /// Where `.der` files lie; by default the app's bundle.
  public static var certificateFolder = Bundle.main.resourcePath ?? Bundle.main.bundlePath
  /// Where the networks lie; by default found as the command line finds them.
  public static var modelFolder: String?
  /// Where an app's own sounds lie, `NAME.wav`, `.caf`, `.m4a` or `.mp3`; by default the app's bundle.
  public static var soundFolder = Bundle.main.resourcePath ?? Bundle.main.bundlePath
}

/// A token from the app's own server.
public struct EnQualifyToken: Sendable {
  public let text: String
  /// From now on.
  public let lifetime: Duration

  public init(_ text: String, lifetime: Duration) {
    self.text = text
    self.lifetime = lifetime
  }
}

/// That a person agreed.
public struct EnQualifyConsent: Sendable, Hashable {
  /// Which text, by its name and version.
  public let text: String
  public let givenAt: Date

  public init(text: String, givenAt: Date) {
    self.text = text
    self.givenAt = givenAt
  }

  var givenAtMilliseconds: Int { Int((givenAt.timeIntervalSince1970 * 1000).rounded()) }
}
