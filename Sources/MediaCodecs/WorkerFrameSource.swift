package import BonafideMedia
internal import BonafideMediaWire
internal import BonafideObservations

/// Frames of a file that the worker decodes; at most one of them is on its way at any time.
///
/// A file that is cut in its middle gives the frames that are there and then ends; only when there is none at all it
/// throws `truncated`.
package final class WorkerFrameSource: FrameSource {
  package let description: VideoDescription
  /// Whether the file is a single picture by its kind, or an animation of one frame.
  let isStill: Bool
  private let layout: SlotLayout
  private let orientation: Orientation
  private let memory: SharedFrame
  private var worker: MediaWorker?
  private var frameCount = 0
  private var lastNanoseconds: Int64 = -1

  /// Starts a worker and reads as far as the first picture's size.
  ///
  /// Throws `not_media`, `truncated`, `too_large`, `no_frames`, `undecodable` or `service_unavailable`.
  init(
    _ file: FileDescriptor, byteCount: Int, format: MediaFormat, executable: String, limits: MediaLimits
  ) throws {
    let worker = try MediaWorker(executable: executable, file: file, limits: limits)
    let own = WorkerLimits(memory: limits.workerMemory, processorTime: limits.workerSeconds, output: 0)
    try worker.send(.decode(format, inputBytes: byteCount, own))
    guard case .opened(let geometry) = try worker.receive() else { throw WorkerFrameSource.babble }
    try ImageLimits.check(width: geometry.width, height: geometry.height)
    guard let layout = SlotLayout(width: geometry.width, height: geometry.height),
      let orientation = Orientation(rawValue: geometry.orientation)
    else { throw WorkerFrameSource.babble }
    self.layout = layout
    self.orientation = orientation
    isStill = geometry.isStill
    memory = try SharedFrame(sizing: worker.frameMemory, to: layout.byteCount, for: .read)
    try worker.send(.memoryReady)
    self.worker = worker
    let (width, height) = (Double(layout.width), Double(layout.height))
    description = VideoDescription(
      size: orientation.swapsSides ? Size(width: height, height: width) : Size(width: width, height: height),
      claimedDuration: geometry.claimedMilliseconds.map { Double($0) / 1000 },
      claimedFrameCount: geometry.claimedFrames.map { Int($0) })
  }

  /// The process that decodes, while it lives.
  package var workerProcessID: Int32? { worker?.processID }

  package func next() throws -> Frame? {
    guard let worker else { return nil }
    do {
      if frameCount > 0 { try worker.send(.next) }
      switch try worker.receive() {
      case .frame(let nanoseconds):
        guard nanoseconds > lastNanoseconds else { throw WorkerFrameSource.babble }
        lastNanoseconds = nanoseconds
        frameCount += 1
        let image = try Image(
          stored: UnsafeRawBufferPointer(memory.bytes), width: layout.width, height: layout.height,
          bytesPerRow: layout.bytesPerRow, orientation: orientation)
        return Frame(image: image, time: Double(nanoseconds) / 1e9)
      case .end:
        close()
        if frameCount == 0 { throw BonafideError(.noFrames, "the file has no pictures") }
        return nil
      default: throw WorkerFrameSource.babble
      }
    } catch {
      close()
      throw error
    }
  }

  private func close() {
    worker?.stop()
    worker = nil
  }

  private static var babble: BonafideError {
    BonafideError(.undecodable, "the media worker sent a report that does not fit")
  }
}
