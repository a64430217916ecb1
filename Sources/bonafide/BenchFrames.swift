import BonafideFaceAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafidePresentationAttack

/// `bench frames VIDEO`: what following a face costs a frame, without decoding.
enum BenchFrames: Command {
  static let words = ["bench", "frames"]
  static let options: [Arguments.Option] = []
  static let summary = "measure what following the faces of a video costs a frame"
  static let usage = """
    bonafide bench frames [--json] VIDEO

    Decodes up to 300 frames (and not more than 1 GB of them) into memory, then measures the tracker alone: detector,
    478 landmarks, expressions, pose and quality; and then the search for signs of an attack alone. Example: bonafide bench frames selfie.mp4
    """

  private static let maximumFrames = 300
  private static let maximumBytes = 1 << 30

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let input = try arguments.inputs("VIDEO")[0]
    let engine = try Engine()
    let frames = try decode(engine.reader.open(input).frames)
    guard let first = frames.first else { throw BonafideError(.noFrames, "the video holds no picture") }
    let analyzer = engine.analyzer()
    // Loads the networks, which is not a cost of a frame.
    var warm = FaceTracker(analyzer: analyzer)
    for time in [0.0, 0.01] { _ = try warm.observe(Frame(image: first.image, time: time)) }

    var tracker = FaceTracker(analyzer: analyzer)
    let watch = Stopwatch()
    var seen: [FrameObservation] = []
    for frame in frames { seen.append(try tracker.observe(frame)) }
    let cpu = watch.cpuMilliseconds / Double(frames.count)
    let wall = watch.wallMilliseconds / Double(frames.count)
    var attack = AttackWatch()
    let attackWatch = Stopwatch()
    for (frame, seen) in zip(frames, seen) { try attack.observe(frame, seen) }
    let attackCPU = attackWatch.cpuMilliseconds / Double(frames.count)

    if terminal.format == .json {
      terminal.print(
        JSON.object([
          ("input", .string(input)), ("machine", Machine.current.json), ("width", .int(first.image.width)),
          ("height", .int(first.image.height)), ("frames", .int(frames.count)),
          ("detectorRuns", .int(tracker.detectorRuns)), ("cpuMillisecondsPerFrame", .number(cpu)),
          ("wallMillisecondsPerFrame", .number(wall)), ("attackCPUMillisecondsPerFrame", .number(attackCPU)),
        ]).text)
    } else {
      terminal.print(
        "\(input): \(frames.count) frames of \(first.image.width) × \(first.image.height) on \(Machine.current.text)\n"
          + "  \(JSON.number(cpu, decimals: 2).text) ms of processor time and \(JSON.number(wall, decimals: 2).text) ms "
          + "a frame, the detector ran \(tracker.detectorRuns) times\n"
          + "  signs of an attack: \(JSON.number(attackCPU, decimals: 2).text) ms of processor time a frame")
    }
    return .positive
  }

  private static func decode(_ source: any FrameSource) throws -> [Frame] {
    var frames: [Frame] = []
    var bytes = 0
    while frames.count < maximumFrames, let frame = try source.next() {
      bytes += frame.image.bytesPerRow * frame.image.height
      guard frames.isEmpty || bytes <= maximumBytes else { break }
      frames.append(frame)
    }
    return frames
  }
}
