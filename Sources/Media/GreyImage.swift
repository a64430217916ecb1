internal import BonafideObservations

/// Luma alone, one byte a pixel, rows without padding: all that reading text needs.
package struct GreyImage: Sendable {
  package let width: Int
  package let height: Int
  package let pixels: [UInt8]

  /// Luma of BT.601 on gamma-coded values, as text recognisers are used to.
  package init(_ image: Image) {
    width = image.width
    height = image.height
    let count = width * height
    pixels = image.withPixels { source in
      [UInt8](unsafeUninitializedCapacity: count) { target, written in
        for index in 0..<count {
          let red = UInt32(source[index * 4])
          let green = UInt32(source[index * 4 + 1])
          let blue = UInt32(source[index * 4 + 2])
          target[index] = UInt8(truncatingIfNeeded: (red * 4899 + green * 9617 + blue * 1868 + 8192) >> 14)
        }
        written = count
      }
    }
  }

  /// Lets `fill` write all pixels, which are zero before.
  package init(width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    self.width = width
    self.height = height
    pixels = [UInt8](unsafeUninitializedCapacity: width * height) { target, written in
      target.initialize(repeating: 0)
      fill(target)
      written = width * height
    }
  }

  init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// A copy whose longer side has `side` pixels, never without any.
  package func fitted(longerSide side: Int) -> GreyImage {
    let scale = Double(side) / Double(max(width, height))
    let target = (
      width: max(8, Int((Double(width) * scale).rounded())), height: max(8, Int((Double(height) * scale).rounded()))
    )
    if target.width < width, target.height < height {
      return averaged(
        columns: 0..<width, rows: 0..<height, width: target.width, height: target.height)
    }
    let stepX = Double(width) / Double(target.width)
    let stepY = Double(height) / Double(target.height)
    let map = AffineMap(a: stepX, b: 0, tx: stepX / 2 - 0.5, c: 0, d: stepY, ty: stepY / 2 - 0.5)
    return bilinear(width: target.width, height: target.height, map: map)
  }

  /// The picture seen through `map`, which leads from target pixel indices to pixel indices here. What lies outside
  /// repeats the border. Where the map shrinks, the picture is averaged first, so that nothing is skipped.
  package func sampled(width: Int, height: Int, map: AffineMap) -> GreyImage {
    let scale = map.scale
    guard scale > 1.25 else { return bilinear(width: width, height: height, map: map) }
    let corners = [(0, 0), (width, 0), (0, height), (width, height)].map {
      map.apply(Point(x: Double($0.0), y: Double($0.1)))
    }
    guard let area = Rect(around: corners), area.x.isFinite, area.y.isFinite, area.maxX.isFinite, area.maxY.isFinite
    else { return GreyImage.even(width: width, height: height) }
    let left = Int(max(0, min(area.x.rounded(.down) - 4, Double(self.width))))
    let top = Int(max(0, min(area.y.rounded(.down) - 4, Double(self.height))))
    let right = Int(max(0, min(area.maxX.rounded(.up) + 5, Double(self.width))))
    let bottom = Int(max(0, min(area.maxY.rounded(.up) + 5, Double(self.height))))
    guard right - left >= 4, bottom - top >= 4 else { return GreyImage.even(width: width, height: height) }
    let reducedWidth = max(2, Int((Double(right - left) / scale).rounded()))
    let reducedHeight = max(2, Int((Double(bottom - top) / scale).rounded()))
    let reduced = averaged(
      columns: left..<right, rows: top..<bottom, width: reducedWidth, height: reducedHeight)
    let x = Double(reducedWidth) / Double(right - left)
    let y = Double(reducedHeight) / Double(bottom - top)
    return reduced.bilinear(
      width: width, height: height,
      map: AffineMap(
        a: map.a * x, b: map.b * x, tx: (map.tx - Double(left) + 0.5) * x - 0.5,
        c: map.c * y, d: map.d * y, ty: (map.ty - Double(top) + 0.5) * y - 0.5))
  }

  /// One colour, for regions that have nothing to do with the picture.
  private static func even(width: Int, height: Int) -> GreyImage {
    GreyImage(width: width, height: height, pixels: Array(repeating: 128, count: width * height))
  }

  private func bilinear(width targetWidth: Int, height targetHeight: Int, map: AffineMap) -> GreyImage {
    let stepX = FixedPoint(step: map.a)
    let stepY = FixedPoint(step: map.c)
    let innerColumns = UInt(max(width - 1, 0))
    let innerRows = UInt(max(height - 1, 0))
    let count = targetWidth * targetHeight
    let sampled = pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: count) { target, written in
        func pixel(_ x: Int, _ y: Int) -> Float {
          Float(source[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)])
        }
        for y in 0..<targetHeight {
          var sx = FixedPoint(place: map.b * Double(y) + map.tx)
          var sy = FixedPoint(place: map.d * Double(y) + map.ty)
          for x in 0..<targetWidth {
            let ix = sx.whole
            let iy = sy.whole
            let corners: SIMD4<Float>
            if UInt(bitPattern: ix) < innerColumns, UInt(bitPattern: iy) < innerRows {
              let first = iy &* width &+ ix
              corners = SIMD4(
                Float(source[first]), Float(source[first &+ 1]), Float(source[first &+ width]),
                Float(source[first &+ width &+ 1]))
            } else {
              corners = SIMD4(
                pixel(ix, iy), pixel(ix &+ 1, iy), pixel(ix, iy &+ 1), pixel(ix &+ 1, iy &+ 1))
            }
            let column = corners.lowHalf + (corners.highHalf - corners.lowHalf) * sy.fraction
            let value = column.x + (column.y - column.x) * sx.fraction
            target[y &* targetWidth &+ x] = UInt8(truncatingIfNeeded: Int32(value + 0.5))
            sx.advance(by: stepX)
            sy.advance(by: stepY)
          }
        }
        written = count
      }
    }
    return GreyImage(width: targetWidth, height: targetHeight, pixels: sampled)
  }

  /// A part made smaller, each target pixel the mean of the area that it covers. `width` and `height` are at most
  /// those of the part.
  private func averaged(
    columns: Range<Int>, rows: Range<Int>, width targetWidth: Int, height targetHeight: Int
  ) -> GreyImage {
    let across = AreaShares(source: columns.count, target: targetWidth)
    let down = AreaShares(source: rows.count, target: targetHeight)
    let count = targetWidth * targetHeight
    let reduced = pixels.withUnsafeBufferPointer { source in
      [UInt8](unsafeUninitializedCapacity: count) { target, written in
        var sums = [Float](repeating: 0, count: columns.count)
        sums.withUnsafeMutableBufferPointer { sums in
          for y in 0..<targetHeight {
            for x in sums.indices { sums[x] = 0 }
            for line in down.range(y) {
              let share = down.share(of: line, in: y)
              let row = UnsafeBufferPointer(
                rebasing: source[((rows.lowerBound + line) * width + columns.lowerBound)...].prefix(columns.count))
              for x in 0..<row.count { sums[x] += share * Float(row[x]) }
            }
            for x in 0..<targetWidth {
              let range = across.range(x)
              var sum: Float = 0
              if range.count > 2 {
                for column in range.dropFirst().dropLast() { sum += sums[column] }
                sum *= across.whole
              }
              sum += across.share(of: range.lowerBound, in: x) * sums[range.lowerBound]
              if range.count > 1 { sum += across.share(of: range.upperBound - 1, in: x) * sums[range.upperBound - 1] }
              target[y * targetWidth + x] = UInt8(truncatingIfNeeded: Int32(min(sum + 0.5, 255)))
            }
          }
        }
        written = count
      }
    }
    return GreyImage(width: targetWidth, height: targetHeight, pixels: reduced)
  }
}

/// How much of each source pixel goes into a target pixel, along one axis of a reduction.
private struct AreaShares {
  private let source: Int
  private let step: Double

  init(source: Int, target: Int) {
    self.source = source
    step = Double(source) / Double(target)
  }

  /// The share of a source pixel that lies within the target pixel as a whole.
  var whole: Float { Float(1 / step) }

  func range(_ target: Int) -> Range<Int> {
    let first = min(source - 1, Int(Double(target) * step))
    let last = min(source, Int((Double(target + 1) * step - 1e-9).rounded(.up)))
    return first..<max(first + 1, last)
  }

  func share(of place: Int, in target: Int) -> Float {
    let from = max(Double(place), Double(target) * step)
    let to = min(Double(place + 1), Double(target + 1) * step)
    return Float(max(0, to - from) / step)
  }
}
