import BonafideInference
import BonafideObservations
import Foundation
import Testing

private let hash = String(repeating: "0a", count: 32)

private func manifest(_ entries: String, version: Int = 1) -> Data {
  Data("{\"version\":\(version),\"entries\":[\(entries)]}".utf8)
}

private func entry(file: String = "a.onnx", bytes: Int = 3, sha256: String = hash, licence: String = "MIT") -> String {
  "{\"name\":\"a\",\"file\":\"\(file)\",\"bytes\":\(bytes),\"sha256\":\"\(sha256)\",\"licence\":\"\(licence)\"}"
}

@Test func `a well-formed manifest names its files`() throws {
  let read = try ModelManifest(json: manifest(entry()))
  #expect(read.entry("a")?.file == "a.onnx")
  #expect(read.entry("b") == nil)
}

@Test(
  arguments: [
    Data(), Data("[]".utf8), Data("{".utf8), Data([0xFF, 0xFE]), manifest(entry(), version: 2),
    manifest(entry(file: "../a.onnx")), manifest(entry(file: "/etc/passwd")), manifest(entry(file: ".hidden")),
    manifest(entry(file: "")), manifest(entry(bytes: 0)), manifest(entry(bytes: -1)),
    manifest(entry(bytes: 2_000_000_000)), manifest(entry(sha256: "abc")),
    manifest(entry(sha256: String(repeating: "G", count: 64))), manifest(entry(licence: "")),
    manifest(entry() + "," + entry()), Data(repeating: UInt8(ascii: " "), count: 1_000_001),
  ])
func `a damaged manifest is refused`(json: Data) {
  #expect(throws: BonafideError(.modelAltered, "")) { try ModelManifest(json: json) }
}
