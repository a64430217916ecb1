/// Pictures with transparency are shown on white, as on paper.
package enum WhiteBackground {
  /// Blends R, G, B, A pixels with white in place; A becomes 255.
  package static func composite(_ pixels: UnsafeMutableRawBufferPointer) {
    for offset in stride(from: 0, to: pixels.count & ~3, by: 4) where pixels[offset + 3] != 255 {
      let alpha = UInt32(pixels[offset + 3])
      let white = (255 - alpha) * 255
      for channel in offset..<(offset + 3) {
        pixels[channel] = UInt8(truncatingIfNeeded: (UInt32(pixels[channel]) * alpha + white + 127) / 255)
      }
      pixels[offset + 3] = 255
    }
  }
}
