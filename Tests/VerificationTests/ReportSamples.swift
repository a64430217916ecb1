import BonafideLiveness
import BonafideObservations
import BonafideVerification
import Foundation

/// Reports to render.
enum ReportSamples {
  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
  static let hostile = "<script>alert(\"1\")</script>&'\u{0}"

  static var nothing: VerificationReport { VerificationReport(decision: .review) }

  /// Every part is there, and every text is hostile.
  static func everything(_ decision: VerificationDecision = .declined) throws -> VerificationReport {
    var report = VerificationReport(decision: decision)
    report.title = hostile
    report.profile = "specimen"
    report.createdAt = hostile
    report.reasons = ReasonCode.allCases.map { Reason($0) } + [Reason(.internalFault, hostile)]
    let picture = ReportPicture(
      file: jpeg, caption: hostile, time: 1.5, size: Size(width: 360, height: 480),
      face: Rect(x: -10, y: 20, width: 200, height: 220))
    report.steps = try ChallengeStep.allCases.map {
      ReportStep(try result($0), settings: .defaults, pictures: [picture])
    }
    let curve = (0..<50).map { CurvePoint(time: Double($0) / 10, value: $0 % 7 == 0 ? nil : sin(Double($0))) }
    report.charts = [
      .headPose(pitch: curve, yaw: curve, roll: curve, thresholds: ReportThreshold.headPose(.defaults)),
      .expressions(smile: curve, leftEye: curve, rightEye: [], thresholds: ReportThreshold.expressions(.defaults)),
      .brightness(curve, thresholds: ReportThreshold.brightness(.defaults)), .faceCount(curve),
      ReportChart(
        title: hostile, unit: hostile, range: 0...1, curves: [ReportCurve(hostile, curve)],
        thresholds: [ReportThreshold(hostile, 0.5)], note: hostile),
    ]
    report.marks = [ReportMark(time: 1, label: hostile), ReportMark(time: 1.01, label: "smile")]
    report.attack = ReportAttack(
      verdict: hostile, score: 0.2, limit: 0.5,
      cues: [
        CueScore(name: hostile, score: 0.2, weight: 1, detail: hostile),
        CueScore(name: "other", score: nil, weight: 0, detail: "could not look"),
      ])
    report.document = try DocumentSamples.everything(hostile)
    report.comparison = FaceComparison(similarity: 0.5).map {
      ReportComparison($0, probe: picture, reference: picture)
    }
    report.provenance.models = [ReportModel(name: hostile, sha256: hostile, licence: hostile)]
    report.provenance.rulesetName = hostile
    report.provenance.rulesetVersion = hostile
    report.provenance.settings = [ReportSetting(name: hostile, unit: hostile, value: 1, defaultValue: .nan)]
    report.provenance.timings = [ReportTiming(hostile, milliseconds: 12)]
    report.provenance.inputs = [ReportInput(part: hostile, path: "/some/where/\(hostile)")]
    return report
  }

  /// A step's result, by the form in which it is stored.
  static func result(_ step: ChallengeStep, passed: Bool = true, value: Double = 0.95) throws -> StepResult {
    let json = """
      {"step":"\(step.rawValue)","passed":\(passed),"value":\(value),"time":2.5,"leftEyeOpen":0.1,"rightEyeOpen":0.2,\
      "evidence":[],"similarity":0.8}
      """
    return try JSONDecoder().decode(StepResult.self, from: Data(json.utf8))
  }
}
