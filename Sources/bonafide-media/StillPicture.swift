internal import BonafideMediaWire
internal import CFFmpeg

/// A picture that is a single packet for one of FFmpeg's decoders: no container, no demuxer.
final class StillPicture: PictureSource {
  let geometry: StreamGeometry
  private let decoder: VideoDecoder
  private let converter = FrameConverter(.still)

  init(_ input: InputFile, _ format: MediaFormat) throws {
    let bytes = try input.contents()
    if let size = StillHeader.size(ByteCursor(bytes), format) {
      guard size.width <= SlotLayout.maximumSide, size.height <= SlotLayout.maximumSide,
        size.width * size.height <= PictureLimits.pixels
      else { throw WorkerFailure.tooLarge }
    }
    guard let name = StillPicture.decoder(for: format, bytes), let codec = avcodec_find_decoder_by_name(name) else {
      throw WorkerFailure.undecodable
    }
    decoder = try VideoDecoder(codec, strict: true)
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    guard let packet, av_new_packet(packet, Int32(bytes.count)) == 0 else { throw WorkerFailure.tooLarge }
    bytes.withUnsafeBytes { source in
      guard let from = source.baseAddress, let to = packet.pointee.data else { return }
      UnsafeMutableRawPointer(to).copyMemory(from: from, byteCount: source.count)
    }
    let sent = decoder.send(packet)
    _ = decoder.send(nil)
    guard sent, decoder.receive() == .frame else {
      throw StillHeader.isCut(ByteCursor(bytes), format) ? WorkerFailure.truncated : WorkerFailure.undecodable
    }
    let orientation = format == .tiff ? ExifOrientation.read(ByteCursor(bytes)) : nil
    geometry = StreamGeometry(
      width: Int(decoder.frame.pointee.width), height: Int(decoder.frame.pointee.height),
      orientation: orientation ?? 1, isStill: true, claimedFrames: 1)
  }

  func write(to slot: FrameSlot) throws -> Int64? {
    try converter.convert(decoder.frame, to: slot)
    return 0
  }

  func advance() -> Bool { false }

  private static func decoder(for format: MediaFormat, _ bytes: [UInt8]) -> String? {
    switch format {
    case .bmp: return "bmp"
    case .tiff: return "tiff"
    case .jpeg2000: return "jpeg2000"
    case .pnm:
      guard bytes.count > 1 else { return nil }
      switch bytes[1] {
      case 0x31, 0x34: return "pbm"
      case 0x32, 0x35: return "pgm"
      case 0x33, 0x36: return "ppm"
      case 0x37: return "pam"
      default: return nil
      }
    default: return nil
    }
  }
}
