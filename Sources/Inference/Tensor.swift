/// Floats with a shape, row-major.
package struct Tensor: Sendable {
  package var shape: [Int]
  package var values: [Float]

  package init(shape: [Int], values: [Float]) {
    self.shape = shape
    self.values = values
  }

  /// Makes a tensor and lets `fill` write all of its values.
  package init(shape: [Int], fill: (UnsafeMutableBufferPointer<Float>) -> Void) {
    let count = shape.reduce(1, *)
    self.shape = shape
    values = [Float](unsafeUninitializedCapacity: count) { buffer, initialised in
      buffer.initialize(repeating: 0)
      fill(buffer)
      initialised = count
    }
  }
}
