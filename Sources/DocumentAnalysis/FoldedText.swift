internal import Foundation

/// Print in capital letters without marks, as words, each knowing where it stands in the line.
struct FoldedText {
  struct Word: Equatable {
    let text: String
    /// Of the characters of the line.
    let range: Range<Int>
  }

  let characters: [Character]
  /// Runs of letters and digits. No more than `mostWords`.
  let words: [Word]

  private static let mostWords = 40

  init(_ text: String) {
    characters = Array(text)
    var words: [Word] = []
    var current = ""
    var start = 0
    for (index, character) in characters.enumerated() {
      let folded = FoldedText.folded(character)
      if folded.isEmpty {
        if !current.isEmpty { words.append(Word(text: current, range: start..<index)) }
        current = ""
      } else {
        if current.isEmpty { start = index }
        current += folded
      }
    }
    if !current.isEmpty { words.append(Word(text: current, range: start..<characters.count)) }
    self.words = Array(words.prefix(FoldedText.mostWords))
  }

  func text(_ range: Range<Int>) -> String { String(characters[range]) }

  /// Capital A–Z or a digit; two for a ligature; none for anything else.
  static func folded(_ character: Character) -> String {
    if let byte = character.asciiValue {
      switch byte {
      case 0x30...0x39, 0x41...0x5A: return String(character)
      case 0x61...0x7A: return character.uppercased()
      default: return ""
      }
    }
    if let special = specials[character] { return special }
    let plain = String(character).folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).uppercased()
    return plain.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? plain : ""
  }

  /// Letters that are not a base letter with a mark.
  private static let specials: [Character: String] = [
    "ı": "I", "İ": "I", "ł": "L", "Ł": "L", "ø": "O", "Ø": "O", "đ": "D", "Đ": "D", "ð": "D", "Ð": "D", "ß": "SS",
    "æ": "AE", "Æ": "AE", "œ": "OE", "Œ": "OE", "þ": "TH", "Þ": "TH", "ħ": "H", "Ħ": "H", "ŋ": "N", "Ŋ": "N",
    "º": "O", "ª": "A",
  ]
}
