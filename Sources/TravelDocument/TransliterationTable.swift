/// The table behind `Transliteration`: what may stand in a zone for a printed character.
enum TransliterationTable {
  /// They become a filler (9303-3, section 4.6.1).
  static let hyphens: Set<Character> = ["-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "/"]
  /// Apostrophes, commas, points and the like are left out (9303-3, section 4.6.1).
  static let leftOut: Set<Character> = ["'", "\u{2019}", "\u{2018}", "\u{02BC}", "`", "\u{00B4}", ",", ".", "·"]

  /// Nil for a character that is not in the table. Small letters are what their capitals are.
  static func choices(for character: Character) -> [[UInt8]]? {
    if let choices = table[character] { return choices }
    let capitals = character.uppercased()
    guard capitals.count == 1, let capital = capitals.first else { return nil }
    return table[capital]
  }

  /// Each row: what may be written, the standard's first choice first, and the capitals that this holds for.
  private static let rows: [(String, String)] = [
    // 9303-3, section 6 A: Latin. Letters with Vietnamese marks as their base letters.
    ("A", "AÀÁÂÃĀĂĄǍẠẢẤẦẨẪẬẮẰẲẴẶ"), ("AE|A", "ÄǢ"), ("AA|A", "Å"), ("AE", "Æ"),
    ("B", "BƁ"), ("C", "CÇĆĈĊČ"), ("D", "DÐĎĐ"),
    ("E", "EÈÉÊËĒĔĖĘĚẸẺẼẾỀỂỄỆƏ"), ("F", "F"), ("G", "GĜĞĠĢǤǦ"), ("H", "HĤĦ"),
    ("I", "IÌÍÎÏĨĪĬĮİıǏỈỊ"), ("IJ", "Ĳ"), ("J", "JĴ"), ("K", "KĶǨĸ"), ("L", "LĹĻĽĿŁ"), ("M", "M"),
    ("N|NXX", "Ñ"), ("N", "NŃŅŇŊ"), ("O", "OÒÓÔÕŌŎŐƠỌỎỐỒỔỖỘỚỜỞỠỢǑ"), ("OE|O", "ÖØ"), ("OE", "Œ"),
    ("P", "P"), ("Q", "Q"), ("R", "RŔŖŘ"), ("S", "SŚŜŞŠȘ"), ("SS", "ßẞ"), ("T", "TŢŤŦȚ"), ("TH", "Þ"),
    ("U", "UÙÚÛŨŪŬŮŰŲƯỤỦỨỪỬỮỰǓ"), ("UE|UXX|U", "Ü"), ("V", "V"), ("W", "WŴẀẂẄ"), ("X", "X"), ("Y", "YÝŶŸỲỴỶỸ"),
    ("Z", "ZŹŻŽ"),
    // 9303-3, section 6 B: Cyrillic. After the first come what the table gives for single languages: Belarusian and
    // Ukrainian H, Ukrainian Y, Bulgarian SHT, Serbian S, C, Z and H, Macedonian GJ, KJ and DJ.
    ("A", "А"), ("B", "Б"), ("V", "В"), ("G|H", "Г"), ("D", "ДЂ"), ("E|IO", "Ё"), ("E", "ЕЭ"), ("ZH|Z", "Ж"),
    ("Z", "З"), ("I|Y", "И"), ("I", "ЙІЇ"), ("K", "К"), ("L", "Л"), ("M", "М"), ("N", "Н"), ("O", "О"), ("P", "П"),
    ("R", "Р"), ("S", "С"), ("T", "Т"), ("U", "УЎѪ"), ("F", "ФҒ"), ("KH|H", "Х"), ("TS|C", "Ц"), ("CH|C", "Ч"),
    ("SH|S", "Ш"), ("SHCH|SHT", "Щ"), ("IE", "ЪЄѢ"), ("Y", "ЫѴ"), ("", "Ь"), ("IU", "Ю"), ("IA", "Я"), ("G|GJ", "Ѓ"),
    ("DZ", "Ѕ"), ("J", "Ј"), ("LJ", "Љ"), ("NJ", "Њ"), ("K|KJ", "Ќ"), ("C", "Ћ"), ("DZ|DJ", "Џ"), ("G", "Ґ"),
  ]

  /// `Character` compares by canonical equivalence: a letter and a combining mark are the composed letter.
  private static let table: [Character: [[UInt8]]] = {
    var table: [Character: [[UInt8]]] = [:]
    for (written, printed) in rows {
      let choices = written.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { Array($0) }
      for character in printed { table[character] = choices }
    }
    return table
  }()
}
