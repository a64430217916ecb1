public import Foundation

/// Why `initialize` was refused on the device. Equal by code and subject.
public struct EnQualifyInitializeError: CustomNSError, LocalizedError, Sendable, Equatable {
  /// Stable.
  public enum Code: Int, Sendable, CaseIterable {
    case cameraPermissionDenied = 1
    case cameraPermissionRestricted
    case cameraUsageDescriptionMissing
    case cameraUnavailable
    case invalidBaseModel
    case invalidSessionModel
    case certificateNotFound
    case certificateInvalid
    case modelNotFound
    case alreadyClosed
  }

  /// In `userInfo`: the field, certificate or model that is meant.
  public static let subjectKey = "EnQualifySubject"
  public static let errorDomain = "EnQualify.Core"

  public let code: Code
  /// The app's own name of the field, certificate or model.
  public let subject: String?
  public let underlying: (any Error & Sendable)?

  public init(_ code: Code, subject: String? = nil, underlying: (any Error & Sendable)? = nil) {
    self.code = code
    self.subject = subject
    self.underlying = underlying
  }

  public static let cameraPermissionDenied = Self(.cameraPermissionDenied)
  public static let cameraPermissionRestricted = Self(.cameraPermissionRestricted)
  public static let cameraUsageDescriptionMissing = Self(.cameraUsageDescriptionMissing)
  public static let cameraUnavailable = Self(.cameraUnavailable)
  public static let alreadyClosed = Self(.alreadyClosed)
  public static func invalidBaseModel(_ field: String) -> Self { Self(.invalidBaseModel, subject: field) }
  public static func invalidSessionModel(_ field: String) -> Self { Self(.invalidSessionModel, subject: field) }
  public static func certificateNotFound(_ name: String) -> Self { Self(.certificateNotFound, subject: name) }
  public static func certificateInvalid(_ name: String) -> Self { Self(.certificateInvalid, subject: name) }
  public static func modelNotFound(_ name: String) -> Self { Self(.modelNotFound, subject: name) }

  public static func == (left: Self, right: Self) -> Bool {
    left.code == right.code && left.subject == right.subject
  }

  public var errorCode: Int { code.rawValue }

  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: text]
    if let subject { info[Self.subjectKey] = subject }
    if let underlying { info[NSUnderlyingErrorKey] = underlying }
    return info
  }

  public var errorDescription: String? { text }

  private var text: String {
    let subject = subject.map { " '\($0)'" } ?? ""
    return switch code {
    case .cameraPermissionDenied: "The camera was not allowed."
    case .cameraPermissionRestricted: "The camera is not allowed on this device."
    case .cameraUsageDescriptionMissing: "Info.plist has no NSCameraUsageDescription."
    case .cameraUnavailable: "There is no camera."
    case .invalidBaseModel: "The base model's field\(subject) cannot be used."
    case .invalidSessionModel: "The session model's field\(subject) cannot be used."
    case .certificateNotFound: "The certificate\(subject) was not found."
    case .certificateInvalid: "The certificate\(subject) cannot be read."
    case .modelNotFound: "The model\(subject) was not found."
    case .alreadyClosed: "The session was closed."
    }
  }
}
