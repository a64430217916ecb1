package import BonafideObservations

/// A line of print as it was read.
package struct TextLine: Sendable, Hashable {
  /// One character and where it stands.
  package struct Character: Sendable, Hashable {
    package let text: Swift.Character
    /// Probability that it is this letter, whatever its marks and size, 0…1.
    package let confidence: Double
    /// Its middle: 0 at the beginning of the line, 1 at its end.
    package let place: Double
    /// What it most likely is when the print is Turkish, where that is another one: the network reads `İ` as `I`.
    package let inTurkish: Swift.Character?
    /// Probability of that letter among those of Turkish print, 0…1.
    package let confidenceInTurkish: Double?

    package init(
      text: Swift.Character, confidence: Double, place: Double, inTurkish: Swift.Character? = nil,
      confidenceInTurkish: Double? = nil
    ) {
      self.text = text
      self.confidence = confidence
      self.place = place
      self.inTurkish = inTurkish
      self.confidenceInTurkish = confidenceInTurkish
    }
  }

  package let text: String
  /// Mean probability of the characters, 0…1.
  package let confidence: Double
  /// Corners in pixels of the upright picture, from the beginning of the text's upper side clockwise.
  package let quad: [Point]
  /// One for each character of `text`. Empty where the places are not known.
  package let characters: [Character]

  package init(text: String, confidence: Double, quad: [Point], characters: [Character] = []) {
    self.text = text
    self.confidence = confidence
    self.quad = quad
    self.characters = characters
  }

  /// The line as Turkish print.
  package var inTurkish: TextLine {
    guard characters.contains(where: { $0.inTurkish != nil }) else { return self }
    let turkish = characters.map {
      Character(
        text: $0.inTurkish ?? $0.text, confidence: max($0.confidence, $0.confidenceInTurkish ?? 0), place: $0.place)
    }
    return TextLine(text: String(turkish.map(\.text)), confidence: confidence, quad: quad, characters: turkish)
  }
}
