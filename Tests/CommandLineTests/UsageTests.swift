import BonafideObservations
import Testing

@Suite("A wrong command line")
struct UsageTests {
  @Test(
    "is a usage error",
    arguments: [
      ["face"], ["face", "nothing"], ["nothing"], ["--nothing"], ["help", "nothing"], ["evaluate"],
      ["face", "inspect"],
      ["face", "inspect", "--nothing", "a.jpg"], ["face", "inspect", "--landmarks=yes", "a.jpg"],
      ["face", "compare", "a.jpg"], ["face", "compare", "a.jpg", "b.jpg", "c.jpg"], ["face", "liveness"],
      ["face", "liveness", "a.mp4", "b.mp4"], ["face", "liveness", "--steps", "fly", "a.mp4"],
      ["face", "liveness", "--steps"], ["face", "liveness", "--steps=", "a.mp4"],
      ["face", "liveness", "--steps", "smile", "--steps", "smile", "a.mp4"],
      ["face", "liveness", "--profile", "Not A Name", "a.mp4"], ["bench", "frames"], ["bench", "x"], ["doctor", "x"],
      ["evaluate", "pairs"], ["evaluate", "pairs", "--scores"], ["", ""], ["face", ""], ["specimen", "card"],
      ["specimen", "card", "--out", "x", "--kind", "td3"], ["specimen", "card", "--out", "x", "--flat", "--scene"],
      ["specimen", "card", "--out", "x", "--flaw", "none"], ["specimen", "card", "--out", "x", "--format", "gif"],
      ["specimen", "card", "--out", "x", "--kind", "td1", "--flaw", "wrong-tckn"],
      ["specimen", "passport", "--out", "x", "--kind", "tur"],
      ["specimen", "passport", "--out", "x", "--flaw", "sides-disagree"], ["specimen", "passport", "--out", "x", "y"],
    ])
  func usage(words: [String]) throws {
    try expectFailure(words, .usage)
  }

  @Test("still knows that JSON was asked for, wherever that stood")
  func jsonAnywhere() throws {
    let run = try Program.run(["face", "--json", "compare", "a"])
    #expect(run.status == 64 && run.errorCode == "usage")
  }
}

@Suite("Help")
struct HelpTests {
  @Test(
    "is given to whoever asks", arguments: [[], ["help"], ["--help"], ["-h"], ["help", "help"], ["help", "--help"]])
  func overview(words: [String]) throws {
    let run = try Program.run(words)
    #expect(run.status == 0 && run.complaint.isEmpty)
    #expect(run.output.contains("face liveness") && run.output.contains("doctor"))
  }

  @Test("about a noun tells of all its verbs", arguments: [["help", "face"], ["face", "--help"], ["face", "-h"]])
  func noun(words: [String]) throws {
    let run = try Program.run(words)
    #expect(run.status == 0 && run.complaint.isEmpty)
    #expect(run.output.contains("bonafide face inspect") && run.output.contains("bonafide face compare"))
  }

  @Test(
    "about a verb tells of that one",
    arguments: [
      ["help", "face", "inspect"], ["face", "inspect", "--help"], ["face", "inspect", "a.jpg", "--help"],
    ])
  func verb(words: [String]) throws {
    let run = try Program.run(words)
    #expect(run.status == 0 && run.complaint.isEmpty)
    #expect(run.output.contains("bonafide face inspect") && !run.output.contains("bonafide face compare"))
  }

  @Test("is not what a file named --help asks for")
  func fileNamedHelp() throws {
    #expect(try Program.run(["face", "inspect", "--", "--help"]).status != 0)
  }

  @Test("and the version are JSON when that is asked for")
  func json() throws {
    #expect(try Program.run(["help", "--json"]).document?["help"] is String)
    let version = try Program.run(["--version"])
    #expect(version.status == 0 && version.outputLines.count == 1)
    #expect(try Program.run(["--version", "--json"]).document?["version"] is String)
  }
}
