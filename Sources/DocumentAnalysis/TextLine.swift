package import BonafideObservations

/// A line of print as it was read.
package struct TextLine: Sendable, Hashable {
  /// One character and where it stands.
  package struct Character: Sendable, Hashable {
    package let text: Swift.Character
    /// Probability, 0…1.
    package let confidence: Double
    /// Its middle: 0 at the beginning of the line, 1 at its end.
    package let place: Double

    package init(text: Swift.Character, confidence: Double, place: Double) {
      self.text = text
      self.confidence = confidence
      self.place = place
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
}
