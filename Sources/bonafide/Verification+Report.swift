import BonafideCapture
import BonafideFaceAnalysis
import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafidePresentationAttack
import BonafideVerification
import Foundation

extension Verification {
  private static let pictureSide = 360
  private static let pictureQuality = 82

  /// Everything that the one-file report shows.
  func report(_ profile: Profile) throws -> VerificationReport {
    let settings = Settings.defaults
    var report = VerificationReport(decision: decision)
    report.profile = profile.name
    report.createdAt = Date().formatted(.iso8601)
    report.reasons = reasons
    report.steps = try record.verdict.steps.enumerated().map { index, step in
      try ReportStep(step, settings: settings, pictures: pictures(of: index, step))
    }
    report.charts = charts(settings)
    report.marks = record.verdict.steps.compactMap { step in
      step.time.map { ReportMark(time: $0, label: step.step.rawValue) }
    }
    let attack = record.verdict.attack
    report.attack = ReportAttack(
      verdict: attack.verdict.rawValue, score: attack.score, limit: attack.scoreLimits.lowerBound, cues: attack.cues)
    report.attack?.calibration = attack.calibration.text
    report.attack?.evidence = try record.attack.evidence.compactMap(reportCue)
    report.document = try document?.report()
    report.comparison = try comparison.map {
      try ReportComparison($0, probe: livePicture(), reference: documentPicture())
    }
    report.provenance = provenance
    return report
  }

  private var provenance: ReportProvenance {
    var provenance = ReportProvenance()
    provenance.models = engine.models.manifest.entries.map {
      ReportModel(name: $0.name, sha256: $0.sha256, licence: $0.licence)
    }
    provenance.rulesetName = VerificationPolicy.ruleset
    provenance.timings = timings.map { ReportTiming($0.label, milliseconds: $0.milliseconds) }
    provenance.inputs = [
      ReportInput(part: "selfie", path: inputs.selfie), ReportInput(part: "front", path: inputs.front),
    ]
    if let back = inputs.back { provenance.inputs.append(ReportInput(part: "back", path: back)) }
    return provenance
  }

  /// Nil of a cue that saw nothing to show.
  private func reportCue(_ evidence: CueEvidence) throws -> ReportCue? {
    let limits = record.verdict.attack.cues.first { $0.name == evidence.cue }?.limits
    let thresholds = evidence.isJudged ? limits.map { [$0.attack, $0.bonafide] } ?? [] : []
    var chart: ReportChart?
    if evidence.points.count >= 2 {
      chart = ReportChart(
        title: evidence.cue, unit: evidence.label,
        range: 0...(evidence.points.contains { $0.value != 0 } ? 1e-3 : 1),
        curves: [ReportCurve(evidence.cue, evidence.points.map { CurvePoint(time: $0.time, value: $0.value) })],
        thresholds: zip(["attack", "bona fide"], thresholds).map { ReportThreshold($0, $1) })
    }
    let picture = try evidence.picture.map {
      ReportPicture(
        file: try StandardImageEncoder().encodeJPEG($0.image, quality: Verification.pictureQuality),
        caption: "\(evidence.cue): \($0.caption)")
    }
    return chart == nil && picture == nil ? nil : ReportCue(chart: chart, picture: picture)
  }

  private func pictures(of index: Int, _ step: StepResult) throws -> [ReportPicture] {
    try record.pictures.compactMap { picture in
      guard case .step(let place, let kind) = picture.slot, place == index else { return nil }
      let caption =
        switch kind {
        case .capture: step.step.rawValue
        case .keptClosed: "eyes kept closed"
        case .reopened: "eyes open again"
        }
      return try Verification.picture(picture.image, face: picture.face.box, caption: caption, time: picture.time)
    }
  }

  private func livePicture() throws -> ReportPicture? {
    let live =
      record.pictures.first { $0.slot == .reference } ?? record.pictures.first { $0.slot == .step(0, .capture) }
    return try live.map {
      try Verification.picture($0.image, face: $0.face.box, caption: "live picture", time: $0.time)
    }
  }

  private func documentPicture() throws -> ReportPicture? {
    try reference.map { try Verification.picture($0.picture, face: $0.face.box, caption: "document", time: nil) }
  }

  /// A small JPEG, with the face's box in its own pixels.
  private static func picture(_ image: Image, face: Rect, caption: String, time: Double?) throws -> ReportPicture {
    let small = try image.fitted(longerSide: pictureSide)
    let scale = Double(small.width) / Double(image.width)
    return ReportPicture(
      file: try StandardImageEncoder().encodeJPEG(small, quality: pictureQuality), caption: caption, time: time,
      size: small.size,
      face: Rect(x: face.x * scale, y: face.y * scale, width: face.width * scale, height: face.height * scale))
  }

  private func charts(_ settings: Settings) -> [ReportChart] {
    func curve(_ value: (CaptureCurve.Point) -> Double?) -> [CurvePoint] {
      record.curve.points.map { CurvePoint(time: $0.time, value: value($0)) }
    }
    return [
      .headPose(
        pitch: curve { $0.pose?.pitch }, yaw: curve { $0.pose?.yaw }, roll: curve { $0.pose?.roll },
        thresholds: ReportThreshold.headPose(settings)),
      .expressions(
        smile: curve { $0.smile }, leftEye: curve { $0.leftEyeOpen }, rightEye: curve { $0.rightEyeOpen },
        thresholds: ReportThreshold.expressions(settings)),
      .brightness(curve { $0.brightness }, thresholds: ReportThreshold.brightness(settings)),
      .faceCount(curve { Double($0.faceCount) }),
    ]
  }
}
