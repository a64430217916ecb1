internal import BonafideObservations
internal import Foundation

/// What a patch looks like inside and around.
struct PatchLook: Sendable {
  /// Share of the patch that has its tone rather than that of its surroundings.
  let filled: Double
  /// Share of its surroundings, a millimetre and a half wide, that do not have the patch's tone.
  let clear: Double
  /// By how much blue falls short of red and green, against the surroundings, paper's levels.
  let yellow: Double
  /// Distance of the patch's colour from the surroundings' without regard to how light they are.
  let color: Double
  /// How much lines a rib's distance apart are alike, the best of the distances that ribs have, more than lines half as
  /// far apart: about 0.3 by chance, above 1 under clear ribs.
  let ribs: Double

  /// - `patch`: as found in any plane.
  init?(_ patch: CardPatch, in plane: CardPlane, fine: CardPlane) {
    let box = patch.box
    let rim = 1.5
    let gap = 0.3
    let outerBox = Rect(x: box.x - rim, y: box.y - rim, width: box.width + 2 * rim, height: box.height + 2 * rim)
    let gapBox = Rect(x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap)
    guard let inner = plane.area(box), let outer = plane.area(outerBox), let near = plane.area(gapBox) else {
      return nil
    }
    var around = SIMD4<Float>.zero
    var ring = 0
    func isRing(_ x: Int, _ y: Int) -> Bool { x < near.left || x >= near.right || y < near.top || y >= near.bottom }
    for y in outer.top..<outer.bottom {
      for x in outer.left..<outer.right where isRing(x, y) {
        around += plane.pixels[y * plane.width + x]
        ring += 1
      }
    }
    guard ring > 0 else { return nil }
    around /= Float(ring)
    var (on, off) = (0, 0)
    var inside = SIMD4<Float>.zero
    let half = Float(patch.contrast) / 2
    for y in outer.top..<outer.bottom {
      for x in outer.left..<outer.right {
        let pixel = plane.pixels[y * plane.width + x]
        let isOn = ((pixel - around) * patch.direction).sum() > half
        if x >= inner.left, x < inner.right, y >= inner.top, y < inner.bottom {
          if isOn { on += 1 }
          inside += pixel
        } else if isRing(x, y), !isOn {
          off += 1
        }
      }
    }
    inside /= Float(inner.width * inner.height)
    filled = Double(on) / Double(inner.width * inner.height)
    clear = Double(off) / Double(ring)
    func chroma(_ c: SIMD4<Float>) -> SIMD2<Float> { SIMD2(c.x - c.y, c.z - c.y) / max(c.w, 0.05) }
    let shift = chroma(inside) - chroma(around)
    yellow = Double(shift.x / 2 - shift.y)
    color = Double((shift * shift).sum().squareRoot())
    ribs = PatchLook.ribs(box, in: fine)
  }

  /// Distances of ribs, pixels of a plane with 12 a millimetre: 0.25 to 0.75 mm.
  private static let distances = 3...9

  /// Ribs may run along or across.
  private static func ribs(_ box: Rect, in plane: CardPlane) -> Double {
    let rim = 0.12
    let innerBox = Rect(
      x: box.x + box.width * rim, y: box.y + box.height * rim, width: box.width * (1 - 2 * rim),
      height: box.height * (1 - 2 * rim))
    guard let area = plane.area(innerBox), area.height > 24, area.width > 24, area.top > 0, area.left > 0,
      area.bottom < plane.height, area.right < plane.width
    else { return 0 }
    let start = area.top * plane.width + area.left
    let along = regularity(
      plane, start: start, lines: area.width, lineStep: 1, count: area.height, step: plane.width)
    let across = regularity(
      plane, start: start, lines: area.height, lineStep: plane.width, count: area.width, step: 1)
    return max(along, across)
  }

  /// Every second line counts.
  private static func regularity(
    _ plane: CardPlane, start: Int, lines: Int, lineStep: Int, count: Int, step: Int
  ) -> Double {
    var sums = [Float](repeating: 0, count: distances.upperBound + 1)
    var changes = [Float](repeating: 0, count: count)
    for line in stride(from: 0, to: lines, by: 2) {
      for place in 0..<count {
        let at = start + line * lineStep + place * step
        // What changes from one to the next, so that the picture underneath counts less; strong edges are cut.
        let change = plane.pixels[at].w - (plane.pixels[at - step].w + plane.pixels[at + step].w) / 2
        changes[place] = min(max(change, -0.03), 0.03)
      }
      for lag in 0...distances.upperBound {
        var sum: Float = 0
        for place in 0..<count - distances.upperBound { sum += changes[place] * changes[place + lag] }
        sums[lag] += sum
      }
    }
    guard sums[0] > 0 else { return 0 }
    let best = distances.map { sums[$0] - max(sums[$0 / 2], sums[($0 + 1) / 2], -sums[$0]) }.max() ?? 0
    return Double(max(0, best) / sums[0])
  }
}
