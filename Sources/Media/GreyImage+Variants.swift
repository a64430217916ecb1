internal import BonafideObservations

extension GreyImage {
  /// A copy of `factor` times the width and height, interpolated.
  package func enlarged(by factor: Int) -> GreyImage {
    let step = 1 / Double(factor)
    let map = AffineMap(a: step, b: 0, tx: step / 2 - 0.5, c: 0, d: step, ty: step / 2 - 0.5)
    return sampled(width: width * factor, height: height * factor, map: map)
  }

  /// Black for white.
  package func inverted() -> GreyImage {
    GreyImage(width: width, height: height, pixels: pixels.map { 255 - $0 })
  }

  /// Each pixel and its neighbours with the weights 1 4 6 4 1 along both axes, which is close to a Gaussian with a
  /// standard deviation of one pixel. The border repeats.
  package func smoothed() -> GreyImage {
    let across = GreyImage.smoothed(pixels, lines: height, lineStep: width, count: width, step: 1)
    let both = GreyImage.smoothed(across, lines: width, lineStep: 1, count: height, step: width)
    return GreyImage(width: width, height: height, pixels: both)
  }

  private static func smoothed(_ pixels: [UInt8], lines: Int, lineStep: Int, count: Int, step: Int) -> [UInt8] {
    pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: pixels.count) { target, written in
        for line in 0..<lines {
          let start = line * lineStep
          func value(_ place: Int) -> Int { Int(source[start + min(max(place, 0), count - 1) * step]) }
          for place in 0..<count {
            let near = value(place - 1) + value(place + 1)
            let far = value(place - 2) + value(place + 2)
            target[start + place * step] = UInt8((far + 4 * near + 6 * value(place) + 8) >> 4)
          }
        }
        written = pixels.count
      }
    }
  }
}
