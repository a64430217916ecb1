package import BonafideMedia
internal import BonafideMediaWire
internal import BonafideObservations
internal import CMediaSystem
internal import Glibc

/// A picture or a film.
package enum Media {
  case still(Image)
  case moving(any FrameSource)

  /// The frames of either; a still picture is a film of one frame.
  package var frames: any FrameSource {
    switch self {
    case .still(let image): StillFrameSource(image)
    case .moving(let source): source
    }
  }
}

/// The front door: opens whatever picture or video it is given, by what the bytes say and never by the name.
///
/// JPEG, PNG and WebP are decoded here, everything else by the worker.
package struct MediaReader: ImageDecoder {
  package var limits: MediaLimits
  /// The worker's executable; nil means to look for it when it is needed.
  package var worker: String?

  package init(limits: MediaLimits = .standard, worker: String? = nil) {
    self.limits = limits
    self.worker = worker
  }

  /// Opens a file, or standard input for `-`.
  ///
  /// Throws `cannot_open` (missing, forbidden, a directory), `not_media`, `truncated`, `too_large`, `no_frames`,
  /// `undecodable` or `service_unavailable` (no worker).
  package func open(_ input: String) throws -> Media {
    if input == "-" {
      let copy = bonafide_duplicate(0, 3)
      guard copy >= 0 else { throw BonafideError(.cannotOpen, "there is no standard input") }
      return try open(FileDescriptor(owning: copy), name: "standard input")
    }
    guard !input.utf8.contains(0) else { throw BonafideError(.cannotOpen, "the path holds a NUL") }
    let number = Glibc.open(input, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard number >= 0 else {
      throw BonafideError(.cannotOpen, "'\(input)' cannot be opened: \(String(cString: strerror(errno)))")
    }
    return try open(FileDescriptor(owning: number), name: "'\(input)'")
  }

  /// A picture from a file, or the first frame of an animation; a video is `not_media` here.
  package func decodeImage(_ bytes: [UInt8]) throws -> Image {
    guard bytes.count <= limits.stillBytes else { throw tooLarge("the picture", limits.stillBytes) }
    guard let format = MediaFormat(sniffing: Array(bytes.prefix(MediaFormat.sniffLength))) else {
      throw BonafideError(.notMedia, "this is not a picture")
    }
    if let image = try decodeHere(bytes, format) { return image }
    guard format.isPicture else { throw BonafideError(.notMedia, "this is a film or sound, not a picture") }
    let source = try startWorker(MemoryFile.make(holding: bytes), byteCount: bytes.count, format)
    guard let frame = try source.next() else { throw BonafideError(.noFrames, "the file has no pictures") }
    return frame.image
  }

  private func open(_ given: FileDescriptor, name: String) throws -> Media {
    var file = given
    var status = stat()
    guard fstat(file.number, &status) == 0 else { throw BonafideError(.cannotOpen, "\(name) cannot be read") }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else { throw BonafideError(.cannotOpen, "\(name) is a directory") }
    if kind != S_IFREG {
      file = try MemoryFile.make(spooling: file.number, limit: limits.pipeBytes)
      guard fstat(file.number, &status) == 0 else { throw BonafideError(.cannotOpen, "\(name) cannot be read") }
    }
    let byteCount = Int(status.st_size)
    guard byteCount > 0 else { throw BonafideError(.notMedia, "\(name) is empty") }
    guard byteCount <= limits.fileBytes else { throw tooLarge(name, limits.fileBytes) }

    let head = try read(file, count: min(byteCount, MediaFormat.sniffLength), name: name)
    guard let format = MediaFormat(sniffing: head) else {
      throw BonafideError(.notMedia, "\(name) is neither a picture nor a video")
    }
    if format.isPicture, format != .gif {
      guard byteCount <= limits.stillBytes else { throw tooLarge(name, limits.stillBytes) }
    }
    if format.isDecodedHere, let image = try decodeHere(read(file, count: byteCount, name: name), format) {
      return .still(image)
    }
    let source = try startWorker(file, byteCount: byteCount, format)
    guard source.isStill else { return .moving(source) }
    guard let frame = try source.next() else { throw BonafideError(.noFrames, "\(name) has no pictures") }
    return .still(frame.image)
  }

  private func decodeHere(_ bytes: [UInt8], _ format: MediaFormat) throws -> Image? {
    switch format {
    case .jpeg: try JPEGCodec.decode(bytes)
    case .png: try PNGCodec.decode(bytes)
    case .webp: try WebPCodec.decode(bytes)
    default: nil
    }
  }

  private func startWorker(_ file: FileDescriptor, byteCount: Int, _ format: MediaFormat) throws -> WorkerFrameSource {
    guard format != .audio else { throw BonafideError(.noFrames, "the file holds sound only") }
    return try WorkerFrameSource(
      file, byteCount: byteCount, format: format, executable: worker ?? WorkerLocator.find(), limits: limits)
  }

  private func read(_ file: FileDescriptor, count: Int, name: String) throws -> [UInt8] {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(file.number, base + filled, count - filled, filled)
        if got < 0 && errno == EINTR { continue }
        failed = got < 0
        // A file may have become shorter since it was measured.
        if got <= 0 { return }
        filled += got
      }
    }
    guard !failed else { throw BonafideError(.cannotOpen, "\(name) cannot be read") }
    return bytes
  }

  private func tooLarge(_ name: String, _ limit: Int) -> BonafideError {
    BonafideError(.tooLarge, "\(name) has more than \(limit) bytes")
  }
}

extension MediaFormat {
  var isDecodedHere: Bool { self == .jpeg || self == .png || self == .webp }

  var isPicture: Bool {
    switch self {
    case .jpeg, .png, .webp, .heif, .gif, .bmp, .tiff, .jpeg2000, .pnm: true
    case .quickTime, .matroska, .avi, .y4m, .mpegTransport, .mpegProgram, .ogg, .audio: false
    }
  }
}
