import BonafideDocumentAnalysis
import BonafideMedia
import BonafideObservations
import Testing

/// Red in its upper left quarter, grey elsewhere.
private func picture(width: Int = 400, height: Int = 300) throws -> Image {
  try Image(width: width, height: height) { pixels in
    for at in stride(from: 0, to: pixels.count, by: 4) {
      let (x, y) = (at / 4 % width, at / 4 / width)
      let isRed = x < width / 2 && y < height / 2
      (pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]) = isRed ? (220, 20, 20, 255) : (128, 128, 128, 255)
    }
  }
}

private let quad = [Point(x: 40, y: 30), Point(x: 360, y: 50), Point(x: 350, y: 260), Point(x: 50, y: 250)]

@Suite("A flat document") struct FlatDocumentTests {
  @Test func `shows the corners of the quad at its own`() throws {
    let flat = try #require(try FlatDocument(picture(), quad: quad, width: 640, aspect: 1.6))
    #expect(flat.image.width == 640 && flat.image.height == 400)
    let own = [Point(x: -0.5, y: -0.5), Point(x: 639.5, y: -0.5), Point(x: 639.5, y: 399.5), Point(x: -0.5, y: 399.5)]
    for (corner, wanted) in zip(own.map(flat.place), quad) { #expect(corner.distance(to: wanted) < 2) }
    #expect(flat.image.color(x: 40, y: 40)?.red ?? 0 > 180 && flat.image.color(x: 600, y: 380)?.red ?? 255 < 150)
  }

  @Test func `leads there and back`() throws {
    let flat = try #require(try FlatDocument(picture(), quad: quad, width: 640, aspect: 1.6))
    let there = try #require(flat.flat(quad))
    for (place, corner) in zip(there.map(flat.place), quad) { #expect(place.distance(to: corner) < 1e-6) }
    let box = flat.box(Rect(x: 100, y: 100, width: 200, height: 100))
    #expect(Rect(x: 0, y: 0, width: 400, height: 300).intersection(box) == box)
  }

  @Test func `turned over is the same side the other way up`() throws {
    let flat = try #require(try FlatDocument(picture(), quad: quad, width: 640, aspect: 1.6))
    let over = try #require(try flat.turnedOver())
    #expect(over.quad == [quad[2], quad[3], quad[0], quad[1]])
    #expect(over.image.color(x: 599, y: 359)?.red == flat.image.color(x: 40, y: 40)?.red)
    let point = Point(x: 123, y: 45)
    let same = over.place(Point(x: 639 - point.x, y: 399 - point.y))
    #expect(same.distance(to: flat.place(point)) < 1e-6)
  }

  @Test(arguments: [
    [Point(x: 0, y: 0), Point(x: 0, y: 0), Point(x: 0, y: 0), Point(x: 0, y: 0)],
    [Point(x: 0, y: 0), Point(x: 100, y: 100), Point(x: 100, y: 0), Point(x: 0, y: 100)],
    [Point(x: 0, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 100)],
    [Point(x: .nan, y: 0), Point(x: 100, y: 0), Point(x: 100, y: 100), Point(x: 0, y: 100)],
    [],
  ])
  func `is none where the corners are no quad`(corners: [Point]) throws {
    #expect(try FlatDocument(picture(), quad: corners, width: 640, aspect: 1.6) == nil)
  }

  @Test(arguments: [0, -1, 0.01, 100, Double.nan, .infinity])
  func `is none in a shape that no document has`(aspect: Double) throws {
    #expect(try FlatDocument(picture(), quad: quad, width: 640, aspect: aspect) == nil)
  }

  @Test(arguments: [Int.min, -5, 0, 5, 5000, Int.max])
  func `is none in a size that nobody asks for`(width: Int) throws {
    #expect(try FlatDocument(picture(), quad: quad, width: width, aspect: 1.6) == nil)
  }
}
