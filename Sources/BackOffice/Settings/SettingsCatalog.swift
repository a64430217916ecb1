internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideStore

/// What settings there are, and what they may be.
struct SettingsCatalog: Sendable {
  /// By name, in which order answers have them.
  let declared: [Setting]
  let steps: [String]
  /// Elements that a touch test knows.
  let elements: [String]

  /// Throws 422 `bad_value` for what is unknown or out of range.
  func check(_ new: SettingsRequest) throws {
    _ = try Settings(new.values, declared: declared)
    try checkSteps(new.steps)
    try checkElements(new)
    guard Set(new.uploads.map(\.kind)).count == new.uploads.count else {
      throw Problem(.unprocessableContent, "bad_value", "a kind of upload comes twice")
    }
  }

  private func checkSteps(_ chosen: [String]) throws(Problem) {
    guard Set(chosen).count == chosen.count, chosen.allSatisfy(steps.contains) else {
      throw Problem(.unprocessableContent, "bad_value", "a step is not known, or comes twice")
    }
  }

  private func checkElements(_ new: SettingsRequest) throws(Problem) {
    let chosen = elements(of: new)
    guard Set(chosen).count == chosen.count, chosen.allSatisfy(elements.contains) else {
      throw Problem(.unprocessableContent, "bad_value", "an element is not known, or comes twice")
    }
    guard !chosen.isEmpty || !new.modules.contains(SettingsCatalog.concealModule) else {
      throw Problem(.unprocessableContent, "bad_value", "a flow with the touch test has elements to cover")
    }
  }

  /// A flow whose modules have this name asks for the film of the touch test.
  private static let concealModule = "conceal"

  private func elements(of document: SettingsRequest) -> [String] { document.concealElements ?? elements }

  /// What a flow has before anybody changes it.
  var first: SettingsRequest {
    SettingsRequest(
      previous: 0, steps: steps, order: .drawn, modules: ["face", "document"], values: [:], uploads: [],
      recording: RecordingSettings(
        // Without a film nobody can be called live.
        screenRecord: true, screenRecordUploadRetryCount: 3, screenRecordUploadTimeout: 120),
      times: SessionTimes(lifetime: 86_400, uploadLifetime: 86_400),
      look: Look(colors: [:], fonts: [:], cornerRadii: [:], images: [:], texts: [:]))
  }

  func answer(_ version: SettingsVersion, sounds: [SoundFile]) throws -> SettingsAnswer {
    let document = try version.document.decoded(as: SettingsRequest.self)
    return SettingsAnswer(
      callType: version.callType, version: Int(version.version), steps: document.steps, order: document.order,
      modules: document.modules, concealElements: elements(of: document),
      values: declared.map { setting in
        SettingValue(
          name: setting.name, unit: setting.unit.rawValue, minimum: setting.range.lowerBound,
          maximum: setting.range.upperBound, defaultValue: setting.defaultValue,
          value: document.values[setting.name] ?? setting.defaultValue, source: setting.source)
      },
      uploads: EvidenceKind.uploaded.map { document.limit(of: $0) }, recording: document.recording,
      times: document.times, look: document.look, sounds: sounds, pieceBytes: API.pieceBytes)
  }

  /// The thresholds of a version. A name that this program no longer has is left out; one out of range is refused.
  func values(_ document: SettingsRequest, changed: [String: Double] = [:]) throws -> Settings {
    let known = Set(declared.map(\.name))
    return try Settings(
      document.values.filter { known.contains($0.key) }.merging(changed) { _, new in new }, declared: declared)
  }

  /// Draws what a person is asked to do, from the system's generator, which nobody can foresee. The element of an
  /// `earlier` challenge stays: nobody draws until one comes that a film is there of.
  func challenge(
    _ document: SettingsRequest, without skipped: Set<String>, nonce: String, after earlier: Challenge?
  ) -> Challenge {
    var steps = document.steps
    if document.order == .drawn, let first = steps.first { steps = [first] + steps.dropFirst().shuffled() }
    let left = steps.filter { $0 == document.steps.first || !skipped.contains($0) }
    let element = earlier.map(\.element) ?? elements(of: document).randomElement()
    return Challenge(steps: left, nonce: nonce, element: element)
  }
}

extension SettingsRequest {
  func limit(of kind: EvidenceKind) -> UploadLimit {
    if let own = uploads.first(where: { $0.kind == kind }) { return own }
    let pictures = ["image/jpeg", "image/png", "image/webp", "image/heic"]
    let films = ["video/mp4", "video/webm", "video/quicktime"]
    return switch kind {
    case .selfieVideo, .hologramVideo, .concealVideo, .selfieFilm, .hologramFilm, .concealFilm:
      UploadLimit(kind: kind, maximumBytes: 150 << 20, mediaTypes: films)
    case .screenRecord: UploadLimit(kind: kind, maximumBytes: 500 << 20, mediaTypes: films)
    case .front, .back, .portrait, .stepPicture, .personPicture:
      UploadLimit(kind: kind, maximumBytes: 20 << 20, mediaTypes: pictures)
    case .chipPortrait: UploadLimit(kind: kind, maximumBytes: 2 << 20, mediaTypes: ["image/jpeg", "image/jp2"])
    }
  }
}
