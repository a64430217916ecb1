internal import BonafideMediaWire
internal import CFFmpeg
internal import CHEIF
internal import CMediaSystem
internal import Glibc

/// One job, from the first order to the end.
enum Worker {
  /// The exit status; the program does not look at it.
  static func run() -> Int32 {
    do {
      switch try Channel.receive() {
      case .decode(let format, let inputBytes, let limits):
        try confine(limits, format == .heif ? .threaded : .plain)
        try report { try decode(format, InputFile(byteCount: inputBytes)) }
      case .encode(let width, let height, let crf, let bitRate, let limits):
        try confine(limits, .writing)
        try report { try encode(width: width, height: height, crf: crf, bitRate: bitRate) }
      default: return 1
      }
      return 0
    } catch {
      return 1
    }
  }

  /// Everything that a library opens or starts must have happened before; nothing of the input has been read yet.
  private static func confine(_ limits: WorkerLimits, _ profile: Sandbox.Profile) throws {
    av_log_set_level(bonafide_log_quiet())
    // With a zone of its own, the C library never looks for the machine's when a container holds a date.
    setenv("TZ", "UTC0", 1)
    tzset()
    // Each thread's arena would reserve 64 MB of the address space.
    bonafide_single_arena()
    if profile == .threaded { _ = heif_init(nil) }
    guard Sandbox.limitResources(limits), Sandbox.enter(profile) else {
      try Channel.send(.failed(.unavailable))
      throw Channel.Closed()
    }
  }

  private static func report(_ job: () throws -> Void) throws {
    do {
      try job()
    } catch let failure as WorkerFailure {
      try Channel.send(.failed(failure))
    }
  }

  private static func decode(_ format: MediaFormat, _ input: InputFile) throws {
    let pictures: any PictureSource
    switch format {
    case .heif: pictures = try HEIFPicture(input)
    case .bmp, .tiff, .jpeg2000, .pnm: pictures = try StillPicture(input, format)
    case .gif, .quickTime, .matroska, .avi, .y4m, .mpegTransport, .mpegProgram, .ogg:
      pictures = try Film(input, format)
    case .jpeg, .png, .webp, .audio: throw WorkerFailure.notMedia
    }
    guard pictures.geometry.width * pictures.geometry.height <= PictureLimits.pixels else {
      throw WorkerFailure.tooLarge
    }
    try Channel.send(.opened(pictures.geometry))
    guard case .memoryReady = try Channel.receive() else { throw WorkerFailure.protocolBroken }
    guard let slot = FrameSlot(width: pictures.geometry.width, height: pictures.geometry.height) else {
      throw WorkerFailure.tooLarge
    }
    while let nanoseconds = try pictures.write(to: slot) {
      try Channel.send(.frame(nanoseconds: nanoseconds))
      // Decoded while the program works on the frame before; written only when it has its copy.
      let more = try pictures.advance()
      guard case .next = try Channel.receive() else { throw WorkerFailure.protocolBroken }
      if !more { break }
    }
    try Channel.send(.end)
  }

  private static func encode(width: Int, height: Int, crf: Int, bitRate: Int) throws {
    guard let slot = FrameSlot(width: width, height: height) else {
      throw WorkerFailure.tooLarge
    }
    let encoder = try FilmEncoder(width: width, height: height, crf: crf, bitRate: bitRate)
    try Channel.send(.done)
    while true {
      switch try Channel.receive() {
      case .frame(let ticks): try encoder.append(slot, ticks: ticks)
      case .finish:
        try encoder.finish()
        try Channel.send(.done)
        return
      default: throw WorkerFailure.protocolBroken
      }
      try Channel.send(.done)
    }
  }
}

/// A decoder that holds one picture at a time.
protocol PictureSource: AnyObject {
  var geometry: StreamGeometry { get }
  /// Writes the picture that is held; its time in nanoseconds since the first one, or nil when there is none.
  func write(to slot: FrameSlot) throws -> Int64?
  /// Takes up the next picture; false when there is none.
  func advance() throws -> Bool
}

enum PictureLimits {
  /// The same as in the program, which checks it again and is the one that counts.
  static let pixels = 100_000_000
  /// Bytes of a still picture's file, which is read as a whole.
  static let fileBytes = 512 << 20
}
