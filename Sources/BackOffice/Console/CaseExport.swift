internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// A case as one archive: `case.json`, `audit.json` and `evidence/…`. It is made while it is sent: no more than one piece
/// of a content is in memory.
struct CaseExport: Sendable {
  private static let pieceBytes = 256 << 10

  private let call: Call

  init(_ call: Call) { self.call = call }

  func answer() async throws -> Response {
    let id = try call.id("session", of: Session.self)
    // That it was exported stands in the chain, and so in the archive, before the first byte.
    let document = try await call.desk.store.write { [actor = call.actor] transaction in
      let session = try transaction.session(id)
      try transaction.append(AuditEvent(chain: .session(id), actor: actor, action: "case.exported"))
      return try JSONText.bytes(of: CaseView.answer(session, in: transaction))
    }
    let audit = try await audit(of: id)
    let evidence = try await evidence(of: id)
    var response = Response.stream("application/x-tar") { [call] writer in
      let time = call.now / 1000
      try await CaseExport.write("case.json", document, time, to: writer)
      try await CaseExport.write("audit.json", audit, time, to: writer)
      for (number, evidence) in evidence.enumerated() {
        let name = "evidence/\(number + 1)-\(evidence.kind)\(JudgePreparation.suffix(of: evidence.mediaType))"
        try await CaseExport.write(
          name, try await call.desk.room.open(evidence), evidence.created / 1000, to: writer)
      }
      try await writer.write(TarArchive.end)
    }
    response.fields["Cache-Control"] = "no-store"
    response.fields["X-Content-Type-Options"] = "nosniff"
    response.fields["Content-Disposition"] = "attachment; filename=\"case-\(id.text).tar\""
    return response
  }

  /// All links. The chain of a case has at most some thousand.
  private func audit(of id: Identifier<Session>) async throws -> [UInt8] {
    var lines: [AuditLine] = []
    while true {
      let after = Int64(lines.last?.sequence ?? 0)
      let part = try await call.desk.store.read { transaction in
        try AuditView.lines(of: .session(id), after: after, limit: 500, in: transaction)
      }
      lines += part
      if part.count < 500 { break }
    }
    let isIntact = try await call.desk.store.read { try AuditView.isIntact(.session(id), in: $0) }
    return try JSONText.bytes(of: AuditList(entries: lines, isIntact: isIntact))
  }

  private func evidence(of id: Identifier<Session>) async throws -> [Evidence] {
    try await call.desk.store.read { transaction in
      var all: [Evidence] = []
      var place: PageKey?
      repeat {
        let page = try transaction.evidence(of: id, after: place)
        all += page.elements
        place = page.next
      } while place != nil
      return all
    }
  }

  private static func write(
    _ name: String, _ bytes: [UInt8], _ time: Int64, to writer: ResponseWriter
  ) async throws {
    try await writer.write(head(name, Int64(bytes.count), time) + bytes + TarArchive.padding(after: Int64(bytes.count)))
  }

  private static func write(
    _ name: String, _ blob: any BlobReading, _ time: Int64, to writer: ResponseWriter
  ) async throws {
    try await writer.write(head(name, blob.size, time))
    var offset: Int64 = 0
    while offset < blob.size {
      let bytes = try await blob.read(at: offset, count: Int(min(blob.size - offset, Int64(pieceBytes))))
      try await writer.write(bytes)
      offset += Int64(bytes.count)
    }
    try await writer.write(TarArchive.padding(after: blob.size))
  }

  private static func head(_ name: String, _ size: Int64, _ time: Int64) throws -> [UInt8] {
    guard let head = TarArchive.head(name: name, size: size, time: time) else {
      throw StoreError(.corrupt, "a content cannot be put into an archive")
    }
    return head
  }
}
