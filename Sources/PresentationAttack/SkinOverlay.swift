internal import BonafideMedia

/// Two looks at a face, the second laid on the first, and the skin that both show.
struct SkinOverlay {
  /// Both without what is finer and coarser than skin's folds, and the pixels that count.
  struct Bands {
    let first: [Float]
    let second: [Float]
    /// Skin that is surrounded by skin; never on the border of the picture.
    let places: [Int]

    /// What the second has to be multiplied with to be as the first: the light may have changed.
    var gain: Double {
      var both = 0.0
      var own = 0.0
      for place in places {
        both += Double(first[place] * second[place])
        own += Double(second[place] * second[place])
      }
      return min(max(both / max(own, 1e-6), 0.5), 2)
    }
  }

  let first: [Float]
  let second: [Float]
  /// 1 on skin that both show, else 0.
  private let skin: [Float]

  private static let side = FaceView.side
  /// The box of what is too coarse: a sixth of the face.
  private static let wide = 17

  /// - `map`: from pixels of the first to those of the second.
  init?(_ one: FaceView, _ other: FaceView, _ map: AffineMap) {
    let side = SkinOverlay.side
    let count = side * side
    guard one.grey.pixels.count == count, other.grey.pixels.count == count, one.parts.count == count,
      other.parts.count == count, [map.a, map.b, map.tx, map.c, map.d, map.ty].allSatisfy({ abs($0) < 1e3 })
    else { return nil }
    first = one.grey.pixels.map { Float($0) }
    var second = [Float](repeating: 0, count: count)
    var skin = [Float](repeating: 0, count: count)
    other.grey.pixels.withUnsafeBufferPointer { source in
      other.parts.withUnsafeBufferPointer { parts in
        func luma(_ at: Int) -> Float { Float(source[at]) }
        let end = Double(side - 1)
        for y in 0..<side {
          let rowX = map.b * Double(y) + map.tx
          let rowY = map.d * Double(y) + map.ty
          for x in 0..<side {
            let sx = min(max(map.a * Double(x) + rowX, 0), end)
            let sy = min(max(map.c * Double(x) + rowY, 0), end)
            let left = min(Int(sx), side - 2)
            let top = min(Int(sy), side - 2)
            let u = Float(sx - Double(left))
            let v = Float(sy - Double(top))
            let at = top * side + left
            let upper = luma(at) + (luma(at + 1) - luma(at)) * u
            let lower = luma(at + side) + (luma(at + side + 1) - luma(at + side)) * u
            let place = y * side + x
            second[place] = upper + (lower - upper) * v
            let hidden = parts[at].union(parts[at + 1]).union(parts[at + side]).union(parts[at + side + 1])
            if one.parts[place] == .face, !hidden.contains(.hole) { skin[place] = 1 }
          }
        }
      }
    }
    self.second = second
    self.skin = skin
  }

  /// What lies between boxes of `small` pixels, applied twice, and a wide one. Only skin is averaged, so that nothing
  /// of the mouth and eyes leaks into it.
  func bands(_ small: Int) -> Bands {
    let near = SkinOverlay.sums(skin, small)
    let far = SkinOverlay.sums(skin, SkinOverlay.wide)
    let side = SkinOverlay.side
    func three(_ at: Int) -> Float { skin[at - 1] + skin[at] + skin[at + 1] }
    var places: [Int] = []
    places.reserveCapacity(side * side / 2)
    for y in 1..<(side - 1) {
      for x in 1..<(side - 1) {
        let at = y * side + x
        if three(at - side) + three(at) + three(at + side) > 8.5 { places.append(at) }
      }
    }
    return Bands(
      first: band(first, small, near: near, far: far), second: band(second, small, near: near, far: far),
      places: places)
  }

  private func band(_ luma: [Float], _ small: Int, near: [Float], far: [Float]) -> [Float] {
    var fine = luma
    for _ in 0..<2 {
      for at in fine.indices { fine[at] *= skin[at] }
      fine = SkinOverlay.sums(fine, small)
      for at in fine.indices { fine[at] /= max(near[at], 0.5) }
    }
    var coarse = luma
    for at in coarse.indices { coarse[at] *= skin[at] }
    coarse = SkinOverlay.sums(coarse, SkinOverlay.wide)
    for at in fine.indices { fine[at] = (fine[at] - coarse[at] / max(far[at], 0.5)) * skin[at] }
    return fine
  }

  /// Sums over squares of an odd `width`; nothing lies outside.
  private static func sums(_ values: [Float], _ width: Int) -> [Float] {
    let half = min(width / 2, side - 1)
    var rows = [Float](repeating: 0, count: values.count)
    var sums = rows
    var column = [Float](repeating: 0, count: side)
    values.withUnsafeBufferPointer { values in
      rows.withUnsafeMutableBufferPointer { rows in
        for line in stride(from: 0, to: side * side, by: side) {
          var sum: Float = 0
          for x in 0..<half { sum += values[line + x] }
          for x in 0..<side {
            if x + half < side { sum += values[line + x + half] }
            if x > half { sum -= values[line + x - half - 1] }
            rows[line + x] = sum
          }
        }
      }
    }
    rows.withUnsafeBufferPointer { rows in
      sums.withUnsafeMutableBufferPointer { sums in
        column.withUnsafeMutableBufferPointer { column in
          for y in 0..<half { for x in 0..<side { column[x] += rows[y * side + x] } }
          for y in 0..<side {
            if y + half < side { for x in 0..<side { column[x] += rows[(y + half) * side + x] } }
            if y > half { for x in 0..<side { column[x] -= rows[(y - half - 1) * side + x] } }
            for x in 0..<side { sums[y * side + x] = column[x] }
          }
        }
      }
    }
    return sums
  }
}
