import BonafideBackOfficeClient
import CoreModule
import Foundation
import OfficeSupport
import Testing

extension CoreModuleTests {
  /// Against a real TLS server with certificates of a real authority.
  @Suite("Pins") @MainActor struct PinsOfChannels {
    private func app(
      shows shown: Authority.Issued, _ authority: Authority, _ body: @MainActor (App) async throws -> Void
    ) async throws {
      try await withApp(tls: shown.context()) { app in
        app.core.authorities = try authority.trust().authorities
        EnQualifyCore.certificateFolder = authority.folder
        defer { EnQualifyCore.certificateFolder = Bundle.main.bundlePath }
        try await body(app)
      }
    }

    private func base(_ app: App, files: [String]? = nil, base64: [String]? = nil) -> CoreBaseModel {
      CoreBaseModel(
        mapiCertificateList: files, mapiCertificateBase64List: base64,
        baseURL: app.office.address(scheme: "https", host: "localhost"))
    }

    private func text(_ issued: Authority.Issued) throws -> String {
      Data(try issued.certificate().der).base64EncodedString()
    }

    @Test("A-060…A-063, A-067, A-C14: the right certificate and a renewed one of its key pass, from files and as text")
    func right() async throws {
      let authority = try Authority()
      let first = try authority.issue("MAPI_CERT_1")
      let other = try authority.issue("MAPI_CERT_2")
      let renewed = try authority.issue("renewed", key: first)
      for (shown, files, base64) in [
        (first, ["MAPI_CERT_1"], nil), (renewed, ["MAPI_CERT_1"], nil), (first, nil, [try text(first)]),
        // The union of both lists.
        (first, ["MAPI_CERT_2"], [try text(first)]), (other, ["MAPI_CERT_2"], [try text(first)]),
        (first, ["MAPI_CERT_2", "MAPI_CERT_1"], nil),
      ] as [(Authority.Issued, [String]?, [String]?)] {
        try await app(shows: shown, authority) { app in
          app.initialize(app.session(), base(app, files: files, base64: base64))
          _ = await app.delegate.waits(for: "initializeCompleted")
        }
      }
    }

    @Test("A-066: another certificate is a pin mismatch in the step that met it, and nothing was sent")
    func wrong() async throws {
      let authority = try Authority()
      let known = try authority.issue("MAPI_CERT_1")
      try await app(shows: try authority.issue("stranger"), authority) { app in
        app.initialize(app.session(), base(app, files: ["MAPI_CERT_1"]))
        _ = await app.delegate.waits(for: "tokenCreateFailed")
        #expect(app.delegate.calls == ["tokenCreateFailed"])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .pinMismatch)
        #expect(EnQualifyCore.lastErrorCode == "pin_mismatch")
        #expect(app.lines.isEmpty)
      }
      withExtendedLifetime(known) {}
    }

    @Test("An expired certificate is refused as such, also when it is pinned")
    func expired() async throws {
      let authority = try Authority()
      try await app(shows: try authority.issue("MAPI_CERT_1", days: -1), authority) { app in
        app.initialize(app.session(), base(app, files: ["MAPI_CERT_1"]))
        _ = await app.delegate.waits(for: "tokenCreateFailed")
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .certificateExpired)
        #expect(app.lines.isEmpty)
      }
    }

    @Test("A-067: with exact certificates a renewed one is a mismatch")
    func exact() async throws {
      let authority = try Authority()
      let first = try authority.issue("MAPI_CERT_1")
      EnQualifyCore.pinsExactCertificates = true
      defer { EnQualifyCore.pinsExactCertificates = false }
      try await app(shows: try authority.issue("renewed", key: first), authority) { app in
        app.initialize(app.session(), base(app, files: ["MAPI_CERT_1"]))
        _ = await app.delegate.waits(for: "tokenCreateFailed")
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .pinMismatch)
      }
    }

    @Test("A-060: pins of the other channel do not stand in")
    func channels() async throws {
      let authority = try Authority()
      let shown = try authority.issue("MAPI_CERT_1")
      let stranger = try authority.issue("AI_CERT_1")
      try await app(shows: shown, authority) { app in
        let model = base(app, files: ["AI_CERT_1"])
        model.signallingCertificateList = ["MAPI_CERT_1"]
        app.initialize(app.session(), model)
        _ = await app.delegate.waits(for: "tokenCreateFailed")
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .pinMismatch)
      }
      withExtendedLifetime(stranger) {}
    }

    @Test("A-064: a channel without pins is named aloud")
    func unpinned() async throws {
      let authority = try Authority()
      let shown = try authority.issue("MAPI_CERT_1")
      try await app(shows: shown, authority) { app in
        let warnings = Warnings()
        EnQualifyCore.warning = { warnings.add($0) }
        app.initialize(app.session(), base(app, files: ["MAPI_CERT_1"]))
        _ = await app.delegate.waits(for: "initializeCompleted")
        try await app.settle()
        #expect(warnings.lines.contains { $0.contains("not pinned on: signalling") })
      }
    }

    @Test("A-061, A-065: a file that is absent or no certificate is named before anything is sent")
    func unreadable() async throws {
      let authority = try Authority()
      let shown = try authority.issue("MAPI_CERT_1")
      try Data("no certificate".utf8).write(to: URL(filePath: authority.folder + "/BROKEN.der"))
      try await app(shows: shown, authority) { app in
        for (model, code, name) in [
          (base(app, files: ["MAPI_CERT_1", "MISSING"]), 7, "MISSING"), (base(app, files: [""]), 7, ""),
          // With the extension, in another case, or from another folder it is another name.
          (base(app, files: ["MAPI_CERT_1.der"]), 7, "MAPI_CERT_1.der"),
          (base(app, files: ["mapi_cert_1"]), 7, "mapi_cert_1"), (base(app, files: ["../x"]), 7, "../x"),
          (base(app, files: ["BROKEN"]), 8, "BROKEN"), (base(app, base64: ["QUlDRVJU..."]), 8, "base64[0]"),
          (base(app, base64: [try text(shown), ""]), 8, "base64[1]"),
        ] {
          app.delegate.forget()
          app.initialize(app.session(), model)
          _ = await app.delegate.waits(for: "initializeFailed")
          let error = app.delegate.initializeError as? EnQualifyInitializeError
          #expect(error?.code.rawValue == code && error?.subject == name)
        }
        #expect(app.lines.isEmpty)
      }
    }
  }
}
