import BonafideCapture
import BonafideInference
import BonafideMediaCodecs
import BonafideObservations

/// `doctor`: what is installed.
enum Doctor: Command {
  static let words = ["doctor"]
  static let options: [Arguments.Option] = []
  static let summary = "tell what is installed, and whether the models are the right ones"
  static let usage = """
    bonafide doctor [--json]

    Example: bonafide doctor
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let models = try ModelStore(folder: ModelFolder.find())
    let states = models.manifest.entries.map { entry in
      (entry: entry, problem: problem { try models.verify(entry) })
    }
    let runtime = try? models.runtimeVersion()
    let worker = problem { _ = try WorkerLocator.find() }
    let problems = states.compactMap(\.problem) + [worker].compactMap { $0 }
    if terminal.format == .json {
      terminal.print(
        JSON.object([
          ("ok", .bool(problems.isEmpty && runtime != nil)), ("runtime", .optional(runtime)),
          ("mediaWorker", .string(worker?.code.rawValue ?? "ok")), ("settings", .int(EngineSettings.declared.count)),
          (
            "models",
            .array(
              states.map {
                .object([
                  ("name", .string($0.entry.name)), ("file", .string($0.entry.file)),
                  ("licence", .string($0.entry.licence)), ("sha256", .string($0.entry.sha256)),
                  ("state", .string($0.problem?.code.rawValue ?? "ok")),
                ])
              })
          ),
        ]).text)
    } else {
      for state in states {
        terminal.print(
          "\(state.problem == nil ? "ok     " : "PROBLEM") \(state.entry.name) (\(state.entry.licence)) \(state.entry.sha256.prefix(16))…"
        )
      }
      terminal.print("\(worker == nil ? "ok     " : "PROBLEM") media worker")
      terminal.print("\(runtime == nil ? "PROBLEM" : "ok     ") ONNX Runtime \(runtime ?? "does not load")")
    }
    for problem in problems { terminal.complain(problem) }
    return problems.isEmpty && runtime != nil ? .positive : .unavailable
  }

  private static func problem(_ check: () throws -> Void) -> BonafideError? {
    do {
      try check()
      return nil
    } catch let error as BonafideError {
      return error
    } catch {
      return BonafideError(.internal, "something failed that should not")
    }
  }
}
