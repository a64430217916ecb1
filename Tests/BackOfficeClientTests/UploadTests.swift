import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideHTTPServer
import BonafideStore
import Foundation
import OfficeSupport
import Synchronization
import Testing

@Suite("Uploads")
struct UploadTests {
  static let film: [UInt8] = {
    var state: UInt64 = 9
    return (0..<5_000_000).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }()
  static let piece = "PATCH /v1/sessions/*/uploads/*"

  /// What the server has as evidence is what was sent.
  static func check(_ evidence: String, _ bytes: [UInt8], _ office: Office) async throws {
    let room = EvidenceRoom(
      store: office.store, blobs: try DiskBlobStore(root: office.folder + "/blobs"), clock: office.hand.clock)
    let id = try #require(Identifier<Evidence>(evidence))
    let stored = try await office.store.read { try $0.evidence(id) }
    #expect(stored.blob.size == Int64(bytes.count))
    let reader = try await room.open(stored)
    #expect(try await reader.read(at: 0, count: bytes.count) == bytes)
  }

  /// A client with a session, through a proxy.
  static func withProxy(
    _ body: (Office, FaultProxy, BackOfficeClient, ClientHand) async throws -> Void
  ) async throws {
    try await withOffice { office in
      let proxy = try FaultProxy(to: office.port)
      defer { proxy.end() }
      let hand = ClientHand()
      let client = quietClient(hand)
      try await client.initialize(office.connection(port: proxy.port), session: office.wish())
      office.tap.forget()
      try await body(office, proxy, client, hand)
    }
  }

  @Test("of bytes and of files arrive whole, in pieces of the size that the server names")
  func whole() async throws {
    try await Self.withProxy { office, _, client, hand in
      let steps = Mutex<[UploadProgress]>([])
      let evidence = try await client.upload(.bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4") { step in
        steps.withLock { $0.append(step) }
      }
      try await Self.check(evidence, Self.film, office)
      #expect(office.tap.count(Self.piece) == 3)
      #expect(steps.withLock { $0.map(\.stored) } == [0, 2 << 20, 4 << 20, 5_000_000, 5_000_000])
      #expect(steps.withLock { $0.last?.fraction } == 1)
      #expect(hand.sleeps.isEmpty)
      let path = office.folder + "/front.jpg"
      try Data(Self.film.prefix(3_000_000)).write(to: URL(filePath: path))
      let front = try await client.upload(.file(path: path), as: .front, mediaType: "image/jpeg")
      try await Self.check(front, Array(Self.film.prefix(3_000_000)), office)
    }
  }

  @Test("that are cut in the midst of a piece go on from what was stored")
  func cut() async throws {
    try await Self.withProxy { office, proxy, client, hand in
      // The second piece is cut half-way through, and then again. libcurl may open a connection that it does not use.
      proxy.plan(.cut(after: 3_000_000), .cut(after: 1_000_000), .cut(after: 1_000_000))
      proxy.cutAll()
      let failures = Mutex<[UploadProgress]>([])
      let evidence = try await client.upload(
        .bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4",
        policy: RetryPolicy(retries: 3, timeout: .seconds(30))
      ) { step in
        if step.failures > 0 { failures.withLock { $0.append(step) } }
      }
      try await Self.check(evidence, Self.film, office)
      // Nothing that was stored is sent again: whole pieces once, and the halves that were lost.
      let cuts = proxy.cuts
      #expect((2...3).contains(cuts))
      #expect(proxy.passed < 5_000_000 + cuts * 1_100_000)
      #expect(failures.withLock { $0.contains { $0.stored == 2 << 20 && $0.failures == 1 } })
      #expect(hand.sleeps.count == cuts)
      #expect(zip(hand.sleeps, [0.5, 1.0, 2.0]).allSatisfy { $0 >= .seconds($1 / 2) && $0 <= .seconds($1) })
    }
  }

  @Test("whose answer is lost after the piece was stored do not send it again")
  func lostAnswer() async throws {
    try await Self.withProxy { office, _, client, _ in
      office.tap.fail(Self.piece, 3, with: .internalServerError, "internal", isDone: true)
      let evidence = try await client.upload(
        .bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4",
        policy: RetryPolicy(retries: 1, timeout: .seconds(30)))
      try await Self.check(evidence, Self.film, office)
      #expect(office.tap.count(Self.piece) == 3)
    }
  }

  @Test("whose last answer is lost give the same evidence")
  func lostEnd() async throws {
    try await Self.withProxy { office, _, client, _ in
      let finish = "POST /v1/sessions/*/uploads/*/finish"
      office.tap.fail(finish, with: HTTPStatus(502), "bad_gateway", isDone: true)
      let evidence = try await client.upload(.bytes([1, 2, 3]), as: .front, mediaType: "image/jpeg")
      try await Self.check(evidence, [1, 2, 3], office)
      #expect(office.tap.count(finish) == 1)
    }
  }

  @Test("are gone on with by another process, and are never there twice")
  func anotherProcess() async throws {
    try await withOffice { office in
      let first = quietClient(ClientHand())
      try await first.initialize(office.connection(), session: office.wish())
      // It is gone after one piece.
      let pieces = Mutex(0)
      office.tap.fault { request, _ in
        guard WireTap.line(request) == Self.piece,
          pieces.withLock({
            $0 += 1; return $0 > 1
          })
        else { return nil }
        return Problem(.serviceUnavailable, "unavailable").response(correlationID: "wiretap-0001")
      }
      let none = RetryPolicy(retries: 0, timeout: .seconds(30))
      await expectFailure(.init(rawValue: "unavailable"), .server) {
        try await first.upload(.bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4", policy: none)
      }
      office.tap.fault(nil)
      office.tap.forget()
      let second = quietClient()
      var wish = office.wish()
      wish.isContinue = true
      try await second.initialize(office.connection(), session: wish)
      let evidence = try await second.upload(.bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4")
      try await Self.check(evidence, Self.film, office)
      #expect(office.tap.count(Self.piece) == 2)
      // The same content again is the same evidence.
      #expect(try await second.upload(.bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4") == evidence)
      #expect(office.tap.count(Self.piece) == 2)
    }
  }

  @Test("ask where to go on when the server has another place")
  func mismatch() async throws {
    try await Self.withProxy { office, _, client, _ in
      office.tap.fail(Self.piece, with: .conflict, "mismatch", isDone: true)
      let evidence = try await client.upload(.bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4")
      try await Self.check(evidence, Self.film, office)
      #expect(office.tap.count("GET /v1/sessions/*/uploads/*") == 2)
    }
  }

  @Test("go on with a new token")
  func token() async throws {
    try await Self.withProxy { office, _, client, hand in
      let pieces = Mutex(0)
      office.tap.fault { request, _ in
        // Before the second piece the token's time is over.
        if WireTap.line(request) == Self.piece,
          pieces.withLock({
            $0 += 1; return $0 == 2
          })
        {
          office.hand.advance(seconds: 3601)
        }
        return nil
      }
      let evidence = try await client.upload(.bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4")
      try await Self.check(evidence, Self.film, office)
      #expect(office.tap.count("POST /v1/token") == 1)
      // The server may close before it has read the piece that it refuses: then the refusal is lost on the way, once.
      #expect(hand.sleeps.count <= 1)
    }
  }

  @Test("wait as long as the server asks")
  func retryAfter() async throws {
    try await Self.withProxy { office, _, client, hand in
      office.tap.fail(Self.piece, with: .tooManyRequests, "too_many_requests", fields: ["Retry-After": "17"])
      try await client.upload(.bytes([1]), as: .front, mediaType: "image/jpeg")
      #expect(hand.sleeps == [.seconds(17)])
    }
  }

  @Test("stop at what another try would not change, with the server's code")
  func refused() async throws {
    try await Self.withProxy { office, _, client, hand in
      office.tap.fail(Self.piece, 9, with: .gone, "erased")
      await expectFailure(.init(rawValue: "erased"), .server) {
        try await client.upload(.bytes([1]), as: .front, mediaType: "image/jpeg")
      }
      #expect(office.tap.count(Self.piece) == 1 && hand.sleeps.isEmpty)
      office.tap.fault(nil)
      office.tap.forget()
      await expectFailure(.mediaTypeNotAllowed, .config) {
        try await client.upload(.bytes([1]), as: .front, mediaType: "video/mp4")
      }
      await expectFailure(.uploadTooLarge, .config) {
        let limit = try #require(await client.currentSettings?.uploads.first { $0.kind == .front })
        return try await client.upload(
          .bytes([UInt8](repeating: 0, count: limit.maximumBytes + 1)), as: .front, mediaType: "image/jpeg")
      }
      await expectFailure(.fileUnreadable, .device) {
        try await client.upload(.file(path: office.folder + "/none"), as: .front, mediaType: "image/jpeg")
      }
      await expectFailure(.requestInvalid) { try await client.upload(.bytes([]), as: .front, mediaType: "image/jpeg") }
      #expect(office.tap.lines.isEmpty)
    }
  }

  @Test("end with the last failure when all tries are spent, as many as the settings say")
  func spent() async throws {
    try await Self.withProxy { office, proxy, client, hand in
      let retries = try #require(await client.currentSettings?.recording.screenRecordUploadRetryCount)
      office.tap.fail(Self.piece, 99, with: .internalServerError, "internal")
      await expectFailure(.internal, nil) { try await client.upload(.bytes([1]), as: .front, mediaType: "image/jpeg") }
      #expect(hand.sleeps.count == retries)
      #expect(office.tap.count(Self.piece) == retries + 1)
      proxy.end()
      await expectFailure(.noNetwork, .network) {
        try await client.upload(.bytes([2]), as: .front, mediaType: "image/jpeg")
      }
    }
  }

  @Test("of a file that changes on the way are refused by the server, and declared anew")
  func changed() async throws {
    try await Self.withProxy { office, _, client, _ in
      let path = office.folder + "/changing.jpg"
      try Data([1, 2, 3, 4]).write(to: URL(filePath: path))
      let round = Mutex(0)
      office.tap.fault { request, _ in
        if WireTap.line(request) == "POST /v1/sessions/*/uploads" {
          // Other bytes in the first round; those that were declared after it.
          let bytes: [UInt8] =
            round.withLock {
              $0 += 1; return $0
            } == 1 ? [1, 2, 3, 5] : [1, 2, 3, 4]
          try? Data(bytes).write(to: URL(filePath: path))
        }
        return nil
      }
      let evidence = try await client.upload(.file(path: path), as: .front, mediaType: "image/jpeg")
      try await Self.check(evidence, [1, 2, 3, 4], office)
      #expect(round.withLock { $0 } == 2)
    }
  }

  @Test(
    "that the server has no more are declared anew",
    arguments: [("GET /v1/sessions/*/uploads/*", HTTPStatus.notFound, "not_found"), (piece, .gone, "expired")])
  func swept(_ line: String, _ status: HTTPStatus, _ code: String) async throws {
    try await Self.withProxy { office, _, client, _ in
      office.tap.fail(line, with: status, code)
      let evidence = try await client.upload(.bytes([1, 2]), as: .front, mediaType: "image/jpeg")
      try await Self.check(evidence, [1, 2], office)
      #expect(office.tap.count("POST /v1/sessions/*/uploads") == 2)
    }
  }

  @Test("end when they are cancelled, and go on later")
  func cancelled() async throws {
    try await Self.withProxy { office, proxy, client, _ in
      proxy.plan(.loseAnswers(after: 3_000_000))
      proxy.cutAll()
      let task = Task {
        try await client.upload(.bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4") { step in
          if step.stored >= 2 << 20 { withUnsafeCurrentTask { $0?.cancel() } }
        }
      }
      await expectFailure(.cancelled, .user) { try await task.value }
      let evidence = try await client.upload(.bytes(Self.film), as: .selfieVideo, mediaType: "video/mp4")
      try await Self.check(evidence, Self.film, office)
      #expect(office.tap.count(Self.piece) == 3)
    }
  }
}
