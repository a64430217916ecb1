import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideHTTPServer
import BonafideStore
import CoreModule
import Foundation
import OfficeSupport
import Testing

extension CoreModuleTests {
  @Suite("sessionClose") @MainActor struct Close {
    static let close = "POST /v1/sessions/*/close"
    static let decide = "POST /v1/sessions/*/decision"

    @Test("A-036, A-080, A-082: the status is told; a flow that was broken off is cancelled", arguments: [true, false])
    func status(_ isFinished: Bool) async throws {
      try await withApp { app in
        await app.initialized()
        app.delegate.forget()
        ours { app.core.close(finished: isFinished, module: .face) }
        _ = await app.delegate.waits(for: "sessionCloseCompleted")
        #expect(app.delegate.calls == ["sessionCloseCompleted(\(isFinished ? "Closed" : "Cancelled"))"])
        #expect(!app.core.isReady && app.core.session == nil && EnQualifyCore.challengeSteps.isEmpty)
      }
    }

    @Test("A-023: after it, initialize opens another session, with the values from before")
    func again() async throws {
      try await withApp { app in
        await app.initialized()
        let first = app.core.session?.id
        ours { app.core.close(finished: true, module: .ocr) }
        while app.core.isReady { try await Task.sleep(for: .milliseconds(5)) }
        while app.core.session != nil { try await Task.sleep(for: .milliseconds(5)) }
        // For all modules, and without a word from the client.
        app.office.tap.forget()
        ours { app.core.addIntegration(CoreIntegrationModel(data: "{}"), module: .face) }
        _ = await app.delegate.waits(for: "integrationAddFailed")
        #expect(app.lines.isEmpty)
        app.initialize(nil, nil)
        _ = await app.delegate.waits(for: "initializeCompleted", count: 2)
        #expect(app.core.session?.id != first && app.core.isReady)
      }
    }

    @Test("A-081: cameras are stopped first; after a failure the session is kept and closing works again")
    func failing() async throws {
      try await withApp { app in
        await app.initialized()
        var stopped: [String] = []
        app.core.onStop(.face) { stopped.append("face, \(app.office.tap.count(Close.close))") }
        app.core.onStop(.ocr) { stopped.append("ocr, \(app.office.tap.count(Close.close))") }
        app.delegate.forget()
        app.office.tap.fail(Close.close, 1, with: .forbidden, "forbidden")
        ours { app.core.close(finished: false, module: .face) }
        _ = await app.delegate.waits(for: "sessionCloseFailed")
        #expect(stopped.sorted() == ["face, 0", "ocr, 0"])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code.rawValue == "forbidden")
        #expect(app.core.isReady && app.core.session != nil)
        ours { app.core.close(finished: false, module: .face) }
        _ = await app.delegate.waits(for: "sessionCloseCompleted")
        #expect(app.delegate.calls == ["sessionCloseFailed", "sessionCloseCompleted(Cancelled)"])
      }
    }

    @Test("Before initialize and after it was closed, it fails")
    func unopened() async throws {
      try await withApp { app in
        app.initialize(CoreSessionModel(callType: "Unknown", reference: "r"), app.base())
        _ = await app.delegate.waits(for: "sessionAddFailed")
        ours { app.core.close(finished: true, module: .face) }
        _ = await app.delegate.waits(for: "sessionCloseFailed")
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .notInitialized)
      }
    }

    @Test("Twice at once is done once, and both modules hear of it")
    func twice() async throws {
      try await withApp { app in
        await app.initialized()
        let other = RecordingDelegate()
        app.initialize(.ocr, nil, nil, sender: other)
        _ = await other.waits(for: "initializeCompleted")
        app.delegate.forget()
        ours {
          app.core.close(finished: true, module: .face)
          app.core.close(finished: true, module: .ocr)
          app.core.close(finished: true, module: .face)
        }
        _ = await app.delegate.waits(for: "sessionCloseCompleted")
        _ = await other.waits(for: "sessionCloseCompleted")
        try await app.settle()
        #expect(app.delegate.calls == ["sessionCloseCompleted(Closed)"])
        #expect(app.office.tap.count(Close.close) == 1)
      }
    }

    @Test("A flow that is done is decided about by the back office", arguments: [true, false])
    func decided(_ hasEvidence: Bool) async throws {
      try await withApp(workers: true) { app in
        await app.initialized()
        if hasEvidence {
          try await app.core.client.upload(
            .bytes([UInt8](repeating: 7, count: 400)), as: .front, mediaType: "image/jpeg")
        }
        let session = try #require(app.core.session?.id)
        ours { app.core.close(finished: true, module: .face) }
        _ = await app.delegate.waits(for: "sessionCloseCompleted")
        #expect(app.office.tap.count(Close.decide) == 1)
        guard hasEvidence else { return }
        let id = try #require(Identifier<Session>(session))
        for _ in 0..<400 {
          if try await app.office.store.read({ try $0.decision(of: id) }) != nil { return }
          try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("there is no decision")
      }
    }

    @Test("A-075: a session that may close by itself tells so when its time is over", arguments: [true, false])
    func byItself(_ canAutoClose: Bool) async throws {
      try await withApp { app in
        let model = app.session()
        model.canAutoClose = canAutoClose
        app.initialize(model, app.base())
        _ = await app.delegate.waits(for: "initializeCompleted")
        app.delegate.forget()
        // The server's clock, not ours: a token that ends meanwhile is renewed.
        app.office.hand.advance(seconds: 2 * 86_400)
        do throws(BackOfficeError) {
          _ = try await app.core.drawChallenge()
          Issue.record("the session goes on")
        } catch { #expect(error.code.rawValue == "session_expired") }
        try await app.settle()
        #expect(app.delegate.calls == (canAutoClose ? ["sessionCloseCompleted(Closed)"] : []))
        #expect(!app.core.isReady)
        app.initialize(nil, nil)
        _ = await app.delegate.waits(for: "initializeCompleted")
      }
    }

    @Test("What a flow still had to say when the session was closed is not said")
    func silence() async throws {
      try await withApp { app in
        await app.initialized()
        let flow = app.core.beginFlow(.face)
        app.delegate.forget()
        ours {
          app.core.deliver(.face, in: flow) { $0.integrationAddCompleted() }
          app.core.close(finished: false, module: .face)
        }
        _ = await app.delegate.waits(for: "sessionCloseCompleted")
        app.core.deliver(.face, in: flow) { $0.integrationAddFailed() }
        try await app.settle()
        #expect(!app.delegate.calls.contains("integrationAddFailed"))
        #expect(!app.core.isCurrent(flow))
      }
    }

    @Test("A newer flow of a module silences the older one, and no other's")
    func flows() async throws {
      try await withApp { app in
        await app.initialized()
        app.delegate.forget()
        let old = app.core.beginFlow(.face)
        let other = app.core.beginFlow(.ocr)
        app.core.deliver(.face, in: old) { $0.signingCompleted() }
        let new = app.core.beginFlow(.face)
        app.core.deliver(.face, in: new) { $0.integrationAddCompleted() }
        _ = await app.delegate.waits(for: "integrationAddCompleted")
        #expect(app.delegate.calls == ["integrationAddCompleted"])
        #expect(app.core.isCurrent(other) && app.core.isCurrent(new) && !app.core.isCurrent(old))
      }
    }

    @Test("An initialize that comes while the session is being closed opens the next one")
    func during() async throws {
      try await withApp { app in
        await app.initialized()
        let first = app.core.session?.id
        ours { app.core.close(finished: false, module: .face) }
        app.initialize(nil, nil)
        _ = await app.delegate.waits(for: "initializeCompleted", count: 2)
        #expect(app.core.session?.id != first && app.core.isReady)
        #expect(
          app.delegate.calls == App.completed + ["sessionCloseCompleted(Cancelled)"] + App.completed)
      }
    }
  }
}
