import BonafideInference
import BonafideObservations
import Foundation
import Testing

/// SHA-256 of "abc", FIPS 180-4 example.
private let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

private func store(content: String?) throws -> (ModelStore, URL) {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("bonafide-" + UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let json =
    "{\"version\":1,\"entries\":[{\"name\":\"a\",\"file\":\"a.bin\",\"bytes\":3,\"sha256\":\"\(abc)\",\"licence\":\"MIT\"}]}"
  try Data(json.utf8).write(to: folder.appendingPathComponent("manifest.json"))
  if let content { try Data(content.utf8).write(to: folder.appendingPathComponent("a.bin")) }
  return (try ModelStore(folder: folder.path), folder)
}

@Test func `the file that the manifest names is handed out`() throws {
  let (store, folder) = try store(content: "abc")
  defer { try? FileManager.default.removeItem(at: folder) }
  #expect(try store.data("a") == Array("abc".utf8))
}

@Test func `an altered file is refused`() throws {
  let (store, folder) = try store(content: "abd")
  defer { try? FileManager.default.removeItem(at: folder) }
  #expect(throws: BonafideError(.modelAltered, "")) { try store.data("a") }
  #expect(throws: BonafideError(.modelAltered, "")) { try store.model("a") }
}

@Test func `a file of another length is refused`() throws {
  let (store, folder) = try store(content: "abcd")
  defer { try? FileManager.default.removeItem(at: folder) }
  #expect(throws: BonafideError(.modelAltered, "")) { try store.data("a") }
}

@Test func `a missing file says so and one that is not listed is never opened`() throws {
  let (store, folder) = try store(content: nil)
  defer { try? FileManager.default.removeItem(at: folder) }
  #expect(throws: BonafideError(.modelMissing, "")) { try store.data("a") }
  #expect(throws: BonafideError(.modelMissing, "")) { try store.model("b") }
}

@Test func `a folder without a manifest is a missing model`() {
  #expect(throws: BonafideError(.modelMissing, "")) { try ModelStore(folder: "/nonexistent") }
}
