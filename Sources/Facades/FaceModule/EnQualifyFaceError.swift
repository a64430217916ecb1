public import Foundation

/// Where in the face check something happened. Names appear in texts, as in "Timeout during smile state".
public enum FaceState: String, Sendable, Hashable, CaseIterable {
  /// Between two steps.
  case idle
  case faceDetect
  case smile
  case eyeClose
  /// The eyes have to stay closed for a while.
  case eyeCloseInterval
  /// The eyes have to open again.
  case eyeOpenInterval
  case faceRight
  case faceLeft
  case faceUp
  case faceComplete
  case faceSave
  case faceCompare
}

/// Why something of the face check failed; each with a text for the person.
public enum EnQualifyFaceError: Error, Sendable, Hashable {
  /// A step, or what the app did between two, took too long.
  case timeout(FaceState, String)
  /// No face, or something else than one face of the right size in the right place.
  case detection(String)
  /// Another person, signs of an attack, a flow that was interrupted or cancelled, or values that could not be saved.
  case liveness(String)
  /// No match, nothing to compare with, or the comparison could not be made or sent.
  case comparison(String)
  /// The camera could not be started, or was taken away.
  case camera(String)
  /// Too little or too much light for too long.
  case luminosityFailed(String)

  /// The text; of a timeout with the state.
  public var faceLocalizedDescription: String {
    switch self {
    case .timeout(let state, let message): "Timeout during \(state) state: \(message)"
    case .detection(let message), .liveness(let message), .comparison(let message), .camera(let message),
      .luminosityFailed(let message):
      message
    }
  }
}

extension EnQualifyFaceError: LocalizedError {
  public var errorDescription: String? { faceLocalizedDescription }
}
