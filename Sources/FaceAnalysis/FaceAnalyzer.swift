package import BonafideInference
package import BonafideMedia
package import BonafideObservations
internal import Foundation

/// Everything that is known about the faces of one picture. Holds no state between pictures.
package final class FaceAnalyzer: Sendable {
  package let settings: Settings
  let detector: FaceDetector
  let mesher: FaceMesher
  let expressions: ExpressionReader
  let poses: HeadPoseEstimator
  let quality: CaptureQuality

  package init(models: ModelStore, settings: Settings = .defaults) throws {
    self.settings = settings
    detector = try FaceDetector(models: models, settings: settings)
    mesher = try FaceMesher(models: models)
    expressions = try ExpressionReader(models: models)
    poses = try HeadPoseEstimator(models: models)
    quality = CaptureQuality(settings: settings)
  }

  /// The faces of a single picture, largest first. When none is found upright the picture is also tried turned by
  /// 90°, 180° and 270°.
  package func faces(in image: Image) throws -> [FaceObservation] {
    let side = Int(settings[.faceDetectorStillSide])
    for orientation in [Orientation.up, .right, .down, .left] {
      let found = try detector.detect(
        in: image.oriented(orientation), longerSide: side, minimumScore: settings[.faceDetectorScore])
      let upright = found.map { $0.turnedBack(from: orientation, size: image.size) }
      let faces = try upright.compactMap { try observe($0, in: image, turned: orientation != .up) }
      if !faces.isEmpty { return faces.sorted { $0.box.area > $1.box.area } }
    }
    return []
  }

  /// Describes a detected face; nil when detector and mesh together do not believe in it.
  private func observe(_ face: DetectedFace, in image: Image, turned: Bool) throws -> FaceObservation? {
    guard let result = try mesher.fit(in: image, detected: face) else { return nil }
    let believed = result.presence >= settings[.facePresence]
    guard believed || (face.score >= settings[.faceDetectorSureScore] && !turned) else { return nil }
    return try describe(face, result, in: image, believed: believed)
  }

  func describe(
    _ face: DetectedFace, _ result: MeshResult, in image: Image, believed: Bool
  ) throws -> FaceObservation {
    var observation = FaceObservation(
      box: face.box, score: face.score,
      quality: quality.measure(result, box: face.box, pictureSize: image.size), keypoints: face.keypoints)
    guard believed else { return observation }
    observation.mesh = result.mesh
    observation.pose = poses.pose(of: result.mesh)
    let read = try Expressions(
      expressions.read(result.mesh), ExpressionGeometry(result.mesh), settings: settings)
    observation.smile = read.smile
    observation.leftEyeOpen = read.leftEyeOpen
    observation.rightEyeOpen = read.rightEyeOpen
    return observation
  }
}

extension DetectedFace {
  /// A face found in a turned copy, in pixels of the picture itself, whose size is given.
  func turnedBack(from orientation: Orientation, size: Size) -> DetectedFace {
    func back(_ point: Point) -> Point {
      switch orientation {
      case .right: Point(x: point.y, y: size.height - point.x)
      case .down: Point(x: size.width - point.x, y: size.height - point.y)
      case .left: Point(x: size.width - point.y, y: point.x)
      default: point
      }
    }
    let corners = [Point(x: box.x, y: box.y), Point(x: box.maxX, y: box.maxY)].map(back)
    return DetectedFace(box: Rect(around: corners) ?? box, score: score, keypoints: keypoints.map(back))
  }
}
