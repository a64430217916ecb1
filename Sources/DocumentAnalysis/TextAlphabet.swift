internal import BonafideObservations

/// The characters that a recognition network tells apart: Latin letters with the marks of the languages of Europe and
/// Turkey, digits and punctuation. PP-OCR's networks know thousands more; they are cut when the models are prepared,
/// since look-alikes of Han and Cyrillic script are read in print that is hard to see.
struct TextAlphabet: Sendable {
  /// Class of the blank that separates characters (CTC). The characters' classes follow it.
  static let blank = 0
  let characters: [Character]
  let turkish: TurkishLetters
  /// For each class, those of the same letter with and without marks, large and small.
  let sameLetter: [[Int]]
  var classCount: Int { characters.count + 1 }

  /// `list`: one character a line, in the order of the classes. Throws `model_altered`.
  init(list: [UInt8]) throws {
    var lines = String(decoding: list, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    let characters = try lines.map { line -> Character in
      guard line.count == 1, let character = line.first else { throw TextAlphabet.damaged }
      return character
    }
    guard characters.count > 36, characters.last == " " else { throw TextAlphabet.damaged }
    self.characters = characters
    turkish = TurkishLetters(characters)
    let folded = characters.map { FoldedText.folded($0) }
    let classes = Dictionary(grouping: folded.indices, by: { folded[$0] }).mapValues { $0.map { $0 + 1 } }
    sameLetter =
      [[TextAlphabet.blank]] + folded.enumerated().map { $1.isEmpty ? [$0 + 1] : classes[$1] ?? [$0 + 1] }
  }

  private static var damaged: BonafideError {
    BonafideError(.modelAltered, "the list of characters is damaged")
  }
}
