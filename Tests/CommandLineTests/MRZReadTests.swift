import BonafideMedia
import BonafideMediaCodecs
import Foundation
import Testing

@Suite("mrz read and document find", .enabled(if: Place.haveModels, "skipped: no models"))
struct MRZReadTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func blank(_ name: String = "blank.png") throws -> String {
    let image = try Image(width: 400, height: 300) { $0.update(repeating: 200) }
    return try scratch.write(StandardImageEncoder().encodePNG(image), as: name)
  }

  @Test("a picture without a zone is no_mrz")
  func none() throws {
    let run = try Program.run(["mrz", "read", "--json", blank()])
    let error = run.document?["error"] as? [String: Any]
    #expect(run.status == 65 && error?["code"] as? String == "no_mrz")
  }

  @Test("a picture without a document is no_document")
  func noDocument() throws {
    let run = try Program.run(["document", "find", "--json", blank()])
    let error = run.document?["error"] as? [String: Any]
    #expect(run.status == 65 && error?["code"] as? String == "no_document")
  }

  @Test("a file that is no picture is refused", arguments: ["mrz read", "document find", "document codes"])
  func noPicture(command: String) throws {
    let file = try scratch.write("not a picture", as: "note.jpg")
    let run = try Program.run(command.split(separator: " ").map(String.init) + ["--json", file])
    let error = run.document?["error"] as? [String: Any]
    #expect(run.status == 65 && error?["code"] as? String == "not_media")
  }

  @Test("several inputs give a line each, and the worst status")
  func several() throws {
    let missing = scratch.path("missing.png")
    let run = try Program.run(["mrz", "read", "--json", blank(), missing])
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 66 && lines.count == 2)
    #expect(lines.last?.contains("cannot_open") == true && lines.first?.contains("no_mrz") == true)
  }

  @Test("a wrong command line", arguments: [["mrz", "read"], ["mrz", "read", "--date", "yesterday", "a.png"]])
  func usage(words: [String]) throws {
    #expect(try Program.run(words).status == 64)
  }

  @Test(
    "a real passport is read with all that the contract names", .enabled(if: Place.haveTestData, "skipped: no data"))
  func passport() throws {
    let run = try Program.run(
      ["mrz", "read", "--json", "--date", "2026-11-30", Place.document("prado__CAN-AO-04001_268733.jpg")])
    let zone = run.document?["mrz"] as? [String: Any]
    let fields = zone?["fields"] as? [String: Any]
    let checks = zone?["checks"] as? [String: Any]
    #expect(run.status == 0 && zone?["format"] as? String == "TD3" && zone?["valid"] as? Bool == true)
    #expect(
      zone?["lines"] as? [String] == [
        "P<CANMARTIN<<SARAH<<<<<<<<<<<<<<<<<<<<<<<<<<", "ZE001192<0CAN8501019F2301147<<<<<<<<<<<<<<06",
      ])
    #expect(fields?["documentNumber"] as? String == "ZE001192" && fields?["surname"] as? String == "MARTIN")
    #expect(fields?["dateOfBirth"] as? String == "1985-01-01" && fields?["expiryDate"] as? String == "2023-01-14")
    for name in ["documentNumber", "dateOfBirth", "expiryDate", "composite"] { #expect(checks?[name] as? Bool == true) }
    #expect((run.document?["quad"] as? [[Double]])?.count == 4)
    #expect((zone?["corrected"] as? [Any])?.isEmpty == true && (run.document?["doubtful"] as? [Any]) != nil)
  }
}
