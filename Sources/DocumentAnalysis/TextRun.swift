/// One character over all the steps of the network at which it is the likeliest.
struct TextRun {
  private let index: Int
  /// Whether it may be another letter in Turkish print.
  private let isDoubtful: Bool
  private var step = 0
  private var best: Float = 0
  private var confidence: Float = 0
  private var turkish: [Float]

  /// `index`: class of the character.
  init(_ index: Int, _ alphabet: TextAlphabet) {
    self.index = index
    let text = alphabet.characters[index - 1]
    isDoubtful = "CGIOSU".contains(text) || text.isLetter && !text.isASCII
    turkish = isDoubtful ? Array(repeating: 0, count: alphabet.turkish.classes.count) : []
  }

  /// `values`: probability of each class at this step.
  mutating func add(_ step: Int, _ values: UnsafeBufferPointer<Float>, _ alphabet: TextAlphabet) {
    if isDoubtful {
      for (place, index) in alphabet.turkish.classes.enumerated() {
        turkish[place] = max(turkish[place], values[index])
      }
    }
    guard values[index] > best else { return }
    (self.step, best) = (step, values[index])
    confidence = alphabet.sameLetter[index].reduce(0) { $0 + values[$1] }
  }

  /// As sure as the surest of the steps. `stepWidth`: of one step, in lengths of the line.
  func character(of alphabet: TextAlphabet, stepWidth: Double) -> TextLine.Character {
    let text = alphabet.characters[index - 1]
    let reading = isDoubtful ? alphabet.turkish.letter(turkish) : nil
    let letter = reading.flatMap { $0.letter == text ? nil : $0 }
    return TextLine.Character(
      text: text, confidence: min(1, Double(confidence)), place: min(1, (Double(step) + 0.5) * stepWidth),
      inTurkish: letter?.letter, confidenceInTurkish: letter?.confidence)
  }
}
