/// A line of a zone as a recogniser saw it, a list of candidates for each column.
package struct ReadLine: Sendable, Hashable {
  package var characters: [ReadCharacter]

  package init(_ characters: [ReadCharacter]) { self.characters = characters }

  /// Text without probabilities: every character is taken as read.
  package init(text: some Sequence<UInt8>) {
    characters = text.map { ReadCharacter([.init($0, logProbability: 0)]) }
  }
}

/// What one character may be.
package struct ReadCharacter: Sendable, Hashable {
  package struct Candidate: Sendable, Hashable {
    package let character: UInt8
    /// Natural logarithm; only differences between candidates matter. One that is not finite is passed over.
    package let logProbability: Double

    package init(_ character: UInt8, logProbability: Double) {
      self.character = character
      self.logProbability = logProbability
    }
  }

  /// In any order. Characters that no zone has are passed over, and so are all but the best of equal ones.
  package var candidates: [Candidate]

  package init(_ candidates: [Candidate]) { self.candidates = candidates }
}
