internal import Foundation

/// The rotation and size that bring one set of points nearest to another (Horn 1987, unit quaternions).
package struct RigidFit: Sendable {
  /// Columns are where the first set's x, y and z axes point.
  package let rotation: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  package let scale: Double
  /// Root mean square of what is left over, in the unit of the second set.
  package let residual: Double

  /// Nil when the points say nothing: fewer than three, all in one place, or not finite.
  package init?(from: [SIMD3<Double>], to: [SIMD3<Double>], weights: [Double]) {
    guard from.count == to.count, from.count == weights.count, from.count >= 3 else { return nil }
    let total = weights.reduce(0, +)
    guard total > 0, total.isFinite else { return nil }
    var fromCenter = SIMD3<Double>.zero
    var toCenter = SIMD3<Double>.zero
    for index in from.indices {
      fromCenter += from[index] * weights[index]
      toCenter += to[index] * weights[index]
    }
    fromCenter /= total
    toCenter /= total
    var s = [[Double]](repeating: [0, 0, 0], count: 3)
    var fromSpread = 0.0
    var toSpread = 0.0
    for index in from.indices {
      let p = from[index] - fromCenter
      let q = to[index] - toCenter
      let weight = weights[index]
      for row in 0..<3 { for column in 0..<3 { s[row][column] += weight * p[row] * q[column] } }
      fromSpread += weight * (p * p).sum()
      toSpread += weight * (q * q).sum()
    }
    guard fromSpread > 1e-12, toSpread > 1e-12, (fromSpread + toSpread).isFinite else { return nil }
    let key = [
      [s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]],
      [s[1][2] - s[2][1], s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]],
      [s[2][0] - s[0][2], s[0][1] + s[1][0], -s[0][0] + s[1][1] - s[2][2], s[1][2] + s[2][1]],
      [s[0][1] - s[1][0], s[2][0] + s[0][2], s[1][2] + s[2][1], -s[0][0] - s[1][1] + s[2][2]],
    ]
    let (value, q) = RigidFit.largestEigenvector(key)
    let (w, x, y, z) = (q[0], q[1], q[2], q[3])
    rotation = (
      SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
      SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
      SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    )
    scale = value / fromSpread
    residual = (max(0, toSpread - value * value / fromSpread) / total).squareRoot()
  }

  /// Largest eigenvalue of a symmetric 4 × 4 matrix and its unit vector, by Jacobi rotations.
  private static func largestEigenvector(_ matrix: [[Double]]) -> (value: Double, vector: [Double]) {
    var a = matrix
    var v = (0..<4).map { row in (0..<4).map { $0 == row ? 1.0 : 0.0 } }
    for _ in 0..<32 {
      var largest = 0.0
      for p in 0..<3 {
        for q in (p + 1)..<4 {
          largest = max(largest, abs(a[p][q]))
          guard abs(a[p][q]) > 1e-300 else { continue }
          let theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
          let t = (theta >= 0 ? 1 : -1) / (abs(theta) + (theta * theta + 1).squareRoot())
          let c = 1 / (t * t + 1).squareRoot()
          let sine = t * c
          for k in 0..<4 {
            let (kp, kq) = (a[k][p], a[k][q])
            a[k][p] = c * kp - sine * kq
            a[k][q] = sine * kp + c * kq
          }
          for k in 0..<4 {
            let (pk, qk) = (a[p][k], a[q][k])
            a[p][k] = c * pk - sine * qk
            a[q][k] = sine * pk + c * qk
            let (vp, vq) = (v[k][p], v[k][q])
            v[k][p] = c * vp - sine * vq
            v[k][q] = sine * vp + c * vq
          }
        }
      }
      if largest < 1e-12 * (abs(a[0][0]) + abs(a[1][1]) + abs(a[2][2]) + abs(a[3][3])) { break }
    }
    let best = (0..<4).max { a[$0][$0] < a[$1][$1] } ?? 0
    return (a[best][best], v.map { $0[best] })
  }
}
