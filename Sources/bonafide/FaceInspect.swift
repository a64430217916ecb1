import BonafideFaceAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations

/// `face inspect FILE…`
enum FaceInspect: Command {
  static let words = ["face", "inspect"]
  static let options: [Arguments.Option] = [.flag("landmarks")]
  static let summary = "describe the faces of pictures and videos"
  static let usage = """
    bonafide face inspect [--landmarks] [--json] FILE…

    Example: bonafide face inspect --json selfie.jpg
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard !arguments.inputs.isEmpty else { throw BonafideError(.usage, "name at least one picture or video") }
    let engine = try Engine()
    let analyzer = engine.analyzer()
    let inspection = Inspection(
      analyzer: analyzer, terminal: terminal, landmarks: arguments.has("landmarks") ? .included : .left)
    return try Batch(terminal: terminal, inputs: arguments.inputs).run { input -> ExitStatus in
      let media = try engine.reader.open(input)
      switch media {
      case .still(let image):
        try inspection.inspect(image, named: input)
      case .moving(let source):
        try inspection.inspect(source, named: input)
      }
      return .positive
    }
  }
}

/// Prints what is seen.
private struct Inspection {
  let analyzer: FaceAnalyzer
  let terminal: Terminal
  let landmarks: LandmarkOutput

  func inspect(_ image: Image, named input: String) throws {
    let faces = try analyzer.faces(in: image)
    guard terminal.format == .json else {
      terminal.print("\(input): \(image.width) × \(image.height), \(count(faces.count))")
      for face in faces { terminal.print("  " + text(face)) }
      return
    }
    terminal.print(
      JSON.object([
        ("input", .string(input)), ("width", .int(image.width)), ("height", .int(image.height)),
        ("faces", .array(faces.map { JSON($0, landmarks: landmarks) })),
      ]).text)
  }

  /// JSON Lines: one object a frame, then the summary.
  func inspect(_ source: any FrameSource, named input: String) throws {
    var tracker = FaceTracker(analyzer: analyzer)
    var progress = ProgressLine(input, total: source.description.claimedFrameCount)
    var summary = Summary()
    while let frame = try source.next() {
      let seen = try tracker.observe(frame)
      progress.advance()
      summary.add(seen)
      if terminal.format == .json {
        terminal.print(
          JSON.object([
            ("input", .string(input)), ("time", .number(seen.time)), ("width", .int(frame.image.width)),
            ("height", .int(frame.image.height)),
            ("faces", .array(seen.presence.faces.map { JSON($0, landmarks: landmarks) })),
          ]).text)
      }
    }
    progress.finish()
    guard summary.frames > 0 else { throw BonafideError(.noFrames, "the video holds no picture") }
    if terminal.format == .json {
      terminal.print(JSON.object([("input", .string(input)), ("summary", summary.json)]).text)
    } else {
      terminal.print("\(input): \(summary.text)")
    }
  }

  private func count(_ faces: Int) -> String {
    switch faces {
    case 0: "no face"
    case 1: "1 face"
    default: "\(faces) faces"
    }
  }

  private func text(_ face: FaceObservation) -> String {
    func whole(_ value: Double) -> String { String(Int(value.rounded())) }
    func share(_ value: Double?) -> String { value.map { whole($0 * 100) + " %" } ?? "not measured" }
    let box = "at \(whole(face.box.x)),\(whole(face.box.y)), \(whole(face.box.width)) × \(whole(face.box.height))"
    guard let pose = face.pose else { return "\(box): seen by the detector only" }
    return "\(box): pitch \(whole(pose.pitch))°, yaw \(whole(pose.yaw))°, roll \(whole(pose.roll))°, smile "
      + "\(share(face.smile)), eyes open \(share(face.leftEyeOpen)) left, \(share(face.rightEyeOpen)) right, quality "
      + share(face.quality.overall)
  }
}

/// Counts over a video.
private struct Summary {
  var frames = 0
  var withoutFace = 0
  var withOneFace = 0
  var withSeveralFaces = 0
  var lastTime = 0.0
  var tracks: Set<Int> = []

  mutating func add(_ frame: FrameObservation) {
    frames += 1
    lastTime = frame.time
    switch frame.presence {
    case .none: withoutFace += 1
    case .one: withOneFace += 1
    case .several: withSeveralFaces += 1
    }
    for face in frame.presence.faces { if let id = face.trackID { tracks.insert(id) } }
  }

  var json: JSON {
    .object([
      ("frames", .int(frames)), ("duration", .number(lastTime)), ("noFace", .int(withoutFace)),
      ("oneFace", .int(withOneFace)), ("severalFaces", .int(withSeveralFaces)), ("tracks", .int(tracks.count)),
    ])
  }

  var text: String {
    "\(frames) frames; no face in \(withoutFace), one in \(withOneFace), several in \(withSeveralFaces)"
  }
}
