import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideHTTPServer
import Foundation
import OfficeSupport
import Synchronization
import Testing

/// Against a real server with certificates of a real authority.
@Suite("Pinning")
struct PinningTests {
  /// Sends one request; how many reached the server.
  static func send(
    to shown: Authority.Issued, trusting trust: ServerTrust, host: String = "localhost"
  ) async throws -> (result: Result<Int, BackOfficeError>, reached: Int) {
    let reached = Mutex(0)
    var settings = ServerSettings()
    settings.tls = try shown.context()
    settings.lingerTime = .milliseconds(50)
    let server = HTTPServer(settings) { _ in
      reached.withLock { $0 += 1 }
      return .text("hello")
    }
    let port = try server.start()
    let transport = try CurlTransport(trust)
    let address = try ServerAddress("https://\(host):\(port)")
    let result: Result<Int, BackOfficeError>
    do throws(BackOfficeError) {
      let request = TransportRequest("GET", .init(address, "/"), headers: [("Authorization", "Bearer secret")])
      result = .success(try await transport.send(request).status)
    } catch { result = .failure(error) }
    await server.shutDown(within: .milliseconds(100))
    return (result, reached.withLock { $0 })
  }

  static func expect(
    _ code: BackOfficeError.Code, from shown: Authority.Issued, trusting trust: ServerTrust, host: String = "localhost",
    at place: SourceLocation = #_sourceLocation
  ) async throws {
    let (result, reached) = try await send(to: shown, trusting: trust, host: host)
    #expect(result == .failure(BackOfficeError(code)), sourceLocation: place)
    #expect(reached == 0, "a request was sent to a server that is not trusted", sourceLocation: place)
  }

  static func expectAnswer(
    from shown: Authority.Issued, trusting trust: ServerTrust, at place: SourceLocation = #_sourceLocation
  ) async throws {
    let (result, reached) = try await send(to: shown, trusting: trust)
    #expect(result == .success(200), sourceLocation: place)
    #expect(reached == 1, sourceLocation: place)
  }

  @Test("of the public key takes the right and the renewed certificate, and no other")
  func publicKey() async throws {
    let authority = try Authority()
    let right = try authority.issue("right")
    let renewed = try authority.issue("renewed", key: right)
    let other = try authority.issue("other")
    let expired = try authority.issue("expired", key: right, days: -1)
    let trust = try authority.trust(Pins([right.certificate()]))
    try await Self.expectAnswer(from: right, trusting: trust)
    try await Self.expectAnswer(from: renewed, trusting: trust)
    try await Self.expect(.pinMismatch, from: other, trusting: trust)
    try await Self.expect(.certificateExpired, from: expired, trusting: trust)
  }

  @Test("of the certificate takes no renewed one")
  func certificate() async throws {
    let authority = try Authority()
    let right = try authority.issue("right")
    let renewed = try authority.issue("renewed", key: right)
    let expired = try authority.issue("expired", key: right, days: -1)
    let trust = try authority.trust(Pins([right.certificate()], mode: .certificate))
    try await Self.expectAnswer(from: right, trusting: trust)
    try await Self.expect(.pinMismatch, from: renewed, trusting: trust)
    try await Self.expect(.pinMismatch, from: try authority.issue("other"), trusting: trust)
    let over = try authority.trust(Pins([expired.certificate()], mode: .certificate))
    try await Self.expect(.certificateExpired, from: expired, trusting: over)
  }

  @Test("with several pins takes each of them", arguments: [Pins.Mode.publicKey, .certificate])
  func several(_ mode: Pins.Mode) async throws {
    let authority = try Authority()
    let (old, new) = (try authority.issue("old"), try authority.issue("new", rsa: true))
    let trust = try authority.trust(Pins([old.certificate(), new.certificate()], mode: mode))
    try await Self.expectAnswer(from: old, trusting: trust)
    try await Self.expectAnswer(from: new, trusting: trust)
    try await Self.expect(.pinMismatch, from: try authority.issue("third"), trusting: trust)
  }

  @Test("takes the place of no other check: authority and host count with a matching pin as without")
  func narrowsOnly() async throws {
    let (authority, foreign) = (try Authority(), try Authority())
    let elsewhere = try authority.issue("elsewhere", names: "DNS:example.org")
    let strange = try foreign.issue("strange")
    for mode in [Pins.Mode.publicKey, .certificate] {
      let pinned = try authority.trust(Pins([elsewhere.certificate(), strange.certificate()], mode: mode))
      try await Self.expect(.certificateWrongHost, from: elsewhere, trusting: pinned)
      try await Self.expect(.certificateUntrusted, from: strange, trusting: pinned)
    }
    try await Self.expect(.certificateUntrusted, from: strange, trusting: ServerTrust())
    try await Self.expectAnswer(from: try authority.issue("plain"), trusting: try authority.trust())
  }

  @Test("is looked at again on a connection that is used again")
  func reuse() async throws {
    let authority = try Authority()
    let right = try authority.issue("right")
    for mode in [Pins.Mode.publicKey, .certificate] {
      let context = try right.context()
      var settings = ServerSettings()
      settings.tls = context
      let server = HTTPServer(settings) { _ in .text("hello") }
      let port = try server.start()
      let transport = try CurlTransport(try authority.trust(Pins([right.certificate()], mode: mode)))
      let request = TransportRequest("GET", .init(try ServerAddress("https://localhost:\(port)"), "/"))
      for _ in 0..<3 { #expect(try await transport.send(request).status == 200) }
      await server.shutDown(within: .milliseconds(50))
    }
  }

  @Test("of one channel says nothing about the other")
  func channels() async throws {
    let authority = try Authority()
    let (mapi, signalling) = (try authority.issue("mapi"), try authority.issue("signalling"))
    var connection = BackOfficeConnection(
      address: try ServerAddress("https://localhost:1"), credentials: .program(id: "a", secret: Secret("b")),
      trust: try authority.trust(Pins([mapi.certificate()])),
      signallingTrust: try authority.trust(Pins([signalling.certificate()])))
    try await Self.expectAnswer(from: mapi, trusting: connection.trust)
    try await Self.expectAnswer(from: signalling, trusting: connection.signallingTrust)
    try await Self.expect(.pinMismatch, from: signalling, trusting: connection.trust)
    try await Self.expect(.pinMismatch, from: mapi, trusting: connection.signallingTrust)
    #expect(connection.unpinnedChannels.isEmpty)
    connection.signallingTrust.pins = .none
    #expect(connection.unpinnedChannels == ["signalling"])
    connection.trust.pins = .none
    #expect(connection.unpinnedChannels == ["mapi", "signalling"])
  }

  @Test("that does not match fails the first step of initialize with a reason of its own")
  func step() async throws {
    let authority = try Authority()
    let (right, other) = (try authority.issue("right"), try authority.issue("other"))
    try await withOffice(tls: try other.context()) { office in
      var connection = try office.connection(scheme: "https")
      connection.trust = try authority.trust(Pins([right.certificate()]))
      let client = quietClient()
      let failure = await stepFailure { try await client.initialize(connection, session: office.wish()) }
      #expect(failure?.step == .token)
      #expect(failure?.reason.code == .pinMismatch)
      #expect(failure?.reason.cause == .config)
      #expect(office.tap.lines.isEmpty)
      // The app was given the new certificate: the same client goes on.
      connection.trust.pins = Pins([try other.certificate()])
      try await client.initialize(connection)
    }
  }
}

@Suite("Certificates")
struct CertificateTests {
  @Test("are hashed over the same public key as openssl has", arguments: [false, true])
  func keyHash(rsa: Bool) throws {
    let issued = try Authority().issue("one", rsa: rsa)
    let key = try openssl("x509", "-in", issued.path + ".pem", "-pubkey", "-noout")
    let path = issued.path + ".pub"
    try key.write(to: URL(filePath: path))
    try openssl("pkey", "-pubin", "-in", path, "-outform", "DER", "-out", path + ".der")
    let hash = try openssl("dgst", "-sha256", "-binary", path + ".der")
    #expect(try issued.certificate().keyHash == Array(hash))
  }

  @Test("tell when they are over, in both forms of time", arguments: [1, 400, 20_000])
  func notAfter(days: Int) throws {
    let issued = try Authority().issue("one", days: days)
    let line = String(decoding: try openssl("x509", "-in", issued.path + ".pem", "-noout", "-enddate"), as: UTF8.self)
    let text = try #require(line.split(separator: "=").last).trimmingCharacters(in: .whitespacesAndNewlines)
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.dateFormat = "MMM d HH:mm:ss yyyy zzz"
    let date = try #require(form.date(from: text.replacing("  ", with: " ")))
    #expect(try issued.certificate().notAfter == Int(date.timeIntervalSince1970))
  }

  @Test("come from DER files by name and from base64, and the union counts")
  func lists() throws {
    let authority = try Authority()
    let (one, two) = (try authority.issue("one"), try authority.issue("two"))
    let text = try Data(contentsOf: URL(filePath: two.path + ".der"))
      .base64EncodedString(options: .lineLength64Characters)
    let pins = try Pins.load(files: ["one"], in: authority.folder, base64: [text])
    #expect(pins.certificates == [try one.certificate(), try two.certificate()])
    #expect(pins.mode == .publicKey)
    #expect(try Certificate(path: one.path + ".pem") == (try one.certificate()))
    #expect(try Certificate(Array(try one.certificate().pem.utf8)) == (try one.certificate()))
    #expect(try Pins.load(files: [], in: authority.folder).isEmpty)
  }

  @Test("that are absent or none are told by their name")
  func unreadable() throws {
    let authority = try Authority()
    _ = try authority.issue("one")
    for (name, content) in [
      ("empty", ""), ("text", "not a certificate"), ("pem", "-----BEGIN CERTIFICATE-----\nAAAA\n"),
    ] {
      try Data(content.utf8).write(to: URL(filePath: authority.folder + "/\(name).der"))
    }
    for name in ["absent", "empty", "text", "pem", "one.der", "../one", "", "ONE"] {
      do throws(BackOfficeError) {
        _ = try Pins.load(files: [name], in: authority.folder)
        Issue.record("\(name) was taken")
      } catch {
        #expect(error.code == .pinUnreadable && error.subject == name && error.cause == .config)
      }
    }
    for text in ["", "!", "AAAA", "MIIB"] {
      #expect(throws: BackOfficeError(.pinUnreadable)) {
        try Pins.load(files: [], in: authority.folder, base64: [text])
      }
    }
  }

  @Test("that are cut short, have a byte more, or a changed head are refused and never trap")
  func damaged() throws {
    let whole = try Authority().issue("one").certificate().der
    for count in 0..<whole.count {
      #expect(throws: BackOfficeError(.pinUnreadable)) { try Certificate(Array(whole.prefix(count))) }
    }
    #expect(throws: BackOfficeError(.pinUnreadable)) { try Certificate(whole + [0]) }
    var taken = 0
    for place in 0..<whole.count {
      for change in [UInt8(0x01), 0x80, 0xFF] {
        var bytes = whole
        bytes[place] ^= change
        // One whose content is changed may be well-formed; its hash is another one then.
        if let other = try? Certificate(bytes) {
          taken += 1
          #expect(!Pins([try Certificate(whole)], mode: .certificate).certificates.contains(other))
        }
      }
    }
    #expect(taken > 0)
  }
}
