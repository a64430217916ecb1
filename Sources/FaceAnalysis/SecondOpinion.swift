internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// A second detector that looks only at what the first one has found: MediaPipe's short-range BlazeFace (Bazarevsky et
/// al. 2019). The two are fooled by different things: YuNet is surer of a dog or a doll than BlazeFace is.
struct SecondOpinion: Sendable {
  static let modelName = "face_detection_short_range"
  private static let side = 128
  /// How much more than the face is shown to it: what a selfie shows.
  private static let margin = 2.0

  private let models: ModelStore

  init(models: ModelStore) {
    self.models = models
  }

  /// How sure it is that there is a face in the box, 0…1.
  func score(of face: DetectedFace, in image: Image) throws -> Double {
    let length = max(face.box.width, face.box.height) * SecondOpinion.margin
    guard length.isFinite, length >= 1 else { return 0 }
    // Smoothed first: it is used to pictures that a camera has made small.
    let step = length / Double(SecondOpinion.side)
    let reach = length * 0.75
    let center = face.box.center
    let area = Rect(
      x: (center.x - reach).rounded(.down), y: (center.y - reach).rounded(.down), width: 2 * reach, height: 2 * reach)
    guard let part = try image.cropped(area) else { return 0 }
    let factor = max(1, min(Int(step), part.width, part.height))
    let small = try part.reduced(by: factor)
    let shrink = 1 / Double(factor)
    let local = Point(x: (center.x - max(0, area.x)) * shrink, y: (center.y - max(0, area.y)) * shrink)
    let map = AffineMap(
      squareOf: SecondOpinion.side, center: local, length: length * shrink, angle: MeshRegion(detected: face).angle)
    let input = Tensor(shape: [1, SecondOpinion.side, SecondOpinion.side, 3]) {
      small.sample(
        into: $0, width: SecondOpinion.side, height: SecondOpinion.side, map: map, layout: .interleavedRGB,
        scale: 2 / 255, offset: -1)
    }
    let results = try models.model(SecondOpinion.modelName).run(input, named: "input", outputs: ["classificators"])
    guard let best = results.first?.values.max() else { return 0 }
    return 1 / (1 + exp(-Double(best)))
  }
}
