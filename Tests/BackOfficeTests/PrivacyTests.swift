import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideStore
import Foundation
import Testing

@Suite struct PrivacyTests {
  @Test func nothingOfAPersonIsInClearOrLeftAfterErasure() async throws {
    let bench = try await Bench()
    let words = ["Yılmaz-Öz", "YILMAZ-OEZ", "ref-of-a-person", "front"]
    try await bench.working {
      let session = try await bench.flow.complete("ref-of-a-person")
      _ = try await bench.flow.decided(session.id)
      #expect(try found(["Yılmaz-Öz", "YILMAZ-OEZ", "ref-of-a-person"], in: bench.folder) == [])
      let boss = try await bench.person("boss", .supervisor)
      try await bench.call(API.erase, EraseRequest(), token: boss.token).expect(422, "bad_value")
      let erased = try await bench.call(API.erase, EraseRequest(reference: "ref-of-a-person"), token: boss.token)
        .value()
      #expect(erased.subjects == 1)
      try await bench.call(API.sessionGet, ["session": session.id]).expect(404, "not_found")
      try await bench.call(API.caseGet, ["session": session.id], token: boss.token).expect(404)
      #expect(
        try await bench.call(API.erase, EraseRequest(reference: "ref-of-a-person"), token: boss.token).value().subjects
          == 0)
      #expect(try await bench.call(API.auditVerify, token: boss.token).value().isIntact)
    }
    try await bench.office.tidyUp()
    #expect(try found(words.dropLast() + [], in: bench.folder) == [])
    for word in words.dropLast() { #expect(!bench.log.text.contains(word)) }
    for secret in [bench.app.token, bench.app.secret, bench.admin.password] {
      #expect(!bench.log.text.contains(secret))
    }
    #expect(bench.log.text.contains("/v1/sessions/{session}/face"))
  }

  @Test func oldSessionsAreRemoved() async throws {
    let bench = try await Bench()
    let session = try await bench.flow.open()
    try await bench.call(
      API.retentionPut, ["callType": "NewCustomer"], RetentionRequest(days: 1), token: bench.admin.token
    ).expect(200)
    try await bench.call(API.sessionClose, ["session": session.id], CloseRequest(finished: false)).expect(200)
    try await bench.office.tidyUp()
    #expect(try await bench.call(API.sessionGet, ["session": session.id]).value().status == .cancelled)
    bench.clock.advance(86_400_001)
    try await bench.office.tidyUp()
    let id = try #require(Identifier<Session>(session.id))
    await #expect(throws: StoreError(.notFound, "")) { try await bench.store.read { _ = try $0.session(id) } }
  }

  @Test func sessionsExpire() async throws {
    let bench = try await Bench()
    let session = try await bench.flow.open()
    bench.clock.advance(86_400_001)
    try await bench.office.tidyUp()
    let token = try await bench.call(
      API.tokenCreate, TokenRequest(clientId: bench.app.id, clientSecret: bench.app.secret)
    ).value(201).token
    try await bench.call(
      API.documentSave, ["session": session.id], DocumentRequest(type: "TD1"), token: token
    ).expect(410, "session_expired")
  }

  private func found(_ words: [String], in folder: String) throws -> [String] {
    var found: [String] = []
    let files = FileManager.default.enumerator(atPath: folder)
    while let name = files?.nextObject() as? String {
      guard let data = try? Data(contentsOf: URL(filePath: folder + "/" + name)) else { continue }
      for word in words where data.range(of: Data(word.utf8)) != nil { found.append("\(word) in \(name)") }
    }
    return found
  }
}
