import BonafideSecrets
import BonafideStore
import Foundation
import Testing

/// Bytes without a pattern that a frame could hide, the same each time.
func content(_ count: Int, seed: UInt32 = 1) -> [UInt8] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}

@Suite struct EvidenceTests {
  @Test(arguments: Engine.available)
  func `evidence is read as it came`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    for count in [0, 1, 65_535, 65_536, 65_537, 300_000] {
      let bytes = content(count)
      let evidence = try await bench.room.add(
        NewEvidence(
          session: session, kind: "face", mediaType: "image/jpeg", clientValues: JSONDocument(encoding: [count])),
        bytes: bytes)
      #expect(evidence.blob.size == Int64(count))
      #expect(evidence.blob.sha256 == SHA256Digest.of(bytes))
      let stored = try await bench.store.read { try $0.evidence(evidence.id) }
      #expect(stored == evidence)
      let blob = try await bench.room.open(stored)
      #expect(try await blob.all() == bytes)
      #expect(try await blob.read(at: 65_530, count: 20) == Array(bytes.dropFirst(65_530).prefix(20)))
      #expect(try await blob.read(at: Int64(count), count: 10) == [])
    }
    #expect(try await bench.store.read { try $0.evidence(of: session, limit: 500).elements.count } == 6)
  }

  @Test(arguments: Engine.available)
  func `an upload goes on where it stopped`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let bytes = content(200_000)
    let new = NewEvidence(session: session, kind: "selfie_video", mediaType: "video/mp4")
    let upload = try await bench.store.write {
      try $0.addUpload(new, size: 200_000, sha256: SHA256Digest.of(bytes), lifetime: 60_000)
    }
    #expect(try await bench.room.append(Array(bytes[..<90_000]), to: upload.id, at: 0).received == 90_000)
    // The answer was lost; the same piece comes again.
    #expect(try await bench.room.append(Array(bytes[..<90_000]), to: upload.id, at: 0).received == 90_000)
    await #expect(throws: StoreError.of(.conflict)) {
      try await bench.room.append(Array(bytes[..<80_000]), to: upload.id, at: 0)
    }
    await #expect(throws: StoreError.of(.mismatch)) {
      try await bench.room.append(Array(bytes[100_000...]), to: upload.id, at: 100_000)
    }
    await #expect(throws: StoreError.of(.mismatch)) { try await bench.room.finish(upload.id) }
    #expect(try await bench.store.read { try $0.evidence(of: session).elements.isEmpty })
    await #expect(throws: StoreError.of(.tooLarge)) {
      try await bench.room.append(content(150_000), to: upload.id, at: 90_000)
    }
    let other = try await bench.another()
    let room = EvidenceRoom(store: other, blobs: bench.blobs, clock: bench.clock.clock)
    #expect(try await room.append(Array(bytes[90_000...]), to: upload.id, at: 90_000).received == 200_000)
    let evidence = try await room.finish(upload.id)
    #expect(try await bench.room.finish(upload.id) == evidence)
    #expect(try await bench.room.open(evidence).all() == bytes)
    #expect(try await bench.store.read { try $0.upload(upload.id).state } == .finished)
    await other.close()
  }

  @Test(arguments: Engine.available)
  func `an upload with another hash than declared is refused for good`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let new = NewEvidence(session: session, kind: "video", mediaType: "video/mp4")
    let upload = try await bench.store.write {
      try $0.addUpload(new, size: 10, sha256: SHA256Digest.of([1]), lifetime: 60_000)
    }
    _ = try await bench.room.append(content(10), to: upload.id, at: 0)
    await #expect(throws: StoreError.of(.mismatch)) { try await bench.room.finish(upload.id) }
    #expect(try await bench.store.read { try $0.upload(upload.id).state } == .refused)
    #expect(try await bench.store.read { try $0.evidence(of: session).elements.isEmpty })
  }

  @Test(arguments: Engine.available)
  func `an upload that is finished by several at once is one evidence`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let bytes = content(100_000)
    let new = NewEvidence(session: session, kind: "video", mediaType: "video/mp4")
    let upload = try await bench.store.write {
      try $0.addUpload(new, size: 100_000, sha256: SHA256Digest.of(bytes), lifetime: 60_000)
    }
    _ = try await bench.room.append(bytes, to: upload.id, at: 0)
    let found = try await withThrowingTaskGroup(of: Evidence.self) { group in
      for _ in 0..<5 { group.addTask { try await bench.room.finish(upload.id) } }
      return try await group.reduce(into: Set<Evidence>()) { $0.insert($1) }
    }
    #expect(found.count == 1)
    #expect(try await bench.store.read { try $0.evidence(of: session).elements } == Array(found))
  }

  @Test(arguments: Engine.available)
  func `an upload that took too long is removed`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session().id
    let new = NewEvidence(session: session, kind: "video", mediaType: "video/mp4")
    let upload = try await bench.store.write {
      try $0.addUpload(new, size: 10, sha256: SHA256Digest.of([1]), lifetime: 1000)
    }
    _ = try await bench.room.append(content(5), to: upload.id, at: 0)
    bench.clock.advance(1000)
    await #expect(throws: StoreError.of(.expired)) { try await bench.room.append(content(5), to: upload.id, at: 5) }
    #expect(try await bench.store.read { try $0.uploads(of: session).map(\.id) } == [upload.id])
    #expect(try await bench.room.sweep() == 1)
    await #expect(throws: StoreError.of(.notFound)) { try await bench.store.read { try $0.upload(upload.id) } }
  }

  @Test(arguments: Engine.available)
  func `pieces without an upload are swept`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session()
    let new = NewEvidence(session: session.id, kind: "video", mediaType: "video/mp4")
    let upload = try await bench.store.write {
      try $0.addUpload(new, size: 10, sha256: SHA256Digest.of([1]), lifetime: 1000)
    }
    _ = try await bench.room.append(content(5), to: upload.id, at: 0)
    #expect(try await bench.room.sweep() == 0)
    #expect(try await bench.blobs.uploads(of: session.subject) == [upload.id])
    try bench.tamper("DELETE FROM upload")
    #expect(try await bench.room.sweep() == 1)
    #expect(try await bench.blobs.uploads(of: session.subject).isEmpty)
  }

  @Test(arguments: Engine.available)
  func `a content that no row names is swept and one that a row names is not`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let session = try await bench.session()
    let key = try await bench.store.subjectKey(session.subject)
    let orphan = try await bench.blobs.put(content(100), subject: session.subject, key: key)
    let kept = try await bench.room.add(
      NewEvidence(session: session.id, kind: "face", mediaType: "image/png"), bytes: content(101))
    #expect(try await bench.room.sweep() == 0)
    #expect(try await bench.room.sweep(olderThan: -1000) == 1)
    await #expect(throws: StoreError.of(.notFound)) {
      try await bench.blobs.open(orphan.address, subject: session.subject, key: key)
    }
    #expect(try await bench.room.open(kept).all() == content(101))
  }

  @Test(arguments: ["flip", "cut", "grow", "swap", "empty", "remove", "frame"])
  func `a damaged content is never handed out`(damage: String) async throws {
    let bench = try await Bench(.sqlite)
    let session = try await bench.session()
    let add: @Sendable ([UInt8]) async throws -> Evidence = {
      try await bench.room.add(NewEvidence(session: session.id, kind: "face", mediaType: "image/png"), bytes: $0)
    }
    let evidence = try await add(content(200_000))
    let other = try await add(content(200_000, seed: 2))
    let folder = URL(filePath: bench.folder + "/blobs/" + session.subject.text)
    let file = folder.appending(path: evidence.blob.address)
    var bytes = try Data(contentsOf: file)
    switch damage {
    case "flip": bytes[bytes.count - 1000] ^= 1
    case "cut": bytes.removeLast(65_552)
    case "grow": bytes.append(0)
    case "swap": bytes = try Data(contentsOf: folder.appending(path: other.blob.address))
    case "frame": bytes.replaceSubrange(76..<76 + 65_552, with: bytes[(76 + 65_552)..<(76 + 2 * 65_552)])
    default: bytes = Data()
    }
    if damage == "remove" { try FileManager.default.removeItem(at: file) } else { try bytes.write(to: file) }
    await #expect(throws: StoreError.of(.corrupt)) { try await bench.room.open(evidence).all() }
    let check = try await bench.room.check()
    #expect(check.damagedEvidence == [evidence.id.text])
    #expect(check.evidence == 2)
  }

  @Test(arguments: Engine.available)
  func `a row that was altered or moved is corrupt`(engine: Engine) async throws {
    let bench = try await Bench(engine)
    let first = try await bench.session()
    let second = try await bench.session(subject: first.subject)
    try bench.tamper("UPDATE session SET details = (SELECT details FROM session WHERE id = '\(first.id)')")
    #expect(try await bench.store.read { try $0.session(first.id) } == first)
    await #expect(throws: StoreError.of(.corrupt)) { try await bench.store.read { try $0.session(second.id) } }
    // One damaged row does not hide the others.
    let page = try await bench.store.read { try $0.sessions() }
    #expect(page.elements == [first])
    #expect(page.damaged == [second.id.text])
    #expect(try await bench.room.check().damagedSessions == [second.id.text])
    try bench.tamper("UPDATE session SET state = 'sleeping'")
    await #expect(throws: StoreError.of(.corrupt)) { try await bench.store.read { try $0.session(first.id) } }
    try bench.tamper("UPDATE session SET state = 'open', subject = '\(first.subject)', details = challenge")
    await #expect(throws: StoreError.of(.corrupt)) { try await bench.store.read { try $0.session(first.id) } }
    try bench.tamper("UPDATE subject SET wrapped = (SELECT wrapped FROM vault_key WHERE name = 'index')")
    await #expect(throws: StoreError.of(.corrupt)) { try await bench.store.read { try $0.session(first.id) } }
  }
}
