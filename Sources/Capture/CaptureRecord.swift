package import BonafideFaceAnalysis
package import BonafideLiveness
package import BonafideMedia
package import BonafideObservations
package import BonafidePresentationAttack

/// Everything that is kept of one capture.
package struct CaptureRecord: Sendable {
  package let verdict: LivenessVerdict
  /// The challenge alone, before signs of an attack are weighed in.
  package let outcome: LivenessOutcome
  /// What was seen of an attack: readings, and the curves and pictures that explain them.
  package let attack: AttackWatch
  package let curve: CaptureCurve
  package let pictures: [EvidencePicture]
  /// Template of the reference picture: the straight face that everything else is compared with.
  package let referenceTemplate: FaceTemplate?
  package let frameCount: Int
  /// Seconds by presentation time stamps, of the last frame that was looked at.
  package let duration: Double
}

/// A picture that shows why a step counted.
package struct EvidencePicture: Sendable {
  package let slot: EvidenceSlot
  package let time: Double
  package let image: Image
  package let face: FaceObservation

  init(slot: EvidenceSlot, time: Double, image: Image, face: FaceObservation) {
    self.slot = slot
    self.time = time
    self.image = image
    self.face = face
  }
}

/// What was measured over time, for the person who reviews it. Bounded: when it is full every second point is dropped.
package struct CaptureCurve: Sendable {
  package struct Point: Sendable {
    package let time: Double
    package let pose: HeadPose?
    package let smile: Double?
    package let leftEyeOpen: Double?
    package let rightEyeOpen: Double?
    /// 0…1, of the face.
    package let brightness: Double?
    package let faceCount: Int
  }

  package static let capacity = 2000

  package private(set) var points: [Point] = []
  private var stride = 1
  private var seen = 0

  package init() {}

  package mutating func add(_ frame: FrameObservation) {
    defer { seen += 1 }
    guard seen % stride == 0 else { return }
    let faces = frame.presence.faces
    points.append(
      Point(
        time: frame.time, pose: faces.first?.pose, smile: faces.first?.smile, leftEyeOpen: faces.first?.leftEyeOpen,
        rightEyeOpen: faces.first?.rightEyeOpen, brightness: faces.first?.quality.brightness, faceCount: faces.count))
    if points.count >= CaptureCurve.capacity {
      points = points.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
      stride *= 2
    }
  }
}

/// The challenge and the signs of an attack, judged together.
package struct LivenessVerdict: Sendable {
  package let result: LivenessResult
  /// Nil when the capture does not tell.
  package var live: Bool? { result.live }
  package let steps: [StepResult]
  package let attack: AttackAssessment
  /// The decisive one first.
  package let reasons: [Reason]

  /// - An attack outweighs a challenge that was passed, but not a capture that is too bad to judge (E-044, G-024).
  /// - Nobody is live because nothing was looked at: without steps, a cue has to have spoken.
  package init(_ outcome: LivenessOutcome, _ attack: AttackAssessment, frameCount: Int) {
    steps = outcome.steps
    self.attack = attack
    var reasons = outcome.reasons
    var result = outcome.result
    if attack.verdict == .spoof, result == .ok || result == .notLive {
      reasons += attack.reasons
      result = .notLive
    } else if result == .ok, outcome.steps.isEmpty, attack.verdict == .notEvaluated {
      result = .notLive
      reasons.append(
        frameCount == 1
          ? Reason(.notEvaluated, "A still picture cannot show that a person is live. Record a video.")
          : Reason(.notEvaluated))
    }
    self.result = result
    self.reasons = reasons
  }
}
