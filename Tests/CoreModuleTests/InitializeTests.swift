import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideHTTPServer
import CoreModule
import Foundation
import OfficeSupport
import Synchronization
import Testing

extension CoreModuleTests {
  @Suite("initialize") @MainActor struct Initialize {
    @Test("A-012, A-030, A-032: token, session, settings, and then it is completed")
    func order() async throws {
      try await withApp { app in
        #expect(!app.core.isReady)
        await app.initialized()
        try await app.settle()
        #expect(app.delegate.calls == App.completed)
        #expect(app.lines == App.order)
        #expect(app.core.isReady && EnQualifyCore.lastError == nil)
        #expect(Set(EnQualifyCore.challengeSteps) == Set(Office.steps) && EnQualifyCore.challengeSteps.first == "face")
      }
    }

    @Test("A-C10: the session is opened before the settings are read, and the token first of all")
    func A_C10_order() async throws {
      try await withApp { app in
        await app.initialized()
        #expect(app.lines == ["POST /v1/token", "POST /v1/sessions", "GET /v1/settings"])
      }
    }

    @Test("A-016, A-017, A-019, A-021: another module takes token and session again, and hears of the token too")
    func reuse() async throws {
      try await withApp { app in
        await app.initialized(.ocr)
        #expect(app.delegate.calls == ["tokenCreateCompleted", "initializeCompleted(EnQualifyOCR)"])
        app.office.tap.forget()
        app.delegate.forget()
        let session = app.core.session
        app.initialize(.face, nil, nil)
        _ = await app.delegate.waits(for: "initializeCompleted")
        #expect(app.delegate.calls == App.completed)
        #expect(app.lines.isEmpty)
        #expect(app.core.session == session && session != nil)
      }
    }

    @Test("A-019: without values, and none from before, it is refused")
    func nothing() async throws {
      try await withApp { app in
        app.initialize(nil, app.base())
        app.initialize(app.session(), nil)
        _ = await app.delegate.waits(for: "initializeFailed", count: 2)
        #expect(app.delegate.calls == ["initializeFailed(6)", "initializeFailed(5)"])
        #expect(app.delegate.initializeError as? EnQualifyInitializeError == .invalidBaseModel("baseModel"))
        #expect(app.lines.isEmpty)
      }
    }

    @Test(
      "A-013, A-014, A-033…A-035: a step that fails ends it, with its own callback, once; the next call goes on there",
      arguments: [
        ("POST /v1/token", 0, ["tokenCreateFailed"]),
        ("POST /v1/sessions", 1, ["tokenCreateCompleted", "sessionAddFailed"]),
        ("GET /v1/settings", 2, ["tokenCreateCompleted", "settingGetFailed", "settingsGetFailed"]),
      ])
    func failures(_ line: String, _ place: Int, _ calls: [String]) async throws {
      try await withApp { app in
        app.office.tap.fail(line, with: .serviceUnavailable, "unavailable")
        app.initialize(app.session(), app.base())
        _ = await app.delegate.waits(for: calls.last ?? "")
        try await app.settle()
        #expect(app.delegate.calls == calls)
        #expect(app.lines == Array(App.order.prefix(place + 1)))
        #expect(!app.core.isReady)
        let error = EnQualifyCore.lastError as? BackOfficeError
        #expect(error?.code.rawValue == "unavailable" && error?.status == 503)
        app.office.tap.forget()
        app.delegate.forget()
        app.initialize(nil, nil)
        _ = await app.delegate.waits(for: "initializeCompleted")
        #expect(app.delegate.calls == App.completed)
        #expect(app.lines == Array(App.order.dropFirst(place)))
      }
    }

    @Test("A network that breaks off in each step gives that step's callback", arguments: [0, 1, 2])
    func cuts(_ place: Int) async throws {
      try await withApp { app in
        let proxy = try FaultProxy(to: app.office.port)
        defer { proxy.end() }
        let line = App.order[place]
        app.office.tap.fault { request, _ in
          if WireTap.line(request) == line { proxy.cutAll() }
          return nil
        }
        app.initialize(app.session(), app.base(port: proxy.port))
        let expected = ["tokenCreateFailed", "sessionAddFailed", "settingGetFailed"][place]
        _ = await app.delegate.waits(for: expected)
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.cause == .network)
        app.office.tap.fault(nil)
        // The server may still be busy with what it got before the cut; then it says so.
        for _ in 0..<50 where !app.core.isReady {
          app.initialize(nil, nil)
          try await Task.sleep(for: .milliseconds(100))
        }
        _ = await app.delegate.waits(for: "initializeCompleted")
        // The session whose answer was lost is not opened a second time.
        #expect(try await app.office.sessionCount() == 1)
      }
    }

    @Test("Nobody listens, or nothing comes back: tokenCreateFailed")
    func unreachable() async throws {
      try await withApp { app in
        let proxy = try FaultProxy(to: app.office.port, plans: [.drop, .drop, .drop])
        defer { proxy.end() }
        app.initialize(app.session(), app.base(port: proxy.port))
        _ = await app.delegate.waits(for: "tokenCreateFailed")
        #expect(app.delegate.calls == ["tokenCreateFailed"])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.cause == .network)
      }
    }

    @Test("A-071: a flow that the back office does not know")
    func unknownFlow() async throws {
      try await withApp { app in
        app.initialize(CoreSessionModel(callType: "Unknown", reference: "r"), app.base())
        _ = await app.delegate.waits(for: "sessionAddFailed")
        #expect(app.delegate.calls == ["tokenCreateCompleted", "sessionAddFailed"])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code.rawValue == "unknown_call_type")
      }
    }

    @Test("A-022: while one runs, another joins: one request each, and the latest sender hears of it")
    func joined() async throws {
      try await withApp { app in
        let gate = Gate()
        app.office.tap.fault { _, _ in
          await gate.pass()
          return nil
        }
        let later = RecordingDelegate()
        app.initialize(app.session(), app.base())
        while app.lines.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        app.initialize(app.session(), app.base(), sender: later)
        app.initialize(.ocr, nil, nil)
        gate.open()
        _ = await later.waits(for: "initializeCompleted")
        _ = await app.delegate.waits(for: "initializeCompleted")
        try await app.settle()
        #expect(app.lines == App.order)
        #expect(later.calls == App.completed)
        #expect(app.delegate.calls == ["tokenCreateCompleted", "initializeCompleted(EnQualifyOCR)"])
        #expect(later.misplaced.isEmpty)
      }
    }

    @Test("A-022, A-024: one with another reference takes the running one's place; everybody hears of the newer once")
    func replaced() async throws {
      try await withApp { app in
        let gate = Gate()
        app.office.tap.fault { request, _ in
          if WireTap.line(request) == "POST /v1/token" { await gate.pass() }
          return nil
        }
        let other = RecordingDelegate()
        app.initialize(.ocr, app.session("old"), app.base())
        while app.lines.isEmpty { try await Task.sleep(for: .milliseconds(2)) }
        app.initialize(.face, app.session("new"), app.base(), sender: other)
        gate.open()
        _ = await other.waits(for: "initializeCompleted")
        _ = await app.delegate.waits(for: "initializeCompleted")
        try await app.settle()
        #expect(app.core.session?.reference == "new")
        #expect(other.calls == App.completed)
        #expect(app.delegate.calls == ["tokenCreateCompleted", "initializeCompleted(EnQualifyOCR)"])
        #expect(try await app.office.sessionCount("old") == 0)
      }
    }

    @Test("A-024: another reference means another token and session, and what was read of the person is forgotten")
    func otherReference() async throws {
      try await withApp { app in
        var cleared = 0
        app.core.onNewSession { cleared += 1 }
        await app.initialized()
        #expect(cleared == 1)
        let first = app.core.session?.id
        app.office.tap.forget()
        app.initialize(app.session("ref-2"), nil)
        #expect(!app.core.isReady)
        _ = await app.delegate.waits(for: "initializeCompleted", count: 2)
        #expect(app.lines == ["POST /v1/token", "POST /v1/sessions"])
        #expect(app.core.session?.id != first && cleared == 2)
      }
    }

    @Test("A-024: another address means another token and session")
    func otherAddress() async throws {
      try await withApp { app in
        await app.initialized()
        let proxy = try FaultProxy(to: app.office.port)
        defer { proxy.end() }
        app.office.tap.forget()
        app.initialize(nil, app.base(port: proxy.port))
        _ = await app.delegate.waits(for: "initializeCompleted", count: 2)
        #expect(app.lines == App.order)
      }
    }

    @Test("A-011: the sender is held weakly; without one nothing is done and nothing crashes")
    func weakly() async throws {
      try await withApp { app in
        let warnings = Warnings()
        EnQualifyCore.warning = { warnings.add($0) }
        app.core.initialize(.face, sender: nil, delegate: nil, session: app.session(), base: app.base())
        app.core.initialize(.face, sender: "a text", delegate: nil, session: app.session(), base: app.base())
        try await app.settle()
        #expect(app.lines.isEmpty)
        #expect(warnings.lines.count { $0.hasPrefix("EnQualifyFace.initialize: the sender") } == 2)
        var sender: RecordingDelegate? = RecordingDelegate()
        weak let held = sender
        app.initialize(app.session(), app.base(), sender: sender)
        sender = nil
        while app.lines.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
        try await app.settle()
        #expect(held == nil)
        #expect(app.core.isReady)
      }
    }

    @Test("A-040: from inside of a delegate method, the next initialize is told later")
    func nested() async throws {
      try await withApp { app in
        app.delegate.inside["initializeCompleted"] = { app.initialize(.ocr, nil, nil) }
        await app.initialized()
        _ = await app.delegate.waits(for: "initializeCompleted(EnQualifyOCR)")
        #expect(
          app.delegate.calls == App.completed + ["tokenCreateCompleted", "initializeCompleted(EnQualifyOCR)"])
      }
    }

    @Test("A-008: a camera that is refused ends it before anything is sent", arguments: [1, 2, 3, 4])
    func camera(_ code: Int) async throws {
      try await withApp { app in
        let refusal = EnQualifyInitializeError(try #require(.init(rawValue: code)))
        app.core.cameraGate = ClosedGate(answer: refusal)
        app.initialize(app.session(), app.base())
        _ = await app.delegate.waits(for: "initializeFailed")
        try await app.settle()
        #expect(app.delegate.calls == ["initializeFailed(\(code))"])
        #expect(app.lines.isEmpty)
        // Allowed later: it goes on.
        app.core.cameraGate = ClosedGate(answer: nil)
        app.initialize(nil, nil)
        _ = await app.delegate.waits(for: "initializeCompleted")
        #expect(app.lines == App.order)
      }
    }

    @Test("A-031: without the networks it is refused")
    func models() async throws {
      try await withApp { app in
        EnQualifyCore.modelFolder = NSTemporaryDirectory() + "no-models-here"
        defer { EnQualifyCore.modelFolder = nil }
        app.initialize(app.session(), app.base())
        _ = await app.delegate.waits(for: "initializeFailed")
        #expect(app.delegate.calls == ["initializeFailed(9)"])
        #expect(app.lines.isEmpty)
      }
    }
  }
}

struct ClosedGate: CameraGate {
  let answer: EnQualifyInitializeError?

  func refusal() async -> EnQualifyInitializeError? { answer }
}

final class Warnings: Sendable {
  private let state = Mutex<[String]>([])

  var lines: [String] { state.withLock { $0 } }
  func add(_ line: String) { state.withLock { $0.append(line) } }
}
