import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideStore
import Foundation
import Testing

@Suite struct ExportTests {
  private struct Entry {
    let name: String
    let content: [UInt8]
  }

  /// Reads a ustar archive as IEEE Std 1003.1 describes it.
  private func entries(_ bytes: [UInt8]) throws -> [Entry] {
    var entries: [Entry] = []
    var place = 0
    func number(_ field: ArraySlice<UInt8>) throws -> Int {
      try #require(Int(String(decoding: field.prefix { $0 != 0 && $0 != 32 }, as: UTF8.self), radix: 8))
    }
    while place + 512 <= bytes.count, bytes[place] != 0 {
      let head = Array(bytes[place..<place + 512])
      let sum = head.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
      #expect(try number(head[148..<156]) == sum)
      #expect(Array(head[257..<263]) == Array("ustar\0".utf8))
      let size = try number(head[124..<136])
      let start = place + 512
      let name = String(decoding: head[0..<100].prefix { $0 != 0 }, as: UTF8.self)
      entries.append(Entry(name: name, content: Array(bytes[start..<start + size])))
      place = start + (size + 511) / 512 * 512
    }
    #expect(bytes.count - place == 1024 && bytes[place...].allSatisfy { $0 == 0 })
    return entries
  }

  @Test func aCaseIsOneArchive() async throws {
    let bench = try await Bench()
    try await bench.working {
      let session = try await bench.flow.complete("ref-export")
      _ = try await bench.flow.decided(session.id)
      let path = ["session": session.id]
      try await bench.call(API.caseExport, path).expect(403, "scope_missing")
      let reply = try await bench.call(API.caseExport, path, token: bench.admin.token)
      #expect(reply.status == 200 && reply.fields["content-type"] == "application/x-tar")
      #expect(reply.fields["content-disposition"] == "attachment; filename=\"case-\(session.id).tar\"")
      let found = try entries(reply.bytes)
      #expect(found.count == 5 && found.prefix(2).map(\.name) == ["case.json", "audit.json"])
      // Uploaded in the same millisecond, they are in no certain order.
      let contents = Dictionary(
        found.dropFirst(2).map { (String($0.name.drop { $0 != "-" }), $0.content) }
      ) { first, _ in first }
      let document = try JSONDecoder().decode(CaseAnswer.self, from: Data(found[0].content))
      #expect(document.session.id == session.id && document.session.reference == "ref-export")
      let audit = try JSONDecoder().decode(AuditList.self, from: Data(found[1].content))
      // In the chain, and so in the archive itself, before the first byte.
      #expect(audit.entries.last?.action == "case.exported" && audit.isIntact)
      #expect(contents["-selfie_video.mp4"] == (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      #expect(contents["-front.jpg"] == Array("front".utf8) && contents["-back.jpg"] == Array("back".utf8))
      #expect(
        Set(found.dropFirst(2).map { String($0.name.prefix(11)) }) == ["evidence/1-", "evidence/2-", "evidence/3-"])
      let nobody = ["session": String(repeating: "0", count: 32)]
      try await bench.call(API.caseExport, nobody, token: bench.admin.token).expect(404, "not_found")
    }
  }

  @Test func whatIsNotInTheListIsNotThere() async throws {
    let bench = try await Bench()
    let session = try await bench.flow.open()
    let reply = try await bench.call(API.caseExport, ["session": session.id], token: bench.admin.token)
    #expect(try entries(reply.bytes).map(\.name) == ["case.json", "audit.json"])
  }
}
