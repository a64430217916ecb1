internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Encodes frames on a thread of its own, a few behind the camera, so that the analysis does not wait for it.
///
/// The recorder is touched on `queue` only, everything else under `lock`.
final class RecordingLine: @unchecked Sendable {
  /// Frames that may wait: a seventh of a second, and 15 MB at 720p.
  private static let depth = 4

  private struct State {
    var waiting = 0
    var isOver = false
    var failure: BonafideError?
    var first: Double?
    var due = -Double.infinity
    var last = 0.0
    var count = 0
    var room: [CheckedContinuation<Void, Never>] = []
  }

  private let path: String
  private let recorder: any FilmRecorder
  private let queue = DispatchQueue(label: "bonafide.recording", qos: .userInitiated)
  private let lock = NSLock()
  private var state = State()
  private var size: (width: Int, height: Int)?

  init(_ recorder: any FilmRecorder, path: String) {
    self.recorder = recorder
    self.path = path
  }

  /// The first thing that went wrong; nothing is recorded after it.
  var failure: BonafideError? { lock.withLock { state.failure } }

  /// Takes a frame if it is due and there is room; never waits.
  func offer(_ frame: Frame) {
    guard take(frame, mayWait: false) else { return }
    encode(frame)
  }

  /// Takes every frame that is due.
  func add(_ frame: Frame) async {
    while !hasRoom {
      await withCheckedContinuation { continuation in
        let goesOn = lock.withLock {
          if state.waiting < Self.depth { return true }
          state.room.append(continuation)
          return false
        }
        if goesOn { continuation.resume() }
      }
    }
    guard take(frame, mayWait: true) else { return }
    encode(frame)
  }

  /// Nil when no frame was taken. Throws what went wrong.
  func finish() async throws(BonafideError) -> RecordedFilm? {
    let result = await onQueue { () -> Result<RecordedFilm?, BonafideError> in
      let (state, wasOver) = self.end()
      guard !wasOver, state.count > 0 else {
        self.recorder.cancel()
        return state.failure.map { .failure($0) } ?? .success(nil)
      }
      if let failure = state.failure {
        self.recorder.cancel()
        return .failure(failure)
      }
      do {
        try self.recorder.finish()
        let size = try FileManager.default.attributesOfItem(atPath: self.path)[.size] as? Int
        let duration = state.last - (state.first ?? state.last)
        return .success(
          RecordedFilm(path: self.path, duration: duration, byteCount: size ?? 0, frameCount: state.count))
      } catch {
        return .failure(Self.failure(error))
      }
    }
    return try result.get()
  }

  func cancel() async {
    lock.withLock { state.isOver = true }
    await onQueue {
      _ = self.end()
      self.recorder.cancel()
      try? FileManager.default.removeItem(atPath: self.path)
    }
  }

  private var hasRoom: Bool { lock.withLock { state.waiting < Self.depth || state.isOver || state.failure != nil } }

  /// Notes the frame when it is due: at most thirty a second, whatever the camera gives.
  private func take(_ frame: Frame, mayWait: Bool) -> Bool {
    lock.withLock {
      guard !state.isOver, state.failure == nil, mayWait || state.waiting < Self.depth else { return false }
      let first = state.first ?? frame.time
      let interval = 1 / FilmBounds.rate
      guard frame.time >= state.due - interval / 4, frame.time - first <= FilmBounds.longest,
        state.count == 0 || frame.time > state.last
      else { return false }
      state.first = first
      state.due = max(state.due + interval, frame.time + interval / 2)
      state.last = frame.time
      state.count += 1
      state.waiting += 1
      return true
    }
  }

  private func encode(_ frame: Frame) {
    queue.async { [self] in
      let (isWanted, first) = lock.withLock { (!state.isOver && state.failure == nil, state.first ?? 0) }
      var failure: BonafideError?
      if isWanted {
        do { try recorder.append(upright(frame), time: frame.time - first) } catch { failure = Self.failure(error) }
      }
      let next = lock.withLock { () -> CheckedContinuation<Void, Never>? in
        state.waiting -= 1
        if let failure, state.failure == nil { state.failure = failure }
        return state.room.isEmpty ? nil : state.room.removeFirst()
      }
      next?.resume()
    }
  }

  /// As another person sees the scene, and as large as the first picture: a camera that is turned goes on in the same
  /// film.
  private func upright(_ frame: Frame) throws -> Image {
    let image = frame.mirroring == .mirrored ? try frame.image.oriented(.upMirrored) : frame.image
    guard let size else {
      self.size = (image.width, image.height)
      return image
    }
    return try image.fitted(width: size.width, height: size.height)
  }

  private func end() -> (State, wasOver: Bool) {
    let (old, waiters) = lock.withLock {
      let old = state
      state.isOver = true
      defer { state.room = [] }
      return (old, state.room)
    }
    for waiter in waiters { waiter.resume() }
    return (old, old.isOver)
  }

  private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }

  private static func failure(_ error: any Error) -> BonafideError {
    error as? BonafideError ?? BonafideError(.internal, "the film cannot be written")
  }
}

extension Image {
  /// The whole picture, as large as fits, in the middle of a black one.
  func fitted(width: Int, height: Int) throws -> Image {
    if width == self.width, height == self.height { return self }
    let scale = min(Double(width) / Double(self.width), Double(height) / Double(self.height))
    let inner = try resized(
      width: min(width, max(1, Int(Double(self.width) * scale))),
      height: min(height, max(1, Int(Double(self.height) * scale))))
    let (left, top) = ((width - inner.width) / 2, (height - inner.height) / 2)
    return try Image(width: width, height: height) { target in
      inner.withPixels { pixels in
        for row in 0..<inner.height {
          let from = UnsafeBufferPointer(
            rebasing: pixels[(row * inner.bytesPerRow)..<((row + 1) * inner.bytesPerRow)])
          let start = ((top + row) * width + left) * Image.bytesPerPixel
          _ = UnsafeMutableBufferPointer(rebasing: target[start..<(start + inner.bytesPerRow)])
            .update(fromContentsOf: from)
        }
      }
    }
  }
}
