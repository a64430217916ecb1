import BonafideObservations
import Foundation
import Testing

/// Drawn films, made by the program itself. They prove that the parts work together, and nothing about genuine foils.
@Suite("document hologram and conceal", .enabled(if: Place.haveModels, "skipped: no models"), .serialized)
struct CardFilmTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func film(_ options: String...) throws -> String {
    let made = try Program.run(["specimen", "card-film", "--out", scratch.folder] + options)
    #expect(made.status == 0 && made.complaint.isEmpty && made.output.contains("synthetic specimen"))
    return scratch.path("film.mp4")
  }

  private func codes(_ run: Run) -> [String] {
    (run.document?["reasons"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test("verify a hologram that changes with the view", arguments: ["1", "2"])
  func hologram(seed: String) throws {
    let run = try Program.run([
      "document", "hologram", "--json", "--best", scratch.path("best.png"), film("--kind", "hologram", "--seed", seed),
    ])
    let document = try #require(run.document)
    #expect(run.status == 0 && document["verified"] as? Bool == true && codes(run).isEmpty)
    #expect((document["confidence"] as? Double ?? 0) >= 0.5 && document["time"] is Double)
    let best = try #require(document["best"] as? [String: Any])
    #expect(best["time"] is Double && (best["quad"] as? [[Double]])?.count == 4)
    let written = try Data(contentsOf: URL(filePath: scratch.path("best.png")))
    #expect(written.starts(with: [0x89, 0x50, 0x4E, 0x47]) && written.count > 50_000)
  }

  @Test("refuse a print of a hologram, with and without a moving light", arguments: ["photo", "static-spot"])
  func printed(attack: String) throws {
    let run = try Program.run([
      "document", "hologram", "--json", film("--kind", "hologram", "--attack", attack, "--seed", "3"),
    ])
    #expect(run.status == 1 && run.document?["verified"] as? Bool == false && codes(run) == ["hologram_static"])
  }

  @Test("verify a finger on an element of either side", arguments: ["crescent", "ovi"])
  func conceal(element: String) throws {
    let made = try film("--kind", "conceal", "--element", element, "--seed", "4")
    let run = try Program.run(["document", "conceal", "--element", element, "--json", made])
    #expect(run.status == 0 && run.document?["verified"] as? Bool == true && codes(run).isEmpty)
    let text = try Program.run(["document", "conceal", "--element", element, "--profile", "specimen", made])
    #expect(text.output.hasPrefix("verified (synthetic specimen)"))
  }

  @Test("do not verify what is no finger on the same card", arguments: ["edited", "starts-covered", "whole-hand"])
  func frauds(attack: String) throws {
    let made = try film("--kind", "conceal", "--element", "mli", "--attack", attack, "--seed", "5")
    let run = try Program.run(["document", "conceal", "--element", "mli", "--json", made])
    #expect(run.status == 1 || run.status == 2)
    #expect(run.document?["verified"] as? Bool != true && !codes(run).isEmpty)
  }

  @Test("are undecided about a video without a card, and refuse what is no video")
  func badInput() throws {
    let empty = try Made.oneFrameVideo(in: scratch)
    for command in [["document", "hologram"], ["document", "conceal", "--element", "mli"]] {
      let run = try Program.run(command + ["--json", empty])
      #expect(run.status == 2 && run.document?["verified"] is NSNull && codes(run) == ["card_not_found"])
      try expectFailure(command + [scratch.path("none.mp4")], .cannotOpen)
      try expectFailure(command + ["a", "b"], .usage)
    }
    try expectFailure(["document", "conceal", empty], .usage)
    try expectFailure(["document", "hologram", "--best", "best.gif", empty], .usage)
    try expectFailure(["document", "conceal", "--element", "flag", empty], .usage)
    try expectFailure(["specimen", "card-film", "--kind", "hologram", "--attack", "paper", "--out", "x"], .usage)
    try expectFailure(["specimen", "card-film", "--kind", "hologram", "--element", "mli", "--out", "x"], .usage)
    try expectFailure(["specimen", "card-film", "--out", "x"], .usage)
  }
}
