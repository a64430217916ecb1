internal import BonafideInference
internal import BonafideObservations

/// Expression coefficients of a mesh (MediaPipe blendshapes V2), each 0…1. Sides are the person's in an un-mirrored
/// picture.
struct Blendshapes: Sendable {
  var values: [Float]

  var eyeBlinkLeft: Double { Double(values[9]) }
  var eyeBlinkRight: Double { Double(values[10]) }
  var eyeLookDownLeft: Double { Double(values[11]) }
  var eyeLookDownRight: Double { Double(values[12]) }
  var eyeSquintLeft: Double { Double(values[19]) }
  var eyeSquintRight: Double { Double(values[20]) }
  var jawOpen: Double { Double(values[25]) }
  var mouthSmile: Double { Double(values[44] + values[45]) / 2 }
}

/// Reads expressions off a mesh.
struct ExpressionReader: Sendable {
  static let modelName = "face_blendshapes"
  private static let count = 52
  /// The mesh points that the network takes, in its order.
  private static let points = [
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78, 80,
    81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152, 153,
    154, 155, 157, 158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251,
    263, 267, 269, 270, 276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318,
    321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386,
    387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
  ]

  private let models: ModelStore

  init(models: ModelStore) {
    self.models = models
  }

  func read(_ mesh: FaceMesh) throws -> Blendshapes {
    let input = Tensor(shape: [1, ExpressionReader.points.count, 2]) { buffer in
      for (at, index) in ExpressionReader.points.enumerated() where index < mesh.points.count {
        buffer[at * 2] = mesh.points[index].x
        buffer[at * 2 + 1] = mesh.points[index].y
      }
    }
    let results = try models.model(ExpressionReader.modelName).run(
      input, named: "serving_default_input_points", outputs: ["StatefulPartitionedCall"])
    guard let values = results.first?.values, values.count == ExpressionReader.count else {
      throw BonafideError(.internal, "the expression network answered in an unknown shape")
    }
    return Blendshapes(values: values)
  }
}
