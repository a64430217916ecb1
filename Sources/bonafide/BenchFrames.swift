import BonafideFaceAnalysis
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation

/// `bench frames VIDEO`
enum BenchFrames: Command {
  static let words = ["bench", "frames"]
  static let options: [Arguments.Option] = []
  static let summary = "time the tracking of a video's faces, without the decoding"
  static let usage = """
    bonafide bench frames [--json] VIDEO

    Example: bonafide bench frames --json selfie.mp4
    """

  private static let mostFrames = 300

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let input = try arguments.inputs("VIDEO")[0]
    let engine = try Engine()
    let source = try engine.reader.open(input).frames
    var frames: [Frame] = []
    while frames.count < mostFrames, let frame = try source.next() { frames.append(frame) }
    guard let first = frames.first else { throw BonafideError(.noFrames, "the video holds no picture") }
    let analyzer = engine.analyzer()
    // The networks are loaded and warm before the clock starts.
    var warm = FaceTracker(analyzer: analyzer)
    _ = try warm.observe(first)
    var tracker = FaceTracker(analyzer: analyzer)
    let watch = Stopwatch()
    for frame in frames { _ = try tracker.observe(frame) }
    let time = watch.elapsed
    let count = Double(frames.count)
    let row = JSON.object([
      ("frames", .int(frames.count)), ("detectorRuns", .int(tracker.detectorRuns)),
      ("cpuMillisecondsPerFrame", .number(time.cpu / count, decimals: 3)),
      ("wallMillisecondsPerFrame", .number(time.wall / count, decimals: 3)),
    ])
    terminal.print(row.text)
    return .positive
  }
}

/// `bench`: the engine's parts on this machine.
enum Bench: Command {
  static let words = ["bench"]
  static let options: [Arguments.Option] = []
  static let summary = "time the engine's parts on this machine"
  static let usage = """
    bonafide bench [--json]

    Example: bonafide bench
    """

  private static let rounds = 20

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let engine = try Engine()
    let analyzer = engine.analyzer()
    let image = try engine.reader.decodeImage(engine.models.data(SpecimenFilm.portraitName))
    guard let face = try analyzer.faces(in: image).first else {
      throw BonafideError(.internal, "the portrait has no face")
    }
    var tracker = FaceTracker(analyzer: analyzer)
    var time = 0.0
    let rows = [
      ("detectStill", try median { _ = try analyzer.detectedFaces(in: image) }),
      ("describeStill", try median { _ = try analyzer.faces(in: image) }),
      ("embed", try median { _ = try analyzer.template(of: face, in: image) }),
      (
        "trackedFrame",
        try median {
          time += 0.001
          _ = try tracker.observe(Frame(image: image, time: time))
        }
      ),
    ]
    let machine = Bench.machine()
    if terminal.format == .json {
      terminal.print(
        JSON.object([
          ("machine", .string(machine)), ("cores", .int(ProcessInfo.processInfo.activeProcessorCount)),
          ("medianCpuMilliseconds", .object(rows.map { ($0.0, .number($0.1, decimals: 2)) })),
        ]).text)
    } else {
      terminal.print(machine)
      for row in rows { terminal.print("  \(row.0): \(JSON.number(row.1, decimals: 2).text) ms") }
    }
    return .positive
  }

  private static func median(_ body: () throws -> Void) throws -> Double {
    try body()
    let times = try (0..<rounds).map { _ in
      let watch = Stopwatch()
      try body()
      return watch.elapsed.cpu
    }
    return times.sorted()[rounds / 2]
  }

  private static func machine() -> String {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown processor"
  }
}

/// Processor time of this process, and time on the wall, in milliseconds.
struct Stopwatch {
  private let started = ContinuousClock.now
  private let cpu = Stopwatch.cpu()

  var elapsed: (cpu: Double, wall: Double) {
    (Stopwatch.cpu() - cpu, (ContinuousClock.now - started) / .milliseconds(1))
  }

  private static func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}
