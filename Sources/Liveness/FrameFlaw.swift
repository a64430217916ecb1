package import BonafideObservations

/// Why a frame does not count towards a step. A frame has the first one that applies, in this order.
package enum FrameFlaw: String, Sendable, Hashable, Codable, CaseIterable, CodingKeyRepresentable {
  case noFace = "no_face"
  case severalFaces = "several_faces"
  /// A value that has to be there is not a number.
  case unmeasured
  case tooSmall = "too_small"
  case tooBig = "too_big"
  case closeToBorder = "close_to_border"
  case offCentre = "off_centre"
  case underexposed
  case overexposed
  case blurred

  /// The result of a movie in which this is the most frequent flaw; nil where E-040 has none, so that it does not
  /// speak against the quality.
  package var result: LivenessResult? {
    switch self {
    case .noFace: .noFace
    case .severalFaces: .severalFaces
    case .unmeasured: .unknownError
    case .tooSmall: .faceTooSmall
    case .tooBig: .faceTooBig
    case .closeToBorder, .offCentre: .faceCloseToBorder
    case .underexposed: .faceUnderexposed
    case .overexposed: .faceOverexposed
    case .blurred: nil
    }
  }

  package var reason: ReasonCode {
    switch self {
    case .noFace: .noFace
    case .severalFaces: .severalFaces
    case .unmeasured: .notEvaluated
    case .tooSmall: .faceTooSmall
    case .tooBig: .faceTooBig
    case .closeToBorder, .offCentre: .faceCloseToBorder
    case .underexposed: .faceUnderexposed
    case .overexposed: .faceOverexposed
    case .blurred: .faceBlurred
    }
  }

  package var guidance: Guidance {
    switch self {
    case .noFace: .noFace
    case .severalFaces: .onePersonOnly
    case .unmeasured, .blurred: .holdStill
    case .tooSmall: .moveCloser
    case .tooBig: .moveBack
    case .closeToBorder, .offCentre: .center
    case .underexposed: .moreLight
    case .overexposed: .lessLight
    }
  }

  /// What speaks against one face in one frame, or nil for a good capture. Every comparison is written so that a
  /// value that is not a number fails it.
  package static func of(
    _ face: FaceObservation, in size: Size, pose: PersonPose?, _ settings: LivenessSettings
  ) -> FrameFlaw? {
    let box = face.box
    let quality = face.quality
    let needed = [
      box.x, box.y, box.width, box.height, size.width, size.height, quality.brightness, quality.sharpness,
      quality.eyeDistance, quality.overexposed, quality.underexposed, quality.borderDistance, quality.overall,
    ]
    guard needed.allSatisfy(\.isFinite), size.width > 0, size.height > 0, box.width > 0, box.height > 0 else {
      return .unmeasured
    }
    let share = max(box.width / size.width, box.height / size.height)
    guard min(box.width, box.height) >= settings[.livenessFaceLeastPixels],
      share >= settings[.livenessFaceLeastShare]
    else { return .tooSmall }
    // The distance shrinks as the head turns; only a straight face shows how large it is.
    if let pose, pose.isFrontal(settings), !(quality.eyeDistance >= settings[.livenessEyeDistanceLeast]) {
      return .tooSmall
    }
    guard share <= settings[.livenessFaceMostShare] else { return .tooBig }
    guard quality.borderDistance >= settings[.livenessBorderLeast] * min(size.width, size.height) else {
      return .closeToBorder
    }
    let offset = max(abs(box.center.x / size.width - 0.5), abs(box.center.y / size.height - 0.5))
    guard offset <= settings[.livenessCentreOffsetMost] else { return .offCentre }
    guard quality.brightness >= settings[.livenessBrightnessLeast],
      quality.underexposed <= settings[.livenessUnderexposedMost]
    else { return .underexposed }
    guard quality.brightness <= settings[.livenessBrightnessMost],
      quality.overexposed <= settings[.livenessOverexposedMost]
    else { return .overexposed }
    guard quality.sharpness >= settings[.livenessSharpnessLeast] else { return .blurred }
    return nil
  }
}
