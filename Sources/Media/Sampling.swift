internal import BonafideObservations

/// How floats of a tensor follow each other.
package enum TensorLayout: Sendable {
  /// Height × width × RGB.
  case interleavedRGB
  /// RGB × height × width.
  case planarRGB
  /// BGR × height × width.
  case planarBGR
}

/// What lies outside the picture.
package enum Border: Sendable {
  case zero
  case replicate
}

extension Image {
  /// Samples a `width` × `height` tensor of three channels from the picture, bilinearly.
  ///
  /// - `map` leads from target pixel indices to source pixel indices (centres at whole numbers).
  /// - A value `v` of 0…255 is written as `v * scale + offset`.
  /// - The picture is not smoothed first: for reductions by more than about two, call `reduced(by:)` before.
  package func sample(
    into target: UnsafeMutableBufferPointer<Float>, width: Int, height: Int, map: AffineMap, layout: TensorLayout,
    scale: Float, offset: Float = 0, border: Border = .zero
  ) {
    precondition(target.count >= width * height * 3)
    guard let out = target.baseAddress else { return }
    let plane = width * height
    let (pixelStep, redAt, greenAt, blueAt): (Int, Int, Int, Int) =
      switch layout {
      case .interleavedRGB: (3, 0, 1, 2)
      case .planarRGB: (1, 0, plane, 2 * plane)
      case .planarBGR: (1, 2 * plane, plane, 0)
      }
    let w = self.width
    let h = self.height
    withPixels { pixels in
      guard let base = pixels.baseAddress else { return }
      let source = UnsafeRawPointer(base)
      func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
        if border == .zero && (x < 0 || y < 0 || x >= w || y >= h) { return .zero }
        let cx = min(max(x, 0), w - 1)
        let cy = min(max(y, 0), h - 1)
        return SIMD4<Float>(source.loadUnaligned(fromByteOffset: (cy * w + cx) * 4, as: SIMD4<UInt8>.self))
      }
      for y in 0..<height {
        let rowX = map.b * Double(y) + map.tx
        let rowY = map.d * Double(y) + map.ty
        var at = out + y * width * pixelStep
        for x in 0..<width {
          let sx = Float(map.a * Double(x) + rowX)
          let sy = Float(map.c * Double(x) + rowY)
          let fx = sx.rounded(.down)
          let fy = sy.rounded(.down)
          var value = SIMD4<Float>.zero
          // Also false for values that are not numbers.
          if fx >= -2, fy >= -2, fx <= Float(w), fy <= Float(h) {
            let ix = Int(fx)
            let iy = Int(fy)
            let wx = sx - fx
            let wy = sy - fy
            let p00: SIMD4<Float>
            let p10: SIMD4<Float>
            let p01: SIMD4<Float>
            let p11: SIMD4<Float>
            if ix >= 0, iy >= 0, ix < w - 1, iy < h - 1 {
              let first = source + (iy * w + ix) * 4
              let upper = SIMD8<Float>(first.loadUnaligned(as: SIMD8<UInt8>.self))
              let lower = SIMD8<Float>((first + w * 4).loadUnaligned(as: SIMD8<UInt8>.self))
              p00 = upper.lowHalf
              p10 = upper.highHalf
              p01 = lower.lowHalf
              p11 = lower.highHalf
            } else {
              p00 = pixel(ix, iy)
              p10 = pixel(ix + 1, iy)
              p01 = pixel(ix, iy + 1)
              p11 = pixel(ix + 1, iy + 1)
            }
            let top = p00 + (p10 - p00) * wx
            let bottom = p01 + (p11 - p01) * wx
            value = top + (bottom - top) * wy
          } else if border == .replicate {
            value = pixel(sx > 0 ? w - 1 : 0, sy > 0 ? h - 1 : 0)
          }
          value = value * scale + offset
          at[redAt] = value.x
          at[greenAt] = value.y
          at[blueAt] = value.z
          at += pixelStep
        }
      }
    }
  }

  /// A picture `width` × `height` sampled bilinearly through `map` (target pixel indices to source pixel indices).
  package func warped(width: Int, height: Int, map: AffineMap, border: Border = .zero) throws -> Image {
    try ImageLimits.check(width: width, height: height)
    var floats = [Float](repeating: 0, count: width * height * 3)
    floats.withUnsafeMutableBufferPointer {
      sample(into: $0, width: width, height: height, map: map, layout: .interleavedRGB, scale: 1, border: border)
    }
    return try Image(width: width, height: height) { target in
      for pixel in 0..<(width * height) {
        for channel in 0..<3 {
          target[pixel * 4 + channel] = UInt8(min(max(floats[pixel * 3 + channel] + 0.5, 0), 255))
        }
        target[pixel * 4 + 3] = 255
      }
    }
  }
}
