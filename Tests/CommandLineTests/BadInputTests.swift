import BonafideObservations
import Foundation
import Glibc
import Testing

/// A file that cannot be used, and the code that says why.
struct BadInput: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let code: ErrorCode
  let make: @Sendable (Scratch) throws -> String

  init(_ name: String, _ code: ErrorCode, _ make: @escaping @Sendable (Scratch) throws -> String) {
    testDescription = name
    self.code = code
    self.make = make
  }

  static let all: [BadInput] = [
    BadInput("not a picture", .notMedia) { try $0.write("This is a letter.\n", as: "letter.jpg") },
    BadInput("random bytes", .notMedia) {
      try $0.write((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 3) }, as: "noise.png")
    },
    BadInput("a truncated picture", .truncated, Made.truncatedPicture),
    BadInput("zero bytes", .notMedia) { try $0.write("", as: "empty.png") },
    BadInput("a header of 50 000 × 50 000", .tooLarge, Made.hugePNGHeader),
    BadInput("a video without frames", .noFrames, Made.emptyVideo),
    BadInput("sound", .noFrames, Made.sound),
    BadInput("a directory", .cannotOpen) { try $0.folder("directory") },
    BadInput("a missing file", .cannotOpen) { $0.path("missing.jpg") },
    BadInput("a name with a line break", .cannotOpen) { $0.path("two\nlines\r.jpg") },
    BadInput("an empty name", .cannotOpen) { _ in "" },
  ]
}

/// One line on standard error; with `--json` the same code in the one document on standard output.
func expectFailure(
  _ arguments: [String], _ code: ErrorCode, environment: [String: String] = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let text = try Program.run(arguments, environment: environment)
  #expect(text.status == code.exitStatus.rawValue, "\(text)", sourceLocation: sourceLocation)
  #expect(text.output.isEmpty, sourceLocation: sourceLocation)
  #expect(text.complaintLines.count == 1, "\(text.complaint)", sourceLocation: sourceLocation)
  #expect(text.complaint.contains("(\(code.rawValue))"), "\(text.complaint)", sourceLocation: sourceLocation)

  let json = try Program.run(arguments + ["--json"], environment: environment)
  #expect(json.status == code.exitStatus.rawValue, sourceLocation: sourceLocation)
  #expect(json.errorCode == code.rawValue, "\(json.output)", sourceLocation: sourceLocation)
  let error = json.document?["error"] as? [String: Any]
  #expect(error?["message"] is String && error?["hint"] is String, sourceLocation: sourceLocation)
  #expect(json.complaintLines.count == 1, "\(json.complaint)", sourceLocation: sourceLocation)
}

@Suite("Bad input", .enabled(if: Place.haveModels, "skipped: no models"))
struct BadInputTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("is refused by face inspect", arguments: BadInput.all)
  func inspect(input: BadInput) throws {
    try expectFailure(["face", "inspect", input.make(scratch)], input.code)
  }

  @Test("is refused by face compare on either side", arguments: BadInput.all)
  func compare(input: BadInput) throws {
    let file = try input.make(scratch)
    try expectFailure(["face", "compare", file, Place.portrait], input.code)
    try expectFailure(["face", "compare", Place.portrait, file], input.code)
  }

  @Test("is refused by face liveness", arguments: BadInput.all)
  func liveness(input: BadInput) throws {
    try expectFailure(["face", "liveness", input.make(scratch)], input.code)
  }

  @Test("is refused by bench frames", arguments: BadInput.all)
  func bench(input: BadInput) throws {
    try expectFailure(["bench", "frames", input.make(scratch)], input.code)
  }

  @Test("is a file without permission", .enabled(if: geteuid() != 0, "skipped: root may read everything"))
  func permission() throws {
    let file = try Made.picture(width: 8, height: 8, in: scratch)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
    for verb in ["inspect", "liveness"] { try expectFailure(["face", verb, file], .cannotOpen) }
  }

  @Test(
    "is sound in a container for video", .enabled(if: FFmpegTool.isThere, "skipped: no ffmpeg"),
    arguments: ["sound.mp4", "sound.mkv", "sound.ogg"])
  func soundInContainer(name: String) throws {
    let file = scratch.path(name)
    let codec = name.hasSuffix("mp4") ? "aac" : "flac"
    try FFmpegTool.run("-f", "lavfi", "-i", "sine=duration=1", "-c:a", codec, file)
    for verb in ["inspect", "liveness"] { try expectFailure(["face", verb, file], .noFrames) }
  }

  @Test(
    "is a container without frames", .enabled(if: FFmpegTool.isThere, "skipped: no ffmpeg"),
    arguments: ["empty.mp4", "empty.mov", "empty.avi"])
  func emptyContainer(name: String) throws {
    let file = scratch.path(name)
    try FFmpegTool.run("-f", "lavfi", "-i", "color", "-frames:v", "0", file)
    for verb in ["inspect", "liveness"] { try expectFailure(["face", verb, file], .noFrames) }
  }

  @Test(
    "is a film that was cut before its first picture", .enabled(if: FFmpegTool.isThere, "skipped: no ffmpeg"),
    arguments: ["cut.mp4", "cut.mkv", "cut.avi", "cut.y4m", "cut.ogv", "cut.ts"])
  func cutFilm(name: String) throws {
    let whole = scratch.path("whole-" + name)
    try FFmpegTool.run("-f", "lavfi", "-i", "testsrc=duration=1", "-pix_fmt", "yuv420p", whole)
    let file = try scratch.write(Data(contentsOf: URL(filePath: whole)).prefix(600), as: name)
    for verb in ["inspect", "liveness"] { try expectFailure(["face", verb, file], .truncated) }
  }

  @Test("without a face cannot be compared")
  func noFace() throws {
    let pixel = try Made.picture(width: 1, height: 1, in: scratch)
    for file in [
      pixel, try Made.picture(width: 400, height: 300, in: scratch), try Made.animatedGIF(in: scratch),
      try Made.oneFrameVideo(in: scratch),
    ] {
      try expectFailure(["face", "compare", Place.portrait, file], .noFace)
    }
    let run = try Program.run(["face", "compare", Place.portrait, pixel])
    #expect(run.complaint.contains(pixel))
  }
}
