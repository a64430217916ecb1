internal import BonafideObservations

/// Sums of a plane's pixels over rectangles, in the time of four look-ups.
struct PlaneSums: Sendable {
  private let width: Int
  private let height: Int
  private let sums: [SIMD4<Float>]

  /// Of one area of a plane; outside of it there is nothing to ask for.
  init(_ plane: CardPlane, in area: PlaneArea) {
    left = area.left
    top = area.top
    width = area.width
    height = area.height
    var sums = [SIMD4<Float>](repeating: .zero, count: (area.width + 1) * (area.height + 1))
    plane.pixels.withUnsafeBufferPointer { pixels in
      sums.withUnsafeMutableBufferPointer { sums in
        let stride = area.width + 1
        for y in 0..<area.height {
          var row = SIMD4<Float>.zero
          for x in 0..<area.width {
            row += pixels[(area.top + y) * plane.width + area.left + x]
            sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] + row
          }
        }
      }
    }
    self.sums = sums
  }

  private let left: Int
  private let top: Int

  /// Mean of columns and rows of the plane; nil when they are not all in the area.
  @inline(__always)
  func mean(_ fromX: Int, _ fromY: Int, _ toX: Int, _ toY: Int) -> SIMD4<Float>? {
    let (x0, y0, x1, y1) = (fromX - left, fromY - top, toX - left, toY - top)
    guard x0 >= 0, y0 >= 0, x1 > x0, y1 > y0, x1 <= width, y1 <= height else { return nil }
    let stride = width + 1
    let sum = sums[y1 * stride + x1] - sums[y0 * stride + x1] - sums[y1 * stride + x0] + sums[y0 * stride + x0]
    return sum / Float((x1 - x0) * (y1 - y0))
  }
}

/// A patch of another colour than what surrounds it, with straight or round sides.
struct CardPatch: Sendable {
  /// How much it differs from its surroundings, the same way at all four sides, by the paper's levels: the mean of its
  /// two weaker sides.
  let contrast: Double
  /// From the surroundings to the patch, red, green, blue; length 1.
  let direction: SIMD4<Float>
  /// Millimetres.
  let box: Rect
}

/// Looks for patches: steps of colour along the middles of all four sides.
struct PatchSearch: Sendable {
  /// Share of a side's length that is looked at, so that round patches have sides too.
  let sideShare: Double
  let plane: CardPlane

  /// Sizes between `1 - grow` and `1 + grow` of the layout's.
  func best(_ layout: ElementLayout, grow: Double) -> CardPatch? {
    let rim = 1.2
    let window = Rect(
      x: layout.window.x - rim, y: layout.window.y - rim, width: layout.window.width + 2 * rim,
      height: layout.window.height + 2 * rim)
    guard let outer = plane.area(window), let area = plane.area(layout.window) else { return nil }
    let sums = PlaneSums(plane, in: outer)
    let unit = plane.unit
    let scales = [1 - grow, 1 - grow / 2, 1, 1 + grow / 2, 1 + grow]
    // A side's strips, pixels: beside it, and as far from it as blur reaches.
    let depth = max(2, Int((0.7 * unit).rounded()))
    let gap = max(1, Int((0.25 * unit).rounded()))
    var best: CardPatch?
    for scaleX in scales {
      let width = Int((layout.size.width * scaleX * unit).rounded())
      let insetX = Int(Double(width) * (1 - sideShare) / 2)
      for scaleY in scales {
        let height = Int((layout.size.height * scaleY * unit).rounded())
        let insetY = Int(Double(height) * (1 - sideShare) / 2)
        for top in stride(from: area.top, through: area.bottom - height, by: 2) {
          for left in stride(from: area.left, through: area.right - width, by: 2) {
            let (right, bottom) = (left + width, top + height)
            let (x0, x1, y0, y1) = (left + insetX, right - insetX, top + insetY, bottom - insetY)
            guard
              let leftIn = sums.mean(left + gap, y0, left + gap + depth, y1),
              let leftOut = sums.mean(left - gap - depth, y0, left - gap, y1),
              let rightIn = sums.mean(right - gap - depth, y0, right - gap, y1),
              let rightOut = sums.mean(right + gap, y0, right + gap + depth, y1),
              let topIn = sums.mean(x0, top + gap, x1, top + gap + depth),
              let topOut = sums.mean(x0, top - gap - depth, x1, top - gap),
              let bottomIn = sums.mean(x0, bottom - gap - depth, x1, bottom - gap),
              let bottomOut = sums.mean(x0, bottom + gap, x1, bottom + gap + depth)
            else { continue }
            let steps = [leftIn - leftOut, rightIn - rightOut, topIn - topOut, bottomIn - bottomOut].map {
              SIMD4($0.x, $0.y, $0.z, 0)
            }
            let sum = steps[0] + steps[1] + steps[2] + steps[3]
            let length = (sum * sum).sum().squareRoot()
            guard length > 1e-6 else { continue }
            let direction = sum / length
            let shares = steps.map { ($0 * direction).sum() }.sorted()
            let contrast = Double(shares[0] + shares[1]) / 2
            guard contrast > best?.contrast ?? 0 else { continue }
            best = CardPatch(
              contrast: contrast, direction: direction,
              box: Rect(
                x: Double(left) / unit, y: Double(top) / unit, width: Double(width) / unit,
                height: Double(height) / unit))
          }
        }
      }
    }
    return best
  }
}
