/// How much a file may ask of the machine. Everything beyond is refused before memory is taken for it.
package struct MediaLimits: Sendable, Hashable {
  /// Bytes of a file that can be sought in; video is read in pieces, so this may be large.
  package var fileBytes = 4 << 30
  /// Bytes taken from a pipe; they are kept in memory.
  package var pipeBytes = 512 << 20
  /// Bytes of a still picture's file: 16-bit colour at `ImageLimits.maximumPixels`, compressed, fits several times.
  package var stillBytes = 256 << 20
  /// Seconds that the worker may take for one frame. A 48-megapixel HEIC takes about two.
  package var secondsPerFrame = 20.0
  /// Seconds that a program waits for its worker over a whole file; what it does with the frames does not count.
  package var secondsPerFile = 300.0
  /// Address space of the worker in bytes: libraries about 250 MB, and the largest picture three times.
  package var workerMemory = 1536 << 20
  /// Processor time of the worker in seconds.
  package var workerSeconds = 300

  package static let standard = MediaLimits()

  package init() {}
}
