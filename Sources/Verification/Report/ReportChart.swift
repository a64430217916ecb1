package import BonafideObservations
internal import BonafideLiveness

/// A value at a time; nil where it was not measured, which leaves a gap.
package struct CurvePoint: Sendable, Hashable {
  /// Seconds by presentation time stamps.
  package var time: Double
  package var value: Double?

  package init(time: Double, value: Double?) {
    self.time = time
    self.value = value
  }
}

/// One line of a chart.
package struct ReportCurve: Sendable, Hashable {
  package var label: String
  package var points: [CurvePoint]

  package init(_ label: String, _ points: [CurvePoint]) {
    self.label = label
    self.points = points
  }
}

/// A limit that is drawn into a chart.
package struct ReportThreshold: Sendable, Hashable {
  package var label: String
  /// In the unit of the chart.
  package var value: Double

  package init(_ label: String, _ value: Double) {
    self.label = label
    self.value = value
  }
}

/// A moment that is marked in every chart.
package struct ReportMark: Sendable, Hashable {
  /// Seconds by presentation time stamps.
  package var time: Double
  package var label: String

  package init(time: Double, label: String) {
    self.time = time
    self.label = label
  }
}

/// Curves that share an axis.
package struct ReportChart: Sendable, Hashable {
  package var title: String
  /// What the numbers on the axis are, e.g. `degrees`.
  package var unit: String
  /// Shown even when no value reaches its ends; larger values widen it.
  package var range: ClosedRange<Double>
  package var curves: [ReportCurve]
  package var thresholds: [ReportThreshold]
  /// A sentence below the chart.
  package var note: String?

  package init(
    title: String, unit: String, range: ClosedRange<Double>, curves: [ReportCurve],
    thresholds: [ReportThreshold] = [], note: String? = nil
  ) {
    self.title = title
    self.unit = unit
    self.range = range
    self.curves = curves
    self.thresholds = thresholds
    self.note = note
  }
}

extension ReportChart {
  /// Head pose in degrees, with the signs of `HeadPose`.
  package static func headPose(
    pitch: [CurvePoint], yaw: [CurvePoint], roll: [CurvePoint], thresholds: [ReportThreshold]
  ) -> ReportChart {
    ReportChart(
      title: "Head pose", unit: "degrees", range: -30...30,
      curves: [ReportCurve("pitch", pitch), ReportCurve("yaw", yaw), ReportCurve("roll", roll)],
      thresholds: thresholds,
      note: "Pitch rises when the head is raised, yaw when it turns to the right side of the picture. "
        + "Limits count from the person's own neutral pose, so a curve may pass them a little earlier or later.")
  }

  /// Probabilities 0…1; left and right are the person's own.
  package static func expressions(
    smile: [CurvePoint], leftEye: [CurvePoint], rightEye: [CurvePoint], thresholds: [ReportThreshold]
  ) -> ReportChart {
    ReportChart(
      title: "Smile and eyes", unit: "probability", range: 0...1,
      curves: [ReportCurve("smile", smile), ReportCurve("left eye", leftEye), ReportCurve("right eye", rightEye)],
      thresholds: thresholds, note: "Of the eyes, the probability that they are open.")
  }

  /// Mean luma of the face, 0…1.
  package static func brightness(_ points: [CurvePoint], thresholds: [ReportThreshold]) -> ReportChart {
    ReportChart(
      title: "Brightness of the face", unit: "share of full scale", range: 0...1,
      curves: [ReportCurve("brightness", points)], thresholds: thresholds)
  }

  package static func faceCount(_ points: [CurvePoint]) -> ReportChart {
    ReportChart(
      title: "Faces in the picture", unit: "count", range: 0...3, curves: [ReportCurve("faces", points)])
  }
}

extension ReportThreshold {
  /// Where turns and looking up begin to count.
  package static func headPose(_ settings: Settings) -> [ReportThreshold] {
    let turn = settings[.livenessTurnAtLeast]
    return [
      ReportThreshold("turn", turn), ReportThreshold("turn", -turn),
      ReportThreshold("look up", settings[.livenessUpAtLeast]),
    ]
  }

  /// Where a smile and closed eyes begin to count.
  package static func expressions(_ settings: Settings) -> [ReportThreshold] {
    [
      ReportThreshold("smile above", settings[.livenessSmileAbove]),
      ReportThreshold("closed below", settings[.livenessEyeBelow]),
    ]
  }

  /// Between which values of brightness a face is judged.
  package static func brightness(_ settings: Settings) -> [ReportThreshold] {
    [
      ReportThreshold("too dark below", settings[.livenessBrightnessLeast]),
      ReportThreshold("too bright above", settings[.livenessBrightnessMost]),
    ]
  }
}
