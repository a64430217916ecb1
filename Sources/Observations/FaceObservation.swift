/// What one frame says about one face. Values of a single moment; nothing here is a decision.
public struct FaceObservation: Sendable, Hashable {
  /// The face in pixels of the upright picture.
  public var box: Rect
  /// The detector's confidence, 0…1.
  public var score: Double
  /// Nil when the mesh could not be fitted.
  public var pose: HeadPose?
  /// Smiling probability on ML Kit's scale (B-101), or nil when not measured.
  public var smile: Double?
  /// Openness of the *person's* left eye on ML Kit's scale, or nil when not measured.
  public var leftEyeOpen: Double?
  /// Openness of the *person's* right eye on ML Kit's scale, or nil when not measured.
  public var rightEyeOpen: Double?
  public var quality: FaceQuality
  /// The same number while the face stays in view (B-102); nil for a single picture.
  public var trackID: Int?
  /// Right eye, left eye, nose tip, right and left mouth corner (the person's sides), in pixels.
  public var keypoints: [Point]
  /// 478 mesh points, or nil when the mesh could not be fitted.
  public var mesh: FaceMesh?

  public init(
    box: Rect, score: Double, pose: HeadPose? = nil, smile: Double? = nil, leftEyeOpen: Double? = nil,
    rightEyeOpen: Double? = nil, quality: FaceQuality, trackID: Int? = nil, keypoints: [Point] = [],
    mesh: FaceMesh? = nil
  ) {
    self.box = box
    self.score = score
    self.pose = pose
    self.smile = smile
    self.leftEyeOpen = leftEyeOpen
    self.rightEyeOpen = rightEyeOpen
    self.quality = quality
    self.trackID = trackID
    self.keypoints = keypoints
    self.mesh = mesh
  }
}

/// The 478 points of MediaPipe's face mesh: x and y in pixels of the upright picture, z in the same unit, towards
/// the camera negative.
public struct FaceMesh: Sendable, Hashable {
  public static let pointCount = 478

  public var points: [SIMD3<Float>]

  public init(points: [SIMD3<Float>]) {
    self.points = points
  }

  /// A mesh point without its depth; the origin for an index the mesh does not have.
  public func point(_ index: Int) -> Point {
    guard points.indices.contains(index) else { return Point(x: 0, y: 0) }
    return Point(x: Double(points[index].x), y: Double(points[index].y))
  }
}

/// How well a face was captured.
public struct FaceQuality: Sendable, Hashable, Codable {
  /// Mean luma of the face, 0…1.
  public var brightness: Double
  /// Edge energy of the face at a fixed size; see `FaceAnalysis/CaptureQuality.swift` for the scale.
  public var sharpness: Double
  /// Spread of luma on the face, 0…1.
  public var contrast: Double
  /// Distance of the pupils in pixels.
  public var eyeDistance: Double
  /// Share of face pixels that are burnt out, 0…1.
  public var overexposed: Double
  /// Share of face pixels that are black, 0…1.
  public var underexposed: Double
  /// Pixels between the face and the nearest picture border; negative when it is cut.
  public var borderDistance: Double
  /// All of it in one number, 0…1.
  public var overall: Double

  public init(
    brightness: Double, sharpness: Double, contrast: Double, eyeDistance: Double, overexposed: Double,
    underexposed: Double, borderDistance: Double, overall: Double
  ) {
    self.brightness = brightness
    self.sharpness = sharpness
    self.contrast = contrast
    self.eyeDistance = eyeDistance
    self.overexposed = overexposed
    self.underexposed = underexposed
    self.borderDistance = borderDistance
    self.overall = overall
  }
}

/// Who is in the picture. A flow works with exactly one face; the other two cases have to be handled by name.
public enum FacePresence: Sendable, Hashable {
  case none
  case one(FaceObservation)
  /// Largest first.
  case several([FaceObservation])

  /// Largest first.
  public init(_ faces: [FaceObservation]) {
    switch faces.count {
    case 0: self = .none
    case 1: self = .one(faces[0])
    default: self = .several(faces.sorted { $0.box.area > $1.box.area })
    }
  }

  public var faces: [FaceObservation] {
    switch self {
    case .none: []
    case .one(let face): [face]
    case .several(let faces): faces
    }
  }
}
