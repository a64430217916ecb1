package import BonafideBackOfficeAPI
package import BonafideBackOfficeClient
package import BonafideCapture
package import BonafideInference
package import BonafideObservations
internal import Foundation

/// The session that all modules share: one token, one session, one set of settings.
@MainActor package final class CoreSession {
  package static let shared = CoreSession()

  /// What a run of `initialize` is about.
  struct Run {
    let number: Int
    let plan: InitializePlan
    var modules: [ModuleName]
    var needsCamera: Bool
    var toldToken: Set<ModuleName> = []
    var task: Task<Void, Never>?
  }

  package private(set) var client: BackOfficeClient
  /// Tests put another one here.
  package var cameraGate: any CameraGate = PlatformGate.make()
  /// Whom to trust besides pins; a company's own authority in tests.
  package var authorities = ServerTrust.Authorities.system

  package internal(set) var settings: SettingsAnswer?
  /// The engine's defaults with the values of the back office over them.
  package internal(set) var engineSettings = Settings.defaults
  package internal(set) var challenge: ChallengeAnswer?
  package internal(set) var session: SessionAnswer?
  /// The face on the document, and that of the chip, for `faceCompare`. Gone when another session begins.
  package var documentPortrait: FaceReference?
  package var chipPortrait: FaceReference?

  var base: CoreBaseModel?
  package internal(set) var sessionModel: CoreSessionModel?
  var run: Run?
  var runCount = 0
  var lastKey: InitializePlan.Key?
  var closing: [ModuleName] = []
  var isPrepared = false
  let deliveries = Deliveries()
  let journal = SessionJournal()
  let soundDesk = SoundRegistry()
  var look = EnQualifyLook.default

  private var delegates: [ModuleName: WeakDelegate] = [:]
  private var stoppers: [ModuleName: @MainActor () async -> Void] = [:]
  private var clearers: [@MainActor () -> Void] = []
  private var flows: [ModuleName: Int] = [:]
  private var flowCount = 0
  private var loadedModels: (folder: String, store: ModelStore)?
  private var keptScratch: ScratchFolder?

  private init() { client = CoreSession.makeClient() }

  private static func makeClient() -> BackOfficeClient {
    BackOfficeClient(
      warn: { line in
        Task { @MainActor in CoreSession.warn(line) }
      },
      sessionEnded: { id in
        Task { @MainActor in CoreSession.shared.ended(id) }
      })
  }

  static func warn(_ line: String) {
    if let warning = EnQualifyCore.warning { warning(line) } else { StandardError.write(line) }
  }

  // MARK: State

  /// Whether steps may be taken: after `initializeCompleted`, until a module closes the session.
  package var isReady: Bool { isPrepared && closing.isEmpty }

  package var isInVideoCall: Bool { EnQualifyCore.isInVideoCall }

  /// Upper case ISO 3166-1 alpha-3, such as `TUR`; nil where the app says nothing.
  package var countryCode: String? { base?.countryCode.map { $0.uppercased() } }

  /// The networks. Throws `model_missing` and `model_altered`.
  package func models() throws -> ModelStore {
    let folder = try EnQualifyCore.modelFolder ?? ModelFolder.find()
    if let loadedModels, loadedModels.folder == folder { return loadedModels.store }
    let store = try ModelStore(folder: folder)
    loadedModels = (folder, store)
    return store
  }

  /// For films and pictures that wait to be sent. Throws `cannot_open`.
  package func scratch() throws(BonafideError) -> ScratchFolder {
    if let keptScratch { return keptScratch }
    let folder = try ScratchFolder()
    keptScratch = folder
    return folder
  }

  // MARK: Delegates

  /// Modules whose apps still listen.
  var listening: [ModuleName] { delegates.filter { $0.value.value != nil }.keys.sorted { $0.rawValue < $1.rawValue } }

  func setDelegate(_ delegate: any EnQualifyCoreDelegate, of module: ModuleName) {
    delegates[module] = WeakDelegate(delegate)
  }

  /// Held weakly.
  package func delegate(of module: ModuleName) -> (any EnQualifyCoreDelegate)? { delegates[module]?.value }

  /// Calls the module's delegate in a later turn of the main actor, in order.
  ///
  /// - `flow`: what is said is dropped when another flow of the module has begun meanwhile.
  package func deliver(
    _ module: ModuleName, in flow: FlowToken? = nil, _ call: @escaping @MainActor (any EnQualifyCoreDelegate) -> Void
  ) {
    deliveries.add { [weak self] in
      guard let self, flow.map(self.isCurrent) ?? true, let delegate = self.delegate(of: module) else { return }
      call(delegate)
    }
  }

  // MARK: Flows

  package func beginFlow(_ module: ModuleName) -> FlowToken {
    flowCount += 1
    flows[module] = flowCount
    return FlowToken(module: module, number: flowCount)
  }

  package func isCurrent(_ flow: FlowToken) -> Bool { flows[flow.module] == flow.number }

  /// What a flow still has to say is dropped.
  package func endFlow(_ flow: FlowToken) {
    if isCurrent(flow) { flows[flow.module] = nil }
  }

  /// How a module's camera, timers and recording are stopped; one for each module, the latest.
  package func onStop(_ module: ModuleName, _ stop: @escaping @MainActor () async -> Void) { stoppers[module] = stop }

  /// Called when another session begins, before `initializeCompleted`: what was read of the earlier person goes.
  package func onNewSession(_ clear: @escaping @MainActor () -> Void) { clearers.append(clear) }

  func stopAll() async {
    flows = [:]
    for stop in stoppers.values { await stop() }
  }

  func clearAll() {
    (documentPortrait, chipPortrait) = (nil, nil)
    for clear in clearers { clear() }
  }

  // MARK: Sounds and log

  /// Plays a sound on a screen, or what the app put in its place.
  package func play(sound name: String, on screen: any CaptureScreen) {
    if let sound = soundDesk.sound(for: name) { screen.show(.sound(sound)) }
  }

  /// The file of a sound, where this device has one.
  package func soundFile(_ name: String) -> String? { soundDesk.file(name) }

  /// Notes an event for the app's developers and the back office. No personal data.
  package func log(_ event: String, detail: String? = nil, level: LogLevel = .info) {
    journal.note(event, detail, level, to: isPrepared ? client : nil)
  }

  /// Sends what waits in the log.
  package func flushLog() async {
    if isPrepared { await journal.flush(to: client) }
  }

  /// Until sounds that are being fetched are there.
  package func settleSounds() async { await soundDesk.settle() }

  /// Forgets everything, as when the app was just started; nothing is sent. For tests.
  package func reset(client: BackOfficeClient? = nil) async {
    run?.task?.cancel()
    await stopAll()
    clearAll()
    (run, base, sessionModel, lastKey, settings, challenge, session) = (nil, nil, nil, nil, nil, nil, nil)
    (closing, isPrepared, delegates) = ([], false, [:])
    (engineSettings, look, keptScratch) = (.defaults, .default, nil)
    (cameraGate, authorities) = (PlatformGate.make(), .system)
    journal.forget()
    soundDesk.forget()
    EnQualifyCore.lastError = nil
    EnQualifyCore.isInVideoCall = false
    self.client = client ?? CoreSession.makeClient()
  }
}

private struct WeakDelegate {
  weak var value: (any EnQualifyCoreDelegate)?

  init(_ value: any EnQualifyCoreDelegate) { self.value = value }
}
