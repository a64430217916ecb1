internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// What the zone finder says about a picture: five values for every 4 × 4 pixels.
struct ZoneMaps: Sendable {
  /// Pixels between two cells.
  static let stride = 4

  let width: Int
  let height: Int
  /// Whether a cell lies in the core of a text line of a zone, 0…1.
  let line: [Float]
  /// Whether a cell belongs to a zone, its gaps included, 0…1.
  let zone: [Float]
  /// Cosine and sine of the reading direction, clockwise on the screen.
  let cosine: [Float]
  let sine: [Float]
  /// Natural logarithm of the capital height in units of 16 pixels.
  let size: [Float]

  /// The picture coordinate of a column or row.
  static func pixel(_ index: Int) -> Double { Double(ZoneMaps.stride * index) + 1.5 }

  static func height(ofSize size: Double) -> Double { 16 * exp(size) }

  func index(column: Int, row: Int) -> Int { row * width + column }
}

/// Finds machine-readable zones with a network of our own (`Scripts/models/mrz`), trained on drawn documents.
struct ZoneFinder: Sendable {
  static let modelName = "mrz_finder"
  private static let block = 32
  private static let channels = 5

  private let models: ModelStore

  init(models: ModelStore) {
    self.models = models
  }

  func maps(of picture: GreyImage) throws -> ZoneMaps {
    let width = picture.width
    let height = picture.height
    let paddedWidth = (width + ZoneFinder.block - 1) / ZoneFinder.block * ZoneFinder.block
    let paddedHeight = (height + ZoneFinder.block - 1) / ZoneFinder.block * ZoneFinder.block
    let light = Light(picture.pixels[...], floor: 16)
    let input = Tensor(shape: [1, 1, paddedHeight, paddedWidth]) { target in
      for y in 0..<height {
        for x in 0..<width { target[y * paddedWidth + x] = light.normalised(picture.pixels[y * width + x]) }
      }
    }
    let results = try models.model(ZoneFinder.modelName).run(input, named: "x", outputs: ["out"])
    let mapWidth = paddedWidth / ZoneMaps.stride
    let plane = mapWidth * (paddedHeight / ZoneMaps.stride)
    guard let values = results.first?.values, values.count == plane * ZoneFinder.channels else {
      throw BonafideError(.internal, "the zone finder answered in an unknown shape")
    }
    let columns = (width + ZoneMaps.stride - 1) / ZoneMaps.stride
    let rows = (height + ZoneMaps.stride - 1) / ZoneMaps.stride
    func channel(_ index: Int) -> [Float] {
      (0..<rows).flatMap { values[(index * plane + $0 * mapWidth)...].prefix(columns) }
    }
    func probability(_ logits: [Float]) -> [Float] { logits.map { 1 / (1 + exp(-$0)) } }
    return ZoneMaps(
      width: columns, height: rows, line: probability(channel(0)), zone: probability(channel(1)),
      cosine: channel(2), sine: channel(3), size: channel(4))
  }
}

/// Brightness and contrast of pixels, to take both out before a network looks at them.
struct Light: Sendable {
  private let mean: Float
  private let scale: Float

  /// `floor`: contrast below it, in grey levels, is not stretched any further.
  init(_ pixels: ArraySlice<UInt8>, floor: Double) {
    var sum = 0
    var squares = 0
    for pixel in pixels {
      sum += Int(pixel)
      squares += Int(pixel) * Int(pixel)
    }
    let count = Double(max(1, pixels.count))
    let mean = Double(sum) / count
    let deviation = max(0, Double(squares) / count - mean * mean).squareRoot()
    self.mean = Float(mean)
    scale = Float(1 / max(deviation, floor))
  }

  func normalised(_ pixel: UInt8) -> Float { (Float(pixel) - mean) * scale }
}
