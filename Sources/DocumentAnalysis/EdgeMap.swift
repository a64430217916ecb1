internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// The edges of a reduced picture, one pixel wide: where colour changes most, and in which direction.
///
/// Colour and not luma alone, because a card on a background of the same brightness has no edge in luma.
struct EdgeMap: Sendable {
  struct Edge: Sendable {
    let x: Int
    let y: Int
    /// Degrees of the normal, 0 ..< 180.
    let angle: Int
    /// 0…1, full where the change is clear.
    let weight: Float
  }

  let width: Int
  let height: Int
  let edges: [Edge]
  /// A byte a pixel: 0 without an edge, else 1 + degrees of the normal.
  let angles: [UInt8]
  /// Of the edge at a pixel, 0…255.
  let weights: [UInt8]

  init(_ picture: Image, settings: Settings) {
    let width = picture.width
    let height = picture.height
    self.width = width
    self.height = height
    var angles = [UInt8](repeating: 0, count: width * height)
    var weights = [UInt8](repeating: 0, count: width * height)
    var edges: [Edge] = []
    guard width >= 5, height >= 5 else {
      self.edges = []
      self.angles = angles
      self.weights = weights
      return
    }
    let field = GradientField(picture)
    let least = Float(settings[.documentEdgeLeast])
    let full = Float(settings[.documentEdgeFull])
    let leastSquare = least * least
    edges.reserveCapacity(width * height / 8)
    field.squares.withUnsafeBufferPointer { squares in
      for y in 2..<height - 2 {
        for x in 2..<width - 2 {
          let at = y * width + x
          let square = squares[at]
          guard square > leastSquare else { continue }
          let tensor = field.tensor(at)
          // The neighbours across the edge, in the nearest of four directions.
          let step: Int
          if tensor.x > 5.83 * tensor.y {
            step = 1
          } else if tensor.y > 5.83 * tensor.x {
            step = width
          } else {
            step = tensor.z > 0 ? width + 1 : 1 - width
          }
          guard square >= squares[at - step], square > squares[at + step] else { continue }
          let radians = 0.5 * atan2(2 * tensor.z, tensor.x - tensor.y)
          let degrees = Int((radians * 180 / .pi).rounded())
          let angle = degrees < 0 ? degrees + 180 : degrees % 180
          let weight = min(1, square.squareRoot() / full)
          edges.append(Edge(x: x, y: y, angle: angle, weight: weight))
          angles[at] = UInt8(1 + min(max(angle, 0), 179))
          weights[at] = UInt8(weight * 255)
        }
      }
    }
    self.edges = edges
    self.angles = angles
    self.weights = weights
  }

  /// The weight of the edge at a pixel whose normal is within `tolerance` degrees of `angle`, 0…1; 0 outside.
  @inline(__always)
  func weight(x: Int, y: Int, angle: Int, tolerance: Int) -> Float {
    guard x >= 0, y >= 0, x < width, y < height else { return 0 }
    let at = y &* width &+ x
    let own = Int(angles[at])
    guard own > 0 else { return 0 }
    let off = abs(own &- 1 &- angle)
    return min(off, 180 &- off) <= tolerance ? Float(weights[at]) * (1 / 255) : 0
  }
}

/// Sobel's differences of all three channels, as Di Zenzo's tensor.
private struct GradientField {
  /// The larger eigenvalue: the square of the change a pixel, in levels.
  private(set) var squares: [Float]
  /// xx, yy, xy, unused.
  private var tensors: [SIMD4<Float>]

  func tensor(_ at: Int) -> SIMD4<Float> { tensors[at] }

  init(_ picture: Image) {
    let width = picture.width
    let height = picture.height
    var squares = [Float](repeating: 0, count: width * height)
    var tensors = [SIMD4<Float>](repeating: .zero, count: width * height)
    picture.withPixels { pixels in
      let source = UnsafeRawBufferPointer(pixels)
      func rgb(_ at: Int) -> SIMD4<Int16> {
        var value = SIMD4<Int16>(
          truncatingIfNeeded: source.loadUnaligned(fromByteOffset: at &* 4, as: SIMD4<UInt8>.self))
        value.w = 0
        return value
      }
      squares.withUnsafeMutableBufferPointer { squares in
        tensors.withUnsafeMutableBufferPointer { tensors in
          for y in 1..<height - 1 {
            let row = y * width
            // Sums down the columns: smoothed for the change across, differences for the change down.
            func smooth(_ at: Int) -> SIMD4<Int16> { rgb(at - width) &+ rgb(at) &+ rgb(at) &+ rgb(at + width) }
            func change(_ at: Int) -> SIMD4<Int16> { rgb(at + width) &- rgb(at - width) }
            var smoothLeft = smooth(row)
            var smoothHere = smooth(row + 1)
            var changeLeft = change(row)
            var changeHere = change(row + 1)
            for x in 1..<width - 1 {
              let smoothRight = smooth(row + x + 1)
              let changeRight = change(row + x + 1)
              let across = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: smoothRight &- smoothLeft)) * 0.125
              let down =
                SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: changeLeft &+ changeHere &+ changeHere &+ changeRight))
                * 0.125
              let xx = (across * across).sum()
              let yy = (down * down).sum()
              let xy = (across * down).sum()
              let difference = xx - yy
              squares[row + x] = 0.5 * (xx + yy + (difference * difference + 4 * xy * xy).squareRoot())
              tensors[row + x] = SIMD4(xx, yy, xy, 0)
              smoothLeft = smoothHere
              smoothHere = smoothRight
              changeLeft = changeHere
              changeHere = changeRight
            }
          }
        }
      }
    }
    self.squares = squares
    self.tensors = tensors
  }
}
