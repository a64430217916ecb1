import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideCapture
import BonafideFaceAnalysis
import BonafideHTTPServer
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideScreens
import BonafideSpecimen
import BonafideStore
import CoreModule
import FaceModule
import Foundation
import OfficeSupport
import Testing

enum Models {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Models").path
  static let areThere = FileManager.default.fileExists(atPath: folder + "/" + ModelManifest.fileName)
  private static let opened = Result { try ModelStore(folder: folder) }
  static var store: ModelStore { get throws { try opened.get() } }
}

/// One app with the face module, a specimen before its camera, and a back office. The modules are shared by the whole
/// process: one bench at a time.
@MainActor final class FaceBench {
  let office: Office
  let screen: SpecimenScreen
  let delegate = RecordingDelegate()
  let hand = ClientHand()
  var scheme = "http"
  /// Base64 of certificates.
  var pins: [String]?

  init(_ office: Office, _ screen: SpecimenScreen) {
    self.office = office
    self.screen = screen
  }

  func session(_ reference: String = "ref-1") -> SessionModelFace {
    SessionModelFace(callType: "NewCustomer", reference: reference)
  }

  func base(port: UInt16? = nil) -> BaseModelFace {
    BaseModelFace(
      mapiCertificateBase64List: pins, baseURL: office.address(port: port, scheme: scheme), locale: "TR",
      mobileUser: "mobile", countryCode: "TUR")
  }

  func initialize(_ reference: String = "ref-1", port: UInt16? = nil) async throws {
    delegate.app {
      EnQualifyFace.initialize(delegate, sessionModel: session(reference), baseModel: base(port: port))
    }
    try await delegate.until("initializeCompleted EnQualifyFace")
    delegate.forget()
  }

  func detect() { delegate.app { EnQualifyFace.faceDetect(in: screen) } }

  /// Each step is asked for in the call that says that the one before is done, as an app does it; then the end.
  func plan(_ steps: [Step], completes: Bool = true, compares: Bool = false) {
    for (step, next) in zip(steps, steps.dropFirst()) { delegate.on(step.done) { next.ask() } }
    if completes, let last = steps.last { delegate.on(last.done) { EnQualifyFace.faceComplete() } }
    if compares { delegate.on("faceCompleted") { EnQualifyFace.faceCompare() } }
  }

  enum Step: CaseIterable {
    case face, smile, eyeClose, right, left, up

    var done: String {
      switch self {
      case .face: "faceDetected"
      case .smile: "smileDetected"
      case .eyeClose: "eyeCloseDetected"
      case .right: "faceRightDetected"
      case .left: "faceLeftDetected"
      case .up: "faceUpDetected"
      }
    }

    @MainActor func ask() {
      switch self {
      case .face: break
      case .smile: EnQualifyFace.smileDetect()
      case .eyeClose: EnQualifyFace.eyeCloseDetect()
      case .right: EnQualifyFace.faceRightDetect()
      case .left: EnQualifyFace.faceLeftDetect()
      case .up: EnQualifyFace.faceUpDetect()
      }
    }
  }

  // MARK: What is left

  var files: [String] { get throws { try CoreSession.shared.scratch().files } }

  /// Camera off, no film, and every call on its own on the main thread.
  func expectNothingIsLeft(_ place: SourceLocation = #_sourceLocation) throws {
    #expect(!screen.isOpen, sourceLocation: place)
    #expect(try files.isEmpty, sourceLocation: place)
    #expect(delegate.faults.isEmpty, sourceLocation: place)
  }

  /// The flow ends so, with these calls.
  func expectEnd(_ calls: [String], _ place: SourceLocation = #_sourceLocation) async throws {
    let last = try #require(calls.last, sourceLocation: place)
    try await delegate.until(last, at: place)
    try expectNothingIsLeft(place)
    try await delegate.settle()
    #expect(delegate.calls == calls, sourceLocation: place)
  }

  // MARK: The server's side

  func evidence(_ reference: String = "ref-1") async throws -> [Evidence] {
    try await office.store.read { store in
      let sessions = try store.sessions(with: Lookup(.reference, reference), limit: 10).elements
      return try sessions.flatMap { try store.evidence(of: $0.id).elements }
    }
  }

  /// Lines of the session's log, as the back office keeps them.
  func logged(_ reference: String = "ref-1") async throws -> [String] {
    try await office.store.read { store in
      let sessions = try store.sessions(with: Lookup(.reference, reference), limit: 10).elements
      return try sessions.flatMap { session in
        try store.records(of: session.id, kind: "log").elements.flatMap { record in
          try record.document.decoded(as: LogRequest.self).lines.map(\.text)
        }
      }
    }
  }

  /// What the client said, by kind.
  func clientValue(_ kind: String, _ reference: String = "ref-1") async throws -> JSONValue? {
    let document = try await office.store.read { store in
      let sessions = try store.sessions(with: Lookup(.reference, reference), limit: 10).elements
      return try sessions.compactMap { session in
        try store.results(of: session.id).last { $0.kind == kind }?.clientValue
      }.last
    }
    return try document?.decoded(as: JSONValue.self)
  }

  /// The film as the server has it: written to a file, and read as any program reads it.
  func film() async throws -> (count: Int, duration: Double, size: Size)? {
    guard let stored = try await evidence().first(where: { $0.kind == "selfie_video" }) else { return nil }
    let room = EvidenceRoom(
      store: office.store, blobs: try DiskBlobStore(root: office.folder + "/blobs"), clock: office.hand.clock)
    let bytes = try await room.open(stored).all()
    let path = office.folder + "/film.mp4"
    try Data(bytes).write(to: URL(filePath: path))
    return try await Self.frames(path)
  }

  @concurrent nonisolated private static func frames(_ path: String) async throws -> (Int, Double, Size)? {
    guard case .moving(let source) = try MediaReader().open(path) else { return nil }
    var (count, last, size) = (0, 0.0, Size(width: 0, height: 0))
    while let frame = try source.next() {
      count += 1
      last = frame.time
      size = frame.image.size
    }
    return (count, last, size)
  }
}

/// Runs `body` with a bench whose module is initialised. `values` are the back office's.
@MainActor func withFace(
  _ behaviour: SpecimenBehaviour = .willing, pace: SpecimenScreen.Pace = .asAsked, values: [Setting: Double] = [:],
  records: Bool = true, retries: Int = 2, isReady: Bool = true, tls: TLSContext? = nil,
  _ body: (FaceBench) async throws -> Void
) async throws {
  await AppTurn.shared.take()
  do {
    let office = try await makeOffice(tls)
    do {
      let named = Dictionary(values.map { ($0.key.name, $0.value) }) { first, _ in first }
      try await publish(
        named,
        RecordingSettings(
          screenRecord: records, screenRecordUploadRetryCount: retries, screenRecordUploadTimeout: 20), at: office)
      // Half of what a camera gives is enough for every rule, and takes half of the time.
      var behaviour = behaviour
      behaviour.frameRate = 15
      let screen = try SpecimenScreen(seed: 3, behaviour: behaviour, pace: pace, models: try Models.store)
      let bench = FaceBench(office, screen)
      await CoreSession.shared.reset(client: quietClient(bench.hand))
      EnQualifyCore.modelFolder = Models.folder
      if isReady { try await bench.initialize() }
      try await body(bench)
      await CoreSession.shared.reset()
      #expect(bench.delegate.faults.isEmpty)
      #expect(!screen.isOpen)
    } catch {
      await CoreSession.shared.reset()
      await end(office)
      throw error
    }
    await end(office)
  } catch {
    await AppTurn.shared.giveBack()
    throw error
  }
  await AppTurn.shared.giveBack()
}

private func makeOffice(_ tls: TLSContext?) async throws -> Office {
  try await Office(tls: tls) { $0.declared = EngineSettings.declared }
}

private func publish(_ values: [String: Double], _ recording: RecordingSettings, at office: Office) async throws {
  try await office.publish {
    $0.modules = ["face"]
    $0.values = values
    $0.recording = recording
  }
}

private func end(_ office: Office) async {
  await office.server.shutDown(within: .milliseconds(100))
  await office.office.stopWorkers(within: .seconds(5))
}

/// Faces to compare with.
enum Portraits {
  static func specimen() throws -> FaceReference { try reference(SpecimenFilm.portraitName) }
  static func stranger() throws -> FaceReference { try reference(SpecimenFilm.secondPortraitName) }

  private static func reference(_ name: String) throws -> FaceReference {
    let models = try Models.store
    let picture = try MediaReader().decodeImage(models.data(name))
    let face = try #require(try FaceAnalyzer(models: models).faces(in: picture).first)
    return FaceReference(face: face, picture: picture)
  }
}
