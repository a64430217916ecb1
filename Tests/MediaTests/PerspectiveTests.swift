import BonafideMedia
import BonafideObservations
import Testing

@Suite struct PerspectiveMapTests {
  private static let square = [Point(x: 0, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)]
  private static let quad = [Point(x: 12, y: 7), Point(x: 310, y: 25), Point(x: 290, y: 215), Point(x: 3, y: 190)]

  @Test func `four points go where they were sent`() throws {
    let map = try #require(PerspectiveMap(from: PerspectiveMapTests.square, to: PerspectiveMapTests.quad))
    for (from, to) in zip(PerspectiveMapTests.square, PerspectiveMapTests.quad) {
      #expect(map.apply(from).distance(to: to) < 1e-9)
    }
  }

  /// Diagonals stay straight under a perspective: their crossing goes to the crossing of the quad's.
  @Test func `the middle goes to the crossing of the diagonals`() throws {
    let map = try #require(PerspectiveMap(from: PerspectiveMapTests.square, to: PerspectiveMapTests.quad))
    let (a, b, c, d) = (
      PerspectiveMapTests.quad[0], PerspectiveMapTests.quad[1], PerspectiveMapTests.quad[2], PerspectiveMapTests.quad[3]
    )
    let (x1, y1, x2, y2) = (c.x - a.x, c.y - a.y, d.x - b.x, d.y - b.y)
    let share = ((b.x - a.x) * y2 - (b.y - a.y) * x2) / (x1 * y2 - y1 * x2)
    let crossing = Point(x: a.x + share * x1, y: a.y + share * y1)
    #expect(map.apply(Point(x: 0.5, y: 0.5)).distance(to: crossing) < 1e-9)
  }

  @Test func `the inverse leads back`() throws {
    let map = try #require(PerspectiveMap(from: PerspectiveMapTests.quad, to: PerspectiveMapTests.square))
    let back = try #require(map.inverse)
    for point in [Point(x: 100, y: 50), Point(x: 17, y: 180), Point(x: 280, y: 30)] {
      #expect(back.apply(map.apply(point)).distance(to: point) < 1e-9)
    }
  }

  @Test(arguments: [
    [Point(x: 0, y: 0), Point(x: 1, y: 1), Point(x: 2, y: 2), Point(x: 0, y: 3)],
    [Point(x: 5, y: 5), Point(x: 5, y: 5), Point(x: 5, y: 5), Point(x: 5, y: 5)],
    [Point(x: 0, y: 0), Point(x: .nan, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)],
    [Point(x: 0, y: 0), Point(x: .infinity, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)],
    [Point(x: 0, y: 0), Point(x: 1, y: 0)], [],
  ]) func `there is no map to points that span nothing`(points: [Point]) {
    #expect(PerspectiveMap(unitSquareTo: points) == nil)
  }
}

@Suite struct PerspectiveWarpTests {
  /// Linear in x and y, so that bilinear sampling gives it back exactly, but for rounding.
  private static func ramp(width: Int, height: Int) throws -> Image {
    try Image(width: width, height: height) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let at = (y * width + x) * 4
          pixels[at] = UInt8(x)
          pixels[at + 1] = UInt8(y)
          pixels[at + 2] = UInt8((x + y) / 2)
          pixels[at + 3] = 255
        }
      }
    }
  }

  @Test func `the identity changes nothing`() throws {
    let image = try PerspectiveWarpTests.ramp(width: 61, height: 43)
    let map = PerspectiveMap(AffineMap(a: 1, b: 0, tx: 0, c: 0, d: 1, ty: 0))
    let same = try image.warped(width: 61, height: 43, map: map)
    #expect(image.withPixels { Array($0) } == same.withPixels { Array($0) })
    let grey = GreyImage(image)
    #expect(try grey.warped(width: 61, height: 43, map: map).pixels == grey.pixels)
  }

  @Test func `each pixel is sampled where the map says`() throws {
    let image = try PerspectiveWarpTests.ramp(width: 240, height: 200)
    let quad = [Point(x: 21, y: 14), Point(x: 222, y: 3), Point(x: 230, y: 190), Point(x: 5, y: 170)]
    let map = try #require(PerspectiveMap(width: 133, height: 90, onto: quad))
    let flat = try image.warped(width: 133, height: 90, map: map)
    let grey = try GreyImage(image).warped(width: 133, height: 90, map: map)
    for y in 0..<90 {
      for x in 0..<133 {
        let place = map.apply(Point(x: Double(x), y: Double(y)))
        let color = try #require(flat.color(x: x, y: y))
        #expect(abs(Double(color.red) - place.x) <= 1.01)
        #expect(abs(Double(color.green) - place.y) <= 1.01)
        let luma = 0.299 * place.x + 0.587 * place.y + 0.114 * (place.x + place.y) / 2
        #expect(abs(Double(grey.pixels[y * 133 + x]) - luma) <= 1.5)
      }
    }
  }

  @Test func `outside of the picture its border goes on`() throws {
    let image = try PerspectiveWarpTests.ramp(width: 20, height: 10)
    let map = PerspectiveMap(AffineMap(a: 1, b: 0, tx: -30, c: 0, d: 1, ty: 40))
    let flat = try image.warped(width: 70, height: 3, map: map)
    #expect(try #require(flat.color(x: 0, y: 0)).red == 0)
    #expect(try #require(flat.color(x: 69, y: 2)).red == 19)
    #expect(try #require(flat.color(x: 5, y: 1)).green == 9)
  }

  @Test(arguments: [
    PerspectiveMap(a: .nan, b: 0, c: 0, d: 0, e: .nan, f: 0, g: 0, h: 0, i: 1),
    PerspectiveMap(a: 1e300, b: -1e300, c: 1e300, d: 1, e: .infinity, f: 0, g: 0, h: 0, i: 1),
    PerspectiveMap(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0, g: 0, h: 0, i: 0),
    PerspectiveMap(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0, g: -0.1, h: -0.1, i: 1),
  ]) func `a map that leads nowhere stays within the picture`(map: PerspectiveMap) throws {
    let image = try PerspectiveWarpTests.ramp(width: 33, height: 21)
    #expect(try image.warped(width: 40, height: 30, map: map).width == 40)
    #expect(try GreyImage(image).warped(width: 40, height: 30, map: map).height == 30)
    let dot = try Image(width: 1, height: 1) { $0.update(repeating: 9) }
    #expect(try dot.warped(width: 3, height: 3, map: map).color(x: 2, y: 2)?.red == 9)
  }

  @Test func `sides that are refused throw`() throws {
    let image = try PerspectiveWarpTests.ramp(width: 3, height: 3)
    let map = PerspectiveMap(AffineMap(a: 1, b: 0, tx: 0, c: 0, d: 1, ty: 0))
    #expect(throws: BonafideError(.undecodable, "")) { try image.warped(width: 0, height: 5, map: map) }
    #expect(throws: BonafideError(.tooLarge, "")) { try image.warped(width: 40_000, height: 5, map: map) }
  }
}
