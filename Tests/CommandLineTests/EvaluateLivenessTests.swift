import BonafideObservations
import Foundation
import Testing

@Suite("evaluate liveness")
struct EvaluateLivenessTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test(
    "refuses tables that cannot be used",
    arguments: [
      "", "file\nx\n", "label\nattack\n", "file,label\n", "file,label\nx,perhaps\n", "file,label\n../x,attack\n",
      "file,label\n/etc/passwd,bonafide\n", "file,label\n-,bonafide\n", "file,label\nx,attack,print\n",
    ])
  func badTable(text: String) throws {
    _ = try scratch.write(text, as: "labels.csv")
    try expectFailure(["evaluate", "liveness", scratch.folder], .usage)
  }

  @Test("refuses what is no folder, or has no labels")
  func noFolder() throws {
    try expectFailure(["evaluate", "liveness", scratch.path("missing")], .cannotOpen)
    try expectFailure(["evaluate", "liveness", scratch.folder], .cannotOpen)
  }

  @Test("refuses calibrations that cannot be made or used")
  func badCalibration() throws {
    _ = try scratch.write("file,label\nx,attack\n", as: "labels.csv")
    let out = scratch.path("out.json")
    try expectFailure(["evaluate", "liveness", "--calibrate", out, scratch.folder], .usage)
    try expectFailure(["evaluate", "liveness", "--calibrate", out, "--profile", "Web", scratch.folder], .usage)
    let missing = scratch.path("missing.json")
    try expectFailure(["face", "liveness", "--calibration", missing, Place.portrait], .cannotOpen)
    let broken = try scratch.write("{", as: "broken.json")
    try expectFailure(["face", "liveness", "--calibration", broken, Place.portrait], .usage)
    let other = try scratch.write(
      #"{"version":1,"profile":"web","bonafide":10,"attacks":10,"cues":{}}"#, as: "web.json")
    try expectFailure(["face", "liveness", "--calibration", other, "--profile", "app", Place.portrait], .usage)
  }

  @Test(
    "refuses flashes that are none",
    arguments: ["", "1", "1:ff0000", "2:ff0000,1:00ff00", "0:red,1:00ff00", "0:ff0000,nan:00ff00"])
  func badFlashes(text: String) throws {
    try expectFailure(["face", "liveness", "--flashes", text, Place.portrait], .usage)
  }

  @Test("too few videos make no calibration", .enabled(if: Place.haveModels, "skipped: no models"))
  func fewVideos() throws {
    try FileManager.default.copyItem(atPath: Place.portrait, toPath: scratch.path("a.png"))
    _ = try scratch.write("file,label\na.png,bonafide\na.png,attack\n", as: "labels.csv")
    let out = scratch.path("out.json")
    try expectFailure(["evaluate", "liveness", "--calibrate", out, "--profile", "web", scratch.folder], .usage)
    #expect(!FileManager.default.fileExists(atPath: out))
  }

  @Test("counts by species, and names what is wrong or left out", .enabled(if: Place.haveModels, "skipped: no models"))
  func counts() throws {
    // Large enough to be judged; the other portrait's face is too small.
    let large = Place.models + "/grace_hopper.jpg"
    for (picture, name) in [(large, "a.jpg"), (large, "b.jpg"), (Place.portrait, "small.png")] {
      try FileManager.default.copyItem(atPath: picture, toPath: scratch.path(name))
    }
    _ = try scratch.write(
      "file,label,species,note\na.jpg,bonafide,,\nsmall.png,bonafide,,\nb.jpg,attack,print,x\nnone.mp4,attack,print,\n"
        + "b.jpg,Attack,,\n",
      as: "labels.csv")
    let run = try Program.run(["evaluate", "liveness", "--json", scratch.folder])
    #expect(run.status == 0)
    let genuine = try #require(run.document?["bonafide"] as? [String: Any])
    // A still picture is not live, whoever shows it; nor is it an attack that was seen.
    #expect(genuine["count"] as? Int == 2 && genuine["notLive"] as? Int == 0)
    #expect(genuine["notEvaluated"] as? Int == 2)
    #expect((genuine["bpcer"] as? [String: Any])?["value"] as? Double == 0)
    let attacks = try #require(run.document?["attacks"] as? [[String: Any]])
    #expect(attacks.compactMap { $0["species"] as? String } == ["attack", "print"])
    #expect(attacks.compactMap { $0["count"] as? Int } == [1, 1] && attacks.allSatisfy { $0["live"] as? Int == 0 })
    #expect((run.document?["wrong"] as? [[String: Any]])?.isEmpty == true)
    #expect((run.document?["leftOut"] as? [[String: Any]])?.compactMap { $0["file"] as? String } == ["none.mp4"])
  }
}
