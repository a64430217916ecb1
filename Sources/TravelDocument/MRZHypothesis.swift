package import BonafideObservations

/// A line that was read without knowing of which format it is: as many characters as each line length asks for.
package struct UnplacedLine: Sendable {
  /// A line read as one of a given length.
  package struct Fit: Sendable {
    /// Log-likelihood of the whole line, natural logarithm.
    package let score: Double
    /// One entry a character, each 37 log-probabilities in the order of `MRZAlphabet.characters`.
    package let characters: [[Float]]

    package init(score: Double, characters: [[Float]]) {
      self.score = score
      self.characters = characters
    }
  }

  /// By line length: 30, 36, 44.
  package let fits: [Int: Fit]

  package init(fits: [Int: Fit]) { self.fits = fits }
}

/// A character of a zone that may be another one.
package struct MRZDoubtfulCharacter: Sendable, Hashable, Codable {
  /// From 1.
  package let line: Int
  package let column: Int
  /// What else it may be, the likeliest.
  package let alternative: String
}

/// The format that lines on a picture have most likely, and which of the lines are the zone.
package struct MRZHypothesis: Sendable {
  package let format: MRZFormat
  package let firstLine: Int
  package let lines: [ReadLine]
  /// Log-likelihood with a bonus for every check digit that holds; only for comparing hypotheses.
  package let value: Double
  /// Mean log-probability of the characters as read, 0 or less.
  package let certainty: Double

  /// The best hypothesis, nil when the lines are fewer than any format has.
  package static func best(for lines: [UnplacedLine], _ settings: Settings = .defaults) -> MRZHypothesis? {
    var best: MRZHypothesis?
    for format in MRZFormat.allCases where format.lineCount <= lines.count {
      let fits = lines.compactMap { $0.fits[format.lineLength] }
      guard fits.count == lines.count, fits.allSatisfy({ $0.characters.count == format.lineLength }) else { continue }
      for first in 0...(lines.count - format.lineCount) {
        guard let found = MRZHypothesis(format, first, fits, settings) else { continue }
        if found.value > best?.value ?? -.infinity { best = found }
      }
    }
    return best
  }

  private init?(_ format: MRZFormat, _ first: Int, _ fits: [UnplacedLine.Fit], _ settings: Settings) {
    let part = fits[first..<first + format.lineCount]
    let types = MRZColumns.of(format).types
    let characters = part.flatMap(\.characters)
    guard characters.count == types.count,
      characters.allSatisfy({ $0.count == MRZAlphabet.characters.count })
    else { return nil }
    var bytes: [UInt8] = []
    var sum = 0.0
    var held = 0.0
    var lines: [ReadCharacter] = []
    for (logs, type) in zip(characters, types) {
      sum += Double(logs.max() ?? -.infinity)
      var best = (byte: MRZAlphabet.filler, log: MRZHypothesis.impossible)
      var plain = MRZHypothesis.impossible
      var candidates: [ReadCharacter.Candidate] = []
      for (byte, log) in zip(MRZAlphabet.characters, logs) {
        let leaned = Double(log) - MRZHypothesis.leaning(of: byte, type, settings)
        candidates.append(.init(byte, logProbability: leaned))
        guard type.contains(byte) else { continue }
        plain = max(plain, Double(log))
        if leaned > best.log { best = (byte, leaned) }
      }
      held += plain
      bytes.append(best.byte)
      lines.append(ReadCharacter(candidates))
    }
    guard let zone = try? MRZZone(format: format, bytes: bytes) else { return nil }
    let checks = MRZChecks(zone)
    let holding = [checks.documentNumber, checks.dateOfBirth, checks.expiryDate, checks.optional, checks.composite]
      .count { $0 == true }
    self.format = format
    firstLine = first
    self.lines = stride(from: 0, to: lines.count, by: format.lineLength).map {
      ReadLine(Array(lines[$0..<$0 + format.lineLength]))
    }
    let scores = part.reduce(0) { $0 + $1.score }
    value =
      held - sum + scores - settings[.mrzChoiceUnused] * Double(fits.count - format.lineCount)
      + settings[.mrzChoiceCheck] * Double(holding)
      + (format == .mrva || format == .mrvb ? settings[.mrzChoiceVisa] : 0)
    certainty = sum / Double(characters.count)
  }

  /// The characters of a zone that lead over the next candidate by less than `margin` (natural logarithm) among those
  /// that their column may hold. Corrected ones are among them.
  package func doubts(about zone: MRZZone, margin: Double) -> [MRZDoubtfulCharacter] {
    let types = MRZColumns.of(format).types
    let characters = lines.flatMap(\.characters)
    guard zone.format == format, characters.count == types.count else { return [] }
    return zone.bytes.indices.compactMap { place in
      var own = -Double.infinity
      var next = (byte: MRZAlphabet.filler, log: -Double.infinity)
      for candidate in characters[place].candidates where types[place].contains(candidate.character) {
        if candidate.character == zone.bytes[place] {
          own = candidate.logProbability
        } else if candidate.logProbability > next.log {
          next = (candidate.character, candidate.logProbability)
        }
      }
      guard own - next.log < margin else { return nil }
      return MRZDoubtfulCharacter(
        line: place / format.lineLength + 1, column: place % format.lineLength + 1,
        alternative: String(UnicodeScalar(next.byte)))
    }
  }

  /// What a column costs at least for which nothing was read that it may hold.
  private static let impossible = -30.0

  /// Letters that some prints give the shape of a digit, where a column may hold both: document numbers hold the digit
  /// far more often.
  private static func leaning(of byte: UInt8, _ type: MRZCharacterSet, _ settings: Settings) -> Double {
    let digit: UInt8
    let cost: Double
    switch byte {
    case UInt8(ascii: "O"): (digit, cost) = (UInt8(ascii: "0"), settings[.mrzLeanO])
    case UInt8(ascii: "I"): (digit, cost) = (UInt8(ascii: "1"), settings[.mrzLeanI])
    default: return 0
    }
    return type.contains(byte) && type.contains(digit) ? cost : 0
  }
}

extension Setting {
  package static let mrzChoiceUnused = Setting(
    "mrz.choice.unused", .ratio, in: 0...200, default: 25,
    source: "measured: what a line that is not part of the zone costs, in natural logarithms")
  package static let mrzChoiceCheck = Setting(
    "mrz.choice.check", .ratio, in: 0...50, default: 4,
    source: "measured: what a check digit that holds is worth; one of ten holds by chance")
  package static let mrzChoiceVisa = Setting(
    "mrz.choice.visa", .ratio, in: 0...50, default: 0.5,
    source: "measured: a visa has no composite digit to collect")
  package static let mrzLeanO = Setting(
    "mrz.lean.o", .ratio, in: 0...10, default: 1,
    source: "measured: how much surer a letter O has to be than a zero where both may stand")
  package static let mrzLeanI = Setting(
    "mrz.lean.i", .ratio, in: 0...10, default: 0.5, source: "measured: the same for I beside 1")

  package static let declaredMRZChoice: [Setting] = [
    mrzChoiceUnused, mrzChoiceCheck, mrzChoiceVisa, mrzLeanO, mrzLeanI,
  ]
}
