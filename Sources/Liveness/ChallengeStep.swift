package import BonafideObservations

/// One thing a person is asked to do. Left and right are the person's own (B-026).
package enum ChallengeStep: String, Sendable, Hashable, Codable, CaseIterable {
  /// Looking straight into the camera (B-020).
  case face
  /// Smiling (B-021).
  case smile
  /// Closing either eye (B-022).
  case closeEyes = "close-eyes"
  /// Turning the head to the person's right (B-023).
  case turnRight = "turn-right"
  /// Turning the head to the person's left (B-024).
  case turnLeft = "turn-left"
  /// Raising the head (B-025).
  case lookUp = "look-up"

  /// Everything that is a movement; `face` is a pose.
  package static let gestures: [ChallengeStep] = allCases.filter { $0 != .face }

  /// What the person is told while the step runs.
  package var instruction: Guidance {
    switch self {
    case .face: .lookStraight
    case .smile: .smile
    case .closeEyes: .closeEyes
    case .turnRight: .turnRight
    case .turnLeft: .turnLeft
    case .lookUp: .lookUp
    }
  }

  /// Reads a comma-separated list such as `face,smile,turn-left`, in the order given; blanks around a name are
  /// allowed. Throws `usage` for an empty list, an empty place or a name that is not a step.
  package static func list(_ text: String) throws(BonafideError) -> [ChallengeStep] {
    var steps: [ChallengeStep] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.trimmingBlanks
      guard !name.isEmpty else {
        throw BonafideError(.usage, "the list of steps has an empty place", hint: knownSteps)
      }
      guard let step = ChallengeStep(rawValue: String(name)) else {
        throw BonafideError(.usage, "unknown step '\(name)'", hint: knownSteps)
      }
      steps.append(step)
    }
    return steps
  }

  private static var knownSteps: String {
    "steps are " + allCases.map(\.rawValue).joined(separator: ", ") + ", separated by commas"
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var rest = drop { $0 == " " }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
