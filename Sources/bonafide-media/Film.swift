internal import BonafideMediaWire
internal import CFFmpeg

/// The frames of a container's video stream, in the order of presentation.
final class Film: PictureSource {
  /// After so many packets in a row without a picture the rest is given up.
  private static let maximumDamage = 500

  private(set) var geometry: StreamGeometry
  private let demuxer: Demuxer
  private let decoder: VideoDecoder
  private let converter: FrameConverter
  private let clock: FilmClock
  private let packet: UnsafeMutablePointer<AVPacket>
  /// Read ahead to see whether there is a second frame.
  private var hasPendingPacket = false
  private var isDraining = false
  private var nanoseconds: Int64 = 0

  init(_ input: InputFile, _ format: MediaFormat) throws {
    if format == .gif, try Film.isTooLarge(input) { throw WorkerFailure.tooLarge }
    let isCut = ContainerEnd.isCut(format, byteCount: input.byteCount) { input.bytes(at: $0, count: $1) }
    do {
      demuxer = try Demuxer(input, format)
      let parameters = demuxer.stream.pointee.codecpar
      guard let parameters, let codec = avcodec_find_decoder(parameters.pointee.codec_id) else {
        throw WorkerFailure.undecodable
      }
      guard Int(parameters.pointee.width) * Int(parameters.pointee.height) <= PictureLimits.pixels else {
        throw WorkerFailure.tooLarge
      }
      let timeBase = demuxer.stream.pointee.time_base
      decoder = try VideoDecoder(codec, strict: false) { context in
        context.pointee.pkt_timebase = timeBase
        return avcodec_parameters_to_context(context, parameters) >= 0
      }
    } catch WorkerFailure.undecodable where isCut {
      throw WorkerFailure.truncated
    } catch WorkerFailure.noFrames where isCut {
      throw WorkerFailure.truncated
    }
    clock = FilmClock(timeBase: demuxer.stream.pointee.time_base, interval: demuxer.frameInterval)
    converter = FrameConverter(format == .gif ? .still : .film)
    guard let packet = av_packet_alloc() else { throw WorkerFailure.undecodable }
    self.packet = packet
    geometry = StreamGeometry(width: 1, height: 1, isStill: false)
    guard try advance() else {
      if isCut { throw WorkerFailure.truncated }
      throw sawPackets ? WorkerFailure.undecodable : WorkerFailure.noFrames
    }
    if format == .gif { hasPendingPacket = demuxer.read(packet) }
    geometry = StreamGeometry(
      width: Int(decoder.frame.pointee.width), height: Int(decoder.frame.pointee.height),
      orientation: DisplayOrientation.of(demuxer.stream), isStill: format == .gif && !hasPendingPacket,
      claimedMilliseconds: demuxer.claimedMilliseconds, claimedFrames: demuxer.claimedFrames)
  }

  deinit {
    var packet: UnsafeMutablePointer<AVPacket>? = packet
    av_packet_free(&packet)
  }

  func write(to slot: FrameSlot) throws -> Int64? {
    try converter.convert(decoder.frame, to: slot)
    return nanoseconds
  }

  private var sawPackets = false

  func advance() throws -> Bool {
    var damage = 0
    while damage < Film.maximumDamage {
      switch decoder.receive() {
      case .frame:
        nanoseconds = clock.time(of: decoder.frame.pointee)
        return true
      case .end: return false
      case .damaged: damage += 1
      case .needsPacket:
        if isDraining { return false }
        damage += 1
        feed()
      }
    }
    return false
  }

  private func feed() {
    guard hasPendingPacket || demuxer.read(packet) else {
      isDraining = true
      _ = decoder.send(nil)
      return
    }
    hasPendingPacket = false
    sawPackets = true
    // A damaged packet is left out, as players do.
    _ = decoder.send(packet)
    av_packet_unref(packet)
  }

  private static func isTooLarge(_ input: InputFile) throws -> Bool {
    guard let size = StillHeader.size(ByteCursor(input.bytes(at: 0, count: 16)), .gif) else { return false }
    return size.width > SlotLayout.maximumSide || size.height > SlotLayout.maximumSide
      || size.width * size.height > PictureLimits.pixels
  }
}

/// Frame times in nanoseconds since the first frame, always rising.
final class FilmClock {
  private let unit: Double
  private let interval: Double
  private var first: Double?
  private var last: Int64 = -1

  init(timeBase: AVRational, interval: Double) {
    unit = timeBase.num > 0 && timeBase.den > 0 ? Double(timeBase.num) / Double(timeBase.den) : 0
    self.interval = interval
  }

  func time(of frame: AVFrame) -> Int64 {
    let stamp = frame.best_effort_timestamp
    guard stamp != bonafide_no_pts(), unit > 0 else { return step(by: interval) }
    let seconds = Double(stamp) * unit
    guard let first else {
      self.first = seconds
      last = 0
      return 0
    }
    let nanoseconds = ((seconds - first) * 1e9).rounded()
    // A year is more than any film; what is beyond, or goes back, is a damaged stamp.
    guard nanoseconds > Double(last), nanoseconds < 3.2e16 else { return step(by: 0.001) }
    last = Int64(nanoseconds)
    return last
  }

  private func step(by seconds: Double) -> Int64 {
    last = last < 0 ? 0 : last + Int64(seconds * 1e9)
    return last
  }
}

/// How a stream has to be turned: its display matrix, or else the older `rotate` tag, never both.
enum DisplayOrientation {
  /// EXIF's 1…8.
  static func of(_ stream: UnsafeMutablePointer<AVStream>) -> Int {
    var size = 0
    if let data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size), size >= 36 {
      let raw = UnsafeRawBufferPointer(start: data, count: size)
      func entry(_ index: Int) -> Double { Double(raw.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)) }
      return orientation(a: entry(0), b: entry(1), c: entry(3), d: entry(4))
    }
    guard let tag = av_dict_get(stream.pointee.metadata, "rotate", nil, 0), let value = tag.pointee.value,
      let degrees = Int(String(cString: value))
    else { return 1 }
    switch ((degrees % 360) + 360) % 360 {
    case 90: return 6
    case 180: return 3
    case 270: return 8
    default: return 1
    }
  }

  /// The matrix maps stored (x, y) to shown (a·x + c·y, b·x + d·y) (ISO/IEC 14496-12, 8.3.2); other angles than
  /// quarter turns go to the nearest one.
  private static func orientation(a: Double, b: Double, c: Double, d: Double) -> Int {
    if abs(a) + abs(d) >= abs(b) + abs(c) {
      switch (a < 0, d < 0) {
      case (false, false): return 1
      case (true, false): return 2
      case (true, true): return 3
      case (false, true): return 4
      }
    }
    switch (b < 0, c < 0) {
    case (false, false): return 5
    case (false, true): return 6
    case (true, true): return 7
    case (true, false): return 8
    }
  }
}
