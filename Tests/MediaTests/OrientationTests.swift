import BonafideMedia
import Testing

/// A 3 × 2 picture whose red channel numbers the pixels 1…6 in reading order.
private func numbered() throws -> Image {
  try Image(width: 3, height: 2) { pixels in
    for index in 0..<6 { pixels[index * 4] = UInt8(index + 1) }
  }
}

private func numbers(_ image: Image) -> [[Int]] {
  (0..<image.height).map { y in
    (0..<image.width).map { x in image.color(x: x, y: y).map { Int($0.red) } ?? -1 }
  }
}

/// Expected values from the figure of EXIF tag 274 in CIPA DC-008: which corner the stored row 0 and column 0 are.
@Test(
  arguments: [
    (Orientation.up, [[1, 2, 3], [4, 5, 6]]),
    (.upMirrored, [[3, 2, 1], [6, 5, 4]]),
    (.down, [[6, 5, 4], [3, 2, 1]]),
    (.downMirrored, [[4, 5, 6], [1, 2, 3]]),
    (.leftMirrored, [[1, 4], [2, 5], [3, 6]]),
    (.right, [[4, 1], [5, 2], [6, 3]]),
    (.rightMirrored, [[6, 3], [5, 2], [4, 1]]),
    (.left, [[3, 6], [2, 5], [1, 4]]),
  ])
func `every orientation puts the stored pixels upright`(orientation: Orientation, expected: [[Int]]) throws {
  #expect(try numbers(numbered().oriented(orientation)) == expected)
}
