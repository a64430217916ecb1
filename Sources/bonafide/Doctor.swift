import BonafideCapture
import BonafideInference
import BonafideMediaCodecs
import BonafideObservations

/// `doctor`: what is installed, and whether it is what it should be.
enum Doctor: Command {
  static let words = ["doctor"]
  static let options: [Arguments.Option] = []
  static let summary = "tell what is installed and whether it is in order"
  static let usage = """
    bonafide doctor [--json]

    Exit status 0 when all is well, 69 when something is missing or altered, with what to do about it.
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let health = Health()
    terminal.print(terminal.format == .json ? health.json.text : health.text)
    guard let problem = health.problems.first else { return .positive }
    terminal.complain(problem)
    return .unavailable
  }
}

/// What `doctor` found.
private struct Health {
  enum State: String { case ok, missing, altered }

  private var models: [(entry: ModelManifest.Entry, state: State)] = []
  private var runtimeVersion: String?
  private var hasWorker = false
  /// All that is not in order, the gravest first.
  private(set) var problems: [BonafideError] = []

  init() {
    do {
      let store = try ModelStore(folder: ModelFolder.find())
      for entry in store.manifest.entries {
        let problem = Health.problem { try store.verify(entry) }
        models.append((entry, Health.state(problem)))
        if let problem { problems.append(problem) }
      }
      // Never opened when its file is not the one the manifest names.
      if let problem = Health.problem({ runtimeVersion = try store.runtimeVersion() }), !problems.contains(problem) {
        problems.append(problem)
      }
    } catch {
      problems.append(error as? BonafideError ?? BonafideError(.modelMissing, "the models cannot be read"))
    }
    if let problem = Health.problem({ _ = try WorkerLocator.find() }) {
      problems.append(problem)
    } else {
      hasWorker = true
    }
  }

  private static func problem(_ body: () throws -> Void) -> BonafideError? {
    do {
      try body()
      return nil
    } catch {
      return error as? BonafideError ?? BonafideError(.internal, "a check failed that should not")
    }
  }

  private static func state(_ problem: BonafideError?) -> State {
    switch problem?.code {
    case nil: .ok
    case .modelAltered: .altered
    default: .missing
    }
  }

  var json: JSON {
    .object([
      ("ok", .bool(problems.isEmpty)), ("version", .string(Version.number)), ("onnxRuntime", .optional(runtimeVersion)),
      (
        "models",
        .array(
          models.map { entry, state in
            .object([
              ("name", .string(entry.name)), ("file", .string(entry.file)), ("licence", .string(entry.licence)),
              ("sha256", .string(entry.sha256)), ("state", .string(state.rawValue)),
            ])
          })
      ),
      ("mediaWorker", .object([("found", .bool(hasWorker))])), ("settings", .int(EngineSettings.declared.count)),
      ("problems", .array(problems.map(Terminal.json))),
    ])
  }

  var text: String {
    var lines = [
      "Bonafide \(Version.number), ONNX Runtime \(runtimeVersion ?? "not usable"), "
        + "\(EngineSettings.declared.count) settings, media worker \(hasWorker ? "found" : "not found")"
    ]
    for (entry, state) in models {
      lines.append("  \(state == .ok ? "✓" : "✗") \(entry.file): \(state.rawValue)")
      lines.append("      \(entry.name), \(entry.licence), sha256 \(entry.sha256)")
    }
    if problems.isEmpty { return (lines + ["all is well"]).joined(separator: "\n") }
    return (lines + problems.map { "to do: \($0.message); \($0.hint)" }).joined(separator: "\n")
  }
}
