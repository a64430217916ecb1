internal import BonafideInference
internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// The lines of a zone, each cut out level, with characters of one size at even distances.
struct LineStrips: Sendable {
  /// Pixels of a strip.
  static let height = 32
  private static let capital = 18.0
  /// From one character to the next, when the number of characters was guessed right.
  static let pitch = 16.0
  private static let mostCharacters = 100.0
  /// Room left and right, in characters.
  private static let margin = 3.0

  /// All of one width.
  let pictures: [GreyImage]
  /// How many characters were taken to stand between the ends of the lines.
  let count: Double

  /// More characters than the lines seem to have, at either end.
  struct Extension: Sendable {
    var left = 0
    var right = 0
  }

  /// `count` characters in a line, or nil where that has to be guessed from the shape of the zone.
  init?(
    of lines: [ZoneLine], in view: ZoneView, page: GreyImage, count: Double? = nil, extended: Extension = Extension()
  ) {
    guard !lines.isEmpty else { return nil }
    var capital = lines.map(\.capital).median
    // All lines of a zone begin and end together; of ends that lie apart the outer ones, unless they are far from those
    // of the line that the finder saw best.
    guard let best = lines.max(by: { $0.weight < $1.weight }) else { return nil }
    let reach = 12 * capital
    var left = lines.map(\.left).filter { abs($0 - best.left) < reach }.min() ?? best.left
    var right = lines.map(\.right).filter { abs($0 - best.right) < reach }.max() ?? best.right
    let count = count ?? LineStrips.guessedCount(lines, width: right - left, capital: capital)
    let pitch = (right - left) / count
    guard count < LineStrips.mostCharacters, pitch > 0.5, capital > 0.5 else { return nil }
    self.count = count
    // A character is about as far from the next as it is high: this halves the error of the measured height.
    capital = (capital * pitch).squareRoot()
    left -= Double(extended.left) * pitch
    right += Double(extended.right) * pitch
    let stepX = pitch / LineStrips.pitch
    let stepY = capital / LineStrips.capital
    let room = count + Double(extended.left + extended.right) + 2 * LineStrips.margin
    let width = Int((room * LineStrips.pitch / 32).rounded(.up)) * 32
    let center = (left + right) / 2
    pictures = lines.map { line in
      let along = Point(angle: atan(line.slope))
      let map = AffineMap(
        center: Point(x: center, y: line.y(at: center)),
        targetCenter: Point(x: Double(width - 1) / 2, y: Double(LineStrips.height - 1) / 2),
        right: along * stepX, down: along.normal * stepY)
      return page.sampled(width: width, height: LineStrips.height, map: view.map.after(map))
    }
  }

  /// Cards with three lines have 30 characters, everything with two lines 36 or 44; the distance of the lines, in
  /// characters, is 1.65 on the former and 2.47 on the latter.
  private static func guessedCount(_ lines: [ZoneLine], width: Double, capital: Double) -> Double {
    let heights = lines.map { $0.y(at: ZoneView.middle) }
    let gaps = zip(heights, heights.dropFirst()).map { $1 - $0 }
    var estimate = width / capital
    if !gaps.isEmpty, gaps.median > 0 { estimate = width / gaps.median * (lines.count >= 3 ? 1.65 : 2.47) }
    return lines.count >= 3 ? (estimate < 37 ? 30 : 44) : (estimate < 39.8 ? 36 : 44)
  }
}

/// Reads strips with a network of our own (`Scripts/models/mrz`), trained on drawn lines.
struct LineReader: Sendable {
  static let modelName = "mrz_reader"

  private let models: ModelStore

  init(models: ModelStore) {
    self.models = models
  }

  /// What stands in each strip, in the order given.
  func read(_ strips: LineStrips) throws -> [ReadStrip] {
    guard let width = strips.pictures.first?.width else { return [] }
    let count = strips.pictures.count
    let plane = width * LineStrips.height
    let input = Tensor(shape: [count, 1, LineStrips.height, width]) { target in
      for (index, picture) in strips.pictures.enumerated() {
        let light = Light(picture.pixels[...], floor: 8)
        for (at, pixel) in picture.pixels.prefix(plane).enumerated() {
          target[index * plane + at] = light.normalised(pixel)
        }
      }
    }
    let results = try models.model(LineReader.modelName).run(input, named: "x", outputs: ["out"])
    guard let result = results.first, result.shape.count == 3, result.shape[0] == count,
      result.shape[2] == ReadStrip.classes, result.values.count == result.shape.reduce(1, *)
    else { throw BonafideError(.internal, "the line reader answered in an unknown shape") }
    let size = result.shape[1] * ReadStrip.classes
    return (0..<count).map { ReadStrip(logits: result.values[$0 * size..<($0 + 1) * size]) }
  }
}
