internal import BonafideHTTPServer
internal import BonafideObservations
internal import Foundation
internal import Testing
internal import SocketSupport

/// Certificates by the `openssl` program, and that program as the client.
@Suite("TLS", .serialized)
struct TLSTests {
  final class Folder: Sendable {
    let path = NSTemporaryDirectory() + "tls-" + UUID().uuidString
    var certificate: String { path + "/certificate.pem" }
    var key: String { path + "/key.pem" }

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }

    func make(_ name: String) async throws {
      let (key, certificate) = (key, certificate)
      _ = try await onThread {
        try openssl([
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
          "/CN=\(name)", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
        ])
      }
    }
  }

  static func openssl(_ arguments: [String], input: String = "") throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    let (stdin, stdout) = (Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stdout
    try process.run()
    stdin.fileHandleForWriting.write(Data(input.utf8))
    if !arguments.contains("s_client") { try stdin.fileHandleForWriting.close() }
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  static func request(_ port: UInt16, _ arguments: [String] = []) async throws -> String {
    try await onThread {
      try openssl(
        ["s_client", "-connect", "127.0.0.1:\(port)", "-ign_eof"] + arguments,
        input: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    }
  }

  static func router() -> Router {
    var router = Router()
    router.on(.get, "/healthz") { .text($0.isEncrypted ? "encrypted" : "plain") }
    router.on(.get, "/large") { _ in Response(body: .bytes([UInt8](repeating: 65, count: 3_000_000))) }
    return router
  }

  @Test("is spoken in versions 1.2 and 1.3 only, with HTTP/1.1 by ALPN")
  func versions() async throws {
    let folder = try Folder()
    try await folder.make("one")
    let context = try TLSContext(certificate: folder.certificate, key: folder.key)
    try await withServer(Self.router(), { $0.tls = context }) { [certificate = folder.certificate] port in
      for version in ["-tls1_2", "-tls1_3"] {
        let text = try await Self.request(port, [version, "-alpn", "h2,http/1.1", "-CAfile", certificate])
        #expect(text.contains("200 OK") && text.contains("encrypted") && text.contains("Verify return code: 0"))
        #expect(text.contains("ALPN protocol: http/1.1"))
      }
      let old = try await Self.request(port, ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
      #expect(!old.contains("200 OK"))
      let other = try await Self.request(port, ["-alpn", "h2"])
      #expect(!other.contains("200 OK"))
    }
  }

  @Test("brings large answers whole")
  func large() async throws {
    let folder = try Folder()
    try await folder.make("one")
    let context = try TLSContext(certificate: folder.certificate, key: folder.key)
    try await withServer(Self.router(), { $0.tls = context }) { port in
      let text = try await onThread {
        try Self.openssl(
          ["s_client", "-connect", "127.0.0.1:\(port)", "-quiet", "-ign_eof"],
          input: "GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      }
      #expect(text.utf8.count(where: { $0 == 65 }) >= 3_000_000)
    }
  }

  @Test("changes its certificate without a restart, and keeps the old one when the new one is no good")
  func reload() async throws {
    let folder = try Folder()
    try await folder.make("one")
    let context = try TLSContext(certificate: folder.certificate, key: folder.key)
    try await withServer(Self.router(), { $0.tls = context }) { port in
      #expect(try await Self.request(port).contains("CN = one"))
      try await folder.make("two")
      #expect(try await Self.request(port).contains("CN = one"))
      try context.reload()
      #expect(try await Self.request(port).contains("CN = two"))
      try Data("nonsense".utf8).write(to: URL(fileURLWithPath: folder.key))
      #expect(throws: BonafideError(.cannotOpen, "")) { try context.reload() }
      #expect(try await Self.request(port).contains("CN = two"))
    }
  }

  @Test("needs a certificate and a key that belong together")
  func mismatch() async throws {
    let (first, second) = (try Folder(), try Folder())
    try await first.make("one")
    try await second.make("two")
    #expect(throws: BonafideError(.cannotOpen, "")) {
      _ = try TLSContext(certificate: first.certificate, key: second.key)
    }
    #expect(throws: BonafideError(.cannotOpen, "")) {
      _ = try TLSContext(certificate: first.path + "/none.pem", key: first.key)
    }
  }

  @Test("gives up a client that does not finish its handshake, or speaks something else")
  func handshake() async throws {
    let folder = try Folder()
    try await folder.make("one")
    let context = try TLSContext(certificate: folder.certificate, key: folder.key)
    let hand = HandClock()
    try await withServer(
      Self.router(),
      {
        $0.tls = context
        $0.clock = hand.clock
      }
    ) { port in
      let silent = try await onThread { try RawConnection(port: port) }
      let plain = try await onThread { try RawConnection(port: port) }
      _ = try await onThread {
        plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        while plain.receive() {}
      }
      #expect(plain.isEnded)
      hand.advance(11)
      #expect(try await onThread { silent.receiveAll() }.isEmpty)
      #expect(silent.isEnded)
    }
  }
}
