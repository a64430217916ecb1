internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Smile and eye openness of one face, on ML Kit's scale.
struct Expressions: Sendable {
  var smile: Double
  /// The person's left.
  var leftEyeOpen: Double
  var rightEyeOpen: Double
}

/// Geometry of a mesh that expressions are read from.
struct ExpressionGeometry: Sendable {
  /// Eye aspect ratio: height of the opening by its width; of the person's left eye.
  var leftEye: Double
  var rightEye: Double
  /// Mouth width by the distance of the outer eye corners.
  var mouthWidth: Double

  init(_ mesh: FaceMesh) {
    leftEye = ExpressionGeometry.aspectRatio(mesh, MeshIndex.leftEye)
    rightEye = ExpressionGeometry.aspectRatio(mesh, MeshIndex.rightEye)
    let eyes = mesh.point(MeshIndex.rightEyeOuter).distance(to: mesh.point(MeshIndex.leftEyeOuter))
    let mouth = mesh.point(MeshIndex.rightMouth).distance(to: mesh.point(MeshIndex.leftMouth))
    mouthWidth = eyes > 0 ? mouth / eyes : 0
  }

  private static func aspectRatio(_ mesh: FaceMesh, _ eye: [Int]) -> Double {
    // With depth, so that a turned head does not narrow the width.
    func distance(_ a: Int, _ b: Int) -> Double {
      guard mesh.points.indices.contains(a), mesh.points.indices.contains(b) else { return 0 }
      let difference = mesh.points[a] - mesh.points[b]
      return Double((difference * difference).sum().squareRoot())
    }
    let width = distance(eye[0], eye[3])
    guard width > 0 else { return 0 }
    return (distance(eye[1], eye[5]) + distance(eye[2], eye[4])) / (2 * width)
  }
}

extension Expressions {
  init(_ blendshapes: Blendshapes, _ geometry: ExpressionGeometry, settings: Settings) {
    smile = min(max(blendshapes.mouthSmile, 0), 1)
    leftEyeOpen = geometry.leftEye
    rightEyeOpen = geometry.rightEye
  }
}
