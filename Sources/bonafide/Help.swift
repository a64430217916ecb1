import BonafideObservations

/// `help`, `help <noun>`, and what is said when nothing fits.
enum Help {
  static func run(_ words: [String], _ terminal: Terminal) throws -> ExitStatus {
    let first = words.first ?? "help"
    if ["help", "--help", "-h"].contains(first) {
      terminal.print(try text(about: words.dropFirst().first))
      return .positive
    }
    if let noun = words.first, words.dropFirst().contains("--help"), isNoun(noun) {
      terminal.print(try text(about: noun))
      return .positive
    }
    let given = words.prefix(2).filter { !$0.hasPrefix("-") }.joined(separator: " ")
    throw BonafideError(
      .usage, "there is no command '\(given)'",
      hint: isNoun(first) ? "run 'bonafide help \(first)'" : "run 'bonafide help' for the list")
  }

  private static func isNoun(_ word: String) -> Bool { Bonafide.commands.contains { $0.words.first == word } }

  private static func text(about noun: String?) throws -> String {
    guard let noun else {
      let rows = Bonafide.commands.map { "  " + padded($0.words.joined(separator: " ")) + $0.summary }
      return
        (["Bonafide verifies that the person in front of a camera is real and the one on the document.", ""]
        + ["usage: bonafide <noun> <verb> [options] INPUT…", ""] + rows
        + ["", "  Add --json for one JSON document on standard output. 'bonafide help <noun>' shows examples."])
        .joined(separator: "\n")
    }
    let commands = Bonafide.commands.filter { $0.words.first == noun }
    guard !commands.isEmpty else { throw BonafideError(.usage, "there is no command '\(noun)'") }
    return commands.map { "\($0.summary)\n\($0.usage)" }.joined(separator: "\n\n")
  }

  private static func padded(_ words: String) -> String {
    words + String(repeating: " ", count: max(2, 20 - words.count))
  }
}
