import BonafideObservations
import Foundation
import Testing

@Suite("Odd media", .enabled(if: Place.haveModels, "skipped: no models"))
struct OddMediaTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("without a face are described as such", arguments: [(1, 1), (400, 300), (5000, 1), (1, 5000)])
  func noFace(width: Int, height: Int) throws {
    let run = try Program.run(
      ["face", "inspect", "--json", Made.picture(width: width, height: height, in: scratch)])
    #expect(run.status == 0 && run.complaint.isEmpty)
    #expect((run.document?["faces"] as? [Any])?.isEmpty == true)
    #expect(run.document?["width"] as? Int == width && run.document?["height"] as? Int == height)
  }

  @Test("of one person have one face, from a file and from standard input")
  func standardInput() throws {
    let file = try Program.run(["face", "inspect", "--json", Place.portrait])
    let piped = try Program.run(["face", "inspect", "--json", "-"], input: Place.portrait)
    #expect(file.status == 0 && piped.status == 0)
    #expect((file.document?["faces"] as? [Any])?.count == 1)
    #expect(piped.document?["input"] as? String == "-")
    #expect(NSArray(array: faces(file)).isEqual(to: faces(piped)))
  }

  @Test("that stand on a closed or empty standard input are refused")
  func emptyStandardInput() throws {
    try expectFailure(["face", "inspect", "-"], .notMedia)
  }

  @Test("with several faces count them, and compare the largest")
  func severalFaces() throws {
    let two = try Made.twoFaces(in: scratch)
    #expect(faces(try Program.run(["face", "inspect", "--json", two])).count == 2)
    let run = try Program.run(["face", "compare", "--json", two, Place.portrait])
    #expect(run.status == 0 && run.document?["faceCount"] as? [Int] == [2, 1])
    let liveness = try Program.run(["face", "liveness", "--json", two])
    #expect(liveness.status == 2 && liveness.document?["live"] is NSNull)
  }

  @Test("that can be decoded always get a verdict of liveness, undecided without a face")
  func undecided() throws {
    for file in [
      try Made.picture(width: 1, height: 1, in: scratch), try Made.animatedGIF(in: scratch),
      try Made.oneFrameVideo(in: scratch),
    ] {
      let run = try Program.run(["face", "liveness", "--json", file])
      #expect(run.status == 2 && run.complaint.isEmpty, "\(run)")
      #expect(run.document?["live"] is NSNull && run.document?["livenessResult"] as? String == "NO_FACE", "\(run)")
    }
  }

  @Test("that move are JSON Lines: a line a frame, then the summary")
  func lines() throws {
    for (file, frames) in [(try Made.animatedGIF(in: scratch), 3), (try Made.oneFrameVideo(in: scratch), 1)] {
      let run = try Program.run(["face", "inspect", "--json", file])
      let documents = try #require(run.documents)
      #expect(run.status == 0 && documents.count == frames + 1)
      #expect(documents.dropLast().allSatisfy { $0["time"] is NSNumber && $0["faces"] is [Any] })
      #expect((documents.last?["summary"] as? [String: Any])?["frames"] as? Int == frames)
    }
  }

  @Test("mark synthetic media in every output")
  func profile() throws {
    let arguments = ["face", "liveness", "--profile", "specimen", Place.portrait]
    #expect(try Program.run(arguments + ["--json"]).document?["profile"] as? String == "specimen")
    #expect(try Program.run(arguments).output.contains("synthetic specimen"))
  }

  @Test("are measured by bench frames")
  func bench() throws {
    let run = try Program.run(["bench", "frames", "--json", Made.animatedGIF(in: scratch)])
    #expect(run.status == 0 && run.document?["frames"] as? Int == 3)
    for key in ["cpuMillisecondsPerFrame", "wallMillisecondsPerFrame"] {
      #expect((run.document?[key] as? Double).map { $0 > 0 } == true)
    }
    #expect(run.document?["detectorRuns"] is Int)
  }

  private func faces(_ run: Run) -> [Any] { run.document?["faces"] as? [Any] ?? [] }
}

@Suite("Several inputs", .enabled(if: Place.haveModels, "skipped: no models"))
struct BatchTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("give their lines in order, and the worst exit status")
  func order() throws {
    let letter = try scratch.write("This is a letter.", as: "letter.jpg")
    let missing = scratch.path("missing.jpg")
    let inputs = [Place.portrait, missing, letter, Place.portrait]
    let run = try Program.run(["face", "inspect", "--json"] + inputs)
    let documents = try #require(run.documents)
    #expect(run.status == 66)
    #expect(documents.compactMap { $0["input"] as? String } == inputs)
    let codes = documents.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == [nil, "cannot_open", "not_media", nil])
    #expect(run.complaintLines.count == 2)
  }

  @Test("without JSON tell each failure on a line of its own")
  func text() throws {
    let pixel = try Made.picture(width: 1, height: 1, in: scratch)
    let run = try Program.run(["face", "embed", pixel, scratch.path("a"), scratch.path("b")])
    #expect(run.status == 66 && run.output.isEmpty && run.complaintLines.count == 3)
  }
}

@Suite("A media worker that fails", .enabled(if: Place.haveModels, "skipped: no models"))
struct FailingWorkerTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("does not take the program with it", arguments: ["kill -9 $$", "exit 0", "exec head -c 999 /dev/zero >&3"])
  func dies(script: String) throws {
    let environment = ["BONAFIDE_MEDIA_WORKER": try scratch.script(script, as: "worker")]
    let film = try Made.animatedGIF(in: scratch)
    for verb in ["inspect", "liveness"] {
      try expectFailure(["face", verb, film], .undecodable, environment: environment)
    }
    try expectFailure(["face", "compare", Place.portrait, film], .undecodable, environment: environment)
  }

  @Test("is missed only by media that need it")
  func missing() throws {
    let environment = ["BONAFIDE_MEDIA_WORKER": "/nonexistent"]
    try expectFailure(
      ["face", "liveness", Made.animatedGIF(in: scratch)], .serviceUnavailable, environment: environment)
    #expect(try Program.run(["face", "inspect", Place.portrait], environment: environment).status == 0)
  }
}
