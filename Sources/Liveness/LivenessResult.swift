package import BonafideObservations

/// The ten outcomes of a movie, with the raw values of E-040.
package enum LivenessResult: Int, Sendable, Hashable, Codable, CaseIterable {
  case ok
  case noFace
  case severalFaces
  case faceTooBig
  case faceTooSmall
  case faceCloseToBorder
  case faceOverexposed
  case faceUnderexposed
  case notLive
  case unknownError

  /// The name as E-040 writes it.
  package var name: String {
    switch self {
    case .ok: "OK"
    case .noFace: "NO_FACE"
    case .severalFaces: "SEVERAL_FACES"
    case .faceTooBig: "FACE_TOO_BIG"
    case .faceTooSmall: "FACE_TOO_SMALL"
    case .faceCloseToBorder: "FACE_CLOSE_TO_BORDER"
    case .faceOverexposed: "FACE_OVEREXPOSED"
    case .faceUnderexposed: "FACE_UNDEREXPOSED"
    case .notLive: "NOT_LIVE"
    case .unknownError: "UNKNOWN_ERROR"
    }
  }

  /// A code of a server; one that is not known is an unknown error (E-042).
  package init(serverCode: Int) {
    self = LivenessResult(rawValue: serverCode) ?? .unknownError
  }

  /// A name of E-040; one that is not known is an unknown error (E-042).
  package init(name: String) {
    self = Self.allCases.first { $0.name == name } ?? .unknownError
  }

  /// Nil where the capture does not allow to tell.
  package var live: Bool? {
    switch self {
    case .ok: true
    case .notLive: false
    default: nil
    }
  }

  /// How the command line ends: the capture causes are undecided, an unknown error is ours.
  package var exitStatus: ExitStatus {
    switch self {
    case .ok: .positive
    case .notLive: .negative
    case .unknownError: .internalFault
    default: .undecided
    }
  }
}
