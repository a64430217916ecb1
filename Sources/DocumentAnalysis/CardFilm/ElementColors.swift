internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Colours of the parts of a rectangle on the card, against the paper around it.
struct ElementColors: Sendable {
  /// Parts across and down.
  static let parts = 8
  /// Levels between which a colour can be told, in every channel.
  private static let levels: ClosedRange<Float> = 10...248
  private static let rim = 2.0

  let colors: [RelativeColor?]

  /// How colourful the more colourful half of the parts is, those that cannot be told counting as grey.
  var vividness: Double {
    let colors = colors.map { color in color.map { ($0.red * $0.red + $0.blue * $0.blue).squareRoot() } ?? 0 }
    let best = colors.sorted(by: >).prefix(max(1, colors.count / 2))
    return best.reduce(0, +) / Double(best.count)
  }

  /// - `flat`: the upright card at any size.
  /// - `box`: millimetres of the card.
  init(_ flat: Image, box: Rect) {
    let parts = ElementColors.parts
    let unitX = flat.size.width / ElementLayout.card.width
    let unitY = flat.size.height / ElementLayout.card.height
    func mean(_ area: Rect) -> SIMD4<Float>? {
      let left = max(0, Int((area.x * unitX).rounded()))
      let right = min(flat.width, Int((area.maxX * unitX).rounded()))
      let top = max(0, Int((area.y * unitY).rounded()))
      let bottom = min(flat.height, Int((area.maxY * unitY).rounded()))
      guard right > left, bottom > top else { return nil }
      var sum = SIMD4<Float>.zero
      var used = 0
      flat.withPixels { pixels in
        for y in top..<bottom {
          for x in left..<right {
            let at = (y * flat.width + x) * 4
            let color = SIMD4(Float(pixels[at]), Float(pixels[at + 1]), Float(pixels[at + 2]), 128)
            guard color.max() <= ElementColors.levels.upperBound, color.min() >= ElementColors.levels.lowerBound else {
              continue
            }
            sum += color
            used += 1
          }
        }
      }
      return used * 2 >= (right - left) * (bottom - top) ? sum / Float(used) : nil
    }
    guard let paper = ElementColors.paper(around: box, mean) else {
      colors = [RelativeColor?](repeating: nil, count: parts * parts)
      return
    }
    colors = (0..<parts * parts).map { index in
      let area = Rect(
        x: box.x + box.width * Double(index % parts) / Double(parts),
        y: box.y + box.height * Double(index / parts) / Double(parts), width: box.width / Double(parts),
        height: box.height / Double(parts))
      guard let own = mean(area) else { return nil }
      return RelativeColor(own, paper: paper)
    }
  }

  /// The median of patches around the box, by their luma, so that print and spots of light among them do not count.
  private static func paper(around box: Rect, _ mean: (Rect) -> SIMD4<Float>?) -> SIMD4<Float>? {
    var patches: [SIMD4<Float>] = []
    for step in 0..<4 {
      let x = box.x + box.width * Double(step) / 4
      let y = box.y + box.height * Double(step) / 4
      for area in [
        Rect(x: x, y: box.y - rim - 0.5, width: box.width / 4, height: rim),
        Rect(x: x, y: box.maxY + 0.5, width: box.width / 4, height: rim),
        Rect(x: box.x - rim - 0.5, y: y, width: rim, height: box.height / 4),
        Rect(x: box.maxX + 0.5, y: y, width: rim, height: box.height / 4),
      ] {
        if area.x >= 0.3, area.y >= 0.3, area.maxX <= ElementLayout.card.width - 0.3,
          area.maxY <= ElementLayout.card.height - 0.3, let color = mean(area)
        {
          patches.append(color)
        }
      }
    }
    guard patches.count >= 4 else { return nil }
    patches.sort { $0.luma < $1.luma }
    let middle = patches[(patches.count / 4)...(patches.count * 3 / 4)]
    return middle.reduce(.zero, +) / Float(middle.count)
  }
}

extension SIMD4 where Scalar == Float {
  /// Red, green and blue in the first three places (BT.601).
  var luma: Float { 0.299 * x + 0.587 * y + 0.114 * z }
}

extension RelativeColor {
  init(_ own: SIMD4<Float>, paper: SIMD4<Float>) {
    let share = own / paper
    self.init(
      red: Double(log(share.x / share.y)), blue: Double(log(share.z / share.y)),
      luma: Double(log(own.luma / paper.luma)))
  }
}
