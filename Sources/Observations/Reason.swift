/// Why a verdict is what it is: a stable code, who can do something about it, and a sentence for them.
public struct Reason: Sendable, Hashable, Codable {
  public var code: ReasonCode
  public var cause: ReasonCause
  public var message: String

  public init(_ code: ReasonCode, _ message: String? = nil) {
    self.code = code
    self.cause = code.cause
    self.message = message ?? code.sentence
  }
}

/// Where a reason lies.
public enum ReasonCause: String, Sendable, Hashable, Codable {
  case person
  case capture
  case attack
  case document
  case system
}

/// Stable reason codes. Codes are added, never renamed.
public enum ReasonCode: String, Sendable, Hashable, Codable, CaseIterable {
  // The person
  case stepTimeout = "step_timeout"
  case idleTimeout = "idle_timeout"
  case interrupted
  case aborted
  // The capture
  case noFace = "no_face"
  case faceLost = "face_lost"
  case severalFaces = "several_faces"
  case faceTooBig = "face_too_big"
  case faceTooSmall = "face_too_small"
  case faceCloseToBorder = "face_close_to_border"
  case faceOverexposed = "face_overexposed"
  case faceUnderexposed = "face_underexposed"
  case faceBlurred = "face_blurred"
  case notEvaluated = "not_evaluated"
  // Attacks
  case secondFace = "second_face"
  case faceSwitched = "face_switched"
  case planarMotion = "planar_motion"
  case frozenFrames = "frozen_frames"
  case stillPicture = "still_picture"
  case screenReplay = "screen_replay"
  case loopedVideo = "looped_video"
  case rigidFace = "rigid_face"
  case lowLivenessScore = "low_liveness_score"
  // The comparison
  case faceMismatch = "face_mismatch"
  case faceUncertain = "face_uncertain"
  case noReferenceFace = "no_reference_face"
  case documentNotRead = "document_not_read"
  // The document
  case documentUnknown = "document_unknown"
  case mrzNotFound = "mrz_not_found"
  case mrzInvalid = "mrz_invalid"
  case sidesDisagree = "sides_disagree"
  case printDisagrees = "print_disagrees"
  case differentDocuments = "different_documents"
  case documentExpired = "document_expired"
  case impossibleDate = "impossible_date"
  case nationalNumberInvalid = "national_number_invalid"
  case identityNumberMismatch = "identity_number_mismatch"
  case elementsMissing = "elements_missing"
  case documentBlocked = "document_blocked"
  case documentOtherIdentity = "document_other_identity"
  // The pictures of the document
  case mrzUnclear = "mrz_unclear"
  case printNotRead = "print_not_read"
  case expiryNotRead = "expiry_not_read"
  case identityNumberNotRead = "identity_number_not_read"
  case backMissing = "back_missing"
  case frontMissing = "front_missing"
  case sidesSwapped = "sides_swapped"
  case sameSideTwice = "same_side_twice"
  case backNotNeeded = "back_not_needed"
  // Films of the card
  case cardNotFound = "card_not_found"
  case cardLost = "card_lost"
  case cardNotTilted = "card_not_tilted"
  case hologramNotSeen = "hologram_not_seen"
  case elementNotFree = "element_not_free"
  case elementNotCovered = "element_not_covered"
  case elementStillCovered = "element_still_covered"
  case coveredTooMuch = "covered_too_much"
  case hologramStatic = "hologram_static"
  case hologramNotFollowing = "hologram_not_following"
  case cardChanged = "card_changed"
  case coverNotFromOutside = "cover_not_from_outside"
  case notAHand = "not_a_hand"
  // Not the document itself
  case greyCopy = "grey_copy"
  case screenRecapture = "screen_recapture"
  // The system
  case internalFault = "internal_fault"

  public var cause: ReasonCause {
    switch self {
    case .stepTimeout, .idleTimeout, .interrupted, .aborted, .faceMismatch, .faceUncertain, .cardNotTilted,
      .elementNotFree, .elementNotCovered, .elementStillCovered, .coveredTooMuch:
      .person
    case .noFace, .faceLost, .severalFaces, .faceTooBig, .faceTooSmall, .faceCloseToBorder, .faceOverexposed,
      .faceUnderexposed, .faceBlurred, .notEvaluated, .mrzUnclear, .printNotRead, .expiryNotRead,
      .identityNumberNotRead, .backMissing, .frontMissing, .sidesSwapped, .sameSideTwice, .backNotNeeded,
      .cardNotFound, .cardLost, .hologramNotSeen:
      .capture
    case .secondFace, .faceSwitched, .planarMotion, .frozenFrames, .stillPicture, .screenReplay, .loopedVideo,
      .rigidFace,
      .lowLivenessScore, .greyCopy, .screenRecapture, .hologramStatic, .hologramNotFollowing, .cardChanged,
      .coverNotFromOutside, .notAHand:
      .attack
    case .noReferenceFace, .documentNotRead, .documentUnknown, .mrzNotFound, .mrzInvalid, .sidesDisagree,
      .printDisagrees, .differentDocuments, .documentExpired, .impossibleDate, .nationalNumberInvalid,
      .identityNumberMismatch, .elementsMissing, .documentBlocked, .documentOtherIdentity:
      .document
    case .internalFault: .system
    }
  }

  var sentence: String {
    switch self {
    case .stepTimeout: "A step was not done in time. Try again and follow the instruction on the screen."
    case .idleTimeout: "Nothing happened for too long. Start again."
    case .interrupted: "Face recognition was interrupted"
    case .aborted: "Face recognition was cancelled"
    case .noFace: "No face was found. Hold the camera at eye level, in front of your face."
    case .faceLost: "The face left the picture. Stay in front of the camera until the end."
    case .severalFaces: "More than one face is in the picture. Be alone in front of the camera."
    case .faceTooBig: "The face is too near. Move back a little."
    case .faceTooSmall: "The face is too far away. Come closer."
    case .faceCloseToBorder: "The face is too near to the border. Move to the middle of the picture."
    case .faceOverexposed: "There is too much light on the face. Move out of direct light."
    case .faceUnderexposed: "There is too little light on the face. Find a brighter place."
    case .faceBlurred: "The picture is blurred. Clean the lens and hold the camera still."
    case .notEvaluated: "The capture does not show enough to decide."
    case .secondFace: "A second person was in the picture during the check."
    case .faceSwitched: "The face at the end is not the face of the start."
    case .planarMotion: "The face moves like a flat picture."
    case .frozenFrames: "The video repeats frames instead of showing a moving person."
    case .stillPicture: "The video shows a still picture."
    case .screenReplay: "The picture has the fine lines of a screen: a video that is shown again."
    case .loopedVideo: "A part of the video is seen twice."
    case .rigidFace: "The skin beside the mouth does not move with it, as of a mask or a print with holes."
    case .lowLivenessScore: "The signs of a live person are too weak."
    case .faceMismatch: "The face is not the one on the document."
    case .faceUncertain: "The faces are alike, but not enough to decide without a person."
    case .noReferenceFace: "No face was found on the document."
    case .documentNotRead: "The document's text was not read."
    case .documentUnknown: "It is not clear what kind of document this is."
    case .mrzNotFound: "The machine-readable zone was not found. Show the side with the lines of letters and '<'."
    case .mrzInvalid: "The check digits of the machine-readable zone do not hold."
    case .sidesDisagree: "Front and back of the document do not say the same."
    case .printDisagrees: "Print and machine-readable zone do not say the same."
    case .differentDocuments: "The two pictures show two different documents."
    case .documentExpired: "The document has expired."
    case .impossibleDate: "The document carries a date that cannot be."
    case .nationalNumberInvalid: "The identity number on the document does not hold its own check digits."
    case .identityNumberMismatch: "The identity number on the document is not the expected one."
    case .documentBlocked: "The document is on the list of those that are not taken."
    case .documentOtherIdentity: "The document was shown before, with another holder."
    case .elementsMissing: "Security elements of the document were not seen."
    case .mrzUnclear: "The machine-readable zone is hard to read. Capture it again, sharp and without glare."
    case .printNotRead: "Some of the print could not be read. Capture it again, sharp and without glare."
    case .expiryNotRead: "Until when the document is valid could not be read."
    case .identityNumberNotRead: "The identity number could not be read."
    case .backMissing: "The back of the card is missing."
    case .frontMissing: "The front of the card is missing."
    case .sidesSwapped: "Front and back are swapped. Give the front first."
    case .sameSideTwice: "Both pictures show the same side of the card."
    case .backNotNeeded: "This document has one side only; the second picture was not used."
    case .cardNotFound: "No card was found. Show the whole card, and let it fill the picture."
    case .cardLost: "The card left the picture. Keep all of it in the picture until the end."
    case .cardNotTilted: "The card was not tilted enough. Tilt it slowly to the left and right, and to and fro."
    case .hologramNotSeen: "The hologram was not seen. Hold the card under a lamp, without glare on the hologram."
    case .elementNotFree: "The element was covered from the beginning. Take the finger away first."
    case .elementNotCovered: "The element was not covered. Lay a finger on it, for a second."
    case .elementStillCovered: "The finger stayed on the element. Take it away again."
    case .coveredTooMuch: "Too much of the card was covered. Cover the element only, with one finger."
    case .hologramStatic: "The hologram keeps its colours when the card is tilted, as a print does."
    case .hologramNotFollowing: "The hologram's colours do not follow the tilting of the card."
    case .cardChanged: "The card is not the one of the beginning."
    case .coverNotFromOutside: "What covers the element does not come in from outside of the card, as a finger does."
    case .notAHand: "What covers the element does not look like a finger. Use a bare finger."
    case .greyCopy: "This is a black-and-white copy of a document."
    case .screenRecapture: "This is a picture of a screen, not of a document."
    case .internalFault: "Something went wrong on our side."
    }
  }
}

extension ReasonCode {
  /// The sentence, with the fields that it is about.
  public func sentence(about fields: [DocumentField]) -> String {
    fields.isEmpty ? sentence : sentence.dropLast() + ": " + fields.map(\.words).joined(separator: ", ") + "."
  }
}

extension DocumentField {
  /// As a person calls it.
  public var words: String {
    switch self {
    case .documentNumber: "document number"
    case .identityNumber: "identity number"
    case .surname: "surname"
    case .givenNames: "given names"
    case .dateOfBirth: "date of birth"
    case .expiryDate: "date of expiry"
    case .sex: "sex"
    case .nationality: "nationality"
    case .issuingState: "issuing state"
    }
  }
}

extension [Reason] {
  /// Without those whose code was given already.
  package var once: [Reason] {
    var given: Set<ReasonCode> = []
    return filter { given.insert($0.code).inserted }
  }
}
