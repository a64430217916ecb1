public import BonafideMedia
public import BonafideObservations

/// Which camera of the device.
public enum CameraPosition: String, Sendable, Hashable, CaseIterable {
  case front
  case back
}

/// What a person looks at during a capture: a camera whose frames come in, and a place for guidance to go out to. It
/// stands where an app on a phone gives its view controller.
@MainActor public protocol CaptureScreen: AnyObject, Sendable {
  /// Starts the camera and shows the screen; what is on the screen already stays there. Called once until `close()`.
  /// Throws `service_unavailable` when the camera cannot be started.
  func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed

  /// Puts a text, a progress or an outline on the screen.
  func show(_ message: ScreenMessage)

  /// Stops the camera and takes the screen away. May come twice.
  func close()
}

/// Frames of an open camera, and what happens to it. One reader at a time.
public protocol CameraFeed: AnyObject, Sendable {
  /// Whether the camera goes on while nobody takes frames (a real one). A file waits.
  var isLive: Bool { get }

  /// The next frame or happening; waits for it. Times of frames rise. Nil when the camera is closed or a file is over.
  func next() async throws(BonafideError) -> CameraEvent?
}

public enum CameraEvent: Sendable {
  case frame(Frame)
  /// Covered or inactive for a moment: timers stand still until the next frame.
  case inactive
  /// The app went to the background, a call came in, or the system took the camera away.
  case interrupted
  /// The person closed the screen.
  case closedByPerson
}

/// What a capture wants the person to see.
public enum ScreenMessage: Sendable, Hashable {
  /// A stable key such as `turn_left` or `move_closer`; the screen has its text in the person's language.
  case guidance(String)
  /// How many segments the progress picture has (0: a plain ring) and how many are filled.
  case progress(filled: Int, segments: Int)
  /// How far the running step is, 0…1.
  case stepProgress(Double)
  /// Corners of the document in the last frame, pixels of that frame; empty when none is seen.
  case outline([Point])
  /// Play a sound of this name. The screen answers nothing: it is as long as it is.
  case sound(String)
}
