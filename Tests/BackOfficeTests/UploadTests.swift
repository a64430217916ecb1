import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideSecrets
import BonafideStore
import Foundation
import Testing

@Suite struct UploadTests {
  private func declare(
    _ bench: Bench, _ bytes: [UInt8], size: Int? = nil, kind: EvidenceKind = .front, type: String = "image/jpeg"
  ) async throws -> (Reply<UploadAnswer>, SessionAnswer) {
    let session = try await bench.flow.open()
    let reply = try await bench.call(
      API.uploadAdd, ["session": session.id],
      UploadRequest(
        kind: kind, mediaType: type, size: size ?? bytes.count, sha256: Hex.text(SHA256Digest.of(bytes))))
    return (reply, session)
  }

  @Test func anUploadGoesOnWhereItStopped() async throws {
    let bench = try await Bench()
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    let (reply, session) = try await declare(bench, bytes)
    let path = ["session": session.id, "upload": try reply.value(201).id]
    func send(_ range: Range<Int>) async throws -> Reply<UploadAnswer> {
      try await bench.call(
        API.uploadAppend, path, fields: [("Upload-Offset", String(range.lowerBound))], body: Array(bytes[range]))
    }
    #expect(try await send(0..<400).value().received == 400)
    #expect(try await send(0..<400).value().received == 400)
    try await send(500..<600).expect(409, "mismatch")
    try await bench.call(API.uploadAppend, path, fields: [("Upload-Offset", "0")], body: [9]).expect(409, "conflict")
    try await bench.call(API.uploadFinish, path).expect(409, "mismatch")
    let head = try await MemoryWay(router: bench.office.router).send(
      "HEAD", API.uploadGet.description.target(path), [("Authorization", "Bearer " + bench.app.token)], [])
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(try await bench.call(API.uploadGet, path).value().received == 400)
    #expect(try await send(400..<1000).value().received == 1000)
    let done = try await bench.call(API.uploadFinish, path).value()
    #expect(done.state == .finished)
    #expect(try await bench.call(API.uploadFinish, path).value().evidence == done.evidence)
    #expect(try await bench.call(API.uploadList, ["session": session.id]).value().uploads.count == 1)
  }

  @Test func whatDoesNotHashToWhatWasDeclaredIsRefused() async throws {
    let bench = try await Bench()
    let (reply, session) = try await declare(bench, Array("declared".utf8))
    let path = ["session": session.id, "upload": try reply.value(201).id]
    try await bench.call(API.uploadAppend, path, fields: [("Upload-Offset", "0")], body: Array("otherwis".utf8))
      .expect(200)
    try await bench.call(API.uploadFinish, path).expect(409, "mismatch")
    #expect(try await bench.call(API.uploadGet, path).value().state == .refused)
  }

  @Test func limitsOfAnUpload() async throws {
    let bench = try await Bench()
    try await declare(bench, [1], size: 21 << 20).0.expect(413, "upload_too_large")
    try await declare(bench, [1], type: "text/html").0.expect(409, "media_type_not_allowed")
    try await declare(bench, [1], kind: .selfieVideo).0.expect(409, "media_type_not_allowed")
    let (reply, session) = try await declare(bench, [1, 2])
    let path = ["session": session.id, "upload": try reply.value(201).id]
    let offset = [("Upload-Offset", "0")]
    try await bench.call(API.uploadAppend, path, fields: offset, body: [1, 2, 3]).expect(413, "too_large")
    try await bench.call(API.uploadAppend, path, fields: offset).expect(422, "empty_piece")
    try await bench.call(API.uploadAppend, path, body: [1]).expect(422, "missing_parameter")
    try await bench.call(API.uploadAppend, path, fields: [("Upload-Offset", "-1")], body: [1])
      .expect(422, "bad_parameter")
    try await bench.call(
      API.uploadAppend, path, fields: offset, body: [UInt8](repeating: 0, count: API.pieceBytes + 1)
    ).expect(413, "content_too_large")
    bench.clock.advance(86_400_001)
    let token = try await bench.call(
      API.tokenCreate, TokenRequest(clientId: bench.app.id, clientSecret: bench.app.secret)
    ).value(201).token
    try await bench.call(API.uploadAppend, path, fields: offset, body: [1], token: token).expect(410)
  }

  @Test func valuesNamePicturesOfTheSameSession() async throws {
    let bench = try await Bench()
    let foreign = try await bench.flow.open("foreign")
    let evidence = try await bench.flow.upload(.front, [1], to: foreign.id)
    let session = try await bench.flow.open()
    let own = try await bench.flow.upload(.front, [2], to: session.id)
    let path = ["session": session.id]
    func save(_ id: String, _ sha256: String? = nil) async throws -> Reply<SavedAnswer> {
      try await bench.call(
        API.documentSave, path,
        DocumentRequest(type: "TD1", pictures: [CapturedPicture(name: "front", evidence: id, sha256: sha256)]))
    }
    try await save(evidence).expect(409, "evidence_missing")
    try await save(String(repeating: "0", count: 32)).expect(409, "evidence_missing")
    try await save(own, String(repeating: "0", count: 64)).expect(409, "hash_mismatch")
    try await save(own, Hex.text(SHA256Digest.of([2]))).expect(200)
    try await bench.call(
      API.concealSave, path,
      FilmRequest(passed: true, elements: [VisualElement(name: "chip", found: true, evidence: own)])
    ).expect(200)
    try await bench.call(API.hologramSave, path, FilmRequest(passed: true)).expect(200)
    try await bench.call(API.chipSave, path, ChipRequest(dataGroups: ["dg1": "YQ=="])).expect(200)
    try await bench.call(API.compareSave, path, CompareRequest(references: [.document], confidence: 90)).expect(200)
  }
}
