import BonafideObservations

/// `help`, `help <noun>`, `help <noun> <verb>`, and what is said when nothing fits.
enum Help {
  private static let requests: Set<String> = ["--help", "-h"]

  /// The text that the words ask for, or nil when they do not ask for help: `help …` and `… --help` do, and no words at
  /// all. Throws `usage` for a topic that does not exist.
  static func text(askedBy words: [String]) throws(BonafideError) -> String? {
    let options = words.prefix { $0 != "--" }
    let plain = words.filter { !$0.hasPrefix("-") }
    if options.allSatisfy({ $0 == "--json" }) { return overview }
    if plain.first == "help" || plain.isEmpty && options.contains(where: requests.contains) {
      return try text(about: Array(plain.dropFirst()))
    }
    guard options.contains(where: requests.contains) else { return nil }
    // What follows the verb may be a file.
    let topic = Array(plain.prefix(2))
    return try text(about: Bonafide.commands.contains { $0.words == topic } ? topic : Array(topic.prefix(1)))
  }

  /// What is said about words that name no command.
  static func unknown(_ words: [String]) -> BonafideError {
    let given = words.filter { !$0.hasPrefix("-") }.prefix(2)
    guard let noun = given.first else {
      return BonafideError(.usage, "unknown option '\(words.first ?? "")'", hint: "run 'bonafide help' for the list")
    }
    let verbs = Bonafide.commands.compactMap { $0.words.first == noun ? $0.words.dropFirst().first : nil }
    if given.count == 1, !verbs.isEmpty {
      return BonafideError(
        .usage, "'\(noun)' needs a verb: \(verbs.joined(separator: ", "))", hint: "run 'bonafide help \(noun)'")
    }
    return BonafideError(
      .usage, "there is no command '\(given.joined(separator: " "))'",
      hint: verbs.isEmpty ? "run 'bonafide help' for the list" : "run 'bonafide help \(noun)'")
  }

  private static func text(about topic: [String]) throws(BonafideError) -> String {
    if topic.isEmpty || topic == ["help"] { return overview }
    let commands = Bonafide.commands.filter { $0.words.starts(with: topic) }
    guard !commands.isEmpty else { throw unknown(topic) }
    return commands.map { "\($0.summary)\n\($0.usage)" }.joined(separator: "\n\n")
  }

  private static var overview: String {
    let rows = Bonafide.commands.map { "  " + padded($0.words.joined(separator: " ")) + $0.summary }
    return
      (["Bonafide verifies that the person in front of a camera is real and the one on the document.", ""]
      + ["usage: bonafide <noun> <verb> [options] INPUT…", ""] + rows
      + [
        "", "  INPUT is a file, or - for standard input. --json gives one JSON document on standard output.",
        "  'bonafide help <noun>' shows examples, 'bonafide --version' the version.",
      ])
      .joined(separator: "\n")
  }

  private static func padded(_ words: String) -> String {
    words + String(repeating: " ", count: max(2, 20 - words.count))
  }
}
