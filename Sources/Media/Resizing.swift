public import BonafideObservations

/// Rounds floats of 0…255 to bytes: this large a float keeps whole numbers in its lowest bits. `SIMD4<UInt8>.init`
/// converts them one by one, ten times slower.
@inline(__always)
private func bytes(_ values: SIMD4<Float>) -> SIMD4<UInt8> {
  SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(values + 8_388_608, to: SIMD4<UInt32>.self))
}

extension Image {
  /// Averages blocks of `factor` × `factor` pixels; columns and rows that do not fill a block are left out.
  package func reduced(by factor: Int) throws -> Image {
    guard factor > 1, width >= factor, height >= factor else { return self }
    let w = width / factor
    let h = height / factor
    let stride = bytesPerRow
    let share = 1 / Float(factor * factor)
    return try withPixels { pixels in
      try Image(width: w, height: h) { target in
        guard let source = UnsafeRawBufferPointer(pixels).baseAddress, let start = target.baseAddress else { return }
        let out = UnsafeMutableRawPointer(start)
        var sums = [SIMD4<UInt32>](repeating: .zero, count: w)
        sums.withUnsafeMutableBufferPointer { sums in
          for y in 0..<h {
            for x in 0..<w { sums[x] = .zero }
            for line in 0..<factor {
              let row = source + (y * factor + line) * stride
              for x in 0..<w {
                var sum = sums[x]
                let block = row + x * factor * 4
                var column = 0
                while column &+ 4 <= factor {
                  let four = block.loadUnaligned(fromByteOffset: column &* 4, as: SIMD16<UInt8>.self)
                  let pairs =
                    SIMD8<UInt16>(truncatingIfNeeded: four.lowHalf) &+ SIMD8<UInt16>(truncatingIfNeeded: four.highHalf)
                  sum &+= SIMD4<UInt32>(truncatingIfNeeded: pairs.lowHalf &+ pairs.highHalf)
                  column &+= 4
                }
                for column in column..<factor {
                  sum &+= SIMD4<UInt32>(
                    truncatingIfNeeded: block.loadUnaligned(fromByteOffset: column * 4, as: SIMD4<UInt8>.self))
                }
                sums[x] = sum
              }
            }
            for x in 0..<w {
              let mean = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: sums[x])) * share
              out.storeBytes(of: bytes(mean), toByteOffset: (y * w + x) * 4, as: SIMD4<UInt8>.self)
            }
          }
        }
      }
    }
  }

  /// A resized copy: blocks are averaged first where the reduction is two or more, then bilinear.
  public func resized(width newWidth: Int, height newHeight: Int) throws -> Image {
    try ImageLimits.check(width: newWidth, height: newHeight)
    if newWidth == width && newHeight == height { return self }
    let factor = min(width / newWidth, height / newHeight)
    let source = try reduced(by: max(1, factor))
    let scaleX = Double(source.width) / Double(newWidth)
    let scaleY = Double(source.height) / Double(newHeight)
    let map = AffineMap(a: scaleX, b: 0, tx: scaleX / 2 - 0.5, c: 0, d: scaleY, ty: scaleY / 2 - 0.5)
    return try source.warped(width: newWidth, height: newHeight, map: map, border: .replicate)
  }

  /// A resized copy whose longer side has at most `side` pixels, never enlarged.
  public func fitted(longerSide side: Int) throws -> Image {
    let longer = max(width, height)
    guard longer > side, side > 0 else { return self }
    let scale = Double(side) / Double(longer)
    return try resized(
      width: max(1, Int((Double(width) * scale).rounded())), height: max(1, Int((Double(height) * scale).rounded())))
  }

  /// A copy of a part; the rectangle is cut to the picture. Nil when nothing is left.
  public func cropped(_ rect: Rect) throws -> Image? {
    guard let part = Rect(x: 0, y: 0, width: size.width, height: size.height).intersection(rect) else { return nil }
    let x = Int(part.x)
    let y = Int(part.y)
    let w = min(width - x, max(1, Int(part.width.rounded())))
    let h = min(height - y, max(1, Int(part.height.rounded())))
    guard w > 0, h > 0 else { return nil }
    return try withPixels { pixels in
      let start = (y * width + x) * 4
      return try Image(
        stored: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(pixels)[start...]), width: w, height: h,
        bytesPerRow: bytesPerRow, orientation: .up)
    }
  }
}
