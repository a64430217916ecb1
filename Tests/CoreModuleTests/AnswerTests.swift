import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideCapture
import BonafideHTTPServer
import BonafideObservations
import CoreModule
import Foundation
import OfficeSupport
import Testing

extension CoreModuleTests {
  /// Servers of another version, and such as are none.
  @Suite("Answers") @MainActor struct Answers {
    private static let failed = ["tokenCreateFailed", "sessionAddFailed", "settingGetFailed"]

    /// The answer to one request with other bytes in it.
    private func alter(
      _ app: App, _ line: String, _ change: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) {
      app.office.tap.fault { request, answer in
        guard WireTap.line(request) == line else { return nil }
        let response = await answer()
        guard let bytes = try? await response.collect(), let new = try? change(bytes) else { return nil }
        return Response.json(bytes: new, status: response.status)
      }
    }

    /// The same for the `data` of JSON.
    private func alter(
      _ app: App, _ line: String, data change: @escaping @Sendable (inout [String: JSONValue]) -> Void
    ) {
      alter(app, line) { bytes in
        var answer = try JSONDecoder().decode([String: JSONValue].self, from: Data(bytes))
        guard case .object(var data)? = answer["data"] else { return bytes }
        change(&data)
        answer["data"] = .object(data)
        return Array(try JSONEncoder().encode(answer))
      }
    }

    @Test(
      "What is no answer of this interface is the failure of its step", arguments: [0, 1, 2],
      [
        "", "{}", "[]", "null", "<html>Welcome</html>", #"{"data":{}}"#, #"{"data":{"token":7,"id":7,"version":"x"}}"#,
        "{\"data\":",
      ])
    func garbage(_ place: Int, _ text: String) async throws {
      try await withApp { app in
        alter(app, App.order[place]) { _ in Array(text.utf8) }
        app.initialize(app.session(), app.base())
        _ = await app.delegate.waits(for: Self.failed[place])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .answerUnreadable)
        #expect(!app.core.isReady)
      }
    }

    @Test("A huge settings document is refused; what is needed is not guessed")
    func huge() async throws {
      try await withApp { app in
        alter(app, App.order[2]) { bytes in bytes + [UInt8](repeating: 0x20, count: 9 << 20) }
        app.initialize(app.session(), app.base())
        _ = await app.delegate.waits(for: "settingGetFailed")
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .answerTooLarge)
      }
    }

    @Test("A newer server's further fields and values are passed over; ours keep their defaults")
    func newer() async throws {
      try await withApp { app in
        alter(app, App.order[2]) { data in
          data["future"] = ["a": 1]
          guard case .list(let values)? = data["values"] else { return }
          let strange: [JSONValue] = [
            .object([
              "name": "liveness.future.min", "unit": "ratio", "minimum": 0, "maximum": 1, "defaultValue": 0.5,
              "value": 0.7, "source": "later",
            ])
          ]
          data["values"] = .list(
            values.map { value in
              guard case .object(var fields) = value, fields["name"] == "liveness.smile.above" else { return value }
              fields["value"] = .number(1e9)
              return .object(fields)
            } + strange)
        }
        await app.initialized()
        let setting = try #require(EngineSettings.declared.first { $0.name == "liveness.smile.above" })
        #expect(app.core.engineSettings[setting] == setting.defaultValue)
        await app.core.flushLog()
        #expect(try await app.logged().joined().contains("settings.ignored: 2 values"))
      }
    }

    @Test("An older server that has no values leaves the engine's own")
    func older() async throws {
      try await withApp { app in
        alter(app, App.order[2]) { data in
          data["values"] = []
          data["uploads"] = []
          data["sounds"] = []
        }
        await app.initialized()
        #expect(app.core.engineSettings == .defaults)
      }
    }

    @Test("One that has not what a flow needs is settingGetFailed", arguments: ["recording", "steps", "times"])
    func missing(_ field: String) async throws {
      try await withApp { app in
        alter(app, App.order[2]) { $0[field] = nil }
        app.initialize(app.session(), app.base())
        _ = await app.delegate.waits(for: "settingGetFailed")
        try await app.settle()
        #expect(app.delegate.calls == ["tokenCreateCompleted", "settingGetFailed", "settingsGetFailed"])
      }
    }

    @Test("A-C01: both spellings are told, each once, the documented one first")
    func A_C01_settingGetFailed() async throws {
      try await withApp { app in
        app.office.tap.fail("GET /v1/settings", with: .forbidden, "forbidden")
        app.initialize(app.session(), app.base())
        _ = await app.delegate.waits(for: "settingsGetFailed")
        try await app.settle()
        #expect(app.delegate.calls.suffix(2) == ["settingGetFailed", "settingsGetFailed"])
        #expect(app.delegate.calls.count == 3)
      }
    }

    @Test("A token that the server refuses: the app's credentials are wrong")
    func refused() async throws {
      try await withApp { app in
        let base = CoreBaseModel(baseURL: "http://\(app.office.program.id):wrong@127.0.0.1:\(app.office.port)")
        app.initialize(app.session(), base)
        _ = await app.delegate.waits(for: "tokenCreateFailed")
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code.rawValue == "client_refused")
        #expect(!"\(EnQualifyCore.lastError as Any)".contains("wrong"))
      }
    }
  }
}
