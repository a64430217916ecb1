/// Small letters that a network read in words of capitals, where they differ by little: `DOğAN`, `ALi`.
enum CapitalWords {
  /// The same characters with such letters as capitals. `i` is `I`, and `İ` in Turkish print.
  static func restored(_ characters: [TextLine.Character]) -> [TextLine.Character] {
    var restored = characters
    for word in characters.indices.split(whereSeparator: { !characters[$0].text.isLetter }) {
      let small = word.filter { characters[$0].text.isLowercase }
      let capitals = word.count { characters[$0].text.isUppercase }
      guard !small.isEmpty, capitals >= 2, capitals >= small.count,
        small.allSatisfy({ isDoubtful(characters[$0].text) })
      else { continue }
      for index in small {
        let former = characters[index]
        guard let capital = former.text.uppercased().first else { continue }
        restored[index] = TextLine.Character(
          text: capital, confidence: former.confidence, place: former.place,
          inTurkish: former.text == "i" ? "İ" : former.inTurkish, confidenceInTurkish: former.confidenceInTurkish)
      }
    }
    return restored
  }

  /// Others, as in `McDONALD`, are meant.
  private static func isDoubtful(_ letter: Character) -> Bool { (!letter.isASCII || letter == "i") && letter != "ß" }
}
