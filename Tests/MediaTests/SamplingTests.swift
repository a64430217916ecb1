import BonafideMedia
import BonafideObservations
import Foundation
import Testing

/// A 3 × 2 picture whose channels number the pixels: red 10…60, green 100 more, blue 200 less each.
private func numbered() throws -> Image {
  try Image(width: 3, height: 2) { pixels in
    for index in 0..<6 {
      pixels[index * 4] = UInt8((index + 1) * 10)
      pixels[index * 4 + 1] = UInt8((index + 1) * 10 + 100)
      pixels[index * 4 + 2] = UInt8(200 - (index + 1) * 10)
    }
  }
}

private func reds(_ image: Image) -> [[Int]] {
  (0..<image.height).map { y in
    (0..<image.width).map { x in image.color(x: x, y: y).map { Int($0.red) } ?? -1 }
  }
}

private func sampled(
  _ image: Image, width: Int, height: Int, map: AffineMap, layout: TensorLayout = .interleavedRGB, scale: Float = 1,
  offset: Float = 0, border: Border = .zero
) -> [Float] {
  var floats = [Float](repeating: -1, count: width * height * 3)
  floats.withUnsafeMutableBufferPointer {
    image.sample(
      into: $0, width: width, height: height, map: map, layout: layout, scale: scale, offset: offset, border: border)
  }
  return floats
}

private let identity = AffineMap(a: 1, b: 0, tx: 0, c: 0, d: 1, ty: 0)

@Test func `the identity gives every pixel back`() throws {
  #expect(try reds(numbered().warped(width: 3, height: 2, map: identity)) == [[10, 20, 30], [40, 50, 60]])
}

@Test(
  arguments: [
    (TensorLayout.interleavedRGB, [10, 110, 190, 20, 120, 180] as [Float]),
    (.planarRGB, [10, 20, 110, 120, 190, 180]),
    (.planarBGR, [190, 180, 110, 120, 10, 20]),
  ])
func `a layout puts the channels where it says`(layout: TensorLayout, expected: [Float]) throws {
  #expect(try sampled(numbered(), width: 2, height: 1, map: identity, layout: layout) == expected)
}

@Test func `scale comes before offset`() throws {
  let values = try sampled(numbered(), width: 1, height: 1, map: identity, scale: 2, offset: -5)
  #expect(values == [15, 215, 375])
}

@Test(
  arguments: [
    (Border.replicate, [[15, 25, 30], [45, 55, 60]]),
    (.zero, [[15, 25, 15], [45, 55, 30]]),
  ])
func `half a pixel to the right is the mean of two neighbours`(border: Border, expected: [[Int]]) throws {
  let map = AffineMap(a: 1, b: 0, tx: 0.5, c: 0, d: 1, ty: 0)
  #expect(try reds(numbered().warped(width: 3, height: 2, map: map, border: border)) == expected)
}

@Test(
  arguments: [
    (Border.replicate, [[10, 20, 30], [25, 35, 45], [40, 50, 60]]),
    (.zero, [[5, 10, 15], [25, 35, 45], [20, 25, 30]]),
  ])
func `half a pixel up is the mean of two rows`(border: Border, expected: [[Int]]) throws {
  let map = AffineMap(a: 1, b: 0, tx: 0, c: 0, d: 1, ty: -0.5)
  #expect(try reds(numbered().warped(width: 3, height: 3, map: map, border: border)) == expected)
}

@Test(
  arguments: [
    (Orientation.right, AffineMap(a: 0, b: 1, tx: 0, c: -1, d: 0, ty: 1)),
    (.left, AffineMap(a: 0, b: -1, tx: 2, c: 1, d: 0, ty: 0)),
  ])
func `a turn by 90 degrees is exact`(orientation: Orientation, map: AffineMap) throws {
  let picture = try numbered()
  #expect(try reds(picture.warped(width: 2, height: 3, map: map)) == reds(picture.oriented(orientation)))
}

@Test(
  arguments: [
    (Border.zero, -5.0, 0), (.zero, 9, 0), (.replicate, -5, 10), (.replicate, 9, 30), (.replicate, 1e300, 30),
    (.replicate, -1e300, 10),
  ])
func `far outside is zero or the nearest pixel`(border: Border, shift: Double, expected: Int) throws {
  let map = AffineMap(a: 1, b: 0, tx: shift, c: 0, d: 1, ty: 0)
  #expect(try reds(numbered().warped(width: 1, height: 1, map: map, border: border)) == [[expected]])
}

private let hostileNumbers = [
  Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e19, .leastNonzeroMagnitude,
]

@Test(arguments: hostileNumbers, [Border.zero, .replicate])
func `no map traps and every sample is a colour`(value: Double, border: Border) throws {
  let picture = try numbered()
  let coefficients: [WritableKeyPath<AffineMap, Double>] = [\.a, \.b, \.tx, \.c, \.d, \.ty]
  for coefficient in coefficients {
    var map = identity
    map[keyPath: coefficient] = value
    let values = sampled(picture, width: 4, height: 4, map: map, border: border)
    #expect(values.allSatisfy { (0...255).contains($0) })
  }
}

@Test func `a picture of one pixel can be sampled everywhere`() throws {
  let dot = try Image(width: 1, height: 1) { $0[0] = 90 }
  let map = AffineMap(a: 0.5, b: 0, tx: -0.5, c: 0, d: 0.5, ty: -0.5)
  #expect(try reds(dot.warped(width: 3, height: 1, map: map, border: .replicate)) == [[90, 90, 90]])
  // A quarter where two borders meet, a half on the edge.
  #expect(try reds(dot.warped(width: 3, height: 2, map: map)) == [[23, 45, 23], [45, 90, 45]])
}
