internal import BonafideMediaWire
internal import CFFmpeg

/// One FFmpeg decoder and the frame that it gave last.
final class VideoDecoder {
  enum Step {
    case frame
    case needsPacket
    case end
    case damaged
  }

  /// What may be in a file, by FFmpeg's names. Everything else is `undecodable`.
  static let allowed = [
    "h264", "hevc", "vp8", "vp9", "libdav1d", "av1", "mpeg4", "h263", "mjpeg", "mpeg1video", "mpeg2video", "theora",
    "gif", "bmp", "tiff", "jpeg2000", "pbm", "pgm", "ppm", "pam", "rawvideo", "prores", "ffv1", "huffyuv", "utvideo",
    "png", "qtrle", "dvvideo",
  ]

  let frame: UnsafeMutablePointer<AVFrame>
  private var context: UnsafeMutablePointer<AVCodecContext>?

  /// `configure` may set what the container says. Throws `undecodable`.
  init(
    _ codec: UnsafePointer<AVCodec>, strict: Bool,
    configure: (UnsafeMutablePointer<AVCodecContext>) -> Bool = { _ in true }
  ) throws {
    guard let name = codec.pointee.name, VideoDecoder.allowed.contains(String(cString: name)),
      let frame = av_frame_alloc()
    else { throw WorkerFailure.undecodable }
    self.frame = frame
    context = avcodec_alloc_context3(codec)
    guard let context, configure(context) else { throw WorkerFailure.undecodable }
    context.pointee.thread_count = 1
    context.pointee.max_pixels = Int64(PictureLimits.pixels)
    if strict { context.pointee.err_recognition |= Int32(AV_EF_EXPLODE) }
    guard avcodec_open2(context, codec, nil) == 0 else { throw WorkerFailure.undecodable }
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    av_frame_free(&frame)
    avcodec_free_context(&context)
  }

  /// Nil means that there are no more packets.
  func send(_ packet: UnsafeMutablePointer<AVPacket>?) -> Bool {
    avcodec_send_packet(context, packet) == 0
  }

  func receive() -> Step {
    let result = avcodec_receive_frame(context, frame)
    if result == 0 {
      return frame.pointee.width > 0 && frame.pointee.height > 0 ? .frame : .damaged
    }
    if result == bonafide_averror(EAGAIN) { return .needsPacket }
    return result == bonafide_averror_eof() ? .end : .damaged
  }
}
