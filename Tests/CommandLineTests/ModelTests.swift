import BonafideObservations
import Foundation
import Testing

@Suite("Models that are not in order")
struct ModelTests {
  private static let commands = [
    ["face", "inspect", "a.jpg"], ["face", "compare", "a.jpg", "b.jpg"], ["face", "liveness", "a.mp4"],
    ["bench"], ["bench", "frames", "a.mp4"],
  ]
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  @Test("are missing", arguments: commands)
  func missing(words: [String]) throws {
    try expectFailure(words, .modelMissing, environment: ["BONAFIDE_MODELS": "/nonexistent"])
  }

  @Test("have a manifest that is none", arguments: ["", "{", "[]", #"{"version":2,"entries":[]}"#, "\0\0\0\0"])
  func badManifest(text: String) throws {
    _ = try scratch.write(text, as: "manifest.json")
    try expectFailure(["face", "inspect", "a.jpg"], .modelAltered, environment: ["BONAFIDE_MODELS": scratch.folder])
  }

  @Test(
    "are altered by a byte", .enabled(if: Place.haveModels, "skipped: no models"),
    arguments: ["yunet_dyn.onnx", "sface_fast.onnx", "libonnxruntime.so.1.23.2"])
  func altered(file: String) throws {
    let folder = try Place.linkedModels(in: scratch, without: file)
    var bytes = try Data(contentsOf: URL(filePath: Place.models + "/" + file))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: folder + "/" + file))
    let environment = ["BONAFIDE_MODELS": folder]
    try expectFailure(["face", "compare", Place.portrait, Place.portrait], .modelAltered, environment: environment)
    try expectDoctor("altered", of: file, environment)
  }

  @Test("lack one file", .enabled(if: Place.haveModels, "skipped: no models"))
  func lacking() throws {
    let folder = try Place.linkedModels(in: scratch, without: "yunet_dyn.onnx")
    let environment = ["BONAFIDE_MODELS": folder]
    try expectFailure(["face", "inspect", Place.portrait], .modelMissing, environment: environment)
    try expectDoctor("missing", of: "yunet_dyn.onnx", environment)
  }

  private func expectDoctor(_ state: String, of file: String, _ environment: [String: String]) throws {
    let run = try Program.run(["doctor", "--json"], environment: environment)
    let models = run.document?["models"] as? [[String: Any]] ?? []
    #expect(run.status == 69 && run.complaintLines.count == 1)
    #expect(run.document?["ok"] as? Bool == false)
    #expect(models.first { $0["file"] as? String == file }?["state"] as? String == state)
    #expect(models.count { $0["state"] as? String == "ok" } == models.count - 1)
  }
}

@Suite("The doctor")
struct DoctorTests {
  @Test("finds all well", .enabled(if: Place.haveModels, "skipped: no models"))
  func well() throws {
    let run = try Program.run(["doctor", "--json"])
    let models = try #require(run.document?["models"] as? [[String: Any]])
    #expect(run.status == 0 && run.complaint.isEmpty)
    #expect(models.allSatisfy { $0["state"] as? String == "ok" && $0["licence"] is String && $0["sha256"] is String })
    #expect(run.document?["onnxRuntime"] as? String == "1.23.2")
    #expect(try Program.run(["doctor"]).output.contains("all is well"))
  }

  @Test("says what to do when there is nothing at all")
  func nothing() throws {
    let environment = ["BONAFIDE_MODELS": "/nonexistent", "BONAFIDE_MEDIA_WORKER": "/nonexistent"]
    let json = try Program.run(["doctor", "--json"], environment: environment)
    #expect(json.status == 69 && json.complaintLines.count == 1)
    #expect((json.document?["problems"] as? [Any])?.count == 2)
    let text = try Program.run(["doctor"], environment: environment)
    #expect(text.status == 69 && text.output.contains("make setup"))
  }
}
