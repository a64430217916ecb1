package import BonafideMedia
internal import BonafideObservations

/// Writes uncompressed YUV4MPEG2, the form that Chromium takes for its fake camera: 4:2:0, BT.601, limited range.
///
/// The format has one rate and no times: `append` repeats or leaves out frames so that each is shown at its time.
package final class Y4MWriter: FrameSink {
  private let place: OutputPlace
  private let rate: Int
  private var size: (width: Int, height: Int)?
  private var buffer: [UInt8] = []
  private var written = 0
  private var lastTime: Double?
  private var isOver = false

  /// - `rate`: frames per second, 1…240.
  ///
  /// Throws `cannot_open` or `usage`.
  package init(path: String, rate: Int = 30) throws {
    guard (1...240).contains(rate) else { throw BonafideError(.usage, "the frame rate has to lie between 1 and 240") }
    self.rate = rate
    place = try OutputPlace(path)
  }

  /// `time` in seconds, rising; gaps of more than ten minutes are refused. Throws `usage` or `cannot_open`.
  package func append(_ image: Image, time: Double) throws {
    guard !isOver else { throw BonafideError(.usage, "the video is finished") }
    guard time.isFinite, time >= 0, time > lastTime ?? -1, time - (lastTime ?? 0) < 600 else {
      throw BonafideError(.usage, "frame times have to rise")
    }
    if let size {
      guard image.width == size.width, image.height == size.height else {
        throw BonafideError(.usage, "frames of a video have to have one size")
      }
    } else {
      size = (image.width, image.height)
      try write([UInt8]("YUV4MPEG2 W\(image.width) H\(image.height) F\(rate):1 Ip A1:1 C420jpeg\n".utf8))
    }
    lastTime = time
    // The frame before stays until this one's time.
    let slot = Int((time * Double(rate)).rounded())
    while written > 0, written < slot { try writeBuffer() }
    guard written <= slot else { return }
    fill(image)
    while written <= slot { try writeBuffer() }
  }

  /// Throws `no_frames` or `cannot_open`.
  package func finish() throws {
    guard !isOver else { throw BonafideError(.usage, "the video is finished") }
    isOver = true
    guard written > 0 else {
      place.discard()
      throw BonafideError(.noFrames, "no frame was given for the video")
    }
    try place.complete()
  }

  private func writeBuffer() throws {
    try write([UInt8]("FRAME\n".utf8))
    try write(buffer)
    written += 1
  }

  private func write(_ bytes: [UInt8]) throws {
    do {
      try bytes.withUnsafeBytes { try place.write($0) }
    } catch {
      isOver = true
      place.discard()
      throw error
    }
  }

  /// Rec. ITU-R BT.601-7, 8 bits, in 16.16 fixed point; chroma is the mean of 2 × 2 pixels.
  private func fill(_ image: Image) {
    let (width, height) = (image.width, image.height)
    let (chromaWidth, chromaHeight) = ((width + 1) / 2, (height + 1) / 2)
    let chromaCount = chromaWidth * chromaHeight
    buffer = [UInt8](repeating: 0, count: width * height + 2 * chromaCount)
    buffer.withUnsafeMutableBufferPointer { out in
      image.withPixels { pixels in
        for pixel in 0..<(width * height) {
          let (r, g, b) = (Int(pixels[pixel * 4]), Int(pixels[pixel * 4 + 1]), Int(pixels[pixel * 4 + 2]))
          out[pixel] = UInt8((16829 * r + 33039 * g + 6416 * b + 32768) >> 16 + 16)
        }
        for y in 0..<chromaHeight {
          for x in 0..<chromaWidth {
            var (r, g, b) = (0, 0, 0)
            for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
              let at = (min(2 * y + dy, height - 1) * width + min(2 * x + dx, width - 1)) * 4
              r += Int(pixels[at])
              g += Int(pixels[at + 1])
              b += Int(pixels[at + 2])
            }
            let at = width * height + y * chromaWidth + x
            out[at] = UInt8((-9714 * r - 19070 * g + 28784 * b + 131_072) >> 18 + 128)
            out[at + chromaCount] = UInt8((28784 * r - 24103 * g - 4681 * b + 131_072) >> 18 + 128)
          }
        }
      }
    }
  }
}
