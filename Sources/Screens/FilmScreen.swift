public import BonafideCapture
internal import BonafideMedia
internal import BonafideMediaCodecs
public import BonafideObservations

/// A screen whose camera is a video or picture file.
@MainActor public final class FilmScreen: CaptureScreen {
  public enum Films: Sendable {
    /// One file; a camera that is opened again goes on where it stopped.
    case one(String)
    /// The next file each time that the camera is opened; the last one again after that.
    case eachOpening([String])
    /// The file of a guidance text from when it is shown, such as `smile`; until then, and for all others, the first.
    case eachGuidance(first: String, [String: String])
  }

  /// What was shown, from the beginning.
  public private(set) var messages: [ScreenMessage] = []
  public private(set) var openCount = 0
  public private(set) var isOpen = false

  private let films: Films
  private let isLive: Bool
  private var feed: FilmFeed?

  /// - `pace`: in real time, or each frame when it is asked for.
  public init(_ films: Films, pace: SpecimenScreen.Pace = .asAsked) {
    self.films = films
    isLive = pace == .realTime
  }

  public convenience init(_ film: String) { self.init(.one(film)) }

  /// Throws `service_unavailable` when the file cannot be opened.
  public func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
    openCount += 1
    let feed: FilmFeed
    switch films {
    case .one(let path): feed = self.feed ?? FilmFeed(path, isLive: isLive)
    case .eachOpening(let paths):
      guard let path = paths.isEmpty ? nil : paths[min(openCount, paths.count) - 1] else {
        throw BonafideError(.serviceUnavailable, "there is no film")
      }
      feed = FilmFeed(path, isLive: isLive)
    case .eachGuidance(let first, _): feed = self.feed ?? FilmFeed(first, isLive: isLive)
    }
    do throws(BonafideError) { try await feed.begin() } catch {
      throw BonafideError(.serviceUnavailable, "the film cannot be opened: \(error.code.rawValue)")
    }
    (self.feed, isOpen) = (feed, true)
    return feed
  }

  public func show(_ message: ScreenMessage) {
    messages.append(message)
    guard case .eachGuidance(_, let paths) = films, case .guidance(let key) = message, let path = paths[key],
      let feed
    else { return }
    feed.turn(to: path)
  }

  public func close() {
    isOpen = false
    feed?.pause()
  }
}
