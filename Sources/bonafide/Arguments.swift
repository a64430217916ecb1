import BonafideObservations

/// What stood on the command line after noun and verb.
struct Arguments {
  /// An option that a command takes.
  struct Option {
    enum Kind { case flag, value }
    let name: String
    let kind: Kind

    static func flag(_ name: String) -> Option { Option(name: name, kind: .flag) }
    static func value(_ name: String) -> Option { Option(name: name, kind: .value) }
  }

  /// What an option has from elsewhere than the command line.
  enum Value {
    case flag(Bool)
    case text(String)
  }

  private(set) var inputs: [String] = []
  private var flags: Set<String> = []
  private var values: [String: String] = [:]
  /// Where values are from that did not stand on the command line, in words.
  private var origins: [String: String] = [:]

  /// Sorts words into options and inputs. Options may stand anywhere; `--` ends them; `--name=value` and
  /// `--name value` mean the same. Throws `usage`.
  init(_ words: some Sequence<String>, taking options: [Option]) throws(BonafideError) {
    var iterator = words.makeIterator()
    var onlyInputs = false
    while let word = iterator.next() {
      if onlyInputs || !word.hasPrefix("--") {
        inputs.append(word)
        continue
      }
      if word == "--" {
        onlyInputs = true
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      guard let option = options.first(where: { $0.name == name }) else {
        throw BonafideError(.usage, "unknown option '--\(name)'")
      }
      let attached = parts.count > 1 ? String(parts[1]) : nil
      switch option.kind {
      case .flag:
        guard attached == nil else { throw BonafideError(.usage, "option '--\(name)' takes no value") }
        flags.insert(name)
      case .value:
        guard let value = attached ?? iterator.next() else {
          throw BonafideError(.usage, "option '--\(name)' needs a value")
        }
        guard values.updateValue(value, forKey: name) == nil else {
          throw BonafideError(.usage, "option '--\(name)' is given twice")
        }
      }
    }
  }

  /// Sets an option that is not there.
  mutating func fill(_ option: Option, with value: Value, from origin: String) {
    guard !flags.contains(option.name), values[option.name] == nil else { return }
    switch value {
    case .flag(let isSet): if isSet { flags.insert(option.name) }
    case .text(let text): values[option.name] = text
    }
    origins[option.name] = origin
  }

  func has(_ name: String) -> Bool { flags.contains(name) }
  func value(_ name: String) -> String? { values[name] }

  /// A whole number in a range, or nil when the option is not there.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(BonafideError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw BonafideError(
        .usage,
        "\(origins[name] ?? "option '--\(name)'") takes a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Exactly that many inputs. Throws `usage` naming them.
  func inputs(_ names: String...) throws(BonafideError) -> [String] {
    guard inputs.count == names.count else {
      let expected = names.isEmpty ? "no input" : names.joined(separator: " ")
      throw BonafideError(
        .usage, "expected \(expected), got \(inputs.count == 1 ? "1 input" : "\(inputs.count) inputs")")
    }
    return inputs
  }
}
