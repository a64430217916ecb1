package import BonafideInference
package import BonafideMedia
package import BonafideObservations
internal import Foundation

/// A face as the detector sees it, in pixels of the upright picture.
package struct DetectedFace: Sendable, Hashable {
  package var box: Rect
  /// 0…1.
  package var score: Double
  /// Right eye, left eye, nose tip, right and left mouth corner (the person's sides).
  package var keypoints: [Point]
}

/// Finds faces with YuNet (Wu et al. 2023, opencv_zoo `face_detection_yunet_2023mar`).
package struct FaceDetector: Sendable {
  static let modelName = "face_detection"
  private static let strides = [8, 16, 32]
  private static let block = 32
  private static let outputs = strides.flatMap { ["cls_\($0)", "obj_\($0)", "bbox_\($0)", "kps_\($0)"] }

  private let models: ModelStore
  private let overlapLimit: Double

  package init(models: ModelStore, settings: Settings = .defaults) {
    self.models = models
    overlapLimit = settings[.faceDetectorOverlap]
  }

  /// All faces whose score reaches `minimumScore`, best first.
  ///
  /// The picture is never looked at larger than `longerSide`: at native size big faces fall apart into several.
  package func detect(in image: Image, longerSide: Int, minimumScore: Double) throws -> [DetectedFace] {
    let scale = min(1, Double(longerSide) / Double(max(image.width, image.height)))
    let scaled = try image.reduced(by: max(1, Int(1 / scale)))
    let width = max(1, Int((Double(image.width) * scale).rounded()))
    let height = max(1, Int((Double(image.height) * scale).rounded()))
    let paddedWidth = FaceDetector.padded(width)
    let paddedHeight = FaceDetector.padded(height)
    let stepX = Double(scaled.width) / Double(width)
    let stepY = Double(scaled.height) / Double(height)
    let map = AffineMap(a: stepX, b: 0, tx: stepX / 2 - 0.5, c: 0, d: stepY, ty: stepY / 2 - 0.5)
    let input = Tensor(shape: [1, 3, paddedHeight, paddedWidth]) {
      scaled.sample(into: $0, width: paddedWidth, height: paddedHeight, map: map, layout: .planarBGR, scale: 1)
    }
    let results = try models.model(FaceDetector.modelName).run(input, named: "input", outputs: FaceDetector.outputs)
    var candidates: [DetectedFace] = []
    for (index, stride) in FaceDetector.strides.enumerated() {
      let level = Level(
        stride: stride, columns: paddedWidth / stride, rows: paddedHeight / stride,
        tensors: Array(results[(index * 4)..<(index * 4 + 4)]))
      level.collect(minimumScore: minimumScore, into: &candidates)
    }
    let back = (x: Double(image.width) / Double(width), y: Double(image.height) / Double(height))
    return FaceDetector.strongest(candidates, overlapLimit: overlapLimit).map { $0.scaled(x: back.x, y: back.y) }
  }

  private static func padded(_ side: Int) -> Int { (side + block - 1) / block * block }

  /// Non-maximum suppression: of faces that overlap by more than the limit only the best stays.
  private static func strongest(_ candidates: [DetectedFace], overlapLimit: Double) -> [DetectedFace] {
    var kept: [DetectedFace] = []
    for candidate in candidates.sorted(by: { $0.score > $1.score })
    where !kept.contains(where: { $0.box.overlap(with: candidate.box) > overlapLimit }) {
      kept.append(candidate)
    }
    return kept
  }
}

extension DetectedFace {
  func scaled(x: Double, y: Double) -> DetectedFace {
    DetectedFace(
      box: Rect(x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y), score: score,
      keypoints: keypoints.map { Point(x: $0.x * x, y: $0.y * y) })
  }
}

/// The network's answers on one grid.
private struct Level {
  let stride: Int
  let columns: Int
  let rows: Int
  /// Class score, objectness, box, key points.
  let tensors: [Tensor]

  func collect(minimumScore: Double, into candidates: inout [DetectedFace]) {
    let cells = rows * columns
    guard tensors.count == 4, tensors[0].values.count >= cells, tensors[1].values.count >= cells,
      tensors[2].values.count >= cells * 4, tensors[3].values.count >= cells * 10
    else { return }
    let limit = Float(minimumScore * minimumScore)
    tensors[0].values.withUnsafeBufferPointer { classes in
      tensors[1].values.withUnsafeBufferPointer { objects in
        for cell in 0..<cells {
          let product = min(max(classes[cell], 0), 1) * min(max(objects[cell], 0), 1)
          if product >= limit { candidates.append(face(cell, score: Double(product).squareRoot())) }
        }
      }
    }
  }

  private func face(_ cell: Int, score: Double) -> DetectedFace {
    let size = Double(stride)
    let column = Double(cell % columns)
    let row = Double(cell / columns)
    func box(_ index: Int) -> Double { Double(tensors[2].values[cell * 4 + index]) }
    func key(_ index: Int) -> Double { Double(tensors[3].values[cell * 10 + index]) }
    let center = Point(x: (column + box(0)) * size, y: (row + box(1)) * size)
    // The exponent is bounded so that no input can make a box infinite.
    let width = exp(min(box(2), 8)) * size
    let height = exp(min(box(3), 8)) * size
    let points = (0..<5).map { Point(x: (key($0 * 2) + column) * size, y: (key($0 * 2 + 1) + row) * size) }
    return DetectedFace(
      box: Rect(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height), score: score,
      keypoints: points)
  }
}
