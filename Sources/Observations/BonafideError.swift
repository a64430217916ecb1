/// A failure with a stable code. Two errors are equal when their codes are: messages are for people and may change.
///
/// Messages never hold personal data, picture content or paths other than the ones the caller gave.
public struct BonafideError: Error, Sendable, Equatable, CustomStringConvertible {
  public let code: ErrorCode
  public let message: String
  /// What the reader can do about it.
  public let hint: String

  public init(_ code: ErrorCode, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint ?? code.defaultHint
  }

  public var description: String { "\(code.rawValue): \(message)" }

  public static func == (left: BonafideError, right: BonafideError) -> Bool { left.code == right.code }
}

/// The closed list of error codes that people script against.
public enum ErrorCode: String, Sendable, CaseIterable, Codable {
  case usage
  case cannotOpen = "cannot_open"
  case notMedia = "not_media"
  case truncated
  case tooLarge = "too_large"
  case undecodable
  case noFrames = "no_frames"
  case noFace = "no_face"
  case noDocument = "no_document"
  case noMRZ = "no_mrz"
  case noCode = "no_code"
  case unsupportedDocument = "unsupported_document"
  case badTemplate = "bad_template"
  case badGallery = "bad_gallery"
  case modelMissing = "model_missing"
  case modelAltered = "model_altered"
  case serviceUnavailable = "service_unavailable"
  case `internal`

  public var exitStatus: ExitStatus {
    switch self {
    case .usage: .usage
    case .cannotOpen: .cannotOpen
    case .modelMissing, .modelAltered, .serviceUnavailable: .unavailable
    case .internal: .internalFault
    default: .badInput
    }
  }

  var defaultHint: String {
    switch self {
    case .usage: "run 'bonafide help' for the forms it takes"
    case .cannotOpen: "check the path and its permissions"
    case .notMedia: "give a JPEG, PNG, WebP, HEIC, GIF, BMP, mp4, webm, avi, mov or y4m file"
    case .truncated: "the file ends too early; copy or capture it again"
    case .tooLarge: "give a smaller picture or video"
    case .undecodable: "the file is damaged or uses a format that is not supported"
    case .noFrames: "the video holds no picture; record it again"
    case .noFace: "use a picture in which the face is visible and not cut off"
    case .noDocument: "lay the whole document in the picture, on a plain background"
    case .noMRZ: "show the side with the two or three lines of '<' characters"
    case .noCode: "show the bar code sharp and not too small"
    case .unsupportedDocument: "this kind of document is recognised but not read"
    case .badTemplate: "enrol the face again with this version"
    case .badGallery: "the gallery file is damaged or was made by another program"
    case .modelMissing: "run 'make setup'"
    case .modelAltered: "run 'make setup' to bring the original file back"
    case .serviceUnavailable: "check that the service is running and reachable"
    case .internal: "this is our fault; please report it"
    }
  }
}

/// Exit status of the command line.
public enum ExitStatus: Int32, Sendable, CaseIterable {
  case positive = 0
  case negative = 1
  case undecided = 2
  case usage = 64
  case badInput = 65
  case cannotOpen = 66
  case unavailable = 69
  case internalFault = 70

  /// The worse of two, in the order 70 > 69 > 66 > 65 > 64 > 1 > 2 > 0.
  public func worse(_ other: ExitStatus) -> ExitStatus {
    severity >= other.severity ? self : other
  }

  private var severity: Int {
    switch self {
    case .positive: 0
    case .undecided: 1
    case .negative: 2
    case .usage: 3
    case .badInput: 4
    case .cannotOpen: 5
    case .unavailable: 6
    case .internalFault: 7
    }
  }
}
