import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideCapture
import BonafideObservations
import CoreModule
import Foundation
import OfficeSupport
import Testing

extension CoreModuleTests {
  @Suite("Integration, signing, log") @MainActor struct Extras {
    @Test("A-038, A-083, A-084: data of other systems are sent, any time while the session is open")
    func integration() async throws {
      try await withApp { app in
        await app.initialized()
        app.delegate.forget()
        ours {
          app.core.addIntegration(
            CoreIntegrationModel(phone: "+905551234567", idRegistration: true, data: #"{"consent":true}"#),
            module: .face)
        }
        _ = await app.delegate.waits(for: "integrationAddCompleted")
        ours { app.core.addIntegration(CoreIntegrationModel(data: ""), module: .face) }
        _ = await app.delegate.waits(for: "integrationAddFailed")
        #expect(app.delegate.calls == ["integrationAddCompleted", "integrationAddFailed"])
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .requestInvalid)
      }
    }

    @Test("A-083, F-042: every field of the two models is taken")
    func fields() async throws {
      try await withApp { app in
        await app.initialized()
        app.delegate.forget()
        let data = CoreIntegrationModel(
          phone: "+905551234567", email: "a@bank.example", formUrl: "https://bank.example/form", idRegistration: true,
          addressRegistration: false, data: "{}")
        ours { app.core.addIntegration(data, module: .face) }
        _ = await app.delegate.waits(for: "integrationAddCompleted")
        let document = CoreSigningModel(
          data: "AAAA", reference: "doc-1", documentReference: "contract", signature: "AAEC", key: "AAEC")
        ours { app.core.setSigning(document, module: .face) }
        _ = await app.delegate.waits(for: "signingSetCompleted")
        #expect(app.delegate.misplaced.isEmpty)
      }
    }

    @Test("A-039, A-090, A-091: a signed document, and the end of signing; after that nothing more is taken")
    func signing() async throws {
      try await withApp { app in
        await app.initialized()
        app.delegate.forget()
        let document = CoreSigningModel(data: Data("signed".utf8).base64EncodedString(), reference: "doc-1")
        ours { app.core.setSigning(document, module: .face) }
        _ = await app.delegate.waits(for: "signingSetCompleted")
        ours { app.core.finishSigning(reference: "doc-1", module: .face) }
        _ = await app.delegate.waits(for: "signingCompleted")
        ours { app.core.setSigning(document, module: .face) }
        _ = await app.delegate.waits(for: "signingSetFailed")
        var bad = document
        bad.data = "no base64!"
        ours { app.core.setSigning(bad, module: .face) }
        _ = await app.delegate.waits(for: "signingSetFailed(request_invalid)")
        #expect(app.delegate.calls.prefix(2) == ["signingSetCompleted", "signingCompleted"])
      }
    }

    @Test("A-020: before initialize was completed they fail, without a crash and without a request")
    func early() async throws {
      try await withApp { app in
        app.initialize(CoreSessionModel(callType: "Unknown", reference: "r"), app.base())
        _ = await app.delegate.waits(for: "sessionAddFailed")
        app.office.tap.forget()
        app.delegate.forget()
        ours {
          app.core.addIntegration(CoreIntegrationModel(data: "{}"), module: .face)
          app.core.setSigning(CoreSigningModel(data: "AAAA", reference: "r"), module: .face)
          app.core.finishSigning(reference: "r", module: .face)
        }
        _ = await app.delegate.waits(for: "signingSetFailed", count: 2)
        #expect(app.delegate.calls.contains("integrationAddFailed"))
        #expect(app.lines.isEmpty)
      }
    }

    @Test("B-129: events reach the session's log, in order, also those from before the session")
    func log() async throws {
      try await withApp { app in
        app.core.log("record.skipped", detail: "off")
        await app.initialized()
        app.core.log("record.started")
        app.core.log("upload.retry", detail: "timeout", level: .warning)
        await app.core.flushLog()
        let lines = try await app.logged().joined()
        let places = ["record.skipped: off", "initialize.completed", "record.started", "upload.retry: timeout"].map {
          lines.range(of: $0)?.lowerBound
        }
        #expect(!places.contains(nil))
        #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
      }
    }
  }

  @Suite("Sounds") @MainActor struct Sounds {
    @Test("A-095: the names are those of the public list")
    func names() {
      #expect(EnQualifySound.allCases.count == 30)
      #expect(Set(EnQualifySound.allCases.map(\.rawValue)).isSuperset(of: ["snd_start_face", "snd_chip_timeout"]))
      #expect(EnQualifySound.allCases.allSatisfy { $0.rawValue.hasPrefix("snd_") })
    }

    @Test("A-093, A-094: several are replaced, from the next play on; an empty one is silence")
    func replaced() async throws {
      await CoreSession.shared.reset()
      let core = CoreSession.shared
      let screen = SoundScreen()
      core.play(sound: "snd_face_fail", on: screen)
      core.replaceSound(["snd_face_fail", "snd_liveness_timeout"], with: "go_to_videocall")
      core.play(sound: "snd_face_fail", on: screen)
      core.play(sound: "snd_liveness_timeout", on: screen)
      core.play(sound: "snd_start_smile", on: screen)
      core.replaceSound(["snd_face_fail"], with: "")
      core.play(sound: "snd_face_fail", on: screen)
      core.replaceSound(["snd_face_fail"], with: "snd_face_fail")
      core.play(sound: "snd_face_fail", on: screen)
      #expect(
        screen.sounds == ["snd_face_fail", "go_to_videocall", "go_to_videocall", "snd_start_smile", "snd_face_fail"])
      await core.reset()
    }

    @Test("A-055: the back office's sounds are fetched where the base model says so; the app's own come first")
    func fetched() async throws {
      try await withApp { app in
        EnQualifyCore.soundFolder = app.office.folder + "/own"
        defer { EnQualifyCore.soundFolder = Bundle.main.bundlePath }
        try? FileManager.default.removeItem(
          atPath: app.core.soundFile("snd_start_face") ?? app.office.folder + "/nothing")
        for (switched, isThere) in [(NSNumber(value: 1), false), (nil, false), (NSNumber(value: 0), true)] {
          let base = app.base()
          base.useEmbeddedLocalSound = switched
          app.delegate.forget()
          app.initialize(app.session(), base)
          _ = await app.delegate.waits(for: "initializeCompleted")
          await app.core.settleSounds()
          #expect((app.core.soundFile("snd_start_face") != nil) == isThere)
        }
        let own = app.office.folder + "/own"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: own + "/snd_start_face.wav"))
        #expect(app.core.soundFile("snd_start_face") == own + "/snd_start_face.wav")
        #expect(app.core.soundFile("../store.sqlite") == nil && app.core.soundFile("") == nil)
      }
    }
  }

  @Suite("Look") @MainActor struct Looks {
    @Test("A-096, A-052: the app's base model comes before the back office, and that before our defaults")
    func precedence() async throws {
      try await withApp { app in
        let look: EnQualifyLook = EnQualifyCore.look
        #expect(look.locale == "en" && look.colors["primary"] != nil)
        try await app.office.publish {
          $0.look = Look(
            colors: ["primary": "#112233"], fonts: ["title": "Inter"], cornerRadii: ["button": 4],
            images: ["logo": "logo"], texts: ["smile": "Gülümseyin"], locale: "pt-BR")
        }
        app.initialize(app.session(), CoreBaseModel(baseURL: app.office.address()))
        _ = await app.delegate.waits(for: "initializeCompleted")
        #expect(EnQualifyCore.look.colors["primary"] == "#112233" && EnQualifyCore.look.colors["error"] != nil)
        #expect(EnQualifyCore.look.fonts["title"] == "Inter" && EnQualifyCore.look.cornerRadii["button"] == 4)
        #expect(EnQualifyCore.look.texts["smile"] == "Gülümseyin" && EnQualifyCore.look.locale == "pt")
        for text in ["TR", "tr", "tr-TR"] {
          app.initialize(nil, CoreBaseModel(baseURL: app.office.address(), locale: text))
          _ = await app.delegate.waits(for: "initializeCompleted")
          try await app.settle()
          #expect(EnQualifyCore.look.locale == "tr")
        }
      }
    }

    @Test("Values of the back office reach the engine")
    func values() async throws {
      try await withApp { app in
        let name = "liveness.smile.above"
        let setting = try #require(EngineSettings.declared.first { $0.name == name })
        try await app.office.publish { $0.values = [name: 0.42] }
        await app.initialized()
        #expect(app.core.engineSettings[setting] == 0.42)
      }
    }
  }
}
