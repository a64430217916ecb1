internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import BonafideCapture
internal import BonafideLiveness
internal import BonafideMedia
internal import BonafideObservations
internal import BonafideVerification
internal import CoreModule
internal import Foundation

/// Sends what a flow left: the film, a picture of each step, and what was measured on them.
struct FaceSave: Sendable {
  struct Line: Sendable {
    let event: String
    var detail: String?
  }

  let client: BackOfficeClient
  let record: FaceRecord
  let nonce: String
  let log: @Sendable (Line) -> Void

  /// Throws `BackOfficeError`, and what encoding a picture throws.
  func run() async throws {
    var film: String?
    if let recorded = record.film { film = try await send(recorded) }
    var pictures: [CapturedPicture] = []
    var steps: [FaceStep] = []
    for capture in record.captures {
      let evidence = try await send(capture.picture)
      pictures.append(CapturedPicture(name: capture.step.rawValue, evidence: evidence))
      steps.append(step(capture, evidence))
      for (name, picture) in [("kept-closed", capture.keptClosed), ("reopened", capture.reopened)] {
        guard let picture else { continue }
        pictures.append(
          CapturedPicture(name: capture.step.rawValue + "." + name, evidence: try await send(picture)))
      }
    }
    if let film { pictures.append(CapturedPicture(name: "film", evidence: film)) }
    _ = try await client.saveFace(
      FaceRequest(
        challengeNonce: nonce, steps: steps, pictures: pictures, isLive: record.outcome.live,
        livenessScore: record.antiSpoofing.score, details: details))
  }

  /// As often, and as long, as the back office's settings say.
  private func send(_ film: RecordedFilm) async throws -> String {
    log(Line(event: "upload.started", detail: "try 1"))
    let log = log
    let id = try await client.upload(.file(path: film.path), as: .selfieVideo, mediaType: "video/mp4") { progress in
      if progress.failures > 0 { log(Line(event: "upload.retry", detail: "try \(progress.failures + 1)")) }
    }
    log(Line(event: "upload.succeeded"))
    return id
  }

  private func send(_ picture: Image) async throws -> String {
    let bytes = try PictureFile.jpeg(picture)
    return try await client.upload(.bytes(bytes), as: .stepPicture, mediaType: "image/jpeg")
  }

  private func step(_ capture: FaceStepCapture, _ evidence: String) -> FaceStep {
    let pose = capture.face.pose
    return FaceStep(
      step: capture.step.rawValue, startedAt: Self.milliseconds(capture.startedAt),
      endedAt: Self.milliseconds(capture.endedAt), yaw: Self.angle(pose?.yaw), pitch: Self.angle(pose?.pitch),
      roll: Self.angle(pose?.roll), leftEyeOpen: Self.share(capture.face.leftEyeOpen),
      rightEyeOpen: Self.share(capture.face.rightEyeOpen), smile: Self.share(capture.face.smile),
      antiSpoofing: Self.share(capture.antiSpoofing.score), evidence: evidence)
  }

  /// How each step's face compares with the straight one.
  private var details: JSONValue {
    var steps: [String: JSONValue] = [:]
    for capture in record.captures {
      guard let comparison = capture.comparison else { continue }
      steps[capture.step.rawValue] = .object([
        "confidence": .number(comparison.confidence), "distance": .number(comparison.distance),
        "distanceValidityLevel": .integer(comparison.validityLevel.rawValue),
        "antiSpoofingValidityLevel": .integer(capture.antiSpoofing.validityLevel.rawValue),
      ])
    }
    return .object(["captures": .object(steps)])
  }

  private static func milliseconds(_ date: Date) -> Int { Int((date.timeIntervalSince1970 * 1000).rounded()) }
  private static func angle(_ degrees: Double?) -> Double? {
    degrees.flatMap { abs($0) <= 180 ? $0 : nil }
  }
  private static func share(_ value: Double?) -> Double? { value.flatMap { (0...1).contains($0) ? $0 : nil } }
}
