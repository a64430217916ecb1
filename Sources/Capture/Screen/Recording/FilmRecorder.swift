package import BonafideMedia
package import BonafideObservations

/// Writes the film of a flow: H.264 in an mp4, without sound. One that is given up leaves no file behind.
package protocol FilmRecorder: AnyObject {
  /// `time` in seconds, rising. All pictures have one size. Throws `cannot_open` when the disk is full.
  func append(_ image: Image, time: Double) throws
  /// Completes the file. Throws `no_frames` when there was none.
  func finish() throws
  /// Ends it without a file.
  func cancel()
}

/// A film that is complete.
package struct RecordedFilm: Sendable, Hashable {
  package let path: String
  /// Seconds from the first frame to the last.
  package let duration: Double
  package let byteCount: Int
  package let frameCount: Int
}

/// Bounds of a film. 30 s at 2.4 Mbit/s are 9 MB: below the 10 MB that the largest 30 s film may have.
package enum FilmBounds {
  /// Bits a second, at most, over any two seconds.
  package static let bitRate = 2_400_000
  /// Frames a second, at most.
  package static let rate = 30.0
  /// Seconds; what comes later is not recorded.
  package static let longest = 600.0
}

/// Makes the recorder of this platform.
package enum PlatformRecorder {
  /// Throws `cannot_open` when the file cannot be made, `service_unavailable` when nothing can encode here.
  package static func make(path: String) throws(BonafideError) -> any FilmRecorder {
    do {
      #if canImport(AVFoundation)
        return try AssetRecorder(path: path)
      #else
        return try WorkerRecorder(path: path)
      #endif
    } catch let error as BonafideError { throw error } catch {
      throw BonafideError(.internal, "the film cannot be begun")
    }
  }
}
