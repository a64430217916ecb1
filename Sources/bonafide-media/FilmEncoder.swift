internal import BonafideMediaWire
internal import CFFmpeg
internal import Glibc

/// H.264 in an mp4 file whose index comes first.
final class FilmEncoder {
  private static let ticksPerSecond: Int32 = 90_000

  private let output = OutputFile()
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var encoder: UnsafeMutablePointer<AVCodecContext>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var scaler: OpaquePointer?
  private let stream: UnsafeMutablePointer<AVStream>
  private var lastTicks: Int64?
  /// How long the frame before was shown; the last frame is taken to be shown as long.
  private var interval: Int64 = 3000

  /// Odd sides are enlarged by one pixel, since chroma has half the resolution. `bitRate` 0 means no bound.
  init(width: Int, height: Int, crf: Int, bitRate: Int) throws {
    avformat_alloc_output_context2(&context, nil, "mp4", nil)
    guard let context, let codec = avcodec_find_encoder_by_name("libx264") else { throw WorkerFailure.unavailable }
    guard let stream = avformat_new_stream(context, nil) else { throw WorkerFailure.unavailable }
    self.stream = stream
    encoder = avcodec_alloc_context3(codec)
    frame = av_frame_alloc()
    packet = av_packet_alloc()
    guard let encoder, let frame, packet != nil else { throw WorkerFailure.unavailable }
    let (evenWidth, evenHeight) = (Int32(width + width % 2), Int32(height + height % 2))
    encoder.pointee.width = evenWidth
    encoder.pointee.height = evenHeight
    encoder.pointee.pix_fmt = AV_PIX_FMT_YUV420P
    encoder.pointee.time_base = AVRational(num: 1, den: FilmEncoder.ticksPerSecond)
    encoder.pointee.framerate = AVRational(num: 30, den: 1)
    encoder.pointee.thread_count = 1
    // Without B-frames the first frame is at time 0 in every player, without an edit list.
    encoder.pointee.max_b_frames = 0
    encoder.pointee.colorspace = AVCOL_SPC_BT709
    encoder.pointee.color_primaries = AVCOL_PRI_BT709
    encoder.pointee.color_trc = AVCOL_TRC_BT709
    encoder.pointee.color_range = AVCOL_RANGE_MPEG
    encoder.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    // A bounded film is made while a camera runs and an analysis wants the processor: speed comes before size.
    let isLive = bitRate > 0
    av_opt_set(encoder.pointee.priv_data, "preset", isLive ? "ultrafast" : "veryfast", 0)
    av_opt_set(encoder.pointee.priv_data, "crf", String(crf), 0)
    if isLive {
      encoder.pointee.rc_max_rate = Int64(bitRate)
      // What a player has to buffer: two seconds.
      encoder.pointee.rc_buffer_size = Int32(clamping: bitRate * 2)
    }
    guard avcodec_open2(encoder, codec, nil) == 0,
      avcodec_parameters_from_context(stream.pointee.codecpar, encoder) >= 0
    else { throw WorkerFailure.unavailable }
    stream.pointee.time_base = encoder.pointee.time_base

    frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
    frame.pointee.width = evenWidth
    frame.pointee.height = evenHeight
    frame.pointee.colorspace = AVCOL_SPC_BT709
    frame.pointee.color_range = AVCOL_RANGE_MPEG
    guard av_frame_get_buffer(frame, 0) == 0 else { throw WorkerFailure.tooLarge }
    scaler = sws_getContext(
      Int32(width), Int32(height), AV_PIX_FMT_RGB0, evenWidth, evenHeight, AV_PIX_FMT_YUV420P,
      isLive ? Int32(SWS_FAST_BILINEAR) : Int32(SWS_BILINEAR | SWS_ACCURATE_RND), nil, nil, nil)
    guard scaler != nil else { throw WorkerFailure.unavailable }
    let matrix = sws_getCoefficients(Int32(SWS_CS_ITU709))
    sws_setColorspaceDetails(scaler, matrix, 1, matrix, 0, 0, 1 << 16, 1 << 16)
    try begin(context)
  }

  deinit {
    sws_freeContext(scaler)
    av_packet_free(&packet)
    av_frame_free(&frame)
    avcodec_free_context(&encoder)
    if let context { output.free(context.pointee.pb) }
    avformat_free_context(context)
  }

  private func begin(_ context: UnsafeMutablePointer<AVFormatContext>) throws {
    context.pointee.pb = output.makeContext()
    context.pointee.opaque = Unmanaged.passUnretained(output).toOpaque()
    // The muxer opens its own file a second time to move the index to the front.
    context.pointee.io_open = openOutputAgain
    context.pointee.io_close2 = closeOutputAgain
    // No date and no program version: the same frames give the same file.
    context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "movflags", "faststart", 0)
    av_dict_set(&options, "video_track_timescale", String(FilmEncoder.ticksPerSecond), 0)
    guard context.pointee.pb != nil, avformat_write_header(context, &options) >= 0 else {
      throw WorkerFailure.cannotWrite
    }
  }

  /// Throws `cannotWrite` when the disk is full.
  func append(_ slot: FrameSlot, ticks: Int64) throws {
    guard let frame, av_frame_make_writable(frame) == 0 else { throw WorkerFailure.undecodable }
    withUnsafePointer(to: &frame.pointee.data) { data in
      withUnsafePointer(to: &frame.pointee.linesize) { sizes in
        data.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { planes in
          sizes.withMemoryRebound(to: Int32.self, capacity: 8) { strides in
            let source: [UnsafePointer<UInt8>?] = [UnsafePointer(slot.start), nil, nil, nil]
            let sourceStride: [Int32] = [Int32(slot.layout.bytesPerRow), 0, 0, 0]
            _ = sws_scale(scaler, source, sourceStride, 0, Int32(slot.layout.height), planes, strides)
          }
        }
      }
    }
    if let lastTicks { interval = ticks - lastTicks }
    lastTicks = ticks
    frame.pointee.pts = ticks
    frame.pointee.pict_type = AV_PICTURE_TYPE_NONE
    try encode(frame)
  }

  func finish() throws {
    try encode(nil)
    guard av_write_trailer(context) == 0, !output.failed, context?.pointee.pb?.pointee.error == 0 else {
      throw WorkerFailure.cannotWrite
    }
  }

  private func encode(_ frame: UnsafeMutablePointer<AVFrame>?) throws {
    guard let encoder, let packet, avcodec_send_frame(encoder, frame) == 0 else { throw WorkerFailure.undecodable }
    while avcodec_receive_packet(encoder, packet) == 0 {
      av_packet_rescale_ts(packet, encoder.pointee.time_base, stream.pointee.time_base)
      // Without a duration the last frame would lie outside of the file's edit list and not be shown.
      packet.pointee.duration = interval
      packet.pointee.stream_index = stream.pointee.index
      let written = av_interleaved_write_frame(context, packet)
      guard written == 0, !output.failed else { throw WorkerFailure.cannotWrite }
    }
  }
}
