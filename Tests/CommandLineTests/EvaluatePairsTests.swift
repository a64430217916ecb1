import BonafideObservations
import Foundation
import Testing

@Suite("evaluate pairs")
struct EvaluatePairsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func evaluate(_ arguments: String...) throws -> Run {
    try Program.run(["evaluate", "pairs", "--json"] + arguments + [scratch.folder])
  }

  private func pairs(_ run: Run) -> [Int?] {
    let pairs = run.document?["pairs"] as? [String: Any]
    return [pairs?["genuine"] as? Int, pairs?["impostor"] as? Int]
  }

  /// Files of one person, and a picture without a face.
  private func addPictures(_ names: String..., in folder: String = "") throws {
    if !folder.isEmpty { _ = try scratch.folder(folder) }
    for name in names {
      try FileManager.default.copyItem(atPath: Place.portrait, toPath: scratch.path(folder + "/" + name))
    }
  }

  @Test(
    "refuses tables that cannot be used", .enabled(if: Place.haveModels, "skipped: no models"),
    arguments: [
      "", "a,b\nx,y\n", "a,b,same\n", "a,b,same\nx,y\n", "a,b,same\nx,y,2\n", "a,b,same\nx,y,1,1\n",
      "a,b,same\n../x,y,1\n", "a,b,same\nx,/etc/passwd,1\n", "a,b,same\nx,.,1\n", "a,b,same\nx/../../y,x,1\n",
      "a,b,same\n,x,1\n", "a,b,same\n-,x,1\n", "a,b,same\nx\0,y,1\n", "a,b,same\n\"x,y,1\n",
      "a,b,same\n\"x\"y,z,1\n", "a,a,same\nx,y,1\n", String(repeating: ",", count: 5000),
      String(repeating: "\"", count: 5001),
    ])
  func badTable(text: String) throws {
    _ = try scratch.write(text, as: "pairs.csv")
    try expectFailure(["evaluate", "pairs", scratch.folder], .usage)
  }

  @Test("refuses what is not text, no file, or no folder")
  func badFiles() throws {
    try expectFailure(["evaluate", "pairs", scratch.path("missing")], .cannotOpen)
    try expectFailure(["evaluate", "pairs", scratch.folder], .usage)
    _ = try scratch.write([0xFF, 0xFE, 0x00, 0x80], as: "labels.csv")
    try expectFailure(["evaluate", "pairs", scratch.folder], .usage)
    try expectFailure(["evaluate", "pairs", scratch.path("labels.csv")], .cannotOpen)
    _ = try scratch.folder("pairs.csv")
    try expectFailure(["evaluate", "pairs", scratch.folder], .cannotOpen)
  }

  @Test("counts pairs, and names what it left out", .enabled(if: Place.haveModels, "skipped: no models"))
  func listed() throws {
    try addPictures("a.png", "b, \"the\" second.png")
    _ = try Made.picture(width: 1, height: 1, in: scratch)
    _ = try scratch.write(
      "\u{FEFF}b,note,same,a\r\n\"b, \"\"the\"\" second.png\",x,1,a.png\r\n1x1.png,\"two\nlines\",0,a.png\r\n"
        + "missing.png,,0,a.png", as: "pairs.csv")
    let scores = scratch.path("scores.csv")
    let run = try evaluate("--scores", scores)
    #expect(run.status == 0 && run.complaint.isEmpty)
    #expect(pairs(run) == [1, 0])
    let leftOut = (run.document?["leftOut"] as? [[String: String]])?.map { "\($0["file"] ?? "") \($0["code"] ?? "")" }
    #expect(leftOut == ["1x1.png no_face", "missing.png cannot_open"])
    #expect(run.document?["eer"] is NSNull && run.document?["proposedThreshold"] is NSNull)
    let fnmr = (run.document?["atThreshold"] as? [String: Any])?["fnmr"] as? [String: Double]
    // Wilson's interval of 0 of 1: 0 to z² / (1 + z²).
    #expect(fnmr?["value"] == 0 && fnmr?["low"] == 0 && fnmr?["high"] == 0.793451)
    #expect(
      try String(contentsOfFile: scores, encoding: .utf8)
        == "a,b,same,similarity\na.png,\"b, \"\"the\"\" second.png\",1,1\na.png,1x1.png,0,\na.png,missing.png,0,\n")
  }

  @Test("compares all with all where only persons are known", .enabled(if: Place.haveModels, "skipped: no models"))
  func labelled() throws {
    try addPictures("a.png", "b.png", "c.png", "d.png", "e.png")
    _ = try scratch.write(
      "file,face_count,person\na.png,1,A\nb.png,1,A\nc.png,,B\nd.png,2,A\ne.png,1,\n", as: "labels.csv")
    #expect(try pairs(evaluate()) == [1, 2])
  }

  @Test("takes a folder for a person", .enabled(if: Place.haveModels, "skipped: no models"))
  func folders() throws {
    try addPictures("1.png", "2.png", in: "A")
    try addPictures("1.png", in: "B")
    let run = try evaluate()
    #expect(pairs(run) == [1, 2])
    // One portrait under two names: genuine and impostor pairs are equally alike, so every threshold errs by half.
    #expect((run.document?["eer"] as? [String: Double])?["value"] == 0.5)
  }

  @Test("writes scores to a device and leaves it one", .enabled(if: Place.haveModels, "skipped: no models"))
  func device() throws {
    try addPictures("a.png", "b.png", in: "A")
    #expect(try evaluate("--scores", "/dev/null").status == 0)
    let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
    #expect(kind == .typeCharacterSpecial)
    try expectFailure(
      ["evaluate", "pairs", "--scores", scratch.path("nowhere/scores.csv"), scratch.folder], .cannotOpen)
  }
}
