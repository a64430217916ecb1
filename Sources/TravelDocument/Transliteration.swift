/// How printed names become letters of a zone: ICAO Doc 9303-3, section 6, with the alternatives it allows and those
/// that states use beside it. Whether a name fits is decided without writing all its spellings out.
package enum Transliteration {
  /// Longer names than this are not compared: no document prints them.
  static let maximumLength = 200

  /// Whether a printed name may stand in a zone like this.
  ///
  /// - `zone`: words with a blank or filler between them, as `MRZName` has them.
  /// - `truncation`: whether the zone may end before the name does.
  package static func matches(printed: String, zone: String, truncation: NameTruncation = .none) -> Bool {
    let target = zone.utf8.map { $0 == MRZAlphabet.filler ? 0x20 : $0 }.split(separator: 0x20).joined(separator: [0x20])
    let wanted = Array(target)
    guard let spellings = spellings(of: printed), !spellings.isEmpty, !wanted.isEmpty,
      wanted.count <= maximumLength
    else { return false }
    // How many characters of the zone are used up, for every way of spelling what was looked at so far.
    var reached: Set<Int> = [0]
    for choices in spellings {
      var next: Set<Int> = []
      for start in reached {
        if truncation == .possible, start == wanted.count { return true }
        for choice in choices {
          switch fit(choice, wanted[start...]) {
          case .whole: next.insert(start + choice.count)
          case .cut where truncation == .possible: return true
          case .cut, .no: break
          }
        }
      }
      reached = next
      if reached.isEmpty { return false }
    }
    return reached.contains(wanted.count)
  }

  /// The spellings of a printed name, those of the standard's first choice first; never more than `limit`. Empty for a
  /// name with a character that is not in the table, and for one that is too long.
  package static func alternatives(of printed: String, limit: Int = 64) -> [String] {
    guard limit > 0, let spellings = spellings(of: printed), !spellings.isEmpty else { return [] }
    var whole: [[UInt8]] = [[]]
    for choices in spellings {
      var longer: [[UInt8]] = []
      for choice in choices {
        for start in whole where longer.count < limit { longer.append(start + choice) }
      }
      whole = longer
    }
    var seen: Set<[UInt8]> = []
    return whole.filter { seen.insert($0).inserted }.map { String(decoding: $0, as: UTF8.self) }
  }

  private enum Fit { case whole, cut, no }

  private static func fit(_ choice: [UInt8], _ rest: ArraySlice<UInt8>) -> Fit {
    if rest.starts(with: choice) { return .whole }
    return choice.starts(with: rest) ? .cut : .no
  }

  /// What each printed character may become. Nil when one is not in the table.
  private static func spellings(of printed: String) -> [[[UInt8]]]? {
    guard printed.utf8.count <= maximumLength * 8 else { return nil }
    var result: [[[UInt8]]] = []
    for character in printed {
      guard result.count < maximumLength else { return nil }
      if character.isWhitespace || TransliterationTable.hyphens.contains(character) {
        // Several blanks are one, and none stands at the beginning.
        if let last = result.last, last != [[0x20]] { result.append([[0x20]]) }
        continue
      }
      if TransliterationTable.leftOut.contains(character) { continue }
      guard let choices = TransliterationTable.choices(for: character) else { return nil }
      result.append(choices)
    }
    if result.last == [[0x20]] { result.removeLast() }
    return result
  }
}

/// Whether a name in a zone may be cut short.
package enum NameTruncation: Sendable { case none, possible }
