internal import Foundation

/// Capital letters as Turkish print has them. The network knows many languages: it reads `İ` as `I` and `Ğ` as `G`, `ğ`
/// or a letter of another language. It nearly always gives the right one a much higher probability than it has in print
/// without the mark, though a far lower one than the plain letter's.
struct TurkishLetters: Sendable {
  /// A letter with and without its mark.
  private struct Pair {
    let plain: Character
    /// Classes of the network.
    let plainClasses: [Int]
    let marked: Character
    let signs: [Int]
    /// Of the plain letter's probability: where the sign has more, the mark is there.
    let share: Float
  }

  /// From the fronts of 40 drawn cards in several fonts, strips cut as tightly as found lines are: of 144 İ, 88 Ş and
  /// 52 Ğ the shares cut off two, none and none; of 88 I, 24 S and 36 G none was above.
  private static let marks: [(plain: Character, plains: String, marked: Character, signs: String, logShare: Double)] = [
    ("I", "Iı", "İ", "İ", -7.8), ("S", "S", "Ş", "Şş", -6.3), ("G", "G", "Ğ", "Ğğ", -10), ("C", "C", "Ç", "Çç", 0),
    ("O", "O", "Ö", "Öö", 0), ("U", "U", "Ü", "Üü", 0),
  ]
  private static let others = "ABDEFHJKLMNPRTVYZ"

  /// Those that `letter(_:)` wants to know the probabilities of.
  let classes: [Int]
  private let pairs: [Pair]

  /// `characters`: of the classes from 1 on.
  init(_ characters: [Character]) {
    var classes: [Int] = []
    func indices(_ wanted: String) -> [Int] {
      let found = wanted.compactMap { characters.firstIndex(of: $0).map { $0 + 1 } }
      classes += found
      return Array(classes.indices.suffix(found.count))
    }
    var pairs = TurkishLetters.marks.map { mark in
      Pair(
        plain: mark.plain, plainClasses: indices(mark.plains), marked: mark.marked, signs: indices(mark.signs),
        share: Float(exp(mark.logShare)))
    }
    pairs += TurkishLetters.others.map {
      Pair(plain: $0, plainClasses: indices(String($0)), marked: $0, signs: [], share: 1)
    }
    self.pairs = pairs
    self.classes = classes
  }

  /// The likeliest letter. `values`: the highest probabilities of `classes` over the character's steps.
  func letter(_ values: [Float]) -> Character? {
    func most(_ indices: [Int]) -> Float { indices.map { values[$0] }.max() ?? 0 }
    guard values.count == classes.count,
      let best = pairs.max(by: { most($0.plainClasses + $0.signs) < most($1.plainClasses + $1.signs) })
    else { return nil }
    return most(best.signs) > best.share * most(best.plainClasses) ? best.marked : best.plain
  }
}
