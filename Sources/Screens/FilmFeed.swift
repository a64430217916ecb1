internal import BonafideCapture
internal import BonafideMedia
internal import BonafideMediaCodecs
internal import BonafideObservations
internal import Foundation

/// Frames of one file after the other, with times that go on.
final class FilmFeed: CameraFeed, @unchecked Sendable {
  /// A picture is shown as long as this, 30 times a second.
  private static let stillSeconds = 60.0
  private static let interval = 1.0 / 30

  let isLive: Bool

  private struct State {
    var path: String
    var wanted: String?
    var source: (any FrameSource)?
    var still: (image: Image, shown: Int)?
    /// Added to the times of the file that runs.
    var offset = 0.0
    var last = -1.0
    var isPaused = false
    var begun: ContinuousClock.Instant?
    var first: Double?
  }

  private let lock = NSLock()
  private var state: State

  init(_ path: String, isLive: Bool) {
    self.isLive = isLive
    state = State(path: path)
  }

  func begin() async throws(BonafideError) {
    let result = lock.withLock { () -> Result<Void, BonafideError> in
      state.isPaused = false
      (state.begun, state.first) = (nil, nil)
      guard state.source == nil, state.still == nil else { return .success(()) }
      return openFile(state.path)
    }
    try result.get()
  }

  func pause() { lock.withLock { state.isPaused = true } }

  func turn(to path: String) { lock.withLock { if state.path != path { state.wanted = path } } }

  func next() async throws(BonafideError) -> CameraEvent? {
    let result = lock.withLock { advance() }
    guard let frame = try result.get() else { return nil }
    if isLive { await waitUntilDue(frame.time) }
    return .frame(frame)
  }

  private func waitUntilDue(_ time: Double) async {
    let now = ContinuousClock.now
    let due = lock.withLock { () -> ContinuousClock.Instant in
      let begun = state.begun ?? now
      let first = state.first ?? time
      (state.begun, state.first) = (begun, first)
      return begun + .seconds(time - first)
    }
    try? await Task.sleep(until: due, clock: .continuous)
  }

  // MARK: Under the lock

  private func openFile(_ path: String) -> Result<Void, BonafideError> {
    (state.source, state.still, state.path) = (nil, nil, path)
    state.offset = state.last < 0 ? 0 : state.last + Self.interval
    do {
      switch try MediaReader().open(path) {
      case .still(let image): state.still = (image, 0)
      case .moving(let source): state.source = source
      }
      return .success(())
    } catch { return .failure(Self.failure(error)) }
  }

  private func advance() -> Result<Frame?, BonafideError> {
    guard !state.isPaused else { return .success(nil) }
    if let wanted = state.wanted {
      state.wanted = nil
      if case .failure(let error) = openFile(wanted) { return .failure(error) }
    }
    do {
      var frame: Frame?
      if let still = state.still {
        let time = Double(still.shown) * Self.interval
        if time < Self.stillSeconds { frame = Frame(image: still.image, time: time) }
        state.still?.shown += 1
      } else {
        frame = try state.source?.next()
      }
      guard var frame else { return .success(nil) }
      frame.time += state.offset
      state.last = frame.time
      return .success(frame)
    } catch { return .failure(Self.failure(error)) }
  }

  private static func failure(_ error: any Error) -> BonafideError {
    error as? BonafideError ?? BonafideError(.internal, "the film cannot be read")
  }
}
