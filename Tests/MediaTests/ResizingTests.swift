import BonafideMedia
import BonafideObservations
import Testing

/// Red runs 0, 1, 2… in reading order.
private func counting(width: Int, height: Int, step: Int = 1) throws -> Image {
  try Image(width: width, height: height) { pixels in
    for index in 0..<(width * height) { pixels[index * 4] = UInt8(truncatingIfNeeded: index * step) }
  }
}

private func reds(_ image: Image) -> [[Int]] {
  (0..<image.height).map { y in
    (0..<image.width).map { x in image.color(x: x, y: y).map { Int($0.red) } ?? -1 }
  }
}

@Test func `blocks are averaged and rounded to the nearest`() throws {
  // (0 + 3 + 12 + 15) / 4 = 7.5 and (6 + 9 + 18 + 21) / 4 = 13.5
  #expect(try reds(counting(width: 4, height: 2, step: 3).reduced(by: 2)) == [[8, 14]])
}

@Test func `what does not fill a block is left out`() throws {
  let reduced = try counting(width: 5, height: 3).reduced(by: 2)
  #expect(reds(reduced) == [[3, 5]])
}

@Test(arguments: [Int.min, -1, 0, 1, 4, Int.max])
func `a factor that cannot be used leaves the picture as it is`(factor: Int) throws {
  #expect(try reds(counting(width: 3, height: 2).reduced(by: factor)) == [[0, 1, 2], [3, 4, 5]])
}

@Test func `white stays white at any factor`() throws {
  let white = try Image(width: 64, height: 64) { $0.update(repeating: 255) }
  for factor in [2, 3, 7, 64] {
    #expect(try reds(white.reduced(by: factor)).joined().allSatisfy { $0 == 255 })
  }
}

@Test func `twice the width is a ramp between the pixels, with the ends kept`() throws {
  // Centres of the new pixels lie at −0.25, 0.25, 0.75 and 1.25 of the old ones.
  #expect(try reds(counting(width: 2, height: 1, step: 100).resized(width: 4, height: 1)) == [[0, 25, 75, 100]])
}

@Test func `half the width is the mean of pairs`() throws {
  #expect(try reds(counting(width: 4, height: 2, step: 10).resized(width: 2, height: 1)) == [[25, 45]])
}

@Test func `an even picture stays even at every size`() throws {
  let grey = try Image(width: 37, height: 23) { $0.update(repeating: 77) }
  for (width, height) in [(1, 1), (5, 23), (37, 1), (36, 22), (80, 61), (1, 100)] {
    let resized = try grey.resized(width: width, height: height)
    #expect(resized.width == width && resized.height == height)
    #expect(reds(resized).joined().allSatisfy { $0 == 77 })
  }
}

@Test func `a size that no picture may have is refused`() throws {
  let picture = try counting(width: 3, height: 2)
  for (width, height) in [(0, 1), (1, 0), (-1, -1), (Int.min, 1)] {
    #expect(throws: BonafideError(.undecodable, "")) { try picture.resized(width: width, height: height) }
  }
  for (width, height) in [(32_768, 1), (1, Int.max), (Int.max, Int.max), (10_001, 10_000)] {
    #expect(throws: BonafideError(.tooLarge, "")) { try picture.resized(width: width, height: height) }
  }
}

@Test(arguments: [(400, 100, 100, 25), (100, 400, 25, 100), (1, 5000, 1, 10), (50, 40, 50, 40)])
func `fitting keeps the shape, never enlarges and never loses the shorter side`(
  width: Int, height: Int, expectedWidth: Int, expectedHeight: Int
) throws {
  let side = max(expectedWidth, expectedHeight) == 50 ? 100 : max(expectedWidth, expectedHeight)
  let fitted = try Image(width: width, height: height) { _ in }.fitted(longerSide: side)
  #expect(fitted.width == expectedWidth && fitted.height == expectedHeight)
}

@Test(
  arguments: [
    (Rect(x: 1, y: 1, width: 2, height: 1), [[5, 6]]),
    (Rect(x: -2, y: -2, width: 4, height: 4), [[0, 1], [4, 5]]),
    (Rect(x: 3, y: 2, width: 100, height: 100), [[11]]),
    (Rect(x: -1e300, y: -1e300, width: 2e300, height: 2e300), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]),
    (Rect(x: 0.9, y: 0.9, width: 0.01, height: 0.01), [[0]]),
    (Rect(x: 3.999, y: 2.999, width: 5, height: 5), [[11]]),
  ])
func `a part is cut to the picture`(rect: Rect, expected: [[Int]]) throws {
  let part = try #require(try counting(width: 4, height: 3).cropped(rect))
  #expect(reds(part) == expected)
}

@Test(
  arguments: [
    Rect(x: 4, y: 0, width: 2, height: 2), Rect(x: 0, y: -2, width: 2, height: 2),
    Rect(x: 1, y: 1, width: 0, height: 1),
    Rect(x: 2, y: 2, width: -1, height: -1), Rect(x: .infinity, y: 0, width: 1, height: 1),
  ])
func `nothing is left of a part beside the picture`(rect: Rect) throws {
  #expect(try counting(width: 4, height: 3).cropped(rect) == nil)
}

@Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
func `no rectangle traps`(value: Double) throws {
  let picture = try counting(width: 4, height: 3)
  let sides: [WritableKeyPath<Rect, Double>] = [\.x, \.y, \.width, \.height]
  for side in sides {
    var rect = Rect(x: 0, y: 0, width: 2, height: 2)
    rect[keyPath: side] = value
    let part = try picture.cropped(rect)
    #expect((part?.width ?? 1) <= 4 && (part?.height ?? 1) <= 3)
  }
}

@Test func `a colour outside of the picture is none`() throws {
  let picture = try counting(width: 2, height: 2)
  #expect(picture.color(x: 1, y: 1)?.red == 3)
  for (x, y) in [(-1, 0), (0, -1), (2, 0), (0, 2), (Int.max, Int.max), (Int.min, 0)] {
    #expect(picture.color(x: x, y: y) == nil)
  }
}
