internal import BonafideCapture
public import Foundation

/// Why a step of the document came to nothing. The text of each case is a stable code.
public enum EnQualifyOcrError: Error {
  case timeout(OCRState, String)
  case idDocSave(String)
  case idDocFailed(OCRState, String)
  case cameraSetup(String)

  /// As the vendor words it; where it leaves the message out, `localizedDescription` has it.
  public var ocrErrorDescription: String {
    switch self {
    case .timeout(let state, let message): "Timeout during \(state) state with \(message)"
    case .idDocSave: "Error while saving id document"
    case .idDocFailed(let state, _): "Authentication failed during \(state). Please try again."
    case .cameraSetup(let message): "Camera setup failed: \(message)"
    }
  }

  /// The code alone.
  public var message: String {
    switch self {
    case .timeout(_, let message), .idDocSave(let message), .idDocFailed(_, let message), .cameraSetup(let message):
      message
    }
  }
}

extension EnQualifyOcrError: CustomNSError, LocalizedError {
  /// In `userInfo`: the code of the reason.
  public static let messageKey = "EnQualifyMessage"
  public static let errorDomain = "EnQualify.OCR"

  public var errorCode: Int {
    switch self {
    case .timeout: 1
    case .idDocSave: 2
    case .idDocFailed: 3
    case .cameraSetup: 4
    }
  }

  public var errorDescription: String? {
    switch self {
    case .timeout, .cameraSetup: ocrErrorDescription
    case .idDocSave, .idDocFailed: "\(ocrErrorDescription) (\(message))"
    }
  }

  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: errorDescription ?? "", Self.messageKey: message]
  }
}

extension EnQualifyOcrError {
  init(_ failure: DocumentFlowFailure, isPage: Bool) {
    let state = OCRState(failure.step, isPage: isPage)
    self =
      switch failure.kind {
      case .timeout: .timeout(state, failure.reason)
      case .camera: .cameraSetup(failure.reason)
      case .refused, .negative, .interrupted: .idDocFailed(state, failure.reason)
      case .recording: .idDocFailed(state, "recording: " + failure.reason)
      }
  }
}
