package import BonafideBackOfficeAPI
package import BonafideBackOfficeClient
internal import BonafideCapture
internal import BonafideObservations
internal import Foundation

extension CoreSession {
  package enum CameraNeed: Sendable {
    case camera
    case noCamera
  }

  /// Camera permission, then token, session and settings; each that is still valid is taken again. Nothing is tried
  /// twice. The module's delegate hears of it.
  ///
  /// While one runs, another of the same values joins it; one with other values takes its place, and whoever waits for
  /// the older hears of the newer.
  ///
  /// - Parameters:
  ///   - sender: As the app gave it; for the warning when it is no delegate.
  ///   - delegate: `sender`, when it is one. Held weakly.
  ///   - session: Nil for the earlier one; so is `base`.
  package func initialize(
    _ module: ModuleName, sender: Any?, delegate: (any EnQualifyCoreDelegate)?, session: CoreSessionModel?,
    base: CoreBaseModel?, camera: CameraNeed = .camera
  ) {
    guard let delegate else {
      CoreSession.warn(
        "\(module.rawValue).initialize: the sender \(sender == nil ? "is nil" : "does not conform to the delegate"); "
          + "nothing can be told to anybody, so nothing is done")
      return
    }
    setDelegate(delegate, of: module)
    let plan: InitializePlan
    do throws(EnQualifyInitializeError) { plan = try makePlan(base, session) } catch {
      refuse([module], error)
      return
    }
    if let lastKey, lastKey != plan.key { isPrepared = false }
    if var running = run, running.plan.key == plan.key {
      if !running.modules.contains(module) { running.modules.append(module) }
      running.needsCamera = running.needsCamera || camera == .camera
      run = running
      return
    }
    var modules = run?.modules ?? []
    if !modules.contains(module) { modules.append(module) }
    let needsCamera = camera == .camera || run?.needsCamera == true
    run?.task?.cancel()
    runCount += 1
    run = Run(number: runCount, plan: plan, modules: modules, needsCamera: needsCamera)
    let number = runCount
    run?.task = Task { await self.carryOut(number) }
  }

  /// What cannot be used is not kept for the next call either.
  private func makePlan(
    _ newBase: CoreBaseModel?, _ newSession: CoreSessionModel?
  ) throws(EnQualifyInitializeError) -> InitializePlan {
    guard let base = newBase ?? base else { throw .invalidBaseModel("baseModel") }
    guard let session = newSession ?? sessionModel else { throw .invalidSessionModel("sessionModel") }
    let plan = try InitializePlan(base, session)
    (self.base, sessionModel) = (base, session)
    return plan
  }

  private func carryOut(_ number: Int) async {
    // One that was closed meanwhile is not taken up again.
    while !closing.isEmpty, run?.number == number { try? await Task.sleep(for: .milliseconds(10)) }
    guard let plan = run?.plan, run?.number == number else { return }
    if let refusal = await deviceRefusal(number) {
      end(number) { refuse($0, refusal) }
      return
    }
    guard run?.number == number else { return }
    do throws(BackOfficeClient.InitializeFailure) {
      let prepared = try await client.initialize(plan.connection, session: plan.wish) { step in
        guard step == .token else { return }
        Task { @MainActor in self.tokenCreated(number) }
      }
      // Whoever joined meanwhile may need the camera, too.
      let refusal = await deviceRefusal(number)
      guard run?.number == number else { return }
      tokenCreated(number)
      end(number) { modules in
        if let refusal { refuse(modules, refusal) } else { complete(modules, plan, prepared) }
      }
    } catch {
      let isStillOpen = await client.currentSession != nil
      guard run?.number == number else { return }
      if error.step == .session || error.step == .settings { tokenCreated(number) }
      isPrepared = isPrepared && isStillOpen
      end(number) { fail($0, error) }
    }
  }

  private func end(_ number: Int, _ tell: ([ModuleName]) -> Void) {
    guard let ended = run, ended.number == number else { return }
    run = nil
    tell(ended.modules)
  }

  /// What the device itself is missing.
  private func deviceRefusal(_ number: Int) async -> EnQualifyInitializeError? {
    guard run?.number == number, run?.needsCamera == true else { return nil }
    if let refusal = await cameraGate.refusal() { return refusal }
    do {
      _ = try models()
      return nil
    } catch {
      return EnQualifyInitializeError(.modelNotFound, subject: "models", underlying: error as? BonafideError)
    }
  }

  // MARK: What the app hears

  /// Once in each run, to all who wait in it by then.
  private func tokenCreated(_ number: Int) {
    guard var running = run, running.number == number else { return }
    for module in running.modules where !running.toldToken.contains(module) {
      running.toldToken.insert(module)
      deliver(module) { $0.tokenCreateCompleted() }
    }
    run = running
  }

  private func refuse(_ modules: [ModuleName], _ error: EnQualifyInitializeError) {
    EnQualifyCore.lastError = error
    for module in modules { deliver(module) { $0.initializeFailed(with: error) } }
  }

  private func fail(_ modules: [ModuleName], _ failure: BackOfficeClient.InitializeFailure) {
    EnQualifyCore.lastError = failure.reason
    for module in modules {
      switch failure.step {
      case .values:
        let error = CoreSession.refusal(failure.reason)
        EnQualifyCore.lastError = error
        deliver(module) { $0.initializeFailed(with: error) }
      case .token: deliver(module) { $0.tokenCreateFailed() }
      case .session: deliver(module) { $0.sessionAddFailed() }
      case .settings:
        deliver(module) {
          $0.settingGetFailed()
          $0.settingsGetFailed()
        }
      }
    }
  }

  /// What the client found wrong with values that were looked at before.
  private static func refusal(_ reason: BackOfficeError) -> EnQualifyInitializeError {
    let field = reason.subject ?? "baseURL"
    return reason.code == .requestInvalid
      ? EnQualifyInitializeError(.invalidSessionModel, subject: field, underlying: reason)
      : EnQualifyInitializeError(.invalidBaseModel, subject: "baseURL", underlying: reason)
  }

  private func complete(_ modules: [ModuleName], _ plan: InitializePlan, _ prepared: BackOfficeClient.Prepared) {
    if session?.id != prepared.session.id { clearAll() }
    adopt(prepared)
    lastKey = plan.key
    isPrepared = true
    look = .merged(appLocale: base?.locale, prepared.settings.look)
    if plan.hasDoubtfulNumber {
      log("session.warning", detail: "identityNo does not fit identityType", level: .warning)
    }
    for warning in prepared.session.warnings { log("session.warning", detail: warning, level: .warning) }
    if plan.fetchesSounds { soundDesk.fetch(prepared.settings.sounds, with: client) }
    for module in modules {
      log("initialize.completed", detail: module.rawValue)
      deliver(module) { $0.initializeCompleted(moduleName: module.rawValue) }
    }
  }

  private func adopt(_ prepared: BackOfficeClient.Prepared) {
    (session, challenge, settings) = (prepared.session, prepared.session.challenge, prepared.settings)
    let (usable, ignored) = ServerValues.usable(prepared.settings.values)
    engineSettings = usable
    if ignored > 0 { log("settings.ignored", detail: "\(ignored) values", level: .warning) }
  }

  /// A new challenge in the old one's place, after one was spent. Throws what the back office says.
  package func drawChallenge() async throws(BackOfficeError) -> ChallengeAnswer {
    let new = try await client.drawChallenge()
    challenge = new
    return new
  }
}

/// The engine's settings as the back office sends them. One of another version may know other names and ranges: those
/// keep our defaults.
enum ServerValues {
  static func usable(_ values: [SettingValue]) -> (settings: Settings, ignored: Int) {
    let declared = Dictionary(EngineSettings.declared.map { ($0.name, $0) }) { first, _ in first }
    var known: [String: Double] = [:]
    for value in values {
      guard let setting = declared[value.name], setting.range.contains(value.value) else { continue }
      known[value.name] = value.value
    }
    let settings = (try? Settings(known, declared: EngineSettings.declared)) ?? .defaults
    return (settings, values.count - known.count)
  }
}
