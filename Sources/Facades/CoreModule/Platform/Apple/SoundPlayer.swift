#if canImport(AVFoundation)
  internal import AVFoundation
  internal import Foundation

  /// Plays one sound after the other; a new one ends the one that plays.
  @MainActor final class SoundPlayer {
    static let shared = SoundPlayer()
    private var player: AVAudioPlayer?

    /// Nothing is heard where there is no file of that name.
    func play(_ name: String) {
      guard let path = CoreSession.shared.soundFile(name) else { return }
      player?.stop()
      player = try? AVAudioPlayer(contentsOf: URL(fileURLWithPath: path))
      player?.play()
    }
  }
#endif
