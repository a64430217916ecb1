public import BonafideCapture
public import BonafideObservations
internal import Foundation

/// A screen whose camera is anything that the program `ffmpeg` reads live: a camera of this machine, a network camera, a
/// test picture. The frames are shown nowhere.
@MainActor public final class CameraScreen: CaptureScreen {
  public struct Input: Sendable {
    let arguments: [String]

    /// A camera of Linux, such as `/dev/video0`.
    public static func device(_ path: String = "/dev/video0") -> Input {
      Input(arguments: ["-f", "v4l2", "-framerate", "30", "-i", path])
    }

    /// An address that ffmpeg can read, such as `rtsp://…`. It is seen in the list of this machine's processes.
    public static func stream(_ address: String) -> Input {
      let isRTSP = address.lowercased().hasPrefix("rtsp:")
      return Input(arguments: (isRTSP ? ["-rtsp_transport", "tcp"] : []) + ["-i", address])
    }

    /// What ffmpeg is told about its input, up to and with `-i` and what follows it.
    public static func ffmpeg(_ arguments: [String]) -> Input { Input(arguments: arguments) }
  }

  /// What was shown, from the beginning.
  public private(set) var messages: [ScreenMessage] = []
  public var isOpen: Bool { feed != nil }

  private let inputs: [CameraPosition: Input]
  private let size: (width: Int, height: Int)
  private let program: String?
  private var feed: FFmpegFeed?

  /// - Parameters:
  ///   - width, height: Pixels of the frames; what the camera gives is fitted in, with bars.
  ///   - program: The executable; by default `ffmpeg` of the `PATH`.
  public init(front: Input, back: Input? = nil, width: Int = 1280, height: Int = 720, program: String? = nil) {
    inputs = [.front: front, .back: back ?? front]
    size = (width, height)
    self.program = program
  }

  /// Waits for the first frame. Throws `service_unavailable` when there is no ffmpeg, or ten seconds bring none.
  public func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
    close()
    guard let input = inputs[camera] else { throw BonafideError(.serviceUnavailable, "there is no such camera") }
    let new = try FFmpegFeed(input.arguments, width: size.width, height: size.height, program: program)
    feed = new
    do throws(BonafideError) { try await new.begin() } catch {
      new.stop()
      if feed === new { feed = nil }
      throw error
    }
    return new
  }

  public func show(_ message: ScreenMessage) { messages.append(message) }

  public func close() {
    feed?.stop()
    feed = nil
  }
}
