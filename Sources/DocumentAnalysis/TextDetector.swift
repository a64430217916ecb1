internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations

/// Finds lines of text in a picture with PP-OCR's detection network.
struct TextDetector: Sendable {
  static let modelName = "text_detection"
  private static let block = 32
  /// Of red, green and blue, though the network takes blue first: the values go by place, as it was trained.
  private static let mean: [Float] = [0.485, 0.456, 0.406]
  private static let deviation: [Float] = [0.229, 0.224, 0.225]

  private let models: ModelStore
  private let settings: Settings

  init(models: ModelStore, settings: Settings) {
    self.models = models
    self.settings = settings
  }

  /// Lines in pixels of the picture.
  func regions(in image: Image) throws -> [TextRegions.Region] {
    let side = settings[.textSide]
    let scale = side / Double(max(image.width, image.height))
    func blocks(_ length: Int) -> Int {
      max(1, Int((Double(length) * scale / Double(TextDetector.block)).rounded())) * TextDetector.block
    }
    let (width, height) = (blocks(image.width), blocks(image.height))
    let reduction = max(1, Int(1 / scale))
    let source = reduction > 1 ? try image.reduced(by: reduction) : image
    let (stepX, stepY) = (Double(source.width) / Double(width), Double(source.height) / Double(height))
    let map = AffineMap(a: stepX, b: 0, tx: stepX / 2 - 0.5, c: 0, d: stepY, ty: stepY / 2 - 0.5)
    let plane = width * height
    let input = Tensor(shape: [1, 3, height, width]) { target in
      source.sample(
        into: target, width: width, height: height, map: map, layout: .planarBGR, scale: 1 / 255, border: .replicate)
      for channel in 0..<3 {
        let (mean, share) = (TextDetector.mean[channel], 1 / TextDetector.deviation[channel])
        for index in channel * plane..<(channel + 1) * plane { target[index] = (target[index] - mean) * share }
      }
    }
    let results = try models.model(TextDetector.modelName).run(input, named: "x", outputs: ["fetch_name_0"])
    guard let values = results.first?.values, values.count == plane else {
      throw BonafideError(.internal, "the text detector answered in an unknown shape")
    }
    let found = TextRegions(
      width: width, height: height, map: values, threshold: Float(settings[.textProbability]),
      boxThreshold: settings[.textBoxProbability], unclip: settings[.textUnclip]
    ).found(most: Int(settings[.textLinesMost]))
    let toImage = (x: Double(image.width) / Double(width), y: Double(image.height) / Double(height))
    return found.map { $0.scaled(x: toImage.x, y: toImage.y) }
  }
}

extension TextRegions.Region {
  /// The region where the map's pixels are `x` × `y` pixels of the picture. Both are nearly the same, so the rectangle
  /// stays one.
  fileprivate func scaled(x: Double, y: Double) -> TextRegions.Region {
    var scaled = self
    scaled.center = Point(x: (center.x + 0.5) * x - 0.5, y: (center.y + 0.5) * y - 0.5)
    let isLevel = abs(angle) < .pi / 4
    scaled.length *= isLevel ? x : y
    scaled.height *= isLevel ? y : x
    return scaled
  }
}
