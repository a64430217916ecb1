import BonafideCapture
import BonafideObservations

/// A screen of which only the sounds matter.
@MainActor final class SoundScreen: CaptureScreen {
  private(set) var sounds: [String] = []

  func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
    throw BonafideError(.serviceUnavailable, "there is no camera")
  }
  func show(_ message: ScreenMessage) { if case .sound(let name) = message { sounds.append(name) } }
  func close() {}
}
