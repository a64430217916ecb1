package import BonafideLiveness
package import BonafideObservations

/// Everything that a report shows. Values only.
package struct VerificationReport: Sendable {
  package var decision: VerificationDecision
  package var reasons: [Reason]
  /// Nil for real media; `specimen` puts a banner over everything.
  package var profile: String?
  /// When it was made, as the reader should see it.
  package var created: String
  /// Names of the inputs, as given.
  package var inputs: [(label: String, name: String)]
  package var steps: [Step]
  package var charts: [Chart]
  package var cues: [CueScore]
  package var attackVerdict: String
  package var comparison: Comparison?
  package var models: [(name: String, licence: String, sha256: String)]
  package var ruleset: String
  /// Milliseconds.
  package var timings: [(label: String, milliseconds: Double)]

  package init(
    decision: VerificationDecision, reasons: [Reason], profile: String?, created: String,
    inputs: [(label: String, name: String)], steps: [Step], charts: [Chart], cues: [CueScore], attackVerdict: String,
    comparison: Comparison?, models: [(name: String, licence: String, sha256: String)], ruleset: String,
    timings: [(label: String, milliseconds: Double)]
  ) {
    self.decision = decision
    self.reasons = reasons
    self.profile = profile
    self.created = created
    self.inputs = inputs
    self.steps = steps
    self.charts = charts
    self.cues = cues
    self.attackVerdict = attackVerdict
    self.comparison = comparison
    self.models = models
    self.ruleset = ruleset
    self.timings = timings
  }

  /// A step and the pictures that show it.
  package struct Step: Sendable {
    package let result: StepResult
    package let pictures: [Picture]

    package init(result: StepResult, pictures: [Picture]) {
      self.result = result
      self.pictures = pictures
    }
  }

  /// A picture and what is drawn on it.
  package struct Picture: Sendable {
    /// A whole JPEG or PNG file; anything else is left out.
    package let bytes: [UInt8]
    /// Pixels of the picture.
    package let size: Size
    package let caption: String
    package let face: Rect?

    package init(bytes: [UInt8], size: Size, caption: String, face: Rect?) {
      self.bytes = bytes
      self.size = size
      self.caption = caption
      self.face = face
    }
  }

  /// Curves over the time of the capture.
  package struct Chart: Sendable {
    package struct Line: Sendable {
      package let label: String
      /// Seconds, and a value where there was one.
      package let points: [(time: Double, value: Double?)]

      package init(label: String, points: [(time: Double, value: Double?)]) {
        self.label = label
        self.points = points
      }
    }

    package let title: String
    package let unit: String
    /// Values at the bottom and the top; wider when the lines need it.
    package let range: ClosedRange<Double>
    package let lines: [Line]
    package let thresholds: [(label: String, value: Double)]
    /// Seconds at which steps were done.
    package let marks: [(label: String, time: Double)]

    package init(
      title: String, unit: String, range: ClosedRange<Double>, lines: [Line],
      thresholds: [(label: String, value: Double)], marks: [(label: String, time: Double)]
    ) {
      self.title = title
      self.unit = unit
      self.range = range
      self.lines = lines
      self.thresholds = thresholds
      self.marks = marks
    }
  }

  /// Two faces side by side.
  package struct Comparison: Sendable {
    package let result: FaceComparison
    package let pictures: [Picture]

    package init(result: FaceComparison, pictures: [Picture]) {
      self.result = result
      self.pictures = pictures
    }
  }
}
