import BonafideObservations
import Foundation

/// The command line: `bonafide <noun> <verb> [options] INPUT…`.
@main
struct Bonafide {
  static func main() {
    StandardStream.occupyClosed()
    let words = Array(CommandLine.arguments.dropFirst())
    let status = run(words)
    // Without tearing down: a network may still be loading in the background, and the runtime's destructors would pull
    // the ground from under it. Everything printed is written already.
    _exit(status.rawValue)
  }

  /// Finds the command for the words, runs it, and reports what it throws.
  static func run(_ words: [String]) -> ExitStatus {
    let format: Terminal.Format = words.prefix { $0 != "--" }.contains("--json") ? .json : .text
    let terminal = Terminal(format: format)
    do {
      if let text = try Help.text(askedBy: words) { return terminal.tell(text, as: "help") }
      guard let command = commands.first(where: { words.starts(with: $0.words) }) else {
        if words.first == "--version" { return terminal.tell(Version.number, as: "version") }
        throw Help.unknown(words)
      }
      let options = command.options + [.flag("json")]
      let given = try Arguments(words.dropFirst(command.words.count), taking: options)
      let arguments = try Configuration.completed(given, taking: options)
      return try command.run(arguments, terminal)
    } catch let error as BonafideError {
      terminal.report(error)
      return error.code.exitStatus
    } catch {
      let fault = BonafideError(.internal, "something failed that should not")
      terminal.report(fault)
      return fault.code.exitStatus
    }
  }

  static var commands: [any Command.Type] {
    [
      FaceInspect.self, FaceCompare.self, FaceLiveness.self, FaceEmbed.self, Verify.self,
      MRZParse.self, MRZRead.self, DocumentRead.self, DocumentFind.self, DocumentCodes.self, DocumentText.self,
      DocumentHologram.self, DocumentConceal.self, EvaluatePairs.self, EvaluateLiveness.self, SpecimenSelfie.self,
      SpecimenAttack.self, SpecimenCard.self, SpecimenPassport.self, SpecimenCardFilm.self, BenchFrames.self,
      BenchMRZ.self, BenchCards.self, Bench.self, Serve.self, KeysRotate.self,
      StoreBackup.self, StoreVerify.self, Doctor.self,
    ]
  }
}

/// One verb of the command line.
protocol Command {
  /// Noun and verb, e.g. `["face", "inspect"]`.
  static var words: [String] { get }
  static var options: [Arguments.Option] { get }
  /// One line of `help`.
  static var summary: String { get }
  /// The form and an example, for `help <noun>`.
  static var usage: String { get }
  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus
}
