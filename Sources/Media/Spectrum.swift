internal import Foundation

/// Fourier transforms of square tiles, a power of two wide.
package struct Spectrum: Sendable {
  package let side: Int
  /// By halves of the side: e^(-2πik/n).
  private let twiddles: [SIMD2<Float>]
  private let reversed: [Int]

  /// - `bits`: logarithm of the side, 3…10.
  package init(bits: Int) {
    let bits = min(max(bits, 3), 10)
    let count = 1 << bits
    side = count
    twiddles = (0..<count / 2).map { index in
      let angle = -2 * Double.pi * Double(index) / Double(count)
      return SIMD2(Float(cos(angle)), Float(sin(angle)))
    }
    reversed = (0..<count).map { index in
      (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
    }
  }

  /// In place, of real and imaginary parts of `side` × `side`. The result lies transposed: columns are frequencies down.
  package func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
    guard real.count == side * side, imaginary.count == side * side else { return }
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        down(real, imaginary)
        for y in 1..<side {
          for x in 0..<y {
            real.swapAt(y * side + x, x * side + y)
            imaginary.swapAt(y * side + x, x * side + y)
          }
        }
        down(real, imaginary)
      }
    }
  }

  /// All columns at once, whole rows at a time.
  private func down(_ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>) {
    for row in 0..<side where row < reversed[row] {
      for x in 0..<side {
        real.swapAt(row * side + x, reversed[row] * side + x)
        imaginary.swapAt(row * side + x, reversed[row] * side + x)
      }
    }
    var half = 1
    while half < side {
      for start in stride(from: 0, to: side, by: 2 * half) {
        for offset in 0..<half {
          let turn = twiddles[offset * (side / (2 * half))]
          let upper = (start + offset) * side
          let lower = upper + half * side
          for x in 0..<side {
            let re = real[lower &+ x] * turn.x - imaginary[lower &+ x] * turn.y
            let im = real[lower &+ x] * turn.y + imaginary[lower &+ x] * turn.x
            real[lower &+ x] = real[upper &+ x] - re
            imaginary[lower &+ x] = imaginary[upper &+ x] - im
            real[upper &+ x] += re
            imaginary[upper &+ x] += im
          }
        }
      }
      half *= 2
    }
  }
}
