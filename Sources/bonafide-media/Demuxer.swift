internal import BonafideMediaWire
internal import CFFmpeg

/// libavformat over the input: gives the packets of the one video stream.
final class Demuxer {
  private var context: UnsafeMutablePointer<AVFormatContext>?
  private var bytes: UnsafeMutablePointer<AVIOContext>?
  private let input: InputFile
  private(set) var stream: UnsafeMutablePointer<AVStream>

  /// Throws `undecodable`, or `noFrames` when there is no video in the file.
  init(_ input: InputFile, _ format: MediaFormat) throws {
    self.input = input
    guard let name = Demuxer.name(of: format), let demuxer = av_find_input_format(name),
      let bytes = makeInputContext(input), let fresh = avformat_alloc_context()
    else { throw WorkerFailure.undecodable }
    fresh.pointee.pb = bytes
    fresh.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    // Nothing is ever opened beside the input; the system-call filter would end the process if it were.
    fresh.pointee.io_open = refuseToOpen
    var options: OpaquePointer?
    defer { av_dict_free(&options) }
    av_dict_set(&options, "format_whitelist", name, 0)
    av_dict_set(&options, "codec_whitelist", VideoDecoder.allowed.joined(separator: ","), 0)
    av_dict_set(&options, "protocol_whitelist", "none", 0)

    var opened: UnsafeMutablePointer<AVFormatContext>? = fresh
    // A failed open frees the context, but not what it reads from.
    guard avformat_open_input(&opened, "", demuxer, &options) == 0, let context = opened else {
      Demuxer.free(bytes)
      throw WorkerFailure.undecodable
    }
    let isUnderstood = avformat_find_stream_info(context, nil) >= 0
    guard isUnderstood, let stream = Demuxer.videoStream(of: context) else {
      let hasStreams = context.pointee.nb_streams > 0
      avformat_close_input(&opened)
      Demuxer.free(bytes)
      throw isUnderstood || hasStreams ? WorkerFailure.noFrames : WorkerFailure.undecodable
    }
    self.context = context
    self.bytes = bytes
    self.stream = stream
  }

  deinit {
    avformat_close_input(&context)
    if let bytes { Demuxer.free(bytes) }
  }

  /// Milliseconds that the container claims, or nil.
  var claimedMilliseconds: Int64? {
    guard let duration = context?.pointee.duration, duration > 0 else { return nil }
    return duration / 1000
  }

  var claimedFrames: Int64? {
    let frames = stream.pointee.nb_frames
    return frames > 0 ? frames : nil
  }

  /// Seconds between frames as the container has it; used where frames have no time.
  var frameInterval: Double {
    for rate in [stream.pointee.avg_frame_rate, stream.pointee.r_frame_rate] where rate.num > 0 && rate.den > 0 {
      let interval = Double(rate.den) / Double(rate.num)
      if (0.0005...60).contains(interval) { return interval }
    }
    return 0.04
  }

  /// The next packet of the video stream; false at the end of the file or where it cannot be read any further.
  func read(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
    guard let context else { return false }
    while av_read_frame(context, packet) >= 0 {
      if packet.pointee.stream_index == stream.pointee.index { return true }
      av_packet_unref(packet)
    }
    return false
  }

  /// The best video stream that is not a cover picture; the other streams are switched off.
  private static func videoStream(of context: UnsafeMutablePointer<AVFormatContext>) -> UnsafeMutablePointer<AVStream>?
  {
    let index = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
    guard let streams = context.pointee.streams else { return nil }
    var found: UnsafeMutablePointer<AVStream>?
    for number in 0..<Int(context.pointee.nb_streams) {
      guard let stream = streams[number] else { continue }
      if number == Int(index), stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 {
        found = stream
      } else {
        stream.pointee.discard = AVDISCARD_ALL
      }
    }
    return found
  }

  private static func name(of format: MediaFormat) -> String? {
    switch format {
    case .gif: "gif"
    case .quickTime: "mov"
    case .matroska: "matroska"
    case .avi: "avi"
    case .y4m: "yuv4mpegpipe"
    case .mpegTransport: "mpegts"
    case .mpegProgram: "mpeg"
    case .ogg: "ogg"
    default: nil
    }
  }

  private static func free(_ bytes: UnsafeMutablePointer<AVIOContext>) {
    var context: UnsafeMutablePointer<AVIOContext>? = bytes
    av_free(bytes.pointee.buffer)
    avio_context_free(&context)
  }
}

private func refuseToOpen(
  _ context: UnsafeMutablePointer<AVFormatContext>?,
  _ target: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
  _ url: UnsafePointer<CChar>?, _ flags: Int32, _ options: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  bonafide_averror(EACCES)
}
