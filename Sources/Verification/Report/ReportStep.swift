package import BonafideLiveness
package import BonafideObservations

/// A step of the challenge as a report shows it.
package struct ReportStep: Sendable {
  package var result: StepResult
  /// What the value had to reach, in the unit of the value; nil where there is no single limit.
  package var limit: Double?
  package var pictures: [ReportPicture]

  package init(_ result: StepResult, limit: Double?, pictures: [ReportPicture] = []) {
    self.result = result
    self.limit = limit
    self.pictures = pictures
  }

  /// Takes the limit from the settings the session ran with.
  package init(_ result: StepResult, settings: Settings, pictures: [ReportPicture] = []) {
    self.init(result, limit: result.step.limit(settings), pictures: pictures)
  }
}

extension ChallengeStep {
  fileprivate func limit(_ settings: Settings) -> Double? {
    switch self {
    case .face: nil
    case .smile: settings[.livenessSmileAbove]
    case .closeEyes: 1 - settings[.livenessEyeBelow]
    case .turnRight, .turnLeft: settings[.livenessTurnAtLeast]
    case .lookUp: settings[.livenessUpAtLeast]
    }
  }

  /// What a reader calls the step; sides are the person's own.
  var title: String {
    switch self {
    case .face: "Look straight"
    case .smile: "Smile"
    case .closeEyes: "Close the eyes"
    case .turnRight: "Turn right"
    case .turnLeft: "Turn left"
    case .lookUp: "Look up"
    }
  }

  /// How the value of the step reads.
  var scale: StepScale {
    switch self {
    case .face: StepScale(measure: "Value", unit: "", decimals: 2, range: 0...1, comparison: "at least")
    case .smile: StepScale(measure: "Smile", unit: "", decimals: 2, range: 0...1, comparison: "above")
    case .closeEyes: StepScale(measure: "Eyes closed", unit: "", decimals: 2, range: 0...1, comparison: "above")
    case .turnRight, .turnLeft:
      StepScale(measure: "Turned by", unit: "°", decimals: 1, range: 0...45, comparison: "at least")
    case .lookUp: StepScale(measure: "Raised by", unit: "°", decimals: 1, range: 0...45, comparison: "at least")
    }
  }
}

/// How a step's value is written and drawn.
struct StepScale {
  let measure: String
  let unit: String
  let decimals: Int
  let range: ClosedRange<Double>
  /// In front of the limit.
  let comparison: String
}
