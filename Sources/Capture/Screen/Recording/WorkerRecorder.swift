#if os(Linux)
  internal import BonafideMedia
  internal import BonafideMediaCodecs

  /// Encodes in the worker process.
  final class WorkerRecorder: FilmRecorder {
    private var writer: VideoWriter?

    init(path: String) throws { writer = try VideoWriter(path: path, crf: 23, mostBitsPerSecond: FilmBounds.bitRate) }

    func append(_ image: Image, time: Double) throws { try writer?.append(image, time: time) }
    func finish() throws { try writer?.finish() }
    func cancel() { writer = nil }
  }
#endif
