import BonafideMedia
import BonafideObservations
import Testing

/// Grey pixels as rows.
private func grey(_ rows: [[UInt8]]) throws -> GreyImage {
  let width = rows.first?.count ?? 0
  return GreyImage(
    try Image(width: width, height: rows.count) { pixels in
      for (index, value) in rows.joined().enumerated() {
        for channel in 0..<3 { pixels[index * 4 + channel] = value }
      }
    })
}

private let identity = AffineMap(a: 1, b: 0, tx: 0, c: 0, d: 1, ty: 0)

@Test func `luma weighs the colours as BT 601 does`() throws {
  let colours: [(UInt8, UInt8, UInt8)] = [(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255), (10, 20, 30)]
  let image = try Image(width: colours.count, height: 1) { pixels in
    for (index, colour) in colours.enumerated() {
      (pixels[index * 4], pixels[index * 4 + 1], pixels[index * 4 + 2]) = colour
    }
  }
  // 0.299, 0.587, 0.114, rounded.
  #expect(GreyImage(image).pixels == [76, 150, 29, 255, 18])
}

@Test func `the identity gives every grey pixel back`() throws {
  let picture = try grey([[10, 20, 30], [40, 50, 60]])
  #expect(picture.sampled(width: 3, height: 2, map: identity).pixels == picture.pixels)
}

@Test func `between pixels the value lies between theirs`() throws {
  let picture = try grey([[0, 100], [200, 100]])
  let middle = AffineMap(a: 1, b: 0, tx: 0.5, c: 0, d: 1, ty: 0.5)
  #expect(picture.sampled(width: 1, height: 1, map: middle).pixels == [100])
}

@Test func `outside the picture its border goes on`() throws {
  let picture = try grey([[10, 20], [30, 40]])
  let far = AffineMap(a: 1, b: 0, tx: 50, c: 0, d: 1, ty: -50)
  #expect(picture.sampled(width: 2, height: 2, map: far).pixels == [20, 20, 20, 20])
}

@Test func `making smaller averages all pixels of an area`() throws {
  let stripes = try grey((0..<40).map { y in (0..<40).map { x in (x + y).isMultiple(of: 2) ? 0 : 200 } })
  let small = stripes.fitted(longerSide: 20)
  #expect(small.width == 20 && small.height == 20)
  #expect(small.pixels.allSatisfy { $0 == 100 })
}

@Test func `areas that cut pixels take their share`() throws {
  // 12 pixels onto 8: each covers one and a half.
  let ramp = try grey((0..<12).map { _ in (0..<12).map { UInt8($0 * 20) } })
  let small = ramp.fitted(longerSide: 8)
  let row = (0..<8).map { Int(small.pixels[$0]) }
  #expect(row == [7, 33, 67, 93, 127, 153, 187, 213])
}

@Test func `a map that shrinks skips nothing`() throws {
  let lines = try grey((0..<64).map { y in Array(repeating: y.isMultiple(of: 4) ? 255 : 0, count: 64) })
  let map = AffineMap(a: 4, b: 0, tx: 1.5, c: 0, d: 4, ty: 1.5)
  let small = lines.sampled(width: 16, height: 16, map: map)
  #expect(small.pixels.allSatisfy { abs(Int($0) - 64) <= 1 })
}

@Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
func `maps to nowhere give a picture and no trap`(value: Double) throws {
  let picture = try grey([[1, 2], [3, 4]])
  for map in [
    AffineMap(a: value, b: 0, tx: 0, c: 0, d: 1, ty: 0), AffineMap(a: 1, b: 0, tx: value, c: 0, d: 1, ty: value),
    AffineMap(a: 1, b: value, tx: 0, c: value, d: 1, ty: 0),
  ] {
    #expect(picture.sampled(width: 5, height: 4, map: map).pixels.count == 20)
  }
}
