#if canImport(AVFoundation)
  internal import AVFoundation
  internal import BonafideMedia
  internal import BonafideObservations

  extension Image {
    /// An upright picture of a camera's buffer, 32 BGRA. Nil for other formats, and without memory.
    init?(_ sample: CMSampleBuffer) {
      guard let buffer = CMSampleBufferGetImageBuffer(sample),
        CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA
      else { return nil }
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      guard let base = CVPixelBufferGetBaseAddress(buffer) else { return nil }
      let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
      let stride = CVPixelBufferGetBytesPerRow(buffer)
      let made = try? Image(width: width, height: height) { pixels in
        for row in 0..<height {
          let source = base.advanced(by: row * stride).assumingMemoryBound(to: UInt8.self)
          for column in 0..<width {
            let to = (row * width + column) * Image.bytesPerPixel
            pixels[to] = source[column * 4 + 2]
            pixels[to + 1] = source[column * 4 + 1]
            pixels[to + 2] = source[column * 4]
            pixels[to + 3] = 255
          }
        }
      }
      guard let made else { return nil }
      self = made
    }
  }
#endif
