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
    // A still picture is not live, whoever shows it.
    #expect(genuine["count"] as? Int == 2 && genuine["notLive"] as? Int == 1)
    #expect(genuine["notEvaluated"] as? Int == 1)
    #expect((genuine["bpcer"] as? [String: Any])?["value"] as? Double == 0.5)
    let attacks = try #require(run.document?["attacks"] as? [[String: Any]])
    #expect(attacks.compactMap { $0["species"] as? String } == ["attack", "print"])
    #expect(attacks.compactMap { $0["count"] as? Int } == [1, 1] && attacks.allSatisfy { $0["live"] as? Int == 0 })
    #expect((run.document?["wrong"] as? [[String: Any]])?.compactMap { $0["file"] as? String } == ["a.jpg"])
    #expect((run.document?["leftOut"] as? [[String: Any]])?.compactMap { $0["file"] as? String } == ["none.mp4"])
  }
}
