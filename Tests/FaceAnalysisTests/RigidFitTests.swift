import BonafideFaceAnalysis
import Foundation
import Testing

private typealias Matrix = (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

/// Columns of a turn by an angle around a unit axis (Rodrigues' formula).
private func rotation(around axis: SIMD3<Double>, by degrees: Double) -> Matrix {
  let k = axis / (axis * axis).sum().squareRoot()
  let angle = degrees * .pi / 180
  func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
    let cross = SIMD3(k.y * v.z - k.z * v.y, k.z * v.x - k.x * v.z, k.x * v.y - k.y * v.x)
    return v * cos(angle) + cross * sin(angle) + k * ((k * v).sum() * (1 - cos(angle)))
  }
  return (turned(SIMD3(1, 0, 0)), turned(SIMD3(0, 1, 0)), turned(SIMD3(0, 0, 1)))
}

private func apply(_ matrix: Matrix, _ v: SIMD3<Double>) -> SIMD3<Double> {
  matrix.0 * v.x + matrix.1 * v.y + matrix.2 * v.z
}

private func difference(_ a: Matrix, _ b: Matrix) -> Double {
  [a.0 - b.0, a.1 - b.1, a.2 - b.2].map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? .infinity
}

private let points: [SIMD3<Double>] = (0..<40).map { index in
  let t = Double(index)
  return SIMD3(sin(t) * 4, cos(t * 1.7) * 5, sin(t * 0.6 + 1) * 3)
}

@Test(
  arguments: [SIMD3<Double>(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, -2, 3)],
  [0.0, 15, -40, 90, 135, 180, -179])
func `a known turn, size and shift is found, whatever the weights`(axis: SIMD3<Double>, degrees: Double) throws {
  let matrix = rotation(around: axis, by: degrees)
  let to = points.map { apply(matrix, $0) * 37.5 + SIMD3(300, -200, 12) }
  var random = Chance()
  for weights in [points.map { _ in 1 }, points.map { _ in Double.random(in: 0.01...5, using: &random) }] {
    let fit = try #require(RigidFit(from: points, to: to, weights: weights))
    #expect(difference(fit.rotation, matrix) < 1e-6)
    #expect(abs(fit.scale - 37.5) < 1e-6)
    #expect(fit.residual < 1e-4)
  }
}

@Test func `points without weight do not count`() throws {
  let matrix = rotation(around: SIMD3(1, 1, 0), by: 25)
  var to = points.map { apply(matrix, $0) }
  var weights = points.map { _ in 1.0 }
  for index in 0..<10 {
    to[index] = SIMD3(1000, -1000, 500)
    weights[index] = 0
  }
  let fit = try #require(RigidFit(from: points, to: to, weights: weights))
  #expect(difference(fit.rotation, matrix) < 1e-6)
}

@Test func `what cannot be fitted is left over`() throws {
  // Two of four corners are moved apart by 1 each: the best scale is kept, and the residual is not zero.
  let square = [SIMD3<Double>(1, 1, 0), SIMD3(-1, 1, 0), SIMD3(-1, -1, 0), SIMD3(1, -1, 0)]
  var to = square
  to[0] += SIMD3(1, 1, 0)
  to[2] -= SIMD3(1, 1, 0)
  let fit = try #require(RigidFit(from: square, to: to, weights: [1, 1, 1, 1]))
  // Spread 8 and 20, product 12: scale 1.5 and (20 − 12² / 8) / 4 = 0.5 left over.
  #expect(abs(fit.scale - 1.5) < 1e-9)
  #expect(abs(fit.residual - 0.5.squareRoot()) < 1e-9)
}

@Test func `points that say nothing give no fit`() {
  let dot = [SIMD3<Double>](repeating: SIMD3(3, 4, 5), count: 5)
  let five = Array(points.prefix(5))
  let ones = [Double](repeating: 1, count: 5)
  #expect(RigidFit(from: [], to: [], weights: []) == nil)
  #expect(RigidFit(from: Array(five.prefix(2)), to: Array(five.prefix(2)), weights: [1, 1]) == nil)
  #expect(RigidFit(from: five, to: Array(five.prefix(4)), weights: ones) == nil)
  #expect(RigidFit(from: five, to: five, weights: [1, 1, 1, 1]) == nil)
  #expect(RigidFit(from: dot, to: five, weights: ones) == nil)
  #expect(RigidFit(from: five, to: dot, weights: ones) == nil)
  #expect(RigidFit(from: five, to: five, weights: [0, 0, 0, 0, 0]) == nil)
  #expect(RigidFit(from: five, to: five, weights: [-1, -1, -1, -1, -1]) == nil)
}

@Test(arguments: [Double.nan, .infinity, -.infinity, 1e200, -.greatestFiniteMagnitude])
func `numbers that are none never trap and never come out`(value: Double) {
  let ones = points.map { _ in 1.0 }
  var broken = points
  broken[7].y = value
  var heavy = ones
  heavy[3] = value
  for fit in [
    RigidFit(from: broken, to: points, weights: ones), RigidFit(from: points, to: broken, weights: ones),
    RigidFit(from: broken, to: broken, weights: ones), RigidFit(from: points, to: points, weights: heavy),
  ] {
    guard let fit else { continue }
    let columns = fit.rotation.0 + fit.rotation.1 + fit.rotation.2
    #expect((columns.sum() + fit.scale + fit.residual).isFinite)
  }
}
