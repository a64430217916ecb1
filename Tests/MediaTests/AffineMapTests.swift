import BonafideMedia
import BonafideObservations
import Foundation
import Testing

private func isNear(_ a: Point, _ b: Point) -> Bool { a.distance(to: b) < 1e-9 }

@Test func `a square's middle goes to its centre and its corner half a side away`() {
  let map = AffineMap(squareOf: 4, center: Point(x: 10, y: 20), length: 8, angle: 0)
  #expect(map.apply(Point(x: 2, y: 2)) == Point(x: 10, y: 20))
  #expect(map.apply(Point(x: 0, y: 0)) == Point(x: 6, y: 16))
  #expect(map.scale == 2)
}

@Test func `a square turned clockwise by 90 degrees has its x axis point down`() {
  let map = AffineMap(squareOf: 4, center: Point(x: 10, y: 20), length: 8, angle: .pi / 2)
  #expect(isNear(map.apply(Point(x: 4, y: 2)), Point(x: 10, y: 24)))
  #expect(isNear(map.apply(Point(x: 2, y: 4)), Point(x: 6, y: 20)))
}

@Test(arguments: [0.0, 0.3, .pi / 2, 2.5, -2.0], [0.25, 1, 7])
func `the similarity behind some points is found again`(angle: Double, scale: Double) throws {
  let real = AffineMap(
    a: scale * cos(angle), b: -scale * sin(angle), tx: 5, c: scale * sin(angle), d: scale * cos(angle), ty: -3)
  let from = [Point(x: 0, y: 0), Point(x: 10, y: 2), Point(x: 4, y: 9), Point(x: -3, y: 5)]
  let found = try #require(AffineMap(similarityFrom: from, to: from.map(real.apply)))
  for point in from { #expect(isNear(found.apply(point), real.apply(point))) }
  #expect(abs(found.scale - scale) < 1e-9)
}

@Test func `points mirrored are met by a turn, never by a mirror`() throws {
  let from = [Point(x: 0, y: 0), Point(x: 10, y: 0), Point(x: 3, y: 7)]
  let found = try #require(AffineMap(similarityFrom: from, to: from.map { Point(x: -$0.x, y: $0.y) }))
  #expect(found.a * found.d - found.b * found.c >= 0)
}

@Test(
  arguments: [
    ([], []), ([Point(x: 1, y: 1)], [Point(x: 1, y: 1)]),
    ([Point(x: 1, y: 1), Point(x: 1, y: 1)], [Point(x: 0, y: 0), Point(x: 2, y: 2)]),
    ([Point(x: 1, y: 1), Point(x: 2, y: 1)], [Point(x: 0, y: 0)]),
    ([Point(x: .nan, y: 1), Point(x: 2, y: 1)], [Point(x: 0, y: 0), Point(x: 2, y: 2)]),
    ([Point(x: .infinity, y: 1), Point(x: 2, y: 1)], [Point(x: 0, y: 0), Point(x: 2, y: 2)]),
  ] as [([Point], [Point])])
func `points that say nothing give no similarity`(from: [Point], to: [Point]) {
  #expect(AffineMap(similarityFrom: from, to: to) == nil)
}

@Test func `the inverse leads back`() throws {
  let map = AffineMap(a: 2, b: -1, tx: 7, c: 0.5, d: 3, ty: -4)
  let back = try #require(map.inverse)
  let point = Point(x: 11, y: -6)
  #expect(isNear(back.apply(map.apply(point)), point))
}

@Test(
  arguments: [
    AffineMap(a: 1, b: 2, tx: 0, c: 2, d: 4, ty: 0), AffineMap(a: 0, b: 0, tx: 1, c: 0, d: 0, ty: 1),
    AffineMap(a: .nan, b: 0, tx: 0, c: 0, d: 1, ty: 0), AffineMap(a: .infinity, b: 0, tx: 0, c: 0, d: 1, ty: 0),
  ])
func `a map that flattens the plane has no inverse`(map: AffineMap) {
  #expect(map.inverse == nil)
}
