package import BonafideObservations
internal import BonafideInference
internal import Foundation

/// Head pose by fitting the canonical face to the mesh.
struct HeadPoseEstimator: Sendable {
  private let models: ModelStore
  private let pitchOffset: Double
  private let canonical = OnceValue<CanonicalFace>()

  init(models: ModelStore, settings: Settings) {
    self.models = models
    pitchOffset = settings[.posePitchOffset]
  }

  /// Nil when the mesh is degenerate.
  func pose(of mesh: FaceMesh) throws -> HeadPose? {
    let face = try canonical.value { try CanonicalFace(models: models) }
    guard mesh.points.count >= face.vertices.count else { return nil }
    let to = face.basisIndices.map { index -> SIMD3<Double> in
      let point = mesh.points[index]
      return SIMD3(Double(point.x), -Double(point.y), -Double(point.z))
    }
    guard let fit = RigidFit(from: face.basisVertices, to: to, weights: face.basisWeights) else { return nil }
    var pose = HeadPose(rotation: fit.rotation)
    pose.pitch += pitchOffset
    return pose
  }
}

extension HeadPose {
  /// Angles of a rotation from the face's axes to the camera's (x to the picture's right, y up, z to the camera).
  ///
  /// The turn in the picture plane is undone first, so that pitch and yaw belong to the head however it is held.
  package init(rotation: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
    let degrees = 180 / Double.pi
    let rollRadians = atan2(rotation.0.y, rotation.0.x)
    let forward = rotation.2
    let upright = SIMD3(
      cos(rollRadians) * forward.x + sin(rollRadians) * forward.y,
      -sin(rollRadians) * forward.x + cos(rollRadians) * forward.y, forward.z)
    self.init(
      pitch: asin(min(max(upright.y, -1), 1)) * degrees, yaw: atan2(upright.x, upright.z) * degrees,
      roll: rollRadians * degrees)
  }
}
