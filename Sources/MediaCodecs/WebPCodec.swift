package import BonafideMedia
internal import BonafideMediaWire
internal import BonafideObservations
internal import CWebP

/// WebP through libwebp: lossy and lossless, with transparency; of an animation the first frame.
package enum WebPCodec {
  /// Throws `not_media`, `truncated`, `too_large` or `undecodable`.
  package static func decode(_ bytes: [UInt8]) throws -> Image {
    let header = try WebPHeader(bytes)
    let damaged =
      header.isComplete
      ? BonafideError(.undecodable, "the WebP picture is damaged")
      : BonafideError(.truncated, "the WebP picture ends too early")
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw BonafideError(.internal, "libwebp does not start") }
    let status = bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &config.input) }
    guard status == VP8_STATUS_OK else { throw damaged }
    let (width, height) = (Int(config.input.width), Int(config.input.height))
    try ImageLimits.check(width: width, height: height)
    let isAnimation = config.input.has_animation != 0
    let hasAlpha = config.input.has_alpha != 0
    let orientation = Orientation(rawValue: header.orientation) ?? .up
    return try upright(width: width, height: height, orientation: orientation) { target in
      let decoded =
        isAnimation ? firstFrame(bytes, byteCount: target.count, into: target) : still(bytes, &config, target)
      guard decoded else { throw damaged }
      if isAnimation || hasAlpha { WhiteBackground.composite(target) }
    }
  }

  private static func still(
    _ bytes: [UInt8], _ config: inout WebPDecoderConfig, _ target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    config.output.colorspace = MODE_RGBA
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
    config.output.u.RGBA.stride = config.input.width * 4
    config.output.u.RGBA.size = target.count
    let status = bytes.withUnsafeBufferPointer { WebPDecode($0.baseAddress, $0.count, &config) }
    WebPFreeDecBuffer(&config.output)
    return status == VP8_STATUS_OK
  }

  private static func firstFrame(
    _ bytes: [UInt8], byteCount: Int, into target: UnsafeMutableRawBufferPointer
  ) -> Bool {
    var options = WebPAnimDecoderOptions()
    guard WebPAnimDecoderOptionsInit(&options) != 0 else { return false }
    options.color_mode = MODE_RGBA
    options.use_threads = 0
    return bytes.withUnsafeBufferPointer { source in
      var data = WebPData(bytes: source.baseAddress, size: source.count)
      guard let decoder = WebPAnimDecoderNew(&data, &options) else { return false }
      defer { WebPAnimDecoderDelete(decoder) }
      var information = WebPAnimInfo()
      guard WebPAnimDecoderGetInfo(decoder, &information) != 0,
        Int(information.canvas_width) * Int(information.canvas_height) * 4 == byteCount
      else { return false }
      var pixels: UnsafeMutablePointer<UInt8>?
      var time: Int32 = 0
      guard WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0, let pixels else { return false }
      target.copyMemory(from: UnsafeRawBufferPointer(start: pixels, count: byteCount))
      return true
    }
  }
}
