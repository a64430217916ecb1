package import BonafideInference
package import BonafideMedia
package import BonafideObservations

/// What a face looks like to the comparison: 128 numbers of length one. Biometric data: never logged, never printed.
package struct FaceTemplate: Sendable, Hashable {
  package static let dimension = 128

  package let values: [Float]

  /// Brings the values to length one; nil when there are not 128 finite ones or all are zero.
  package init?(normalising raw: [Float]) {
    let length = raw.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard raw.count == FaceTemplate.dimension, length.isFinite, length > 0 else { return nil }
    values = raw.map { $0 / length }
  }

  /// Cosine of the angle between two templates, -1…1; the larger, the more alike.
  package func similarity(to other: FaceTemplate) -> Double {
    var sum: Float = 0
    for index in values.indices { sum += values[index] * other.values[index] }
    return Double(min(max(sum, -1), 1))
  }
}

/// Makes templates with SFace (Zhong et al. 2021, opencv_zoo `face_recognition_sface_2021dec`).
package struct FaceEmbedder: Sendable {
  static let modelName = "face_embedding"
  static let side = 112
  /// Where the five key points lie in an aligned face: the reference of ArcFace and SFace.
  static let reference = [
    Point(x: 38.2946, y: 51.6963), Point(x: 73.5318, y: 51.5014), Point(x: 56.0252, y: 71.7366),
    Point(x: 41.5493, y: 92.3655), Point(x: 70.7299, y: 92.2041),
  ]

  private let models: ModelStore

  package init(models: ModelStore) {
    self.models = models
  }

  /// Loads the network. A failure is left to the call that needs it.
  func prepare() {
    _ = try? models.model(FaceEmbedder.modelName)
  }

  /// The template of the face with these five key points (right eye, left eye, nose, right and left mouth corner).
  /// Throws `no_face` when the points do not span a face.
  package func template(in image: Image, keypoints: [Point]) throws -> FaceTemplate {
    guard let toReference = AffineMap(similarityFrom: keypoints, to: FaceEmbedder.reference),
      let map = toReference.inverse
    else { throw BonafideError(.noFace, "the face is too small to be compared") }
    let input = Tensor(shape: [1, 3, FaceEmbedder.side, FaceEmbedder.side]) {
      image.sample(
        into: $0, width: FaceEmbedder.side, height: FaceEmbedder.side, map: map, layout: .planarRGB, scale: 1)
    }
    let results = try models.model(FaceEmbedder.modelName).run(input, named: "data", outputs: ["fc1"])
    guard let raw = results.first?.values, let template = FaceTemplate(normalising: raw) else {
      throw BonafideError(.internal, "the embedding network answered in an unknown shape")
    }
    return template
  }
}
