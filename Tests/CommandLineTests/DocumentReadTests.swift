import BonafideObservations
import Foundation
import Testing

/// Specimens made by the program itself, once.
private enum Card {
  static let folder = Result { () throws -> String in
    let folder = FileManager.default.temporaryDirectory.appending(path: "bonafide-card-\(getpid())").path
    _ = try Program.run(["specimen", "card", "--scene", "--seed", "11", "--out", folder])
    return folder
  }

  static func side(_ name: String) throws -> String { try folder.get() + "/\(name).jpg" }
}

@Suite("document read and verify", .enabled(if: Place.haveModels, "skipped: no models"), .serialized)
struct DocumentReadTests {
  private static let date = ["--date", "2026-06-01"]

  private func read(_ inputs: [String], _ options: [String] = []) throws -> Run {
    try Program.run(["document", "read", "--json"] + DocumentReadTests.date + options + inputs)
  }

  @Test("print the contract's document and accept a right card")
  func card() throws {
    let run = try read([Card.side("front"), Card.side("back")])
    let document = try #require(run.document)
    #expect(run.status == 0 && document["decision"] as? String == "accepted" && document["type"] as? String == "TUR-ID")
    #expect(document["issuingState"] as? String == "TUR" && document["expired"] as? Bool == false)
    let fields = [
      "documentNumber", "identityNumber", "surname", "givenNames", "dateOfBirth", "expiryDate", "sex", "nationality",
      "issuingState",
    ]
    for name in ["fields", "printed"] {
      #expect(Set((document[name] as? [String: Any] ?? [:]).keys) == Set(fields))
    }
    #expect((document["fields"] as? [String: Any])?["identityNumber"] as? String == "35318328508")
    #expect(((document["mrz"] as? [String: Any])?["checks"] as? [String: Any])?["composite"] as? Bool == true)
    let checks = try #require(document["crossCheck"] as? [[String: Any]])
    #expect(checks.contains { $0["field"] as? String == "surname" && $0["agrees"] as? Bool == true })
    let elements = try #require(document["elements"] as? [[String: Any]])
    for element in elements {
      #expect(element["name"] is String && element["confidence"] is Double && element["box"] is [String: Any])
      #expect(["front", "back"].contains(element["image"] as? String))
    }
    #expect(elements.count >= 6)
    #expect((document["portrait"] as? [String: Any])?["image"] as? String == "front")
    let quads = try #require(document["quads"] as? [String: Any])
    #expect((quads["front"] as? [[Double]])?.count == 4 && (quads["back"] as? [[Double]])?.count == 4)
    #expect((document["reasons"] as? [Any])?.isEmpty == true)
  }

  @Test("tell by status and reason what is wrong")
  func status() throws {
    let (front, back) = (try Card.side("front"), try Card.side("back"))
    let late = try Program.run(["document", "read", "--json", "--date", "2040-01-01", front, back])
    #expect(late.status == 1 && late.document?["expired"] as? Bool == true)
    let half = try read([front])
    #expect(half.status == 2)
    let reason = try #require((half.document?["reasons"] as? [[String: Any]])?.first)
    #expect(reason["code"] as? String == "back_missing" && reason["cause"] as? String == "capture")
    let other = try read([front, back], ["--identity-number", "10000000146"])
    #expect(other.status == 1)
    let text = try Program.run(["document", "read", front, back] + DocumentReadTests.date)
    #expect(text.status == 0 && text.output.hasPrefix("accepted: TUR-ID"))
  }

  @Test("refuse what is no document, and a wrong command line")
  func refusals() throws {
    let scratch = try Scratch()
    try expectFailure(["document", "read", Made.picture(width: 400, height: 300, in: scratch)], .noDocument)
    try expectFailure(["document", "read"], .usage)
    try expectFailure(["document", "read", "a", "b", "c"], .usage)
    try expectFailure(["document", "read", "--date", "today", Card.side("front")], .usage)
    try expectFailure(["document", "read", Card.side("front"), scratch.path("none.jpg")], .cannotOpen)
  }

  @Test("put the document into the decision and the report of a verification")
  func verify() throws {
    let scratch = try Scratch()
    let made = try Program.run(["specimen", "selfie", "--out", scratch.folder, "--seed", "11", "--steps", "face,smile"])
    #expect(made.status == 0)
    let report = scratch.path("report.html")
    func verify(_ options: [String]) throws -> Run {
      try Program.run(
        [
          "verify", "--json", "--selfie", scratch.path("selfie.mp4"), "--steps", "face,smile", "--profile", "specimen",
        ] + options)
    }
    let card = ["--front", try Card.side("front"), "--back", try Card.side("back")]
    let right = try verify(card + DocumentReadTests.date + ["--report", report])
    #expect(right.document?["decision"] as? String != "declined")
    #expect((right.document?["document"] as? [String: Any])?["decision"] as? String == "accepted")
    #expect((right.document?["comparison"] as? [String: Any])?["match"] as? Bool == true)
    let page = try String(contentsOfFile: report, encoding: .utf8)
    #expect(page.contains("The document") && page.contains("35318328508") && page.contains("machine-readable zone"))

    let late = try verify(card + ["--date", "2040-01-01"])
    #expect(late.status == 1 && late.document?["decision"] as? String == "declined")
    let codes = (late.document?["reasons"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
    #expect(codes?.contains("document_expired") == true)

    // A picture with a face and no document is compared, but approves nobody.
    let bare = try verify(["--front", scratch.path("portrait.png")])
    #expect(bare.status == 2)
    #expect(
      (bare.document?["reasons"] as? [[String: Any]])?.contains { $0["code"] as? String == "document_not_read" } == true
    )
  }
}
