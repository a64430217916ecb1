/// How print and zone differ where they do: whether a misreading explains it.
enum PrintedDifference: Equatable {
  case none
  /// By a few characters, each of them hard to read or looking like the other.
  case misreading
  /// By a few characters that were read surely: what a forger changes.
  case few
  /// Not the same value at all, or not the value that was looked for.
  case many

  /// A printed letter or digit, folded, and the probability of its character.
  struct Letter: Equatable {
    let byte: UInt8
    let confidence: Double
  }

  /// - `sure`: probability from which on a character was read surely.
  static func between(_ printed: [Letter], _ zone: [UInt8], sure: Double) -> PrintedDifference {
    let bytes = printed.map(\.byte)
    guard bytes != zone else { return .none }
    guard !bytes.isEmpty, !zone.isEmpty, bytes.count <= longest, zone.count <= longest else { return .many }
    if plain(bytes) == plain(zone) { return .misreading }
    let most = min(2, max(1, zone.count / 3))
    guard PrintedLabels.distance(bytes, zone, most: most) != nil else { return .many }
    return steps(bytes, zone).allSatisfy { isExplained($0, printed, zone, sure) } ? .misreading : .few
  }

  private static let longest = 100

  /// One step of turning print into zone.
  private enum Step {
    case replaced(print: Int, zone: Int)
    case added(print: Int)
    case missing(print: Int, zone: Int)
  }

  private static func isExplained(_ step: Step, _ printed: [Letter], _ zone: [UInt8], _ sure: Double) -> Bool {
    switch step {
    case .replaced(let own, let other):
      return printed[own].confidence < sure || alike(printed[own].byte) == alike(zone[other])
    case .added(let own):
      return printed[own].confidence < sure
    case .missing(let next, let other):
      // One of a double letter is easily lost; otherwise a neighbour would have suffered too.
      let neighbours = [next - 1, next].filter(printed.indices.contains).map { printed[$0] }
      return neighbours.contains { $0.confidence < sure || $0.byte == zone[other] }
    }
  }

  /// The steps of the shortest way (Levenshtein).
  private static func steps(_ a: [UInt8], _ b: [UInt8]) -> [Step] {
    var table = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
    for i in 1...a.count {
      table[i][0] = i
      for j in 1...b.count {
        let change = table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        table[i][j] = min(change, table[i - 1][j] + 1, table[i][j - 1] + 1)
      }
    }
    var (i, j) = (a.count, b.count)
    var steps: [Step] = []
    while i > 0 || j > 0 {
      if i > 0, j > 0, table[i][j] == table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1) {
        (i, j) = (i - 1, j - 1)
        if a[i] != b[j] { steps.append(.replaced(print: i, zone: j)) }
      } else if i > 0, table[i][j] == table[i - 1][j] + 1 {
        i -= 1
        steps.append(.added(print: i))
      } else {
        j -= 1
        steps.append(.missing(print: i, zone: j))
      }
    }
    return steps
  }

  /// Look-alikes as one, also those of two letters.
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    for byte in bytes {
      switch (plain.last, byte) {
      case (UInt8(ascii: "R"), UInt8(ascii: "N")): plain[plain.count - 1] = UInt8(ascii: "M")
      case (UInt8(ascii: "V"), UInt8(ascii: "V")): plain[plain.count - 1] = UInt8(ascii: "W")
      // `Þ` is read as `P`, and zones write it as `TH`; `Æ` as `A`.
      case (UInt8(ascii: "T"), UInt8(ascii: "H")): plain[plain.count - 1] = UInt8(ascii: "P")
      case (UInt8(ascii: "A"), UInt8(ascii: "E")): break
      default: plain.append(alike(byte))
      }
    }
    return plain
  }

  private static func alike(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "O"), UInt8(ascii: "Q"), UInt8(ascii: "D"): UInt8(ascii: "0")
    case UInt8(ascii: "I"), UInt8(ascii: "L"): UInt8(ascii: "1")
    case UInt8(ascii: "B"): UInt8(ascii: "8")
    case UInt8(ascii: "S"): UInt8(ascii: "5")
    case UInt8(ascii: "Z"): UInt8(ascii: "2")
    case UInt8(ascii: "G"): UInt8(ascii: "6")
    default: byte
    }
  }
}
