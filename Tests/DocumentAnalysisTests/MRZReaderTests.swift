import BonafideDocumentAnalysis
import BonafideMedia
import BonafideObservations
import BonafideTravelDocument
import Testing

/// Real specimens; what is asked of them is the floor of BENCHMARKS.md, not each single one.
@Suite("Zones of real documents", .enabled(if: Specimen.areThere, "skipped: no test data or no models"))
struct RealZoneTests {
  @Test func `nearly all are read without a wrong character, and a wrong one shows`() throws {
    let reader = try Networks.reader
    var exact = 0
    var valid = 0
    var missed: [String] = []
    for specimen in Specimen.all {
      guard let reading = try reader.read(specimen.picture) else {
        missed.append(specimen.file)
        continue
      }
      if reading.zone.zone.lines == specimen.lines {
        exact += 1
      } else {
        missed.append(specimen.file)
        if reading.isSound { valid += 1 }
      }
    }
    #expect(exact >= Specimen.all.count * 95 / 100, "missed: \(missed)")
    #expect(valid <= 1, "of these some have all check digits right: \(missed)")
  }

  @Test(arguments: [Orientation.right, .down, .left])
  func `whichever way up the picture is`(orientation: Orientation) throws {
    let reader = try Networks.reader
    let some = stride(from: 0, to: Specimen.all.count, by: 10).map { Specimen.all[$0] }
    var upright = 0
    var turned = 0
    for specimen in some {
      let picture = try specimen.picture
      if try reader.read(picture)?.zone.zone.lines == specimen.lines { upright += 1 }
      if try reader.read(picture.oriented(orientation))?.zone.zone.lines == specimen.lines { turned += 1 }
    }
    #expect(turned >= upright - 1)
  }

  @Test func `the zone's corners go round the lines from where reading begins`() throws {
    let specimen = try #require(Specimen.all.first)
    let picture = try specimen.picture
    let quad = try #require(try Networks.reader.read(picture)).quad
    try #require(quad.count == 4)
    #expect(quad[0].x < quad[1].x && quad[0].y < quad[3].y && quad[2].x > quad[3].x && quad[2].y > quad[1].y)
    let turned = try #require(try Networks.reader.read(picture.oriented(.down))).quad
    for (point, other) in zip(quad, turned) {
      #expect(abs(picture.size.width - other.x - point.x) < 0.2 * picture.size.width)
      #expect(abs(picture.size.height - other.y - point.y) < 0.02 * picture.size.height)
    }
  }

  @Test func `a zone cut by the edge is not made up`() throws {
    let reader = try Networks.reader
    for specimen in Specimen.all.prefix(12) {
      let picture = try specimen.picture
      let left = try #require(
        try picture.cropped(Rect(x: 0, y: 0, width: picture.size.width * 0.55, height: picture.size.height)))
      #expect(try reader.read(left)?.isSound != true, "\(specimen.file)")
    }
  }
}

@Suite("Pictures without a zone", .enabled(if: Networks.areThere, "skipped: no models"))
struct NoZoneTests {
  @Test(arguments: [(1, 1), (1, 400), (3000, 2), (8, 8), (640, 480), (2500, 1800)])
  func `noise holds none`(width: Int, height: Int) throws {
    let reading = try Networks.reader.read(noise(width: width, height: height, seed: 3))
    #expect(reading == nil)
  }

  @Test(arguments: [UInt8(0), 128, 255])
  func `an even surface holds none`(value: UInt8) throws {
    let picture = try Image(width: 900, height: 600) { $0.update(repeating: value) }
    let reading = try Networks.reader.read(picture)
    #expect(reading == nil)
  }

  @Test func `stripes like text hold none`() throws {
    let picture = try Image(width: 1000, height: 700) { pixels in
      for y in 0..<700 {
        for x in 0..<1000 where (y / 12) % 3 == 0 && (x / 6) % 2 == 0 {
          for channel in 0..<3 { pixels[(y * 1000 + x) * 4 + channel] = 230 }
        }
      }
    }
    #expect(try Networks.reader.read(picture)?.isSound != true)
  }
}
