import BonafideCapture
import BonafideObservations
import BonafideScreens
import Foundation

/// A specimen's screen whose camera can be taken away at any moment.
@MainActor final class TestScreen: CaptureScreen {
  let specimen: SpecimenScreen
  private let door = Door()
  private(set) var openings = 0

  init(_ specimen: SpecimenScreen) { self.specimen = specimen }

  var isOpen: Bool { specimen.isOpen }

  /// Comes before the next frame.
  func inject(_ event: CameraEvent) { door.put(event) }

  func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
    openings += 1
    return DoorFeed(try await specimen.open(camera), door)
  }

  func show(_ message: ScreenMessage) { specimen.show(message) }
  func close() { specimen.close() }
}

private final class Door: @unchecked Sendable {
  private let lock = NSLock()
  private var events: [CameraEvent] = []

  func put(_ event: CameraEvent) { lock.withLock { events.append(event) } }
  func take() -> CameraEvent? { lock.withLock { events.isEmpty ? nil : events.removeFirst() } }
}

private final class DoorFeed: CameraFeed, Sendable {
  private let feed: any CameraFeed
  private let door: Door

  init(_ feed: any CameraFeed, _ door: Door) {
    self.feed = feed
    self.door = door
  }

  var isLive: Bool { feed.isLive }

  func next() async throws(BonafideError) -> CameraEvent? {
    if let event = door.take() { return event }
    return try await feed.next()
  }
}
