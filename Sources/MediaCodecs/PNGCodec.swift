package import BonafideMedia
internal import BonafideMediaWire
internal import BonafideObservations
internal import CPNG

/// PNG through libpng's simplified interface, which does its own error handling: all colour types and depths.
package enum PNGCodec {
  /// Throws `not_media`, `truncated`, `too_large` or `undecodable`.
  package static func decode(_ bytes: [UInt8]) throws -> Image {
    let header = try PNGHeader(bytes)
    try ImageLimits.check(width: header.width, height: header.height)
    let orientation = Orientation(rawValue: header.orientation) ?? .up
    return try upright(width: header.width, height: header.height, orientation: orientation) { target in
      var control = png_image()
      control.version = png_uint_32(PNG_IMAGE_VERSION)
      defer { png_image_free(&control) }
      let read = bytes.withUnsafeBytes { source in
        guard png_image_begin_read_from_memory(&control, source.baseAddress, source.count) != 0,
          control.width == header.width, control.height == header.height
        else { return false }
        control.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        // Without a gAMA chunk libpng takes 16-bit samples for linear light; in practice they are sRGB.
        control.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        return png_image_finish_read(&control, nil, target.baseAddress, 0, nil) != 0
      }
      guard read else {
        throw header.isComplete
          ? BonafideError(.undecodable, "the PNG is damaged")
          : BonafideError(.truncated, "the PNG ends too early")
      }
      WhiteBackground.composite(target)
    }
  }

  /// Eight-bit RGB.
  package static func encode(_ image: Image) throws -> [UInt8] {
    let count = image.width * image.height
    let packed = UnsafeMutableRawBufferPointer.allocate(byteCount: count * 3, alignment: 1)
    defer { packed.deallocate() }
    image.withPixels { pixels in
      for pixel in 0..<count {
        for channel in 0..<3 { packed[pixel * 3 + channel] = pixels[pixel * 4 + channel] }
      }
    }
    var control = png_image()
    control.version = png_uint_32(PNG_IMAGE_VERSION)
    control.width = png_uint_32(image.width)
    control.height = png_uint_32(image.height)
    control.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    defer { png_image_free(&control) }
    // The largest that zlib and the chunks can make of it, so that the picture is compressed once only.
    let raw = (image.width * 3 + 1) * image.height
    var size = raw + raw / 500 + 4096
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, written in
      let done = png_image_write_to_memory(&control, buffer.baseAddress, &size, 0, packed.baseAddress, 0, nil) != 0
      written = done ? size : 0
    }
    guard !bytes.isEmpty else { throw BonafideError(.internal, "libpng cannot write the picture") }
    return bytes
  }
}
