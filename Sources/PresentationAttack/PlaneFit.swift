internal import Foundation

/// Points of the plane as x and y.
typealias PlanePoint = SIMD2<Double>

/// How far one set of points is from another after the best map of a kind; in the unit of the second set.
enum PlaneFit {
  /// Root mean square left over by a similarity (turn, size, shift). Nil when the points coincide.
  static func similarityResidual(from: [PlanePoint], to: [PlanePoint]) -> Double? {
    guard from.count == to.count, from.count >= 3 else { return nil }
    let count = Double(from.count)
    let fromCenter = from.reduce(.zero, +) / count
    let toCenter = to.reduce(.zero, +) / count
    var spread = 0.0
    var target = 0.0
    var dot = 0.0
    var cross = 0.0
    for index in from.indices {
      let p = from[index] - fromCenter
      let q = to[index] - toCenter
      spread += (p * p).sum()
      target += (q * q).sum()
      dot += (p * q).sum()
      cross += p.x * q.y - p.y * q.x
    }
    guard spread > 1e-9 else { return nil }
    return (max(0, target - (dot * dot + cross * cross) / spread) / count).squareRoot()
  }

  /// Root mean square left over by a homography: what two pictures of a flat thing are related by. Fitted by the
  /// direct linear transform on normalised points (Hartley 1997), with the last element fixed to one. Nil when the
  /// points do not determine it.
  static func homographyResidual(from: [PlanePoint], to: [PlanePoint]) -> Double? {
    guard from.count == to.count, from.count >= 6, let source = Normalised(from), let target = Normalised(to) else {
      return nil
    }
    var system = LinearSystem(unknowns: 8)
    for (p, q) in zip(source.points, target.points) {
      system.add([p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y], equals: q.x)
      system.add([0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y], equals: q.y)
    }
    guard let h = system.solution() else { return nil }
    var sum = 0.0
    for (p, q) in zip(source.points, target.points) {
      let depth = h[6] * p.x + h[7] * p.y + 1
      guard abs(depth) > 1e-6 else { return nil }
      let mapped = PlanePoint(h[0] * p.x + h[1] * p.y + h[2], h[3] * p.x + h[4] * p.y + h[5]) / depth
      sum += ((mapped - q) * (mapped - q)).sum()
    }
    return (sum / Double(from.count)).squareRoot() / target.scale
  }

  /// Points moved to their centre, with a mean distance of √2 from it.
  private struct Normalised {
    let points: [PlanePoint]
    let scale: Double

    init?(_ raw: [PlanePoint]) {
      let center = raw.reduce(.zero, +) / Double(raw.count)
      let mean = raw.reduce(0) { $0 + (($1 - center) * ($1 - center)).sum().squareRoot() } / Double(raw.count)
      guard mean > 1e-9, mean.isFinite else { return nil }
      let scale = 2.0.squareRoot() / mean
      self.scale = scale
      points = raw.map { ($0 - center) * scale }
    }
  }
}

/// Least squares by normal equations; small and well-conditioned systems only.
struct LinearSystem {
  private let unknowns: Int
  private var matrix: [Double]
  private var right: [Double]

  init(unknowns: Int) {
    self.unknowns = unknowns
    matrix = [Double](repeating: 0, count: unknowns * unknowns)
    right = [Double](repeating: 0, count: unknowns)
  }

  mutating func add(_ row: [Double], equals value: Double) {
    precondition(row.count == unknowns)
    for i in 0..<unknowns where row[i] != 0 {
      for j in 0..<unknowns { matrix[i * unknowns + j] += row[i] * row[j] }
      right[i] += row[i] * value
    }
  }

  /// Gauss elimination with pivots; nil when the system is singular or not finite.
  func solution() -> [Double]? {
    var a = matrix
    var b = right
    for column in 0..<unknowns {
      let rows = column..<unknowns
      guard let pivot = rows.max(by: { abs(a[$0 * unknowns + column]) < abs(a[$1 * unknowns + column]) }),
        abs(a[pivot * unknowns + column]) > 1e-12, a[pivot * unknowns + column].isFinite
      else { return nil }
      if pivot != column {
        for k in 0..<unknowns { a.swapAt(pivot * unknowns + k, column * unknowns + k) }
        b.swapAt(pivot, column)
      }
      for row in (column + 1)..<max(unknowns, column + 1) {
        let factor = a[row * unknowns + column] / a[column * unknowns + column]
        if factor == 0 { continue }
        for k in column..<unknowns { a[row * unknowns + k] -= factor * a[column * unknowns + k] }
        b[row] -= factor * b[column]
      }
    }
    var x = [Double](repeating: 0, count: unknowns)
    for row in (0..<unknowns).reversed() {
      var sum = b[row]
      for k in (row + 1)..<max(unknowns, row + 1) { sum -= a[row * unknowns + k] * x[k] }
      x[row] = sum / a[row * unknowns + row]
    }
    return x.allSatisfy(\.isFinite) ? x : nil
  }
}
