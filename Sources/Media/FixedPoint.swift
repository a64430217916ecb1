/// A coordinate in steps of 2⁻³² pixels: unlike with floats, taking it apart needs no call and no branch.
struct FixedPoint {
  private var bits: Int64

  /// A place; the farthest is far outside of any picture. What is no number is there as well.
  init(place: Double) { self.init(place, within: 16_777_216) }

  /// A distance; the longest leads out of any picture at once, and as many of them as a row has do not overflow.
  init(step: Double) { self.init(step, within: 32_768) }

  private init(_ value: Double, within farthest: Double) {
    let bounded = value.isNaN ? -farthest : min(max(value, -farthest), farthest)
    bits = Int64(bounded * 4_294_967_296)
  }

  var whole: Int { Int(bits >> 32) }
  /// 0 ≤ fraction < 1, with the 24 bits that a `Float` holds.
  var fraction: Float { Float(UInt32(truncatingIfNeeded: bits) >> 8) * (1 / 16_777_216) }

  mutating func advance(by step: FixedPoint) { bits &+= step.bits }
}
