/// Why something with the back office failed: a stable code, and who can do something about it.
///
/// Holds no secrets and no personal data: neither do its descriptions. Two errors are equal when code and status are.
public struct BackOfficeError: Error, Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible {
  /// Stable. Codes of the server pass unchanged, such as `unknown_call_type`; the client's own are listed below.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
  }

  /// Who can do something about it.
  public enum Cause: String, Sendable, Hashable, CaseIterable {
    case user
    case device
    case network
    /// Address, credentials, pins, or a request that the server does not take.
    case config
    case server
  }

  public let code: Code
  public let cause: Cause
  /// Of HTTP, when there was an answer.
  public let status: Int?
  /// The same as in the server's log.
  public let correlationId: String?
  /// What the app itself named, such as the file of a pin; never a part of an answer.
  public let subject: String?
  /// How long the server asked to wait.
  package let retryAfter: Duration?

  package init(
    _ code: Code, status: Int? = nil, correlationId: String? = nil, subject: String? = nil, retryAfter: Duration? = nil
  ) {
    self.code = code
    self.status = status
    self.correlationId = correlationId
    self.subject = subject
    self.retryAfter = retryAfter
    cause = Cause(code, status)
  }

  public var description: String {
    let parts = [
      subject, status.map { "HTTP \($0)" }, correlationId.map { "correlation \($0)" },
    ].compactMap { $0 }
    return code.rawValue + (parts.isEmpty ? "" : " (" + parts.joined(separator: ", ") + ")")
  }

  public var debugDescription: String { description }

  public static func == (left: BackOfficeError, right: BackOfficeError) -> Bool {
    left.code == right.code && left.status == right.status
  }
}

extension BackOfficeError.Code {
  /// The name is not known, nobody listens, or there is no way there.
  public static let noNetwork = Self(rawValue: "no_network")
  /// The connection ended before the answer did.
  public static let connectionLost = Self(rawValue: "connection_lost")
  public static let timeout = Self(rawValue: "timeout")
  public static let cancelled = Self(rawValue: "cancelled")
  /// An `initialize` with other values took the place of this one.
  public static let superseded = Self(rawValue: "superseded")

  /// No connection by TLS came about, for a reason that has no code of its own.
  public static let tlsFailed = Self(rawValue: "tls_failed")
  /// No trusted authority stands behind the server's certificate.
  public static let certificateUntrusted = Self(rawValue: "certificate_untrusted")
  /// The server's certificate is over, or not valid yet.
  public static let certificateExpired = Self(rawValue: "certificate_expired")
  /// The server's certificate is another host's.
  public static let certificateWrongHost = Self(rawValue: "certificate_wrong_host")
  /// The certificate is valid, but not one that the app knows.
  public static let pinMismatch = Self(rawValue: "pin_mismatch")
  /// A pin's file is absent, or it is no certificate.
  public static let pinUnreadable = Self(rawValue: "pin_unreadable")

  /// Not https, not well-formed, or with a user, query or fragment in it.
  public static let badAddress = Self(rawValue: "bad_address")
  public static let redirectRefused = Self(rawValue: "redirect_refused")
  public static let answerTooLarge = Self(rawValue: "answer_too_large")
  /// The answer is not of this interface.
  public static let answerUnreadable = Self(rawValue: "answer_unreadable")
  /// A content is not what the server said that it is.
  public static let checksumMismatch = Self(rawValue: "checksum_mismatch")

  /// `initialize` has neither got values nor earlier ones.
  public static let notConfigured = Self(rawValue: "not_configured")
  /// `initialize` was not completed, or the session was closed.
  public static let notInitialized = Self(rawValue: "not_initialized")
  /// A value that the interface does not allow; `subject` names the field.
  public static let requestInvalid = Self(rawValue: "request_invalid")
  /// The app's own source of tokens threw something else than an error of this type.
  public static let tokenProviderFailed = Self(rawValue: "token_provider_failed")
  public static let fileUnreadable = Self(rawValue: "file_unreadable")
  /// The server says that what came is not what was declared, again and again.
  public static let uploadRefused = Self(rawValue: "upload_refused")
  /// The server went on giving the same place in an upload, or one outside of it.
  public static let uploadStuck = Self(rawValue: "upload_stuck")
  public static let fileUnwritable = Self(rawValue: "file_unwritable")
  public static let `internal` = Self(rawValue: "internal")

  public static let tokenExpired = Self(rawValue: "token_expired")
  public static let tokenInvalid = Self(rawValue: "token_invalid")
  public static let signatureStale = Self(rawValue: "signature_stale")
  public static let uploadTooLarge = Self(rawValue: "upload_too_large")
  public static let mediaTypeNotAllowed = Self(rawValue: "media_type_not_allowed")
}

extension BackOfficeError.Cause {
  fileprivate init(_ code: BackOfficeError.Code, _ status: Int?) {
    switch code {
    case .cancelled, .superseded: self = .user
    case .noNetwork, .connectionLost, .timeout: self = .network
    case .fileUnreadable, .fileUnwritable, .internal, .tokenProviderFailed: self = .device
    case .tlsFailed, .certificateUntrusted, .certificateExpired, .certificateWrongHost, .pinMismatch, .pinUnreadable,
      .badAddress, .redirectRefused, .notConfigured, .notInitialized, .requestInvalid, .uploadTooLarge,
      .mediaTypeNotAllowed:
      self = .config
    default:
      // What another request would have avoided, against what the server cannot do now or the session no longer takes.
      self = [400, 401, 403, 404, 405, 413, 415, 422].contains(status) ? .config : .server
    }
  }
}
