internal import Foundation

/// The Turkish letters that a recognition network takes for those without their marks. It nearly always gives the right
/// one a much higher probability than it has in print without the mark, though a far lower one than the plain letter's.
struct TurkishLetters: Sendable {
  /// A letter, what the network reads in its place, and the share of that one's probability from which on it is meant.
  private struct Letter {
    let marked: Character
    let readAs: [Character]
    let signs: [Character]
    let logShare: Double
  }

  /// From the fronts of 40 drawn cards in several fonts, strips cut as tightly as found lines are: of 144 İ, 88 Ş and
  /// 52 Ğ the shares cut off two, none and none, of 88 I, 24 S and 36 G none.
  private static let letters = [
    Letter(marked: "İ", readAs: ["I"], signs: ["İ"], logShare: -7.8),
    Letter(marked: "Ş", readAs: ["S"], signs: ["Ş", "ş"], logShare: -6.3),
    Letter(marked: "Ğ", readAs: ["G"], signs: ["Ğ", "ğ"], logShare: -10),
  ]

  struct Rule: Sendable {
    let marked: Character
    /// Classes of the network.
    let signs: [Int]
    let share: Float
  }

  /// By the class that the network reads.
  private let rules: [Int: Rule]

  /// `characters`: of the classes from 1 on.
  init(_ characters: [Character]) {
    func classes(_ wanted: [Character]) -> [Int] { wanted.compactMap { characters.firstIndex(of: $0).map { $0 + 1 } } }
    var rules: [Int: Rule] = [:]
    for letter in TurkishLetters.letters {
      let rule = Rule(
        marked: letter.marked, signs: classes(letter.signs), share: Float(exp(letter.logShare)))
      for index in classes(letter.readAs) { rules[index] = rule }
    }
    self.rules = rules
  }

  func rule(_ index: Int) -> Rule? { rules[index] }
}
