import BonafideObservations
import Foundation
import Testing

@Suite("A back office's store on the command line")
struct StoreCommandTests {
  private let scratch: Scratch
  private let data: String

  init() throws {
    scratch = try Scratch()
    data = scratch.path("data")
  }

  @Test("keeps its key for itself, and wraps everything with a new one")
  func rotation() throws {
    #expect(try Program.run(["store", "check", "--data", data]).status == 0)
    let key = data + "/master.key"
    let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let first = try String(contentsOfFile: key, encoding: .utf8)
    let run = try Program.run(["keys", "rotate", "--new", "--json", "--data", data])
    #expect(run.status == 0 && (run.document?["wrapped"] as? Int ?? 0) > 0)
    let both = try String(contentsOfFile: key, encoding: .utf8)
    #expect(both.hasSuffix(first) && both.split(separator: "\n").count == 2)
    // With the new key alone everything opens; with the old one alone nothing does.
    try FileManager.default.removeItem(atPath: key)
    try write(String(both.dropLast(first.count)), to: key)
    #expect(try Program.run(["store", "check", "--data", data]).status == 0)
    try FileManager.default.removeItem(atPath: key)
    try write(first, to: key)
    #expect(try Program.run(["store", "check", "--data", data]).status == 69)
  }

  @Test("is backed up into a folder that a key makes a store again")
  func backup() throws {
    #expect(try Program.run(["store", "check", "--data", data]).status == 0)
    let copy = scratch.path("copy")
    #expect(try Program.run(["store", "backup", "--data", data, copy]).status == 0)
    try FileManager.default.copyItem(atPath: data + "/master.key", toPath: copy + "/master.key")
    #expect(try Program.run(["store", "check", "--data", copy]).status == 0)
    try expectFailure(["store", "backup", "--data", data, copy], .cannotOpen)
  }

  @Test("refuses a key that others may read, or that is none")
  func badKeys() throws {
    #expect(try Program.run(["store", "check", "--data", data]).status == 0)
    let key = data + "/master.key"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    try expectFailure(["store", "check", "--data", data], .cannotOpen)
    try FileManager.default.removeItem(atPath: key)
    try write("nonsense\n", to: key)
    try expectFailure(["store", "check", "--data", data], .cannotOpen)
    try expectFailure(["store", "check", "--data", data, "--store", "mysql://x"], .usage)
    try expectFailure(["serve", "--certificate", "x"], .usage)
    try expectFailure(["serve", "--port", "70000"], .usage)
  }

  private func write(_ text: String, to path: String) throws {
    #expect(
      FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
  }
}
