/// Characters that are taken for each other in OCR-B and in the typefaces that stand in for it (C-106).
enum Confusions {
  private static let pairs = ["O0", "Q0", "D0", "I1", "Z2", "S5", "G6", "B8"]

  /// The digit that a letter was, and the letter that a digit was: the first of its row, as O is the likelier one for 0.
  private static let partners: [UInt8: [UInt8]] = {
    var partners: [UInt8: [UInt8]] = [:]
    for pair in pairs.map({ Array($0.utf8) }) {
      partners[pair[0], default: []].append(pair[1])
      partners[pair[1], default: []].append(pair[0])
    }
    return partners
  }()

  /// What a character may have been, the likeliest first.
  static func partners(of byte: UInt8) -> [UInt8] { partners[byte] ?? [] }
}
