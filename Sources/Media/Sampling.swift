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
      let innerColumns = UInt(max(w - 1, 0))
      let innerRows = UInt(max(h - 1, 0))
      let stepX = FixedPoint(step: map.a)
      let stepY = FixedPoint(step: map.c)
      for y in 0..<height {
        var sx = FixedPoint(place: map.b * Double(y) + map.tx)
        var sy = FixedPoint(place: map.d * Double(y) + map.ty)
        var at = out + y * width * pixelStep
        for _ in 0..<width {
          let ix = sx.whole
          let iy = sy.whole
          let upper: SIMD8<Float>
          let lower: SIMD8<Float>
          if UInt(bitPattern: ix) < innerColumns, UInt(bitPattern: iy) < innerRows {
            let first = source + (iy &* w &+ ix) &* 4
            upper = widened(first.loadUnaligned(as: SIMD8<UInt8>.self))
            lower = widened((first + w &* 4).loadUnaligned(as: SIMD8<UInt8>.self))
          } else {
            upper = SIMD8(lowHalf: pixel(ix, iy), highHalf: pixel(ix &+ 1, iy))
            lower = SIMD8(lowHalf: pixel(ix, iy &+ 1), highHalf: pixel(ix &+ 1, iy &+ 1))
          }
          let column = upper + (lower - upper) * sy.fraction
          let value = (column.lowHalf + (column.highHalf - column.lowHalf) * sx.fraction) * scale + offset
          at[redAt] = value.x
          at[greenAt] = value.y
          at[blueAt] = value.z
          at += pixelStep
          sx.advance(by: stepX)
          sy.advance(by: stepY)
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

/// Bytes as floats, by interleaving with zeros: `SIMD8<Float>.init` converts them one by one.
@inline(__always)
private func widened(_ bytes: SIMD8<UInt8>) -> SIMD8<Float> {
  var words = SIMD16<UInt8>.zero
  words.evenHalf = bytes
  var integers = SIMD16<UInt16>.zero
  integers.evenHalf = unsafeBitCast(words, to: SIMD8<UInt16>.self)
  return SIMD8<Float>(unsafeBitCast(integers, to: SIMD8<Int32>.self))
}
