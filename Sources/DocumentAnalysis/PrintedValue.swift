internal import BonafideTravelDocument

/// What a piece of print says, when it is known what it is about. Nil for anything that has not the form.
enum PrintedValue {
  /// Letters, marks and blanks; what is printed after the name, such as `geb. Gabler`, is left out.
  static func name(_ text: String) -> String? {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      if !words.isEmpty, endings.contains(FoldedText(String(word)).words.first?.text ?? "") { break }
      words.append(word)
    }
    while let last = words.last, !last.contains(where: \.isLetter) { words.removeLast() }
    let name = words.joined(separator: " ").trimmingPrefix { !$0.isLetter }
    let letters = name.filter(\.isLetter).count
    guard letters >= 2, name.count <= 60 else { return nil }
    let marks = Set<Character>(" -'’.")
    var kept = String(name)
    while let last = kept.last, !last.isLetter, !last.isNumber { kept.removeLast() }
    guard kept.allSatisfy({ $0.isLetter || marks.contains($0) }), !endings.contains(FoldedText(kept).words[0].text)
    else { return nil }
    return kept
  }

  /// Born as: what follows is another name.
  private static let endings: Set<String> = ["GEB", "NEE", "EPOUSE", "EP", "BORN", "UNIUNE"]

  /// A number of letters and digits, blanks and dots taken out.
  static func documentNumber(_ text: String) -> String? {
    // Numbers have no marks.
    let text = String(text.flatMap { $0.isLetter && !$0.isASCII ? FoldedText.folded($0) : String($0) })
    guard text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || " -.".contains($0) }) else { return nil }
    let number = text.filter { $0.isLetter || $0.isNumber }
    guard (6...12).contains(number.count), number.allSatisfy({ $0.isNumber || $0.isUppercase }) else { return nil }
    guard number.count(where: \.isNumber) >= 4, PrintedDate.found(in: text).isEmpty else { return nil }
    return number
  }

  /// Whether a letter O stands beside a zero: one of them was most likely misread, and nothing tells which.
  static func isAmbiguous(_ number: String) -> Bool { number.contains("O0") || number.contains("0O") }

  static func identityNumber(_ text: String) -> String? {
    guard text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) || " -./".contains($0) }) else { return nil }
    let number = text.filter { $0 != " " }
    guard (6...16).contains(number.count), number.count(where: \.isNumber) >= 6,
      number.count(where: \.isLetter) <= 4
    else { return nil }
    return number
  }

  /// `M`, `F` or `X`, alone or after the letter of another language: `K/F`, `MOT/F`.
  static func sex(_ text: String, turkish: Bool) -> Sex? {
    let words = parts(ofSex: text)
    guard let last = words.last, words.count <= 2, text.count <= 12 else { return nil }
    if words.count == 2 {
      guard let own = meanings[words[0]] else { return nil }
      // The last one is ICAO's.
      guard let sex = icao[last], own.contains(sex) else { return nil }
      return sex
    }
    if turkish {
      switch last {
      case "E", "ERKEK": return .male
      case "K", "KADIN": return .female
      default: break
      }
    }
    return icao[last]
  }

  /// The words around a stroke, which is often read as a letter: `K / F` as `KIF`.
  private static func parts(ofSex text: String) -> [String] {
    let words = FoldedText(text).words.map(\.text)
    if words.count == 1, let word = words.first, word.count == 3, word.dropFirst().first.map("IL1".contains) == true {
      return [String(word.prefix(1)), String(word.suffix(1))]
    }
    if words.count == 3, ["I", "L", "1"].contains(words[1]) { return [words[0], words[2]] }
    return words.count == 2 && !text.contains("/") && !text.contains("-") && !text.contains("|") ? [] : words
  }

  private static let icao: [String: Sex] = [
    "M": .male, "MALE": .male, "F": .female, "FEMALE": .female, "X": .unspecified,
  ]

  /// What the word for a sex may mean, in the languages of Europe and Turkey.
  private static let meanings: [String: Set<Sex>] = [
    "M": [.male], "MALE": [.male], "E": [.male], "V": [.male, .female], "VYR": [.male], "N": [.female],
    "FERFI": [.male], "FFI": [.male], "KK": [.male], "KARL": [.male], "H": [.male], "MIES": [.male], "MARA": [.female],
    "F": [.female], "FEMALE": [.female], "K": [.female], "Z": [.female], "S": [.female], "MOT": [.female],
    "NO": [.female], "NAINEN": [.female], "KVK": [.female], "KVINNA": [.female], "W": [.female], "D": [.female],
    "C": [.female], "B": [.male],
    "RAGEL": [.male], "X": [.unspecified],
  ]
}
