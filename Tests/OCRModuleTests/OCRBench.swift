import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideCapture
import BonafideHTTPServer
import BonafideInference
import BonafideObservations
import BonafideScreens
import BonafideStore
import CoreModule
import Foundation
import OCRModule
import OfficeSupport
import Testing

/// An app with a delegate, a screen and a back office that is real.
@MainActor final class OCRBench {
  let office: Office
  let delegate = RecordingDelegate()
  /// What steps are shown on.
  private(set) var screen: TestScreen
  let papers: SpecimenPapers
  let reference: String
  private var seen = 0

  nonisolated static let areModelsThere = (try? ModelStore(folder: ModelFolder.find())) != nil

  private init(_ office: Office, _ papers: SpecimenPapers, _ screen: TestScreen) {
    self.office = office
    self.papers = papers
    self.screen = screen
    reference = "ref-" + UUID().uuidString
  }

  /// - `modules`, `values`: of the flow's settings.
  static func run(
    papers: SpecimenPapers = SpecimenPapers(), behaviour: SpecimenBehaviour = .willing,
    pace: SpecimenScreen.Pace = .asAsked, modules: [String] = ["document"], values: [String: Double] = [:],
    screenRecord: Bool = false, judges: Bool = false, port: (@MainActor (Office) throws -> UInt16)? = nil,
    isInitialized: Bool = true, _ body: @MainActor (OCRBench) async throws -> Void
  ) async throws {
    await CoreSession.shared.reset()
    let specimen = try SpecimenScreen(papers: papers, behaviour: behaviour, pace: pace)
    let change: @Sendable (inout BackOfficeSettings) -> Void = { settings in
      settings.declared = EngineSettings.declared
      settings.concealElements = ["crescent", "mli", "signature", "ovi"]
    }
    try await withOffice(workers: judges, change: change) { @MainActor (office: Office) in
      try await office.publish { wish in
        wish.modules = modules
        wish.values = values
        wish.recording = RecordingSettings(
          screenRecord: screenRecord, screenRecordUploadRetryCount: 2, screenRecordUploadTimeout: 20)
      }
      let bench = OCRBench(office, papers, TestScreen(specimen))
      if isInitialized { try await bench.initialize(port: port?(office)) }
      try await body(bench)
      #expect(bench.delegate.misplaced.isEmpty, "calls in the wrong place")
      await CoreSession.shared.reset()
      #expect(!bench.screen.isOpen, "the camera is on")
    }
  }

  // MARK: The app

  func base(port: UInt16? = nil) -> BaseModelOCR {
    BaseModelOCR(
      baseURL: office.address(port: port), locale: "TR", mobileUser: "mobile", countryCode: "TUR")
  }

  func session(identityNo: String? = nil, handicapped: Bool = false) -> SessionModelOCR {
    SessionModelOCR(
      callType: "NewCustomer", identityType: "TC. Kimlik Kartı", identityNo: identityNo, reference: reference,
      handicapped: handicapped)
  }

  func initialize(port: UInt16? = nil, identityNo: String? = nil, handicapped: Bool = false) async throws {
    let (base, session) = (base(port: port), session(identityNo: identityNo, handicapped: handicapped))
    try await expect("tokenCreateCompleted", "initializeCompleted(EnQualifyOCR)") {
      EnQualifyOCR.initialize(self.delegate, sessionModel: session, baseModel: base)
    }
  }

  /// Does something, and holds what the delegate hears of it against what it should.
  func expect(
    _ calls: String..., at place: SourceLocation = #_sourceLocation, by action: @MainActor () -> Void = {}
  ) async throws {
    delegate.isInside = true
    action()
    delegate.isInside = false
    let heard = await hear(calls.count)
    #expect(heard == calls, "\(screen.specimen.behaviour.cardFaults)", sourceLocation: place)
    try #require(heard.count == calls.count, sourceLocation: place)
  }

  /// The next calls, and what comes right behind them; two minutes at most.
  private func hear(_ count: Int) async -> [String] {
    let end = ContinuousClock.now + .seconds(120)
    while delegate.calls.count < seen + count, .now < end { try? await Task.sleep(for: .milliseconds(2)) }
    // What is one too many comes at once.
    for _ in 0..<20 { await Task.yield() }
    try? await Task.sleep(for: .milliseconds(20))
    defer { seen = delegate.calls.count }
    return Array(delegate.calls[min(seen, delegate.calls.count)...])
  }

  /// The calls that come within a while without a call of ours, if any.
  func silence(_ time: Duration = .milliseconds(150), at place: SourceLocation = #_sourceLocation) async {
    try? await Task.sleep(for: time)
    #expect(delegate.calls.count == seen, "\(delegate.calls.dropFirst(seen))", sourceLocation: place)
    seen = delegate.calls.count
  }

  /// From now on steps are shown on another screen, before which somebody behaves so.
  func present(_ behaviour: SpecimenBehaviour, papers: SpecimenPapers? = nil) throws {
    screen = TestScreen(try SpecimenScreen(papers: papers ?? self.papers, behaviour: behaviour))
  }

  func typeCheck(_ side: DocumentSide = .front) async throws {
    try await expect("idDocTypeCheckVerified(\(side == .front))") {
      EnQualifyOCR.idDocTypeCheckStart(in: screen, isFront: side == .front)
    }
  }

  func front() async throws {
    try await expect("idDocFrontCompleted") { EnQualifyOCR.idDocFrontStart(in: screen, withVisualAnalysis: true) }
  }

  func back() async throws {
    try await expect("idDocBackCompleted") { EnQualifyOCR.idDocBackStart(in: screen, withVisualAnalysis: true) }
  }

  /// Card or page, as far as the front's scan.
  func scanned() async throws {
    try await typeCheck()
    try await front()
  }

  var sounds: [String] { screen.specimen.sounds }
  var scratchFiles: [String] { get throws { try CoreSession.shared.scratch().files } }

  // MARK: At the server

  /// Kinds of evidence, oldest first.
  func evidence() async throws -> [String] {
    try await office.store.read { transaction in
      let sessions = try transaction.sessions(with: Lookup(.reference, self.reference), limit: 10).elements
      return try sessions.flatMap { try transaction.evidence(of: $0.id, after: nil).elements.map(\.kind) }
    }
  }

  /// What the client said of a kind, the latest.
  func saved(_ kind: String) async throws -> JSONValue? {
    try await office.store.read { transaction in
      let session = try #require(
        try transaction.sessions(with: Lookup(.reference, self.reference), limit: 10).elements.last)
      return try transaction.results(of: session.id).last { $0.kind == kind }?.clientValue?.decoded(as: JSONValue.self)
    }
  }
}
