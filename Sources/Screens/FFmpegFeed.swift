internal import BonafideCapture
internal import BonafideMedia
internal import BonafideObservations
internal import Foundation
internal import Glibc

/// Frames of an `ffmpeg` process, as raw pixels through a pipe. Times are those of arrival.
final class FFmpegFeed: CameraFeed, @unchecked Sendable {
  private static let patience = Duration.seconds(10)

  let isLive = true
  private let process = Process()
  private let pipe = Pipe()
  private let size: (width: Int, height: Int)
  /// All reading is here, one read at a time.
  private let queue = DispatchQueue(label: "bonafide.ffmpeg")
  private let lock = NSLock()
  private var isStopped = false
  /// On `queue`.
  private var first: ContinuousClock.Instant?
  private var ahead: Frame?

  /// Throws `service_unavailable` when the program cannot be started.
  init(_ input: [String], width: Int, height: Int, program: String?) throws(BonafideError) {
    size = (width, height)
    guard (2...4096).contains(width), (2...4096).contains(height) else {
      throw BonafideError(.usage, "the frames' size cannot be used")
    }
    guard let path = program ?? FFmpegFeed.search() else {
      throw BonafideError(.serviceUnavailable, "ffmpeg is not installed", hint: "install Debian's package ffmpeg")
    }
    process.executableURL = URL(filePath: path)
    let fit =
      "scale=\(width):\(height):force_original_aspect_ratio=decrease,pad=\(width):\(height):(ow-iw)/2:(oh-ih)/2"
    process.arguments =
      ["-nostdin", "-loglevel", "quiet"] + input
      + ["-an", "-sn", "-vf", fit, "-f", "rawvideo", "-pix_fmt", "rgb0", "pipe:1"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch {
      throw BonafideError(.serviceUnavailable, "ffmpeg cannot be started", hint: "install Debian's package ffmpeg")
    }
    // Ours would keep the pipe open after the process has ended.
    try? pipe.fileHandleForWriting.close()
  }

  deinit { stop() }

  /// Waits for the first frame.
  func begin() async throws(BonafideError) {
    let alarm = Task {
      guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
      stop()
    }
    defer { alarm.cancel() }
    guard let frame = await read() else {
      throw BonafideError(.serviceUnavailable, "the camera gives no picture")
    }
    await withCheckedContinuation { continuation in
      queue.async { [self] in
        ahead = frame
        continuation.resume()
      }
    }
  }

  /// Twice is fine.
  func stop() {
    let isFirst = lock.withLock {
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    // A camera's driver may hold the process; it has nothing to save. One that never ran has the number 0, which would
    // mean ourselves.
    let number = process.processIdentifier
    if number > 0, process.isRunning { kill(number, SIGKILL) }
  }

  func next() async throws(BonafideError) -> CameraEvent? {
    if let frame = await read() { return .frame(frame) }
    guard !lock.withLock({ isStopped }) else { return nil }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw BonafideError(.serviceUnavailable, "the camera broke off")
    }
    return nil
  }

  private func read() async -> Frame? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: readOne()) }
    }
  }

  private func readOne() -> Frame? {
    if let frame = ahead {
      ahead = nil
      return frame
    }
    let file = pipe.fileHandleForReading.fileDescriptor
    var isWhole = false
    let image = try? Image(width: size.width, height: size.height) { pixels in
      var done = 0
      while done < pixels.count, let base = pixels.baseAddress {
        let count = Glibc.read(file, base + done, pixels.count - done)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        done += count
      }
      isWhole = true
    }
    guard isWhole, let image else { return nil }
    let now = ContinuousClock.now
    let start = first ?? now
    first = start
    let passed = (now - start).components
    return Frame(image: image, time: Double(passed.seconds) + Double(passed.attoseconds) / 1e18, camera: "ffmpeg")
  }

  private static func search() -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin").split(separator: ":")
    return folders.map { $0 + "/ffmpeg" }.first { access($0, X_OK) == 0 }
  }
}
