import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideStore
import CoreModule
import Foundation
import OfficeSupport
import Testing

extension CoreModuleTests {
  @Suite("Models") @MainActor struct Models {
    @Test("A-050, A-070, A-055: fields, order and defaults are the vendor's")
    func defaults() {
      let base = CoreBaseModel(
        signallingCertificateList: ["AI_CERT_1", "AI_CERT_2"], mapiCertificateList: ["MAPI_CERT_1", "MAPI_CERT_2"],
        signallingCertificateBase64List: ["QUlDRVJU...", "Q0VSVF8y..."],
        mapiCertificateBase64List: ["TU9SRSB...", "Q0VSVF8z..."], baseURL: "API_SERVER_URL", locale: "TR",
        mobileUser: "mobile", countryCode: "TUR")
      #expect(base.useEmbeddedLocalSound == nil && base.mapiCertificateList?.count == 2)
      let least = CoreBaseModel(baseURL: "https://a")
      #expect(least.signallingCertificateList == nil && least.locale == nil && least.countryCode == nil)
      let session = CoreSessionModel(
        callType: "NewCustomer", userName: "Enqura", surname: "Information", phone: "+905551234567",
        email: "enqualifyplus@enqura.com", identityType: "TC. Kimlik Kartı", identityNo: "12345678901",
        reference: "REF123456", canAutoClose: true, isContinue: true, category: "category", taxNumber: "9876543210",
        businessReference: "COMPANY", handicapped: false)
      #expect(session.canAutoClose && session.isContinue)
      let plain = CoreSessionModel(callType: "NewCustomer", reference: "r")
      #expect(!plain.canAutoClose && !plain.isContinue && plain.handicapped == false && plain.userName == nil)
    }

    @Test(
      "A-051: an address that cannot be used is refused before anything is sent",
      arguments: [
        "", "API_SERVER_URL", "http://bank.example", "ftp://id:secret@localhost", "http://127.0.0.1:1",
        "http://id@127.0.0.1:1", "http://:secret@127.0.0.1:1", "http://id:@127.0.0.1:1",
        "http://id:secret@127.0.0.1:1/a?b=c", "http://id:secret@127.0.0.1:1/#x", "https://id:secret@",
        "http://i%zzd:secret@127.0.0.1:1",
      ])
    func addresses(_ text: String) async throws {
      try await withApp { app in
        app.initialize(app.session(), CoreBaseModel(baseURL: text))
        _ = await app.delegate.waits(for: "initializeFailed")
        #expect(app.delegate.calls == ["initializeFailed(5)"])
        let error = try #require(app.delegate.initializeError as? EnQualifyInitializeError)
        #expect(error == .invalidBaseModel("baseURL"))
        // Credentials are in no text.
        #expect(!"\(error) \(error.localizedDescription) \(error.errorUserInfo)".contains("secret"))
        // What cannot be used is not kept.
        app.initialize(nil, app.base())
        _ = await app.delegate.waits(for: "initializeFailed", count: 2)
        #expect(app.delegate.initializeError as? EnQualifyInitializeError == .invalidSessionModel("sessionModel"))
      }
    }

    @Test(
      "A-070…A-072, A-079: required fields and forms are checked before anything is sent",
      arguments: [
        ("callType", CoreSessionModel(callType: "", reference: "r")),
        ("callType", CoreSessionModel(callType: "   ", reference: "r")),
        ("callType", CoreSessionModel(callType: "New Customer", reference: "r")),
        ("reference", CoreSessionModel(callType: "NewCustomer", reference: "")),
        ("reference", CoreSessionModel(callType: "NewCustomer", reference: " \t")),
        ("reference", CoreSessionModel(callType: "NewCustomer", reference: String(repeating: "r", count: 201))),
        ("phone", CoreSessionModel(callType: "NewCustomer", phone: "+90\n555", reference: "r")),
        ("userName", CoreSessionModel(callType: "N", userName: String(repeating: "x", count: 999), reference: "r")),
      ].map(ModelCase.init))
    func sessions(_ one: ModelCase) async throws {
      try await withApp { app in
        app.initialize(one.model, app.base())
        _ = await app.delegate.waits(for: "initializeFailed")
        #expect(app.delegate.calls == ["initializeFailed(6)"])
        #expect(app.delegate.initializeError as? EnQualifyInitializeError == .invalidSessionModel(one.field))
        #expect(app.lines.isEmpty)
      }
    }

    /// The session as the back office has it.
    private func stored(_ app: App) async throws -> SessionRequest {
      struct Details: Decodable { let request: SessionRequest }
      let text = try #require(app.core.session?.id)
      let id = try #require(Identifier<Session>(text))
      return try await app.office.store.read { try $0.session(id).details.decoded(as: Details.self).request }
    }

    @Test(
      "A-C16, A-073: long names of documents are sent as I and P; what is not known passes",
      arguments: [
        ("TC. Kimlik Kartı", "I"), ("T.C. KİMLİK KARTI", "I"), ("National ID Card", "I"), ("I", "I"),
        ("Pasaport", "P"), ("passport", "P"), ("P", "P"), ("Driver licence", "Driver licence"),
      ])
    func A_C16_identityType(_ text: String, _ sent: String) async throws {
      try await withApp { app in
        let model = CoreSessionModel(callType: "NewCustomer", identityType: text, reference: "r")
        app.initialize(model, app.base())
        _ = await app.delegate.waits(for: "initializeCompleted")
        let stored = try await stored(app)
        #expect(stored.identityType == sent)
      }
    }

    @Test("A-074…A-078: all fields arrive, and empty texts are as good as none")
    func fields() async throws {
      try await withApp { app in
        let model = CoreSessionModel(
          callType: "NewCustomer", userName: "Ayşe", surname: "Örnek", phone: "+905551234567", email: "a@b.example",
          identityType: "I", identityNo: "12345678950", reference: "r", canAutoClose: true, isContinue: false,
          category: "c", taxNumber: "9876543210", businessReference: "", handicapped: true)
        app.initialize(model, app.base())
        _ = await app.delegate.waits(for: "initializeCompleted")
        let stored = try await stored(app)
        #expect(stored.userName == "Ayşe" && stored.surname == "Örnek" && stored.phone == "+905551234567")
        #expect(stored.email == "a@b.example" && stored.identityNo == "12345678950" && stored.canAutoClose == true)
        #expect(stored.category == "c" && stored.taxNumber == "9876543210" && stored.businessReference == nil)
        #expect(stored.handicapped == true)
        #expect(app.core.session?.handicapped == true && app.core.session?.canAutoClose == true)
        #expect(stored.device?.app == "mobile" && stored.device?.language == "tr")
        #expect(app.core.countryCode == "TUR")
      }
    }

    @Test(
      "A-079: a number that does not fit a Turkish card is a warning; the session is opened",
      arguments: [
        ("12345678901", true), ("12345678950", false), ("123", true),
      ])
    func doubtful(_ number: String, _ isDoubtful: Bool) async throws {
      try await withApp { app in
        app.initialize(
          CoreSessionModel(callType: "NewCustomer", identityType: "I", identityNo: number, reference: "r"), app.base())
        _ = await app.delegate.waits(for: "initializeCompleted")
        await app.core.flushLog()
        let lines = try await app.logged()
        #expect(lines.contains { $0.contains("identityNo does not fit") } == isDoubtful)
        #expect(!lines.contains { $0.contains(number) })
      }
    }

    @Test("A-076: with isContinue the open session of the reference is gone on with, by another start of the app")
    func continued() async throws {
      try await withApp { app in
        await app.initialized()
        let first = try #require(app.core.session?.id)
        await app.core.reset()
        let model = app.session()
        model.isContinue = true
        app.initialize(model, app.base())
        _ = await app.delegate.waits(for: "initializeCompleted", count: 2)
        #expect(app.core.session?.id == first && app.core.session?.isContinued == true)
        await app.core.reset()
        app.initialize(app.session(), app.base())
        _ = await app.delegate.waits(for: "initializeCompleted", count: 3)
        #expect(app.core.session?.id != first)
      }
    }

    @Test("A consent goes with the session; the element to be covered comes with it")
    func consent() async throws {
      try await withApp { app in
        EnQualifyCore.consent = EnQualifyConsent(text: "kvkk-3", givenAt: Date(timeIntervalSince1970: 1_790_000_000))
        defer { EnQualifyCore.consent = nil }
        #expect(EnQualifyCore.concealElement == nil)
        await app.initialized()
        let consent = try #require(try await stored(app).consent)
        #expect(consent.text == "kvkk-3" && consent.givenAt == 1_790_000_000_000)
        #expect(EnQualifyCore.concealElement == app.core.challenge?.element)
      }
    }

    @Test("A-078: steps that a person cannot do are left out")
    func skipped() async throws {
      try await withApp { app in
        EnQualifyCore.skippedSteps = ["smile"]
        defer { EnQualifyCore.skippedSteps = [] }
        let model = app.session()
        model.handicapped = true
        app.initialize(model, app.base())
        _ = await app.delegate.waits(for: "initializeCompleted")
        #expect(!EnQualifyCore.challengeSteps.contains("smile") && EnQualifyCore.challengeSteps.contains("look-up"))
      }
    }

    @Test("A-068: messages are signed where that is switched on")
    func signed() async throws {
      try await withApp { app in
        EnQualifyCore.signsMessages = true
        defer { EnQualifyCore.signsMessages = false }
        await app.initialized()
        let stored = try await stored(app)
        #expect(stored.signingKey != nil)
        ours { app.core.close(finished: false, module: .face) }
        _ = await app.delegate.waits(for: "sessionCloseCompleted")
      }
    }

    @Test("A-053: tokens may come from the app's own server; what it throws is a failed token")
    func provider() async throws {
      try await withApp { app in
        defer { EnQualifyCore.tokenProvider = nil }
        struct Refused: Error {}
        EnQualifyCore.tokenProvider = { throw Refused() }
        let base = CoreBaseModel(baseURL: "http://127.0.0.1:\(app.office.port)")
        app.initialize(app.session(), base)
        _ = await app.delegate.waits(for: "tokenCreateFailed")
        #expect((EnQualifyCore.lastError as? BackOfficeError)?.code == .tokenProviderFailed)
        let (id, secret) = app.office.program
        let token = try await app.office.token(id: id, secret: secret)
        EnQualifyCore.tokenProvider = { EnQualifyToken(token, lifetime: .seconds(600)) }
        app.initialize(nil, nil)
        _ = await app.delegate.waits(for: "initializeCompleted")
        #expect(app.lines == ["POST /v1/sessions", "GET /v1/settings"])
      }
    }

    @Test("A-101: each reason has its stable code, in one domain, with what it is about")
    func errors() {
      #expect(EnQualifyInitializeError.Code.allCases.map(\.rawValue) == Array(1...10))
      let error: any CustomNSError = EnQualifyInitializeError.certificateNotFound("MAPI_CERT_1")
      #expect(type(of: error).errorDomain == "EnQualify.Core")
      #expect(error.errorCode == 7)
      #expect(error.errorUserInfo[EnQualifyInitializeError.subjectKey] as? String == "MAPI_CERT_1")
      #expect((error.errorUserInfo[NSLocalizedDescriptionKey] as? String)?.contains("MAPI_CERT_1") == true)
      let bridged = error as NSError
      #expect(bridged.domain == "EnQualify.Core" && bridged.code == 7)
      #expect(EnQualifyInitializeError.cameraPermissionDenied != .cameraPermissionRestricted)
    }
  }
}

struct ModelCase: @unchecked Sendable, CustomTestStringConvertible {
  let field: String
  let model: CoreSessionModel
  var testDescription: String { field }

  init(_ pair: (String, CoreSessionModel)) { (field, model) = pair }
}

extension App {
  /// The lines of the session's log as the back office has them.
  func logged() async throws -> [String] {
    let text = try #require(core.session?.id)
    let id = try #require(Identifier<Session>(text))
    return try await office.store.read { transaction in
      try transaction.records(of: id, kind: "log", limit: 100).elements.map(\.document.text)
    }
  }
}
