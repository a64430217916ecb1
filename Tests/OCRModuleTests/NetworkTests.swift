import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideScreens
import CoreModule
import Foundation
import OCRModule
import OfficeSupport
import Testing

extension OCRModuleTests {
  /// Faults between the device and the back office while what was read is sent.
  @MainActor @Suite("Network") struct NetworkTests {
    private static let saving = "POST /v1/sessions/*/document"

    @Test("a token that ends, and a server that is busy once: nothing is seen of it")
    func passing() async throws {
      try await OCRBench.run { bench in
        try await bench.back()
        bench.office.tap.fail(Self.saving, with: .unauthorized, "token_expired")
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        bench.office.tap.fail(Self.saving, with: .serviceUnavailable, "busy")
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
      }
    }

    @Test("C-024: a server that fails is idDocSave; once more, and it is done")
    func failing() async throws {
      try await OCRBench.run { bench in
        try await bench.back()
        bench.office.tap.fail(Self.saving, 3, with: .internalServerError, "internal")
        try await bench.expect("idDocFailed(idDocSave internal)") { EnQualifyOCR.idDocComplete() }
        #expect(EnQualifyCore.lastError != nil)
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        #expect(try await bench.evidence() == ["back"])
      }
    }

    @Test("an upload that is cut goes on where it was")
    func cut() async throws {
      let place = ProxyPlace()
      try await OCRBench.run(port: { try place.stand(before: $0.port) }) { bench in
        try await bench.back()
        let proxy = try #require(place.proxy)
        proxy.cutAll()
        proxy.plan(.cut(after: 20_000))
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
        #expect(proxy.cuts == 1)
        #expect(try await bench.evidence() == ["back"])
      }
    }

    @Test("no network is idDocSave, and a network that says nothing the time-out of saving")
    func gone() async throws {
      let place = ProxyPlace()
      try await OCRBench.run(
        values: ["capture.document.save.timeout": 1.5], port: { try place.stand(before: $0.port) }
      ) { bench in
        try await bench.back()
        let proxy = try #require(place.proxy)
        proxy.plan(.silence, .silence, .silence, .silence)
        proxy.cutAll()
        try await bench.expect("idDocFailed(timeout idDocSave timeout)") { EnQualifyOCR.idDocComplete() }
        proxy.plan(.pass)
        proxy.cutAll()
        try await bench.expect("idDocCompleted") { EnQualifyOCR.idDocComplete() }
      }
    }

    @Test("A-037: closing that fails can be repeated")
    func close() async throws {
      try await OCRBench.run { bench in
        bench.office.tap.fail("POST /v1/sessions/*/close", 3, with: .internalServerError, "internal")
        try await bench.expect("sessionCloseFailed") { EnQualifyOCR.sessionClose(finished: false) }
        try await bench.expect("sessionCloseCompleted") { EnQualifyOCR.sessionClose(finished: false) }
      }
    }
  }
}

/// A proxy that is there once its server is.
@MainActor private final class ProxyPlace {
  private(set) var proxy: FaultProxy?

  func stand(before port: UInt16) throws -> UInt16 {
    let new = try FaultProxy(to: port)
    proxy = new
    return new.port
  }

  isolated deinit { proxy?.end() }
}
