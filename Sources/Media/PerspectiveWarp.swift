internal import BonafideObservations

/// Where the pixels of one target row lie in the source, as whole pixel and 8-bit fraction.
private struct RowPlaces {
  /// Places in 1/256 pixel. As long as the row, rounded up to whole vectors.
  private(set) var x: [Int32]
  private(set) var y: [Int32]
  private let map: PerspectiveMap
  private let limit: SIMD2<Float>

  init(_ map: PerspectiveMap, width: Int, sourceWidth: Int, sourceHeight: Int) {
    self.map = map
    let count = (width + 7) / 8 * 8
    x = Array(repeating: 0, count: count)
    y = Array(repeating: 0, count: count)
    limit = SIMD2(Float(sourceWidth - 1), Float(sourceHeight - 1)) * 256
  }

  /// What lies outside of the source, or is no number, comes to its border.
  mutating func compute(row: Int) {
    let line = Double(row)
    let startX = Float((map.b * line + map.c) * 256)
    let startY = Float((map.e * line + map.f) * 256)
    let startW = Float(map.h * line + map.i)
    let (stepX, stepY, stepW) = (Float(map.a * 256), Float(map.d * 256), Float(map.g))
    let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    let (limitX, limitY) = (limit.x, limit.y)
    let count = x.count
    x.withUnsafeMutableBytes { x in
      y.withUnsafeMutableBytes { y in
        var first: Float = 0
        for at in stride(from: 0, to: count * 4, by: 32) {
          let column = lanes + first
          let share = SIMD8<Float>(repeating: 1) / (column * stepW + startW)
          let sx = (column * stepX + startX) * share
          let sy = (column * stepY + startY) * share
          x.storeBytes(of: RowPlaces.whole(sx, limitX), toByteOffset: at, as: SIMD8<Int32>.self)
          y.storeBytes(of: RowPlaces.whole(sy, limitY), toByteOffset: at, as: SIMD8<Int32>.self)
          first += 8
        }
      }
    }
  }

  @inline(__always)
  private static func whole(_ values: SIMD8<Float>, _ limit: Float) -> SIMD8<Int32> {
    // Comparisons with what is no number are false: it becomes 0.
    let positive = SIMD8<Float>.zero.replacing(with: values, where: values .> 0)
    let bounded = positive.replacing(with: limit, where: positive .> limit)
    return SIMD8<Int32>(truncatingIfNeeded: SIMD8<Int32>(clampedFloat: bounded))
  }
}

extension SIMD8<Int32> {
  /// Of floats in 0 ..< 2²³, rounded: this large a float keeps whole numbers in its lowest bits. Above that truncated
  /// one by one.
  @inline(__always)
  fileprivate init(clampedFloat values: SIMD8<Float>) {
    if any(values .>= 4_194_304) {
      self = SIMD8(values)
    } else {
      self = unsafeBitCast(values + 8_388_608, to: SIMD8<Int32>.self) & 0x7F_FFFF
    }
  }
}

extension Image {
  /// A picture `width` × `height` seen through `map` (target pixel indices to source pixel indices), bilinear with
  /// fractions of 1/256. What lies outside repeats the border.
  ///
  /// The picture is not smoothed first: for reductions by more than about two, call `reduced(by:)` before.
  package func warped(width: Int, height: Int, map: PerspectiveMap) throws -> Image {
    try ImageLimits.check(width: width, height: height)
    let sourceWidth = self.width
    let sourceHeight = self.height
    var places = RowPlaces(map, width: width, sourceWidth: sourceWidth, sourceHeight: sourceHeight)
    return try withPixels { pixels in
      try Image(width: width, height: height) { target in
        guard let start = pixels.baseAddress, let out = target.baseAddress else { return }
        let source = UnsafeRawPointer(start)
        let stride = sourceWidth * 4
        for row in 0..<height {
          places.compute(row: row)
          let line = UnsafeMutableRawPointer(out + row * width * 4)
          places.x.withUnsafeBufferPointer { xs in
            places.y.withUnsafeBufferPointer { ys in
              for column in 0..<width {
                let x = Int(xs[column])
                let y = Int(ys[column])
                // The last row and column have no neighbour; their fraction is zero.
                let left = x >> 8
                let top = y >> 8
                let first = source + (top &* stride &+ left &* 4)
                let right = left < sourceWidth &- 1 ? 4 : 0
                let below = top < sourceHeight &- 1 ? stride : 0
                let fractionX = UInt16(truncatingIfNeeded: x & 255)
                let fractionY = UInt16(truncatingIfNeeded: y & 255)
                let a = SIMD4<UInt16>(truncatingIfNeeded: first.loadUnaligned(as: SIMD4<UInt8>.self))
                let b = SIMD4<UInt16>(truncatingIfNeeded: (first + right).loadUnaligned(as: SIMD4<UInt8>.self))
                let c = SIMD4<UInt16>(truncatingIfNeeded: (first + below).loadUnaligned(as: SIMD4<UInt8>.self))
                let d = SIMD4<UInt16>(
                  truncatingIfNeeded: (first + below + right).loadUnaligned(as: SIMD4<UInt8>.self))
                let upper = (a &* (256 &- fractionX) &+ b &* fractionX &+ 128) &>> 8
                let lower = (c &* (256 &- fractionX) &+ d &* fractionX &+ 128) &>> 8
                let value = (upper &* (256 &- fractionY) &+ lower &* fractionY &+ 128) &>> 8
                line.storeBytes(
                  of: SIMD4<UInt8>(truncatingIfNeeded: value), toByteOffset: column &* 4, as: SIMD4<UInt8>.self)
              }
            }
          }
        }
      }
    }
  }
}

extension GreyImage {
  /// A picture `width` × `height` seen through `map` (target pixel indices to pixel indices here), bilinear with
  /// fractions of 1/256. What lies outside repeats the border; the picture is not smoothed first.
  package func warped(width: Int, height: Int, map: PerspectiveMap) throws -> GreyImage {
    try ImageLimits.check(width: width, height: height)
    let sourceWidth = self.width
    let sourceHeight = self.height
    var places = RowPlaces(map, width: width, sourceWidth: sourceWidth, sourceHeight: sourceHeight)
    return pixels.withUnsafeBufferPointer { source in
      GreyImage(width: width, height: height) { target in
        for row in 0..<height {
          places.compute(row: row)
          places.x.withUnsafeBufferPointer { xs in
            places.y.withUnsafeBufferPointer { ys in
              for column in 0..<width {
                let x = Int(xs[column])
                let y = Int(ys[column])
                let left = x >> 8
                let top = y >> 8
                let first = top &* sourceWidth &+ left
                let right = left < sourceWidth &- 1 ? 1 : 0
                let below = top < sourceHeight &- 1 ? sourceWidth : 0
                let fractionX = x & 255
                let upper = Int(source[first]) &* (256 &- fractionX) &+ Int(source[first &+ right]) &* fractionX
                let lower =
                  Int(source[first &+ below]) &* (256 &- fractionX)
                  &+ Int(source[first &+ below &+ right]) &* fractionX
                let value = upper &* (256 &- (y & 255)) &+ lower &* (y & 255)
                target[row &* width &+ column] = UInt8(truncatingIfNeeded: (value &+ 32_768) >> 16)
              }
            }
          }
        }
      }
    }
  }
}
