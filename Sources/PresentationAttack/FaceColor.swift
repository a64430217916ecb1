internal import BonafideMedia
internal import BonafideObservations

/// The mean colours of skin and of what is beside the face, over time: what a pulse and the light of a screen change.
struct FaceColor: Sendable {
  struct Sample: Sendable {
    var time: Double
    /// Red, green, blue of 255.
    var skin: SIMD3<Double>
    /// Nil where the face fills the picture.
    var beside: SIMD3<Double>?
  }

  /// Cheeks and nose, as shares of the face's box.
  private static let skin = Rect(x: 0.2, y: 0.45, width: 0.6, height: 0.25)
  private static let grid = 24

  private(set) var samples: [Sample] = []

  mutating func add(_ image: Image, face: Rect, at time: Double, settings: Settings) {
    guard samples.count < Int(settings[.colorSamples]), time - (samples.last?.time ?? -1) >= settings[.colorInterval]
    else { return }
    let cheeks = Rect(
      x: face.x + FaceColor.skin.x * face.width, y: face.y + FaceColor.skin.y * face.height,
      width: FaceColor.skin.width * face.width, height: FaceColor.skin.height * face.height)
    guard let skin = FaceColor.mean(image, cheeks) else { return }
    samples.append(Sample(time: time, skin: skin, beside: FaceColor.beside(image, face)))
  }

  /// Of the wider strip left or right of the face.
  private static func beside(_ image: Image, _ face: Rect) -> SIMD3<Double>? {
    let gap = face.width * 0.25
    let left = face.x - gap
    let right = image.size.width - face.maxX - gap
    guard max(left, right) >= face.width * 0.15 else { return nil }
    let strip =
      left > right
      ? Rect(x: 0, y: face.y, width: left, height: face.height)
      : Rect(x: face.maxX + gap, y: face.y, width: right, height: face.height)
    return mean(image, strip)
  }

  /// On a grid over the part of the rectangle that lies in the picture; nil when that is too small.
  static func mean(_ image: Image, _ rect: Rect) -> SIMD3<Double>? {
    guard
      let part = Rect(x: 0, y: 0, width: image.size.width, height: image.size.height).intersection(rect),
      part.width >= 8, part.height >= 8
    else { return nil }
    return image.withPixels { pixels in
      var sum = SIMD3<Double>.zero
      for row in 0..<grid {
        let y = min(Int(part.y + (Double(row) + 0.5) * part.height / Double(grid)), image.height - 1)
        for column in 0..<grid {
          let x = min(Int(part.x + (Double(column) + 0.5) * part.width / Double(grid)), image.width - 1)
          let at = y * image.bytesPerRow + x * Image.bytesPerPixel
          sum += SIMD3(Double(pixels[at]), Double(pixels[at + 1]), Double(pixels[at + 2]))
        }
      }
      return sum / Double(grid * grid)
    }
  }
}
