package import BonafideLiveness
internal import Foundation

/// What a specimen person does when: each step after a moment of rest.
package struct SpecimenScript: Sendable {
  /// When a step is done, in seconds.
  package struct Act: Sendable, Hashable {
    package let step: ChallengeStep
    package let start: Double
    /// The gesture is at its full size from here…
    package let full: Double
    /// …to here.
    package let release: Double
    package let end: Double
  }

  private static let rest = 1.2
  private static let rise = 0.5
  private static let hold = 1.3

  package let acts: [Act]
  package let duration: Double

  package init(_ steps: [ChallengeStep]) {
    var time = SpecimenScript.rest
    var acts: [Act] = []
    for step in steps {
      let full = time + SpecimenScript.rise
      let release = full + SpecimenScript.hold
      acts.append(Act(step: step, start: time, full: full, release: release, end: release + SpecimenScript.rise))
      time = release + SpecimenScript.rise + SpecimenScript.rest
    }
    self.acts = acts
    duration = max(time, 3)
  }

  /// The gesture at a time.
  package func gesture(at time: Double, size: SpecimenGestureSize = .standard) -> HeadGesture {
    var gesture = HeadGesture(pitch: size.restingPitch)
    for act in acts where time > act.start && time < act.end {
      let up = smooth((time - act.start) / (act.full - act.start))
      let down = smooth((act.end - time) / (act.end - act.release))
      let amount = min(up, down)
      switch act.step {
      case .face: break
      case .smile: gesture.smile = amount
      case .closeEyes: gesture.eyesClosed = amount
      case .turnLeft: gesture.yaw += size.turn * amount
      case .turnRight: gesture.yaw -= size.turn * amount
      case .lookUp: gesture.pitch += size.lookUp * amount
      }
    }
    return gesture
  }

  private func smooth(_ share: Double) -> Double {
    let x = min(max(share, 0), 1)
    return x * x * (3 - 2 * x)
  }
}

/// How far a specimen goes, in degrees of the model; the engine reads about four fifths of a turn.
package struct SpecimenGestureSize: Sendable {
  package var turn = 27.0
  package var lookUp = 20.0
  package var restingPitch = -5.0

  package static let standard = SpecimenGestureSize()
}
