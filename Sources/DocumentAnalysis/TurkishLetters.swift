internal import Foundation

/// Capital letters as Turkish print has them. The network knows many languages: it reads `İ` as `I` and `Ğ` as `G`, `ğ`
/// or a letter of another language, such as `Í`. It nearly always gives the right one a much higher probability than it has in print
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
    /// Capital and small letter of one sign; otherwise two signs.
    var isOneSign: Bool { plain != "I" }
  }

  /// From the fronts of 40 drawn cards in several fonts, and photographs of 24, cut as tightly as found lines are: the
  /// shares tell 239 of 240 İ, 152 of 152 Ş and 68 of 68 Ğ, and take one of 152 I, no S of 36 and no G of 60 for them.
  private static let marks: [(plain: Character, plains: String, marked: Character, signs: String, logShare: Double)] = [
    ("I", "Iı", "İ", "İÍ", -6.9), ("S", "S", "Ş", "Şş", -6.3), ("G", "G", "Ğ", "Ğğ", -10), ("C", "C", "Ç", "Çç", 0),
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

  /// The likeliest letter, and its probability among all of these. `values`: the highest probabilities of `classes` over
  /// the character's steps.
  func letter(_ values: [Float]) -> (letter: Character, confidence: Double)? {
    guard values.count == classes.count else { return nil }
    func most(_ indices: [Int]) -> Float { indices.map { values[$0] }.max() ?? 0 }
    let shares = pairs.map { most($0.plainClasses + $0.signs) }
    let sum = shares.reduce(0, +)
    guard let best = shares.indices.max(by: { shares[$0] < shares[$1] }), sum > 0 else { return nil }
    let pair = pairs[best]
    // Two signs tell better together than the surer of them.
    let sign = pair.isOneSign ? most(pair.signs) : pair.signs.reduce(1) { $0 * values[$1] }.squareRoot()
    let isMarked = !pair.signs.isEmpty && sign > pair.share * most(pair.plainClasses)
    return (isMarked ? pair.marked : pair.plain, Double(shares[best] / sum))
  }
}
