internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// The rotated square of the picture in which the mesh network looks for a face.
struct MeshRegion: Sendable, Hashable {
  var center: Point
  /// Pixels of the picture.
  var side: Double
  /// Direction of the line from the person's right to the left eye, radians clockwise on the screen.
  var angle: Double

  /// Sizes relative to the box as in MediaPipe's face landmarker.
  init(detected face: DetectedFace) {
    center = face.box.center
    side = max(face.box.width, face.box.height) * 1.4
    angle = face.keypoints.count >= 2 ? MeshRegion.angle(face.keypoints[0], face.keypoints[1]) : 0
  }

  init(mesh: FaceMesh) {
    var low = SIMD3<Float>(repeating: .greatestFiniteMagnitude)
    var high = -low
    for point in mesh.points.prefix(468) {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    center = Point(x: Double(low.x + high.x) / 2, y: Double(low.y + high.y) / 2)
    side = Double(max(high.x - low.x, high.y - low.y)) * 1.5
    angle = MeshRegion.angle(mesh.point(MeshIndex.rightEyeOuter), mesh.point(MeshIndex.leftEyeOuter))
  }

  /// Whether the network can be run on it at all.
  var isUsable: Bool {
    side.isFinite && side >= 8 && side < 1e6 && center.x.isFinite && center.y.isFinite && angle.isFinite
  }

  private static func angle(_ right: Point, _ left: Point) -> Double { atan2(left.y - right.y, left.x - right.x) }
}

/// Points of the mesh by name; `right` and `left` are the person's.
enum MeshIndex {
  static let rightEyeOuter = 33
  static let leftEyeOuter = 263
  static let rightIris = 468
  static let leftIris = 473
  static let noseTip = 4
  static let rightMouth = 61
  static let leftMouth = 291
  /// Outer corner, two upper, inner corner, two lower: the six points of the eye aspect ratio (Soukupová 2016).
  static let rightEye = [33, 160, 158, 133, 153, 144]
  static let leftEye = [263, 387, 385, 362, 380, 373]
}

/// A mesh, and what came with it.
struct MeshResult: Sendable {
  var mesh: FaceMesh
  /// How sure the network is that there is a face, 0…1.
  var presence: Double
  /// The square that was looked at, RGB × `FaceMesher.side` × `FaceMesher.side`, 0…1.
  var crop: Tensor
  /// From crop pixels to picture pixels.
  var map: AffineMap
}

/// Fits the 478-point mesh (MediaPipe face landmarks with attention, Grishchenko et al. 2020).
struct FaceMesher: Sendable {
  static let modelName = "face_landmarks"
  static let side = 256
  private static let mesh = "Identity"
  private static let presence = "Identity_1"

  private let models: ModelStore

  init(models: ModelStore) {
    self.models = models
  }

  /// Loads the network. A failure is left to the call that needs it.
  func prepare() {
    _ = try? models.model(FaceMesher.modelName)
  }

  /// Looks once into the region. Nil when the region is not usable.
  func fit(in image: Image, region: MeshRegion) throws -> MeshResult? {
    guard region.isUsable else { return nil }
    let map = AffineMap(
      squareOf: FaceMesher.side, center: region.center, length: region.side, angle: region.angle)
    let crop = Tensor(shape: [1, 3, FaceMesher.side, FaceMesher.side]) {
      image.sample(
        into: $0, width: FaceMesher.side, height: FaceMesher.side, map: map, layout: .planarRGB, scale: 1 / 255)
    }
    let results = try models.model(FaceMesher.modelName).run(
      crop, named: "input_12", outputs: [FaceMesher.mesh, FaceMesher.presence])
    guard results.count == 2, results[0].values.count == FaceMesh.pointCount * 3, let logit = results[1].values.first
    else { throw BonafideError(.internal, "the mesh network answered in an unknown shape") }
    let values = results[0].values
    let depth = Float(map.scale)
    let points = (0..<FaceMesh.pointCount).map { index in
      let place = map.apply(Point(x: Double(values[index * 3]), y: Double(values[index * 3 + 1])))
      return SIMD3<Float>(Float(place.x), Float(place.y), values[index * 3 + 2] * depth)
    }
    let presence = 1 / (1 + exp(-Double(logit)))
    return MeshResult(mesh: FaceMesh(points: points), presence: presence, crop: crop, map: map)
  }

  /// From a detection: looks once, then again in the square that the first mesh suggests. Without the second look a
  /// neutral face reads as a smile.
  func fit(in image: Image, detected face: DetectedFace) throws -> MeshResult? {
    guard let first = try fit(in: image, region: MeshRegion(detected: face)) else { return nil }
    return try fit(in: image, region: MeshRegion(mesh: first.mesh)) ?? first
  }
}
