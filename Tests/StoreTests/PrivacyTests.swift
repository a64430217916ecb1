import BonafideSecrets
import BonafideStore
import DatabaseSupport
import Foundation
import Testing

@Suite struct PrivacyTests {
  private static let surname = "Karaosmanoğlu"
  private static let number = "10000000146"
  private static let picture = Array("JPEG-OF-A-FACE-THAT-NOBODY-ELSE-HAS".utf8)

  /// A person of whom every kind of row has something.
  private func person(_ bench: Bench) async throws -> Session {
    let document = try JSONDocument(encoding: ["surname": PrivacyTests.surname, "number": PrivacyTests.number])
    let session = try await bench.session(lookups: [Lookup(.identityNumber, PrivacyTests.number)])
    let changed = try await bench.store.write { try $0.change(session, SessionChange(details: document)) }
    let provenance = Provenance(ruleSet: "r", models: [], settingsVersion: 1)
    let request = IdempotentRequest(sender: "s", key: PrivacyTests.number, hash: SHA256Digest.of([]))
    try await bench.store.write { transaction in
      _ = try transaction.addWebhook(url: "https://a.example/")
      let id = session.id
      let lease = try transaction.acquireLease(on: id, owner: "a", duration: 1000)
      try transaction.save(Snapshot(format: 1, state: document), under: lease)
      try transaction.setClientValue(document, of: "document", session: id)
      try transaction.setServerValue(document, of: "document", session: id, provenance: provenance)
      _ = try transaction.addRecord(document, kind: "log", session: id)
      _ = try transaction.addJob("k", payload: document, session: id)
      _ = try transaction.announce("session.decided", payload: document, session: id)
      _ = try transaction.addDecision(
        NewDecision(
          session: id, verdict: .review, reasons: [], provenance: provenance, note: "Bay " + PrivacyTests.surname))
      try transaction.append(AuditEvent(chain: .session(id), actor: "x", action: "y", details: document))
      _ = try transaction.claim(request, claim: 1, lifetime: 1000)
      try transaction.answer(request, with: StoredAnswer(status: 200, body: document.bytes), session: id)
    }
    _ = try await bench.room.add(
      NewEvidence(session: session.id, kind: "face", mediaType: "image/jpeg", clientValues: document),
      bytes: PrivacyTests.picture)
    let upload = try await bench.store.write {
      try $0.addUpload(
        NewEvidence(session: session.id, kind: "v", mediaType: "video/mp4", clientValues: document), size: 100,
        sha256: SHA256Digest.of([]), lifetime: 1000)
    }
    _ = try await bench.room.append(PrivacyTests.picture, to: upload.id, at: 0)
    return changed
  }

  /// Everything that is stored, file by file; of PostgreSQL also a dump.
  private func stored(_ bench: Bench) throws -> [(String, Data)] {
    var files: [(String, Data)] = []
    let folder = URL(filePath: bench.folder)
    for case let url as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init() {
      if let data = try? Data(contentsOf: url) { files.append((url.lastPathComponent, data)) }
    }
    if bench.engine == .postgres { files.append(("dump", try PostgresServer.shared().dump(bench.database))) }
    return files
  }

  private func needles() throws -> [Data] {
    let texts = [PrivacyTests.surname, PrivacyTests.number].map { Array($0.utf8) } + [PrivacyTests.picture]
    // PostgreSQL's dump writes bytes as hexadecimal digits.
    return texts.flatMap { [Data($0), Data(Hex.text($0).utf8)] }
  }

  @Test(arguments: Engine.available)
  func `nothing about a person is stored in the clear, and after erasure nothing at all`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await person(bench)
    let before = try stored(bench)
    #expect(before.count > 2)
    for (name, data) in before {
      for needle in try needles() { #expect(data.range(of: needle) == nil, "\(name)") }
    }
    let address = try #require(
      try await bench.store.read { try $0.evidence(of: session.id) }.elements.first?.blob.address)

    #expect(try await bench.room.erase(session.subject, actor: "admin"))
    await #expect(throws: StoreError.of(.erased)) { try await bench.store.subjectKey(session.subject) }
    await #expect(throws: StoreError.of(.notFound)) { try await bench.store.read { try $0.session(session.id) } }
    #expect(
      try await bench.store.read { try $0.sessions(with: Lookup(.identityNumber, PrivacyTests.number)).elements } == [])
    #expect(!FileManager.default.fileExists(atPath: bench.folder + "/blobs/" + session.subject.text))
    if engine == .sqlite { try await bench.room.backUp(to: bench.folder + "/backup") }
    // Not even sealed bytes, nor the content's keyed address, are left; the audit chain is, and holds.
    for (name, data) in try stored(bench) {
      for needle in try needles() + [Data(address.utf8)] { #expect(data.range(of: needle) == nil, "\(name)") }
    }
    #expect(try await bench.store.read { try $0.verifyAudit(.session(session.id)) } == .intact(links: 3))
    let entries = try await bench.store.read { try $0.audit(.session(session.id)) }
    #expect(entries.map(\.action) == ["decision.added", "y", "subject.erased"])
    #expect(entries.allSatisfy { $0.details == nil })
    #expect(try await bench.store.read { try $0.erasures(pending: true) }.isEmpty)
    await #expect(throws: StoreError.of(.erased)) { try await bench.room.erase(session.subject, actor: "admin") }
  }

  @Test func `the wrapped key is overwritten in the file of SQLite`() async throws {
    let bench = try await Bench(.sqlite)
    let session = try await bench.session()
    let copy = bench.folder + "/copy.sqlite"
    try await bench.store.backUp(to: copy)
    // The key as it lies in the file: 61 bytes behind the master key's id.
    let id = try Bench.ring(Bench.firstKey).current.id
    let file = try Data(contentsOf: URL(filePath: copy))
    let marker = Data((session.subject.text + id).utf8)
    let place = try #require(file.range(of: marker))
    let wrapped = file[place.upperBound..<place.upperBound + 61]
    try FileManager.default.removeItem(atPath: copy)
    #expect(try stored(bench).contains { $0.1.range(of: wrapped) != nil })
    #expect(try await bench.room.erase(session.subject, actor: "admin"))
    #expect(try stored(bench).allSatisfy { $0.1.range(of: wrapped) == nil })
  }

  @Test(arguments: Engine.available)
  func `a crash between rows and contents is put right by a sweep`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await person(bench)
    try await bench.store.write { try $0.eraseSubject(session.subject, actor: "admin") }
    let folder = bench.folder + "/blobs/" + session.subject.text
    #expect(FileManager.default.fileExists(atPath: folder))
    #expect(try await bench.room.sweep() >= 1)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(arguments: Engine.available)
  func `nothing that was tampered with keeps a person from being erased`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await person(bench)
    try bench.tamper("UPDATE audit_head SET sequence = -1, hash = seal")
    try bench.tamper("UPDATE subject SET wrapped = (SELECT seal FROM audit_head)")
    await #expect(throws: StoreError.of(.corrupt)) { try await bench.store.read { try $0.session(session.id) } }
    try await bench.room.erase(session.subject, actor: "admin")
    await #expect(throws: StoreError.of(.erased)) { try await bench.store.subjectKey(session.subject) }
  }

  @Test(arguments: Engine.available)
  func `sessions are kept as long as their call type says`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    try await bench.store.write { try $0.setRetention(Retention(callType: "Short", keep: 1000)) }
    let short = try await bench.session(callType: "Short")
    let twin = try await bench.session(callType: "Short", subject: short.subject)
    let long = try await bench.session(callType: "Long")
    for session in [short, twin, long] {
      _ = try await bench.room.add(
        NewEvidence(session: session.id, kind: "face", mediaType: "image/png"), bytes: content(50))
    }
    for session in [short, long] {
      _ = try await bench.store.write { try $0.change(session, SessionChange(state: .closed)) }
    }
    #expect(try await bench.room.purge(before: bench.clock.now, actor: "retention") == 0)
    bench.clock.advance(1000)
    #expect(try await bench.room.purge(before: bench.clock.now, actor: "retention") == 1)
    await #expect(throws: StoreError.of(.notFound)) { try await bench.store.read { try $0.session(short.id) } }
    // The person has another session, with the same picture.
    let evidence = try #require(try await bench.store.read { try $0.evidence(of: twin.id) }.elements.first)
    #expect(try await bench.room.open(evidence).all() == content(50))
    _ = try await bench.store.write { try $0.change(twin, SessionChange(state: .closed)) }
    bench.clock.advance(1000)
    #expect(try await bench.room.purge(before: bench.clock.now, actor: "retention") == 1)
    await #expect(throws: StoreError.of(.erased)) { try await bench.store.subjectKey(short.subject) }
    #expect(try await bench.store.read { try $0.session(long.id) }.state == .closed)
  }

  @Test(arguments: Engine.available)
  func `open sessions whose time is over expire`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session()
    #expect(try await bench.store.write { try $0.expireSessions() } == [])
    bench.clock.advance(600_000)
    #expect(try await bench.store.write { try $0.expireSessions() } == [session.id])
    #expect(try await bench.store.read { try $0.session(session.id) }.state == .expired)
  }

  @Test(arguments: Engine.available)
  func `a rotation that was interrupted is finished later`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    var sessions: [Session] = []
    for _ in 0..<7 { sessions.append(try await bench.session()) }
    let all = sessions
    let rotating = try await bench.another(Bench.ring(Bench.secondKey, Bench.firstKey))
    let task = Task { try await rotating.rotateKeys(batch: 2) }
    task.cancel()
    _ = try? await task.value
    for session in all { #expect(try await rotating.read { try $0.session(session.id) } == session) }
    #expect(try await rotating.rotateKeys(batch: 2) <= 10)
    // One more person comes from a server that still has the old key in front.
    let late = try await bench.session()
    #expect(try await rotating.rotateKeys(batch: 2) == 1)
    #expect(try await rotating.rotateKeys() == 0)
    let new = try await bench.another(Bench.ring(Bench.secondKey))
    for session in sessions + [late] { #expect(try await new.read { try $0.session(session.id) } == session) }
    let ring = try Bench.ring(Bench.firstKey)
    await #expect(throws: StoreError.of(.keyMissing)) { try await bench.another(ring) }
    await #expect(throws: StoreError.of(.keyMissing)) { try await bench.store.read { try $0.session(all[0].id) } }
    await rotating.close()
    await new.close()
  }

  @Test(arguments: Engine.available)
  func `a half-rotated database is read and rotated to the end`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let old = try await bench.session()
    let rotated = try await bench.another(Bench.ring(Bench.secondKey, Bench.firstKey))
    let fresh = try await rotated.write { try $0.addSubject() }
    #expect(fresh.masterKey != (try await rotated.read { try $0.subject(old.subject) }).masterKey)
    // Four keys of the store, and one person; the fresh one is done.
    #expect(try await rotated.rotateKeys(batch: 1) == 5)
    #expect(try await rotated.read { try $0.subject(old.subject) }.masterKey == fresh.masterKey)
    await rotated.close()
  }

  @Test func `a copy of a store can be opened and checked`() async throws {
    let bench = try await Bench(.sqlite)
    let session = try await person(bench)
    let target = bench.folder + "/copy"
    try await bench.room.backUp(to: target)
    await #expect(throws: StoreError.of(.exists)) { try await bench.blobs.backUp(to: target + "/blobs") }
    try await bench.room.erase(session.subject, actor: "admin")
    let copy = try await DatabaseStore.sqlite(
      path: target + "/bonafide.sqlite", ring: Bench.ring(Bench.firstKey), clock: bench.clock.clock)
    let room = EvidenceRoom(store: copy, blobs: try DiskBlobStore(root: target + "/blobs"), clock: bench.clock.clock)
    #expect(try await copy.read { try $0.session(session.id) } == session)
    let check = try await room.check()
    #expect(check.isSound)
    #expect(check.sessions == 1)
    #expect(check.evidence == 1)
    #expect(check.chains == 1)
    await copy.close()
  }
}
