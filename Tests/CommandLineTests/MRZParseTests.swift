import BonafideObservations
import Foundation
import Testing

@Suite("mrz parse")
struct MRZParseTests {
  private static let turkish = """
    I<TURA12B345675<12345678950<<<
    9001011F3001019TUR<<<<<<<<<<<2
    ORNEK<<AYSE<DENEME<<<<<<<<<<<<

    """
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func parse(_ text: some Sequence<UInt8>, _ options: String...) throws -> Run {
    try Program.run(["mrz", "parse", "--json"] + options, input: scratch.write(text, as: "lines.txt"))
  }

  private func parse(_ text: String, _ options: String...) throws -> Run {
    try Program.run(["mrz", "parse", "--json"] + options, input: scratch.write(text, as: "lines.txt"))
  }

  @Test("prints every key of the contract, null where nothing was read")
  func keys() throws {
    let run = try parse(MRZParseTests.turkish, "--date", "2026-11-30")
    let mrz = try #require(run.document?["mrz"] as? [String: Any])
    #expect(run.status == 0 && run.complaint.isEmpty)
    #expect(Set(mrz.keys) == ["format", "lines", "raw", "valid", "checks", "corrected", "fields"])
    #expect(mrz["format"] as? String == "TD1" && mrz["valid"] as? Bool == true)
    #expect(mrz["lines"] as? [String] == MRZParseTests.turkish.split(separator: "\n").map(String.init))
    #expect((mrz["corrected"] as? [Any])?.isEmpty == true)
    let checks = try #require(mrz["checks"] as? [String: Any])
    #expect(Set(checks.keys) == ["documentNumber", "dateOfBirth", "expiryDate", "optional", "composite"])
    #expect(checks["composite"] as? Bool == true && checks["optional"] is NSNull)
    let fields = try #require(mrz["fields"] as? [String: Any])
    let expected = [
      "documentCode": "I", "issuingState": "TUR", "documentNumber": "A12B34567", "identityNumber": "12345678950",
      "surname": "ORNEK", "givenNames": "AYSE DENEME", "dateOfBirth": "1990-01-01", "expiryDate": "2030-01-01",
      "sex": "F", "nationality": "TUR", "optional": " 12345678950",
    ]
    for (key, value) in expected { #expect(fields[key] as? String == value, "\(key)") }
    #expect(fields["optional2"] is NSNull && fields["nameTruncated"] as? Bool == false)
  }

  @Test("tells a zone with a wrong digit by its exit status and keeps its text")
  func invalid() throws {
    let run = try parse(MRZParseTests.turkish.replacing("9001011", with: "9001012"))
    let mrz = run.document?["mrz"] as? [String: Any]
    #expect(run.status == 1 && mrz?["valid"] as? Bool == false)
    #expect((mrz?["raw"] as? [String])?[1] == "9001012F3001019TUR<<<<<<<<<<<2")
  }

  @Test("takes today from --date")
  func date() throws {
    let birth = { (day: String) in
      let mrz = try parse(MRZParseTests.turkish, "--date", day).document?["mrz"] as? [String: Any]
      return (mrz?["fields"] as? [String: Any])?["dateOfBirth"] as? String
    }
    #expect(try birth("1989-12-31") == "1890-01-01")
    #expect(try birth("1990-01-01") == "1990-01-01")
  }

  @Test("corrects only when it is asked to")
  func repair() throws {
    let misread = MRZParseTests.turkish.replacing("9001011", with: "9OO1011")
    #expect(try parse(misread).status == 1)
    let run = try parse(misread, "--repair")
    let mrz = run.document?["mrz"] as? [String: Any]
    #expect(run.status == 0 && (mrz?["corrected"] as? [Any])?.count == 2)
    #expect((mrz?["raw"] as? [String])?[1].hasPrefix("9OO1011") == true)
  }

  @Test("reads text that was not typed carefully", arguments: ["\r\n", "\n\n", "  \n\t", "\r"])
  func careless(separator: String) throws {
    let run = try parse(MRZParseTests.turkish.lowercased().replacing("\n", with: separator))
    #expect(run.status == 0, "\(run)")
  }

  @Test("prints lines for people without --json")
  func text() throws {
    let run = try Program.run(["mrz", "parse"], input: scratch.write(MRZParseTests.turkish, as: "lines.txt"))
    #expect(run.status == 0 && run.output.contains("ORNEK") && run.output.contains("TD1"))
  }

  @Test(
    "refuses what is no zone",
    arguments: [
      ("", "no_mrz"), ("\u{0}\u{1}\u{2}", "no_mrz"), ("Bir kimlik kartı", "no_mrz"), ("機械可読", "no_mrz"),
      (String(repeating: "<", count: 1_000_000), "no_mrz"), (String(repeating: "é\n", count: 300_000), "no_mrz"),
      ("D1FRAF3A1234567890123456789<<2", "unsupported_document"),
    ])
  func refused(text: String, code: String) throws {
    let run = try parse(text)
    #expect(run.status == 65 && run.errorCode == code && run.complaintLines.count == 1)
  }

  @Test("refuses bytes that are no text")
  func bytes() throws {
    let run = try parse((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 3) })
    #expect(run.status == 65 && run.errorCode == "no_mrz")
  }

  @Test(
    "refuses a wrong command line",
    arguments: [
      ["file.txt"], ["--date", "2026-02-30"], ["--date", "30.11.2026"], ["--date"], ["--date="], ["--nothing"],
      ["--repair=yes"],
    ])
  func usage(words: [String]) throws {
    try expectFailure(["mrz", "parse"] + words, .usage)
  }

  @Test("is too large beyond any text with a zone")
  func large() throws {
    let run = try parse([UInt8](repeating: 0x3C, count: 17_000_000))
    #expect(run.status == 65 && run.errorCode == "too_large")
  }
}
