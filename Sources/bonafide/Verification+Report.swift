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
    let marks = record.verdict.steps.compactMap { step in step.time.map { (label: step.step.rawValue, time: $0) } }
    return try VerificationReport(
      decision: decision, reasons: reasons, profile: profile.name,
      created: Date().formatted(.iso8601), inputs: [("selfie", selfie), ("front", front)],
      steps: record.verdict.steps.enumerated().map { index, step in
        try VerificationReport.Step(result: step, pictures: pictures(of: index, step))
      },
      charts: charts(marks), cues: record.verdict.attack.cues, attackVerdict: record.verdict.attack.verdict.rawValue,
      comparison: comparison.map { try VerificationReport.Comparison(result: $0, pictures: comparedPictures()) },
      models: engine.models.manifest.entries.map { ($0.name, $0.licence, $0.sha256) },
      ruleset: VerificationPolicy.ruleset, timings: timings)
  }

  private func pictures(of index: Int, _ step: StepResult) throws -> [VerificationReport.Picture] {
    try record.pictures.compactMap { picture in
      guard case .step(let place, let kind) = picture.slot, place == index else { return nil }
      let what =
        switch kind {
        case .capture: step.step.rawValue
        case .keptClosed: "eyes kept closed"
        case .reopened: "eyes open again"
        }
      let time = JSON.number(picture.time, decimals: 2).text
      return try Verification.picture(picture.image, face: picture.face.box, caption: "\(what), \(time) s")
    }
  }

  private func comparedPictures() throws -> [VerificationReport.Picture] {
    var pictures: [VerificationReport.Picture] = []
    let live =
      record.pictures.first { $0.slot == .reference } ?? record.pictures.first { $0.slot == .step(0, .capture) }
    if let live {
      pictures.append(try Verification.picture(live.image, face: live.face.box, caption: "live picture"))
    }
    if let documentFace {
      pictures.append(try Verification.picture(document, face: documentFace.box, caption: "document"))
    }
    return pictures
  }

  /// A small JPEG, with the face's box in its own pixels.
  private static func picture(_ image: Image, face: Rect, caption: String) throws -> VerificationReport.Picture {
    let small = try image.fitted(longerSide: pictureSide)
    let scale = Double(small.width) / Double(image.width)
    return VerificationReport.Picture(
      bytes: try StandardImageEncoder().encodeJPEG(small, quality: pictureQuality), size: small.size, caption: caption,
      face: Rect(x: face.x * scale, y: face.y * scale, width: face.width * scale, height: face.height * scale))
  }

  private func charts(_ marks: [(label: String, time: Double)]) -> [VerificationReport.Chart] {
    typealias Chart = VerificationReport.Chart
    let points = record.curve.points
    func line(_ label: String, _ value: (CaptureCurve.Point) -> Double?) -> Chart.Line {
      Chart.Line(label: label, points: points.map { ($0.time, value($0)) })
    }
    let settings = LivenessSettings.defaults
    let turn = settings[.livenessTurnAtLeast]
    return [
      Chart(
        title: "Head pose", unit: "degrees", range: -30...30,
        lines: [line("yaw", { $0.pose?.yaw }), line("pitch", { $0.pose?.pitch }), line("roll", { $0.pose?.roll })],
        thresholds: [("turn", turn), ("turn", -turn), ("up", settings[.livenessUpAtLeast])], marks: marks),
      Chart(
        title: "Expression", unit: "probability", range: 0...1,
        lines: [
          line("smile", { $0.smile }), line("left eye open", { $0.leftEyeOpen }),
          line("right eye open", { $0.rightEyeOpen }),
        ],
        thresholds: [("smile", settings[.livenessSmileAbove]), ("eye closed", settings[.livenessEyeBelow])],
        marks: marks),
      Chart(
        title: "Light on the face", unit: "share of full brightness", range: 0...1,
        lines: [line("brightness", { $0.brightness })],
        thresholds: [
          ("too dark", settings[.livenessBrightnessLeast]), ("too bright", settings[.livenessBrightnessMost]),
        ], marks: []),
      Chart(
        title: "Faces in the picture", unit: "count", range: 0...2, lines: [line("faces", { Double($0.faceCount) })],
        thresholds: [], marks: []),
    ]
  }
}
