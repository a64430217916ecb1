internal import BonafideMedia
internal import BonafideObservations

/// A side of a card in floats, at a fixed size, every channel as a share of the paper's: red, green, blue, and their
/// mean as luma does it.
struct CardPlane: Sendable {
  let width: Int
  let height: Int
  let pixels: [SIMD4<Float>]
  /// Pixels of a millimetre.
  let unit: Double

  /// `paper`: levels of the paper in each channel.
  init(_ image: Image, paper: SIMD4<Float>) {
    let count = image.width * image.height
    width = image.width
    height = image.height
    unit = Double(image.width) / ElementLayout.card.width
    let share = SIMD4<Float>(1 / max(paper.x, 1), 1 / max(paper.y, 1), 1 / max(paper.z, 1), 0)
    pixels = image.withPixels { source in
      let bytes = UnsafeRawBufferPointer(source)
      return [SIMD4<Float>](unsafeUninitializedCapacity: count) { target, written in
        for index in 0..<count {
          let four = bytes.loadUnaligned(fromByteOffset: index &* 4, as: SIMD4<UInt8>.self)
          var value = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: four)) * share
          // BT.601
          value.w = 0.299 * value.x + 0.587 * value.y + 0.114 * value.z
          target[index] = value
        }
        written = count
      }
    }
  }

  private init(width: Int, height: Int, pixels: [SIMD4<Float>]) {
    self.width = width
    self.height = height
    self.pixels = pixels
    unit = Double(width) / ElementLayout.card.width
  }

  /// Means of two by two.
  func halved() -> CardPlane {
    let (w, h) = (width / 2, height / 2)
    let halved = pixels.withUnsafeBufferPointer { source in
      [SIMD4<Float>](unsafeUninitializedCapacity: w * h) { target, written in
        for y in 0..<h {
          for x in 0..<w {
            let at = 2 * y * width + 2 * x
            target[y * w + x] = (source[at] + source[at + 1] + source[at + width] + source[at + width + 1]) * 0.25
          }
        }
        written = w * h
      }
    }
    return CardPlane(width: w, height: h, pixels: halved)
  }

  /// A rectangle in millimetres as whole pixels, cut to the card; nil where nothing is left.
  func area(_ millimetres: Rect) -> PlaneArea? {
    PlaneArea(
      left: max(0, Int((millimetres.x * unit).rounded(.down))), top: max(0, Int((millimetres.y * unit).rounded(.down))),
      right: min(width, Int((millimetres.maxX * unit).rounded(.up))),
      bottom: min(height, Int((millimetres.maxY * unit).rounded(.up))))
  }
}

/// Whole pixels of a plane, never none.
struct PlaneArea: Sendable, Hashable {
  let left: Int
  let top: Int
  let right: Int
  let bottom: Int

  var width: Int { right - left }
  var height: Int { bottom - top }

  init?(left: Int, top: Int, right: Int, bottom: Int) {
    guard right > left, bottom > top else { return nil }
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  func millimetres(_ unit: Double) -> Rect {
    Rect(
      x: Double(left) / unit, y: Double(top) / unit, width: Double(width) / unit, height: Double(height) / unit)
  }
}
