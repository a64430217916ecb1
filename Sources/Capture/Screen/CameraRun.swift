package import BonafideObservations
internal import BonafideMedia
internal import Foundation

/// A screen that is open: its frames go to the analysis and, while there is one, to the recorder.
///
/// Of a live camera the analysis gets the newest frame; those that came while it was busy are recorded and not looked
/// at. A file waits: nothing of it is left out. Happenings are never left out.
package final class CameraRun: Sendable {
  private let screen: any CaptureScreen
  private let camera: CameraPosition
  private let mailbox = EventMailbox()
  private let reel = Reel()

  package init(screen: any CaptureScreen, camera: CameraPosition) {
    self.screen = screen
    self.camera = camera
  }

  /// From the moment that the camera runs until `close()`.
  package var isOpen: Bool { mailbox.isOpen }

  /// Whether the camera goes on while nobody asks; false before it is open.
  package var isLive: Bool { mailbox.feed?.isLive ?? false }

  /// Starts the camera. `next()` does so too; again is fine. Throws `service_unavailable`, also after `close()`.
  package func open() async throws(BonafideError) {
    switch await mailbox.beginOpening() {
    case .mine: break
    case .isOpen: return
    case .failed(let error): throw error
    }
    do throws(BonafideError) {
      let feed = try await screen.open(camera)
      guard mailbox.opened(feed) else {
        await screen.close()
        throw CameraRun.closed
      }
      // A live camera does not wait until somebody asks.
      if feed.isLive { read(feed) }
    } catch {
      mailbox.openingFailed(error)
      throw error
    }
  }

  /// Frames for the analysis and happenings, until closed. Not live: the next is taken when asked for. One caller at a
  /// time. Nil when the camera is closed or a file is over.
  package func next() async throws(BonafideError) -> CameraEvent? {
    switch try await next(within: nil) {
    case .event(let event): return event
    case .over, .late: return nil
    }
  }

  package enum Wait: Sendable {
    case event(CameraEvent)
    /// The camera is closed, or a file is over.
    case over
    /// Nothing came in time; what comes later is the next call's.
    case late
  }

  /// The same, but waits no longer than that by the clock on the wall: for a camera that gives no pictures.
  package func next(within limit: Duration?) async throws(BonafideError) -> Wait {
    try await open()
    guard let feed = mailbox.feed else { return .over }
    if !feed.isLive, mailbox.wantsReading() {
      let box = mailbox
      let reel = reel
      Task { await CameraRun.readOne(feed, box, reel, waits: true) }
    }
    return try await mailbox.take(within: limit)
  }

  /// Begins the film; frames from now on are in it. Throws `usage` while one is being made, `cannot_open` and
  /// `service_unavailable` when none can be.
  package func startRecording(to folder: ScratchFolder) async throws(BonafideError) {
    let path = folder.newFile("mp4")
    try reel.begin(RecordingLine(try PlatformRecorder.make(path: path), path: path), in: folder)
  }

  /// Why the film broke off, if it did: the disk is full, or the encoder ended.
  package var recordingFailure: BonafideError? { reel.line?.failure }

  package var isRecording: Bool { reel.line != nil }

  /// Completes the film. Nil when there is none, or no frame came. Throws what broke it off; then there is no file.
  package func stopRecording() async throws(BonafideError) -> RecordedFilm? {
    guard let line = reel.end() else { return nil }
    return try await line.finish()
  }

  /// Ends the film without a file. Without a film nothing happens.
  package func cancelRecording() async { await reel.end()?.cancel() }

  /// Shows something to the person.
  @MainActor package func show(_ message: ScreenMessage) {
    if isOpen { screen.show(message) }
  }

  /// Stops the camera and takes the screen away; a film that is still being made is given up. Who waits for a frame
  /// gets nil. Twice is fine.
  package func close() async {
    let wasOpen = mailbox.close()
    if wasOpen { await screen.close() }
    await cancelRecording()
  }

  private func read(_ feed: any CameraFeed) {
    let (box, reel) = (mailbox, reel)
    Task { while await CameraRun.readOne(feed, box, reel, waits: false) {} }
  }

  /// False when there is nothing more to read.
  @discardableResult
  private static func readOne(_ feed: any CameraFeed, _ box: EventMailbox, _ reel: Reel, waits: Bool) async -> Bool {
    do throws(BonafideError) {
      guard let event = try await feed.next() else {
        box.put(.over)
        return false
      }
      if case .frame(let frame) = event, box.isOpen {
        if waits { await reel.line?.add(frame) } else { reel.line?.offer(frame) }
      }
      box.put(.event(event))
    } catch {
      box.put(.failure(error))
      return false
    }
    return box.isOpen
  }

  static var closed: BonafideError { BonafideError(.serviceUnavailable, "the camera was closed") }
}

/// The film that is being made.
private final class Reel: @unchecked Sendable {
  private let lock = NSLock()
  private var current: RecordingLine?
  /// Stays while a file of ours is being written in it.
  private var folder: ScratchFolder?

  var line: RecordingLine? { lock.withLock { current } }

  func begin(_ line: RecordingLine, in folder: ScratchFolder) throws(BonafideError) {
    let isFree = lock.withLock {
      guard current == nil else { return false }
      (current, self.folder) = (line, folder)
      return true
    }
    guard isFree else { throw BonafideError(.usage, "a film is being made already") }
  }

  func end() -> RecordingLine? {
    lock.withLock {
      defer { (current, folder) = (nil, nil) }
      return current
    }
  }
}
