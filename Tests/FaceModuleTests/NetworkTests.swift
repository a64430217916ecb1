import BonafideMedia
import BonafideBackOfficeClient
import BonafideCapture
import BonafideHTTPServer
import BonafideObservations
import BonafideScreens
import BonafideStore
import CoreModule
import FaceModule
import Foundation
import OfficeSupport
import Testing

/// A network that breaks while the film and the values are sent.
extension FaceModuleTests {
  @Suite @MainActor struct Network {
    static let done = ["faceDetected", "faceSaveStarted", "faceCompleted"]

    /// A flow of one step through a proxy, which does what the test says when the sending begins.
    private func sending(
      retries: Int = 3, _ fault: @escaping @MainActor (FaceBench, FaultProxy) -> Void,
      _ check: (FaceBench, FaultProxy) async throws -> Void
    ) async throws {
      try await withFace(retries: retries, isReady: false) { bench in
        let proxy = try FaultProxy(to: bench.office.port)
        defer { proxy.end() }
        try await bench.initialize(port: proxy.port)
        bench.delegate.answers["faceDetected"] = {
          fault(bench, proxy)
          bench.delegate.app { EnQualifyFace.faceComplete() }
        }
        bench.detect()
        try await check(bench, proxy)
      }
    }

    @Test func `cut in the middle of the film: it goes on where it was`() async throws {
      try await sending { _, proxy in
        proxy.plan(.cut(after: 9000), .cut(after: 9000))
        proxy.cutAll()
      } _: { bench, proxy in
        try await bench.expectEnd(Self.done)
        #expect(proxy.cuts >= 1)
        #expect((try await bench.film()?.count ?? 0) > 0)
      }
    }

    @Test func `connections that are dropped and answers that are lost: each is stored once`() async throws {
      try await sending { _, proxy in
        proxy.plan(.drop, .loseAnswers(after: 0), .drop)
        proxy.cutAll()
      } _: { bench, _ in
        try await bench.expectEnd(Self.done)
        let kinds = try await bench.evidence().map(\.kind)
        #expect(kinds.count { $0 == "selfie_video" } == 1)
        #expect(kinds.count { $0 == "step_picture" } == 1)
      }
    }

    @Test func `answers that take their time`() async throws {
      try await sending { bench, _ in
        bench.office.tap.fault { _, answer in
          try? await Task.sleep(for: .milliseconds(150))
          return await answer()
        }
      } _: { bench, _ in
        try await bench.expectEnd(Self.done)
      }
    }

    @Test func `500 for a while`() async throws {
      try await sending { bench, _ in
        bench.office.tap.fail("PATCH /v1/sessions/*/uploads/*", 2, with: .internalServerError, "internal")
      } _: { bench, _ in
        try await bench.expectEnd(Self.done)
      }
    }

    @Test func `401 in the middle: the token is renewed without a word`() async throws {
      try await sending { bench, _ in
        bench.office.tap.fail("POST /v1/sessions/*/uploads", 1, with: .unauthorized, "token_expired")
      } _: { bench, _ in
        try await bench.expectEnd(Self.done)
        #expect(bench.office.tap.count("POST /v1/token") == 2)
      }
    }

    @Test func `no way to the server any more: Face save failed, and why`() async throws {
      try await sending(retries: 1) { _, proxy in
        proxy.plan(.drop, .drop, .drop, .drop, .drop, .drop, .drop, .drop)
        proxy.cutAll()
      } _: { bench, _ in
        try await bench.expectEnd(["faceDetected", "faceSaveStarted", "faceFailed(save)"])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.cause == .network)
      }
    }

    @Test func `A-066 another certificate in the middle: Face save failed, for the pin`() async throws {
      let authority = try Authority()
      let right = try authority.issue("right")
      let wrong = try authority.issue("wrong")
      try await withFace(isReady: false, tls: try right.context()) { bench in
        CoreSession.shared.authorities = try authority.trust().authorities
        bench.scheme = "https"
        bench.pins = [try Data(contentsOf: URL(filePath: right.path + ".der")).base64EncodedString()]
        let proxy = try FaultProxy(to: bench.office.port)
        defer { proxy.end() }
        try await bench.initialize(port: proxy.port)
        let thief = try await Self.thief(wrong)
        bench.delegate.answers["faceDetected"] = {
          proxy.turn(to: thief.port)
          proxy.cutAll()
          bench.delegate.app { EnQualifyFace.faceComplete() }
        }
        bench.detect()
        try await bench.expectEnd(["faceDetected", "faceSaveStarted", "faceFailed(save)"])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .pinMismatch)
        await thief.server.shutDown(within: .milliseconds(50))
      }
    }

    /// A server with a certificate of the same authority.
    private nonisolated static func thief(_ issued: Authority.Issued) async throws -> (server: HTTPServer, port: UInt16)
    {
      var settings = ServerSettings()
      settings.tls = try issued.context()
      settings.lingerTime = .milliseconds(50)
      let server = HTTPServer(settings) { _ in
        Issue.record("something was sent to a server that is not known")
        return .text("thanks")
      }
      return (server, try server.start())
    }
  }
}
