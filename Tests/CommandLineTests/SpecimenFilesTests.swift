import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import Foundation
import Testing

@Suite("specimen card and passport", .enabled(if: Place.haveModels, "skipped: no models"))
struct SpecimenFilesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The truth beside a picture, once the picture is as large as it says.
  private func truth(_ name: String, _ suffix: String) throws -> [String: Any]? {
    let file = try Data(contentsOf: URL(filePath: scratch.path(name + ".json")))
    let truth = try JSONSerialization.jsonObject(with: file) as? [String: Any]
    let image = try MediaReader().decodeImage(Data(contentsOf: URL(filePath: scratch.path(name + suffix))).map { $0 })
    return truth?["width"] as? Int == image.width && truth?["height"] as? Int == image.height ? truth : nil
  }

  @Test("write both sides and the truth beside them")
  func card() throws {
    let run = try Program.run(["specimen", "card", "--out", scratch.folder, "--seed", "5", "--flaw", "expired"])
    #expect(run.status == 0 && run.complaint.isEmpty && run.output.contains("synthetic specimen"))
    for side in ["front", "back"] {
      let truth = try #require(try truth(side, ".png"))
      #expect(truth["side"] as? String == side && truth["seed"] as? Int == 5 && truth["kind"] as? String == "tur")
      #expect(truth["profile"] as? String == "specimen" && truth["flaw"] as? String == "expired")
      #expect(truth["scene"] == nil)
    }
  }

  @Test("write scenes as JPEG, and one page of a passport")
  func scene() throws {
    let run = try Program.run(["specimen", "passport", "--out", scratch.folder, "--scene", "--json"])
    #expect(run.status == 0 && (run.document?["pictures"] as? [Any])?.count == 1)
    let truth = try #require(try truth("page", ".jpg"))
    #expect(truth["kind"] as? String == "td3" && truth["scene"] != nil)
  }

  @Test("say so when they cannot write")
  func place() throws {
    let file = try scratch.write("", as: "file")
    try expectFailure(["specimen", "card", "--out", file + "/x"], .cannotOpen)
  }
}
