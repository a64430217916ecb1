package import BonafideMedia
internal import BonafideMediaWire
internal import BonafideObservations

/// Writes H.264 in an mp4 file through the worker; times are exact to 1/90000 s.
///
/// All frames have the size of the first one. Odd sides grow by one pixel, since chroma has half the resolution. The
/// file comes into being at `finish()`; a writer that is given up leaves nothing behind.
package final class VideoWriter: FrameSink {
  private static let ticksPerSecond = 90_000.0

  private let place: OutputPlace
  private let executable: String
  private let limits: MediaLimits
  private let crf: Int
  private let bitRate: Int
  private var session: Session?
  private var lastTicks: Int64?
  private var isOver = false

  private struct Session {
    let worker: MediaWorker
    let memory: SharedFrame
    let layout: SlotLayout
  }

  /// - `crf`: x264's constant quality, 0 (lossless) … 51; 20 cannot be told from the original by eye.
  /// - `mostBitsPerSecond`: over any two seconds, at the cost of quality where it binds; nil for no bound.
  ///
  /// Throws `cannot_open` when the directory cannot be written, `service_unavailable` without a worker.
  package init(
    path: String, crf: Int = 20, mostBitsPerSecond: Int? = nil, limits: MediaLimits = .standard, worker: String? = nil
  ) throws {
    executable = try worker ?? WorkerLocator.find()
    self.limits = limits
    self.crf = min(max(crf, 0), 51)
    bitRate = min(max(mostBitsPerSecond ?? 0, 0), 1_000_000_000)
    place = try OutputPlace(path)
  }

  /// `time` in seconds, rising. Throws `usage` when it is not, or when the size changes.
  package func append(_ image: Image, time: Double) throws {
    guard !isOver else { throw BonafideError(.usage, "the video is finished") }
    guard time.isFinite, time >= 0, time < 1e9 else { throw BonafideError(.usage, "a frame's time is not usable") }
    let ticks = Int64((time * VideoWriter.ticksPerSecond).rounded())
    guard ticks > lastTicks ?? -1 else { throw BonafideError(.usage, "frame times have to rise") }
    do {
      let session = try self.session ?? start(image)
      guard image.width == session.layout.width, image.height == session.layout.height else {
        throw BonafideError(.usage, "frames of a video have to have one size")
      }
      copy(image, to: session)
      try session.worker.send(.frame(ticks: ticks))
      guard case .done = try session.worker.receive() else { throw VideoWriter.broken }
      lastTicks = ticks
    } catch {
      giveUp()
      throw error
    }
  }

  /// Throws `no_frames` when there was none, `cannot_open` when the disk is full.
  package func finish() throws {
    guard !isOver else { throw BonafideError(.usage, "the video is finished") }
    do {
      guard let session else { throw BonafideError(.noFrames, "no frame was given for the video") }
      try session.worker.send(.finish)
      guard case .done = try session.worker.receive() else { throw VideoWriter.broken }
      session.worker.stop()
      try place.complete()
      self.session = nil
      isOver = true
    } catch {
      giveUp()
      throw error
    }
  }

  private func start(_ image: Image) throws -> Session {
    guard let layout = SlotLayout(width: image.width, height: image.height) else {
      throw BonafideError(.tooLarge, "the frame is too large for a video")
    }
    let worker = try MediaWorker(executable: executable, file: place.file, limits: limits)
    let memory = try SharedFrame(sizing: worker.frameMemory, to: layout.byteCount, for: .write)
    let own = WorkerLimits(
      memory: limits.workerMemory, processorTime: limits.workerSeconds, output: limits.fileBytes)
    try worker.send(.encode(width: image.width, height: image.height, crf: crf, bitRate: bitRate, own))
    guard case .done = try worker.receive() else { throw VideoWriter.broken }
    let session = Session(worker: worker, memory: memory, layout: layout)
    self.session = session
    return session
  }

  private func copy(_ image: Image, to session: Session) {
    let layout = session.layout
    image.withPixels { pixels in
      for row in 0..<layout.height {
        let from = UnsafeRawBufferPointer(
          rebasing: UnsafeRawBufferPointer(pixels)[(row * image.bytesPerRow)..<((row + 1) * image.bytesPerRow)])
        let start = row * layout.bytesPerRow
        UnsafeMutableRawBufferPointer(rebasing: session.memory.bytes[start..<(start + image.bytesPerRow)])
          .copyMemory(from: from)
      }
    }
  }

  private func giveUp() {
    isOver = true
    session?.worker.stop()
    session = nil
    place.discard()
  }

  private static var broken: BonafideError {
    BonafideError(.internal, "the media worker did not do what it was told")
  }
}
