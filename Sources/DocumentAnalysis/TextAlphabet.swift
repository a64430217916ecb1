internal import BonafideObservations

/// Which of the recognition network's classes may be read: Latin letters with the marks of the languages of Europe and
/// Turkey, digits and punctuation. The network knows 18 708 characters; without this it reads look-alikes of Han and
/// Cyrillic script in print that is hard to see.
struct TextAlphabet: Sendable {
  static let blank = 0
  /// Classes and their characters, in the order of the classes, without the blank.
  let allowed: [(index: Int, character: Character)]
  /// Of all classes, with blank and space.
  let classCount: Int

  /// `dictionary`: one character a line, lines end with CR LF; the last class, a blank between words, is not in it.
  init(dictionary: [UInt8]) throws {
    var lines = String(decoding: dictionary, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count > 100 else { throw BonafideError(.modelAltered, "the dictionary of characters is damaged") }
    var allowed: [(Int, Character)] = []
    for (index, line) in lines.enumerated() {
      guard line.count == 1, let character = line.first, TextAlphabet.isAllowed(character) else { continue }
      allowed.append((index + 1, character))
    }
    allowed.append((lines.count + 1, " "))
    self.allowed = allowed
    classCount = lines.count + 2
  }

  private static func isAllowed(_ character: Character) -> Bool {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
    // Latin-1 letters; Latin Extended-A; the Romanian comma letters.
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x17F, 0x218...0x21B: return true
    default: return ".,:;'’\"-–/()&+*#°ºª<=%@!?_|".contains(character)
    }
  }
}
