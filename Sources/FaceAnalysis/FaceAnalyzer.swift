package import BonafideInference
package import BonafideMedia
package import BonafideObservations
internal import Foundation

/// Everything that is known about the faces of one picture. Holds no state between pictures; each network is loaded
/// when the first picture needs it.
package final class FaceAnalyzer: Sendable {
  package let settings: Settings
  /// Where the networks come from.
  package let models: ModelStore
  let detector: FaceDetector
  let mesher: FaceMesher
  let expressions: ExpressionReader
  let poses: HeadPoseEstimator
  let quality: CaptureQuality
  private let opinion: SecondOpinion
  private let embedder: FaceEmbedder

  package init(models: ModelStore, settings: Settings = .defaults) {
    self.settings = settings
    self.models = models
    detector = FaceDetector(models: models, settings: settings)
    mesher = FaceMesher(models: models)
    expressions = ExpressionReader(models: models)
    poses = HeadPoseEstimator(models: models, settings: settings)
    quality = CaptureQuality(settings: settings)
    opinion = SecondOpinion(models: models)
    embedder = FaceEmbedder(models: models)
  }

  /// The faces of a single picture, fully described, largest first.
  package func faces(in image: Image) throws -> [FaceObservation] {
    try locate(in: image).map { found in
      if let mesh = found.mesh { return try describe(found.face, mesh, in: image, believed: true) }
      guard let mesh = try mesher.fit(in: image, detected: found.face) else { return found.face.bare(in: image.size) }
      return try describe(found.face, mesh, in: image, believed: agrees(mesh, with: found.face))
    }
  }

  /// Where the faces of a single picture are, largest first, without looking at what they do: enough to compare them.
  package func detectedFaces(in image: Image) throws -> [FaceObservation] {
    try locate(in: image).map { $0.face.bare(in: image.size) }
  }

  /// The same, without trying the picture the other ways up.
  package func uprightFaces(in image: Image) throws -> [FaceObservation] {
    try locate(in: image, orientations: [.up]).map { $0.face.bare(in: image.size) }
  }

  /// Loads what comparing needs in the background, so that it is there when the faces are found.
  package func prepareToCompare() {
    Thread.detachNewThread { [embedder] in embedder.prepare() }
    Thread.detachNewThread { [mesher] in mesher.prepare() }
  }

  /// Finds faces and throws out what is none. When none is found upright the picture is also tried turned by 90°, 180°
  /// and 270°. The mesh is fitted only where it takes part in the decision.
  private func locate(
    in image: Image, orientations: [Orientation] = [.up, .right, .down, .left]
  ) throws -> [(face: DetectedFace, mesh: MeshResult?)] {
    let side = Int(settings[.faceDetectorStillSide])
    for orientation in orientations {
      let found = try detector.detect(
        in: image.oriented(orientation), longerSide: side, minimumScore: settings[.faceDetectorScore])
      var kept: [(face: DetectedFace, mesh: MeshResult?)] = []
      for face in found.map({ $0.turnedBack(from: orientation, size: image.size) }) {
        let belief = try belief(in: face, image)
        if belief == .refuted { continue }
        if orientation == .up && belief == .sure {
          kept.append((face, nil))
        } else if let mesh = try mesher.fit(in: image, detected: face), agrees(mesh, with: face) {
          kept.append((face, mesh))
        }
      }
      if !kept.isEmpty { return kept.sorted { $0.face.box.area > $1.face.box.area } }
    }
    return []
  }

  /// What the detectors make of a find.
  enum Belief { case refuted, possible, sure }

  /// Asks the second detector where the first one is not quite sure.
  func belief(in face: DetectedFace, _ image: Image) throws -> Belief {
    if face.score < settings[.secondOpinionBelow], face.box.width >= settings[.secondOpinionSize] {
      let mean = try (face.score + opinion.score(of: face, in: image)) / 2
      return mean >= settings[.secondOpinionMean] ? .sure : .refuted
    }
    return face.score >= settings[.faceDetectorSureScore] ? .sure : .possible
  }

  /// Whether the mesh sees a face, and sees it where the detector does.
  func agrees(_ result: MeshResult, with face: DetectedFace) -> Bool {
    guard result.presence >= settings[.facePresence] else { return false }
    let points = result.mesh.keypoints
    let eyes = points[0].distance(to: points[1])
    guard eyes > 0, points.count == face.keypoints.count else { return false }
    let mean = zip(points, face.keypoints).reduce(0) { $0 + $1.0.distance(to: $1.1) } / Double(points.count)
    return mean / eyes < settings[.faceAgreement]
  }

  /// What a face is aligned by before its template is computed.
  package enum Alignment: Sendable {
    /// The mesh's points where mesh and detector agree, the detector's elsewhere: on 220 genuine and 8165 impostor
    /// pairs it halves the errors of the detector's points alone; see BENCHMARKS.md.
    case mesh
    /// The detector's five points, as the network's publisher does.
    case detector
  }

  /// The template of a face of this picture, for the comparison. Templates are comparable only under one alignment.
  package func template(
    of face: FaceObservation, in image: Image, alignment: Alignment = .mesh
  ) throws -> FaceTemplate {
    switch alignment {
    case .detector:
      let keypoints = face.trackID == nil ? face.keypoints : try detectorKeypoints(of: face, in: image)
      return try embedder.template(in: image, keypoints: keypoints)
    case .mesh:
      return try embedder.template(in: image, keypoints: meshKeypoints(of: face, in: image))
    }
  }

  private func meshKeypoints(of face: FaceObservation, in image: Image) throws -> [Point] {
    if let mesh = face.mesh { return mesh.keypoints }
    let found = DetectedFace(box: face.box, score: face.score, keypoints: face.keypoints)
    guard let mesh = try mesher.fit(in: image, detected: found), agrees(mesh, with: found) else {
      return face.keypoints
    }
    return mesh.mesh.keypoints
  }

  private func detectorKeypoints(of face: FaceObservation, in image: Image) throws -> [Point] {
    let margin = max(face.box.width, face.box.height) * 0.5
    let area = Rect(
      x: (face.box.x - margin).rounded(.down), y: (face.box.y - margin).rounded(.down),
      width: face.box.width + 2 * margin, height: face.box.height + 2 * margin)
    guard let part = try image.cropped(area) else { return face.keypoints }
    let origin = Point(x: max(0, area.x), y: max(0, area.y))
    let found = try detector.detect(
      in: part, longerSide: Int(settings[.faceDetectorVideoSide]), minimumScore: settings[.faceDetectorScore]
    ).max { $0.box.area < $1.box.area }
    return found?.keypoints.map { Point(x: $0.x + origin.x, y: $0.y + origin.y) } ?? face.keypoints
  }

  func describe(
    _ face: DetectedFace, _ result: MeshResult, in image: Image, believed: Bool
  ) throws -> FaceObservation {
    var observation = FaceObservation(
      box: face.box, score: face.score,
      quality: quality.measure(result, pictureSize: image.size), keypoints: face.keypoints)
    guard believed else {
      observation.quality.borderDistance = face.box.borderDistance(in: image.size)
      return observation
    }
    observation.mesh = result.mesh
    observation.pose = try poses.pose(of: result.mesh)
    // On smaller faces the eyes are a few pixels high, and every one of them would look closed.
    guard observation.quality.eyeDistance >= settings[.expressionEyeDistance] else { return observation }
    let read = try Expressions(
      expressions.read(result.mesh), ExpressionGeometry(result.mesh))
    observation.smile = read.smile
    observation.leftEyeOpen = read.leftEyeOpen
    observation.rightEyeOpen = read.rightEyeOpen
    return observation
  }
}

extension DetectedFace {
  /// What is known when only the detector has seen the face.
  func bare(in size: Size) -> FaceObservation {
    FaceObservation(
      box: box, score: score,
      quality: FaceQuality(
        brightness: 0, sharpness: 0, contrast: 0,
        eyeDistance: keypoints.count >= 2 ? keypoints[0].distance(to: keypoints[1]) : 0, overexposed: 0,
        underexposed: 0, borderDistance: box.borderDistance(in: size), overall: 0), keypoints: keypoints)
  }

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
