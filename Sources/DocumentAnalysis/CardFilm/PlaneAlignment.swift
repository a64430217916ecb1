internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// The perspective map that leads points to where they were found, by least squares without the outliers.
struct PlaneAlignment: Sendable {
  let map: PerspectiveMap
  /// Which of the pairs it explains.
  let explained: [Bool]

  struct Pair {
    let from: Point
    let to: Point
    let weight: Double
  }

  /// - `size`: of the plane, to which coordinates are scaled.
  /// - `slack`: pixels by which a pair may be off.
  init?(_ pairs: [Pair], size: Size, slack: Double, least: Int) {
    guard pairs.count >= least, size.width > 1, size.height > 1 else { return nil }
    // Begins with the shift that most pairs share.
    let shiftX = PlaneAlignment.median(pairs.map { $0.to.x - $0.from.x })
    let shiftY = PlaneAlignment.median(pairs.map { $0.to.y - $0.from.y })
    var map = PerspectiveMap(a: 1, b: 0, c: shiftX, d: 0, e: 1, f: shiftY, g: 0, h: 0, i: 1)
    var explained = [Bool](repeating: true, count: pairs.count)
    for round in 0..<5 {
      let reach = slack * [8, 5, 3, 1.5, 1][round]
      let off = pairs.map { map.apply($0.from).distance(to: $0.to) }
      explained = off.map { $0 < reach }
      let used = pairs.indices.filter { explained[$0] }
      guard used.count >= least, PlaneAlignment.spread(used.map { pairs[$0].from }, size) else { return nil }
      let weights = used.map { index -> Double in
        let share = off[index] / reach
        return pairs[index].weight * (1 - share * share) * (1 - share * share)
      }
      guard let next = PlaneAlignment.fit(used.map { pairs[$0] }, weights, size) else { return nil }
      map = next
    }
    self.map = map
    self.explained = explained
  }

  static func median(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[values.count / 2]
  }

  /// Points all over the plane hold a map; those in one corner do not.
  private static func spread(_ points: [Point], _ size: Size) -> Bool {
    guard let box = Rect(around: points) else { return false }
    return box.width > size.width * 0.4 && box.height > size.height * 0.35
  }

  private static func fit(_ pairs: [Pair], _ weights: [Double], _ size: Size) -> PerspectiveMap? {
    let scale = max(size.width, size.height) / 2
    func small(_ point: Point) -> (x: Double, y: Double) {
      ((point.x - size.width / 2) / scale, (point.y - size.height / 2) / scale)
    }
    var rows = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
    for (pair, weight) in zip(pairs, weights) {
      let (from, to) = (small(pair.from), small(pair.to))
      let first = [from.x, from.y, 1, 0, 0, 0, -to.x * from.x, -to.x * from.y, to.x]
      let second = [0, 0, 0, from.x, from.y, 1, -to.y * from.x, -to.y * from.y, to.y]
      for equation in [first, second] {
        for row in 0..<8 {
          let factor = equation[row] * weight
          guard factor != 0 else { continue }
          for column in 0..<9 { rows[row][column] += factor * equation[column] }
        }
      }
    }
    guard let p = solved(rows) else { return nil }
    let core = PerspectiveMap(a: p[0], b: p[1], c: p[2], d: p[3], e: p[4], f: p[5], g: p[6], h: p[7], i: 1)
    let shrink = PerspectiveMap(
      a: 1 / scale, b: 0, c: -size.width / 2 / scale, d: 0, e: 1 / scale, f: -size.height / 2 / scale, g: 0, h: 0, i: 1)
    let grow = PerspectiveMap(
      a: scale, b: 0, c: size.width / 2, d: 0, e: scale, f: size.height / 2, g: 0, h: 0, i: 1)
    let map = grow.after(core).after(shrink)
    return map.inverse == nil ? nil : map
  }

  /// Gauss with pivots; the last column is the right side.
  private static func solved(_ given: [[Double]]) -> [Double]? {
    var rows = given
    let count = rows.count
    for column in 0..<count {
      guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-10
      else { return nil }
      rows.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let share = rows[row][column] / rows[column][column]
        guard share != 0 else { continue }
        for index in column...count { rows[row][index] -= share * rows[column][index] }
      }
    }
    let solution = (0..<count).map { rows[$0][count] / rows[$0][$0] }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }
}
