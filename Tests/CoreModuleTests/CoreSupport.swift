import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideBackOfficeClient
import BonafideCapture
import BonafideHTTPServer
import BonafideObservations
import CoreModule
import Foundation
import OfficeSupport
import Testing

/// All tests of the module share the app's one session: one after the other.
@Suite("CoreModule", .serialized) struct CoreModuleTests {}

/// The main actor's queue. Which thread that is says nothing here: a program that serves its main queue by
/// `dispatchMain()` does so on a thread of the pool.
enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  static var isCurrent: Bool {
    mark
    return DispatchQueue.getSpecific(key: key) == true
  }
}

/// Notes what it is told, and how.
@MainActor final class RecordingDelegate: EnQualifyCoreDelegate {
  private(set) var calls: [String] = []
  /// Calls that did not come on the main queue, or came from inside a call of ours.
  private(set) var misplaced: [String] = []
  private(set) var initializeError: (any CustomNSError)?
  static var depth = 0
  /// Done inside of a delegate method of this name.
  var inside: [String: @MainActor () -> Void] = [:]

  private func note(_ call: String) {
    if !MainQueue.isCurrent || RecordingDelegate.depth > 0 { misplaced.append(call) }
    calls.append(call)
    let name = String(call.prefix { $0 != "(" })
    if let action = inside.removeValue(forKey: name) { ours(action) }
  }

  /// Whether `call` came, before ten seconds have passed.
  func waits(for call: String, count: Int = 1) async -> Bool {
    for _ in 0..<2000 {
      if calls.count(where: { $0.hasPrefix(call) }) >= count { return true }
      try? await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("\(call) did not come; there were \(calls)")
    return false
  }

  func forget() { calls = [] }

  func initializeCompleted(moduleName: String) { note("initializeCompleted(\(moduleName))") }
  func initializeFailed(with key: any CustomNSError) {
    initializeError = key
    note("initializeFailed(\(key.errorCode))")
  }
  func tokenCreateCompleted() { note("tokenCreateCompleted") }
  func tokenCreateFailed() { note("tokenCreateFailed") }
  func sessionAddFailed() { note("sessionAddFailed") }
  func settingGetFailed() { note("settingGetFailed") }
  func settingsGetFailed() { note("settingsGetFailed") }
  func sessionCloseCompleted(status: String) { note("sessionCloseCompleted(\(status))") }
  func sessionCloseFailed() { note("sessionCloseFailed") }
  func integrationAddCompleted() { note("integrationAddCompleted") }
  func integrationAddFailed() { note("integrationAddFailed") }
  func signingSetCompleted() { note("signingSetCompleted") }
  func signingCompleted() { note("signingCompleted") }
  func signingSetFailed(error: String) { note("signingSetFailed(\(error))") }
}

/// A call of the app into a module: nothing may come back from inside of it.
@MainActor func ours(_ call: @MainActor () -> Void) {
  RecordingDelegate.depth += 1
  call()
  RecordingDelegate.depth -= 1
}

/// An app with a module, and the back office that it talks to.
@MainActor struct App {
  let office: Office
  let delegate = RecordingDelegate()
  var core: CoreSession { .shared }

  static let order = ["POST /v1/token", "POST /v1/sessions", "GET /v1/settings"]
  static let completed = ["tokenCreateCompleted", "initializeCompleted(EnQualifyFace)"]

  func base(port: UInt16? = nil) -> CoreBaseModel {
    CoreBaseModel(baseURL: office.address(port: port), locale: "TR", mobileUser: "mobile", countryCode: "TUR")
  }

  func session(_ reference: String = "ref-1") -> CoreSessionModel {
    CoreSessionModel(callType: "NewCustomer", reference: reference)
  }

  /// As the modules do it.
  func initialize(
    _ module: ModuleName, _ session: CoreSessionModel?, _ base: CoreBaseModel?,
    sender: RecordingDelegate? = nil
  ) {
    let sender = sender ?? delegate
    ours { core.initialize(module, sender: sender, delegate: sender, session: session, base: base) }
  }

  func initialize(_ session: CoreSessionModel?, _ base: CoreBaseModel?, sender: RecordingDelegate? = nil) {
    initialize(.face, session, base, sender: sender)
  }

  func initialized(_ module: ModuleName = .face) async {
    initialize(module, session(), base())
    _ = await delegate.waits(for: "initializeCompleted(\(module.rawValue))")
  }

  /// Requests of the session; the log goes when it likes.
  var lines: [String] { office.tap.lines.filter { !$0.hasSuffix("/logs") } }

  /// Time for calls that should not come.
  func settle() async throws { try await Task.sleep(for: .milliseconds(60)) }
}

/// Runs `body` with an app that was just started.
@MainActor func withApp(
  tls: TLSContext? = nil, workers: Bool = false,
  change: @escaping @Sendable (inout BackOfficeSettings) -> Void = { $0.declared = EngineSettings.declared },
  _ body: @MainActor (App) async throws -> Void
) async throws {
  await CoreSession.shared.reset()
  EnQualifyCore.warning = { _ in }
  try await withOffice(tls: tls, workers: workers, change: change) { office in
    let app = App(office: office)
    try await body(app)
    #expect(app.delegate.misplaced.isEmpty)
  }
  await CoreSession.shared.reset()
}
