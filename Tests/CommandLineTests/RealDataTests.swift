import Foundation
import Testing

/// Real pictures and clips that lie beside the package, not in it. Truth: their own `labels.csv`, made by eye.
@Suite("Real data", .enabled(if: Place.haveTestData, "skipped: no test data"))
struct RealDataTests {
  @Test(
    "show as many faces as somebody counted",
    arguments: [
      ("deepface__img10.jpg", 1), ("compreface__010_2.jpg", 2), ("compreface__011_3.jpg", 3),
      ("compreface__012_4.jpg", 4), ("compreface__000_5.jpg", 5), ("compreface__017_0.jpg", 0),
    ])
  func faceCount(name: String, count: Int) throws {
    let run = try Program.run(["face", "inspect", "--json", Place.face(name)])
    #expect((run.document?["faces"] as? [Any])?.count == count)
  }

  @Test("tell the same person from another")
  func comparison() throws {
    let jolie = Place.face("deepface__img10.jpg")
    let same = try Program.run(["face", "compare", "--json", jolie, Place.face("deepface__img2.jpg")])
    #expect(same.status == 0 && same.document?["match"] as? Bool == true)
    let other = try Program.run(["face", "compare", "--json", jolie, Place.portrait])
    #expect(other.status == 1 && other.document?["match"] as? Bool == false)
  }

  /// The clip's label: first turned to the own right, then to the own left.
  private static let turning = Place.video("liveportrait__d3.mp4")

  private func passed(_ steps: String, _ video: String, _ options: String...) throws -> [Bool] {
    let run = try Program.run(["face", "liveness", "--json", "--steps", steps, video] + options)
    let steps = run.document?["steps"] as? [[String: Any]]
    return (steps ?? []).map { $0["passed"] as? Bool ?? false }
  }

  @Test("turn to the person's own sides")
  func turns() throws {
    #expect(try passed("turn-right,turn-left", RealDataTests.turning) == [true, true])
    #expect(try passed("turn-right,turn-left", RealDataTests.turning, "--mirrored") != [true, true])
  }

  @Test("turn to the same sides in a looking glass", .enabled(if: FFmpegTool.isThere, "skipped: no ffmpeg"))
  func mirroredTurns() throws {
    let scratch = try Scratch()
    let flipped = scratch.path("flipped.mp4")
    try FFmpegTool.run("-i", RealDataTests.turning, "-vf", "hflip", "-an", "-crf", "16", flipped)
    #expect(try passed("turn-right,turn-left", flipped, "--mirrored") == [true, true])
    #expect(try passed("turn-right,turn-left", flipped) != [true, true])
  }
}
