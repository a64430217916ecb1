import BonafideObservations

/// Several inputs, one after the other: each gets its line, one that fails does not stop the others, and the worst
/// exit status counts.
struct Batch {
  let terminal: Terminal
  let inputs: [String]

  /// Runs `body` for each input. With a single input an error is thrown on.
  func run(_ body: (String) throws -> ExitStatus) throws -> ExitStatus {
    if inputs.count == 1 { return try body(inputs[0]) }
    var status = ExitStatus.positive
    for input in inputs {
      do {
        status = try status.worse(body(input))
      } catch let error as BonafideError {
        if terminal.format == .json {
          terminal.print(JSON.object([("input", .string(input)), ("error", Terminal.json(error))]).text)
        }
        terminal.note("bonafide: \(input): \(error.message) (\(error.code.rawValue)); \(error.hint)")
        status = status.worse(error.code.exitStatus)
      }
    }
    return status
  }
}
