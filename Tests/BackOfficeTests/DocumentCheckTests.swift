import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideObservations
import BonafideStore
import Foundation
import Synchronization
import Testing

/// Documents that are blocked, and those that come again.
@Suite struct DocumentCheckTests {
  private static func read(_ number: String, holder: String? = "10000000146", verdict: DecisionVerdict = .approved)
    -> ScriptedJudge.Script
  {
    { _ in
      var result = ScriptedJudge.approval
      result.verdict = verdict
      result.document = JudgedDocument(type: "TUR-ID", number: number, holder: holder, score: 0.75)
      return result
    }
  }

  private func judged(_ bench: Bench, _ reference: String, _ script: @escaping ScriptedJudge.Script) async throws
    -> (session: String, result: ResultAnswer, part: JSONValue)
  {
    bench.judge.follow(script)
    let session = try await bench.flow.complete(reference)
    let result = try await bench.flow.decided(session.id)
    let part = try #require(result.parts.first { $0.kind == "document_check" }?.server)
    return (session.id, result, part)
  }

  private func block(_ bench: Bench, _ number: String, type: String = "TUR-ID") async throws
    -> Reply<BlockedDocumentAnswer>
  {
    try await bench.call(
      API.blockedDocumentAdd, BlockedDocumentRequest(type: type, number: number, reason: "reported lost"),
      token: bench.admin.token)
  }

  @Test("A blocked document leaves the case to a person", arguments: Engine.available)
  func blocked(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    let added = try await block(bench, "a12 b34567").value(201)
    #expect(added.reason == "reported lost" && !added.author.isEmpty)
    // The same in another form.
    try await block(bench, "A12B34567").expect(409, "exists")
    try await bench.working {
      let case1 = try await judged(bench, "one", DocumentCheckTests.read("A12B34567"))
      #expect(case1.result.decision?.verdict == .review)
      #expect(case1.result.decision?.reasons.map(\.code) == ["document_blocked"])
      #expect(case1.part["blocked"] == true && case1.part["duplicates"] == 0 && case1.part["score"] == 0.75)
      // It makes nothing better.
      let case2 = try await judged(bench, "two", DocumentCheckTests.read("A12B34567", verdict: .declined))
      #expect(case2.result.decision?.verdict == .declined)
      // Another type has other numbers.
      let other = try await judged(bench, "three", DocumentCheckTests.read("A12B34568"))
      #expect(other.result.decision?.verdict == .approved && other.part["blocked"] == false)
      let gone = ["document": added.id]
      try await bench.call(API.blockedDocumentRemove, gone, token: bench.admin.token).expect(200)
      try await bench.call(API.blockedDocumentRemove, gone, token: bench.admin.token).expect(404)
      let free = try await judged(bench, "four", DocumentCheckTests.read("A12B34567"))
      #expect(free.result.decision?.verdict == .approved)
    }
    await bench.store.close()
  }

  @Test("A document is known again, and with another holder too", arguments: Engine.available)
  func again(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    try await bench.working {
      let first = try await judged(bench, "one", DocumentCheckTests.read("X1"))
      #expect(first.part["duplicates"] == 0)
      let second = try await judged(bench, "two", DocumentCheckTests.read("x-1"))
      #expect(second.part["duplicates"] == 1 && second.part["otherIdentities"] == 0)
      #expect(second.result.decision?.verdict == .approved)
      let unread = try await judged(bench, "three", DocumentCheckTests.read("X1", holder: nil))
      #expect(unread.part["duplicates"] == 2 && unread.part["otherIdentities"] == 0)
      let other = try await judged(bench, "four", DocumentCheckTests.read("X1", holder: "20000000046"))
      #expect(other.part["duplicates"] == 3 && other.part["otherIdentities"] == 2)
      #expect(other.result.decision?.verdict == .review)
      #expect(other.result.decision?.reasons.map(\.code) == ["document_other_identity"])
      // A replay sees the same and leaves no further trace.
      try await bench.call(
        API.caseReplay, ["session": first.session], ReplayRequest(values: [:]), token: bench.admin.token
      ).expect(202)
      try await eventually {
        let seen = try await bench.call(API.caseGet, ["session": first.session], token: bench.admin.token).value()
        return seen.parts.contains { $0.kind == "document_check" && $0.run == 1 && $0.server?["duplicates"] == 3 }
      }
    }
    await bench.store.close()
  }

  @Test("An app asks about a document", arguments: Engine.available)
  func asked(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    func ask(_ session: String, _ number: String, token: String? = nil) async throws -> Reply<DocumentCheckAnswer> {
      try await bench.call(
        API.documentCheck, ["session": session], DocumentCheckRequest(type: "TUR-ID", number: number), token: token)
    }
    let session = try await bench.flow.open("asks").id
    #expect(try await ask(session, "Y1").value() == DocumentCheckAnswer(blocked: false, duplicates: 0))
    try await block(bench, "Y2").expect(201)
    try await bench.working {
      _ = try await judged(bench, "one", DocumentCheckTests.read("Y1"))
      bench.clock.advance(1000)
      _ = try await judged(bench, "two", DocumentCheckTests.read("Y1"))
    }
    let fresh = try await bench.flow.open("asks again").id
    #expect(
      try await ask(fresh, "y 1").value() == DocumentCheckAnswer(blocked: false, duplicates: 2, lastScore: 0.75))
    #expect(try await ask(fresh, "Y2").value() == DocumentCheckAnswer(blocked: true, duplicates: 0))
    try await ask(fresh, "<<").expect(422, "bad_value")
    // Another program sees its own sessions only; what is blocked is blocked for all.
    try await ask(fresh, "Y1", token: bench.otherApp.token).expect(404)
    let foreign = Flow(way: bench.flow.way, token: bench.otherApp.token)
    let theirs = try await foreign.open("theirs").id
    #expect(
      try await ask(theirs, "Y1", token: bench.otherApp.token).value()
        == DocumentCheckAnswer(blocked: false, duplicates: 0))
    #expect(try await ask(theirs, "Y2", token: bench.otherApp.token).value().blocked)
    let audit = try await bench.call(API.caseAudit, ["session": fresh], token: bench.admin.token).value()
    #expect(audit.entries.filter { $0.action == "document.checked" }.count == 2)
    await bench.store.close()
  }

  @Test func blockedDocumentsAreListedPartByPart() async throws {
    let bench = try await Bench()
    var all: [String] = []
    for number in 0..<5 {
      all.append(try await block(bench, "N\(number)").value(201).id)
      bench.clock.advance(1)
    }
    var found: [String] = []
    var next: String?
    repeat {
      let query = "limit=2" + (next.map { "&after=" + $0 } ?? "")
      let page = try await bench.call(API.blockedDocumentList, query: query, token: bench.admin.token)
      #expect(!String(decoding: page.bytes, as: UTF8.self).contains("N1"))
      found += try page.value().documents.map(\.id)
      next = try page.value().next
    } while next != nil
    #expect(found == all)
    try await bench.call(API.blockedDocumentList).expect(403, "scope_missing")
  }

  @Test func aNumberIsNowhereInTheStore() async throws {
    let bench = try await Bench()
    try await block(bench, "QQ7654321ZZ").expect(201)
    try await bench.working { _ = try await judged(bench, "one", DocumentCheckTests.read("QQ7654321ZZ")) }
    await bench.store.close()
    for name in ["store.sqlite", "store.sqlite-wal"] {
      let bytes = (try? Data(contentsOf: URL(filePath: bench.folder + "/" + name))) ?? Data()
      #expect(bytes.range(of: Data("QQ7654321ZZ".utf8)) == nil && bytes.range(of: Data("reported lost".utf8)) == nil)
    }
    #expect(try !Data(contentsOf: URL(filePath: bench.folder + "/store.sqlite")).isEmpty)
    #expect(!bench.log.text.contains("QQ7654321ZZ"))
  }
}
