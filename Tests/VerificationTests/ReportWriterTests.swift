import BonafideObservations
import BonafideVerification
import Foundation
import Testing

struct ReportWriterTests {
  @Test func `a report is written as it is, for its owner only`() throws {
    let folder = try Folder()
    try ReportWriter.write("<p>ğ</p>", to: folder.path("report.html"))
    #expect(try String(contentsOfFile: folder.path("report.html"), encoding: .utf8) == "<p>ğ</p>")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("report.html"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try folder.names == ["report.html"])
  }

  @Test func `an earlier report is replaced`() throws {
    let folder = try Folder()
    try ReportWriter.write("a longer text", to: folder.path("report.html"))
    try ReportWriter.write("short", to: folder.path("report.html"))
    #expect(try String(contentsOfFile: folder.path("report.html"), encoding: .utf8) == "short")
    #expect(try folder.names == ["report.html"])
  }

  @Test(arguments: ["missing/report.html", "", "folder/", "folder", "a\u{0}b", String(repeating: "n", count: 300)])
  func `what cannot be written leaves nothing behind`(name: String) throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: false)
    let path = name.isEmpty ? "" : folder.path(name)
    #expect(throws: BonafideError(.cannotOpen, "")) { try ReportWriter.write("text", to: path) }
    #expect(try folder.names == ["folder"])
  }

  @Test func `a device is not replaced by a file`() {
    #expect(throws: BonafideError(.cannotOpen, "")) { try ReportWriter.write("text", to: "/dev/null") }
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
  func `a folder without permission is an error`() throws {
    let folder = try Folder()
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path(""))
    #expect(throws: BonafideError(.cannotOpen, "")) { try ReportWriter.write("text", to: folder.path("a.html")) }
    #expect(try folder.names.isEmpty)
  }
}

/// A folder that goes away with its owner.
private final class Folder {
  private let url = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.path + "/" + name }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
