package import BonafideMedia
internal import BonafideMediaWire
internal import BonafideObservations
internal import CTurboJPEG

/// JPEG through libjpeg-turbo: baseline and progressive; grey, YCbCr, RGB, CMYK and YCCK.
package enum JPEGCodec {
  /// Ordinary progressive files have about 10 scans. Beyond this one it is an attempt to keep the decoder busy
  /// ("Two Issues with the JPEG Standard", libjpeg-turbo project, 2015).
  static let maximumScans = 100
  /// Scans × pixels: a 100-megapixel picture may have 20 scans.
  static let maximumWork = 2_000_000_000

  /// Throws `not_media`, `truncated`, `too_large` or `undecodable`.
  package static func decode(_ bytes: [UInt8]) throws -> Image {
    let header = try JPEGHeader(bytes)
    try ImageLimits.check(width: header.width, height: header.height)
    // Embedded previews and chance bytes in metadata count too, so the cap is loose.
    let scans = JPEGHeader.scanCount(bytes)
    guard scans <= maximumScans, scans * header.width * header.height <= maximumWork || scans <= 4 else {
      throw BonafideError(.tooLarge, "the JPEG has \(scans) scans, more than is accepted")
    }
    let orientation = Orientation(rawValue: header.orientation) ?? .up
    return try upright(width: header.width, height: header.height, orientation: orientation) { target in
      try decompress(bytes, header: header, into: target)
      if header.components == 4 { convertFromInvertedCMYK(target) }
    }
  }

  /// `quality` 1…100 as libjpeg counts it; chroma at half resolution.
  package static func encode(_ image: Image, quality: Int) throws -> [UInt8] {
    guard let handle = tjInitCompress() else { throw BonafideError(.internal, "libjpeg-turbo does not start") }
    defer { tjDestroy(handle) }
    var output: UnsafeMutablePointer<UInt8>?
    defer { tjFree(output) }
    var size: UInt = 0
    let result = image.withPixels { pixels in
      tjCompress2(
        handle, pixels.baseAddress, Int32(image.width), Int32(image.bytesPerRow), Int32(image.height),
        Int32(TJPF_RGBX.rawValue), &output, &size, Int32(TJSAMP_420.rawValue), Int32(min(max(quality, 1), 100)), 0)
    }
    guard result == 0, let output else { throw BonafideError(.internal, "libjpeg-turbo cannot write the picture") }
    return Array(UnsafeBufferPointer(start: output, count: Int(size)))
  }

  private static func decompress(
    _ bytes: [UInt8], header: JPEGHeader, into target: UnsafeMutableRawBufferPointer
  ) throws {
    guard let handle = tjInitDecompress() else { throw BonafideError(.internal, "libjpeg-turbo does not start") }
    defer { tjDestroy(handle) }
    let format = header.components == 4 ? TJPF_CMYK : TJPF_RGBX
    let result = bytes.withUnsafeBufferPointer { source in
      tjDecompress2(
        handle, source.baseAddress.map { $0 + header.offset }, UInt(source.count - header.offset),
        target.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(header.width), Int32(header.width * 4),
        Int32(header.height), Int32(format.rawValue), TJFLAG_LIMITSCANS)
    }
    guard result != 0 else { return }
    let message = tjGetErrorStr2(handle).map { String(cString: $0) } ?? ""
    // A file that stops early is filled up with grey by libjpeg, and that is only a warning to it.
    if message.hasPrefix("Premature end of JPEG file") { throw BonafideError(.truncated, "the JPEG ends too early") }
    if tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue), !spoilsPicture(message) { return }
    throw BonafideError(.undecodable, "the JPEG is damaged")
  }

  /// Whether a warning of libjpeg means that pixels are wrong. Stray bytes and unknown markers are harmless.
  private static func spoilsPicture(_ warning: String) -> Bool {
    warning.contains("premature end of data segment") || warning.contains("bad Huffman code")
      || warning.contains("bad arithmetic code") || warning.contains("Inconsistent progression sequence")
  }

  /// Adobe's programs store CMYK inverted, and all known readers take that for granted.
  private static func convertFromInvertedCMYK(_ pixels: UnsafeMutableRawBufferPointer) {
    for offset in stride(from: 0, to: pixels.count & ~3, by: 4) {
      let key = UInt32(pixels[offset + 3])
      for channel in offset..<(offset + 3) {
        pixels[channel] = UInt8(truncatingIfNeeded: (UInt32(pixels[channel]) * key + 127) / 255)
      }
      pixels[offset + 3] = 255
    }
  }
}
