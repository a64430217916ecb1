/// The state's code for a nationality as it is printed.
enum PrintedNationality {
  /// Nil for words that are not known, and where they disagree: `CANADIAN/CANADIENNE` is `CAN`.
  static func code(of text: String) -> String? {
    let folded = FoldedText(text)
    guard text.count <= 60, !folded.words.isEmpty else { return nil }
    var code: String?
    var known = 0
    for word in folded.words {
      // A single letter among other words is a piece of one of them.
      guard let meant = table[word.text] ?? table[behindStroke(word.text)],
        word.text.count > 1 || folded.words.count == 1
      else { continue }
      if let code, code != meant { return nil }
      code = meant
      known += word.text.count
    }
    // A word in a line about something else is none.
    return 5 * known >= 2 * folded.words.reduce(0) { $0 + $1.text.count } ? code : nil
  }

  /// What follows a stroke that was read as a letter: `T.C./TUR` as `T.C.ITUR`.
  private static func behindStroke(_ word: String) -> String {
    word.count == 4 && "IL1".contains(word.prefix(1)) ? String(word.dropFirst()) : ""
  }

  private static let rows: [(String, String)] = [
    ("AUT", "AUT OSTERREICH AUSTRIA AUSTRIAN"), ("BEL", "BEL BELGE BELG BELGISCH BELGIAN"),
    ("BGR", "BGR BULGARIAN BALGARIA BULGARIA"), ("CAN", "CAN CANADIAN CANADIENNE CANADIEN"),
    ("CHE", "CHE SUISSE SCHWEIZ SVIZZERA SVIZRA SWITZERLAND"), ("CHN", "CHN CHINESE"), ("CYP", "CYP CYPRIOT"),
    ("CZE", "CZE CESKA CZECH CESKE"), ("D", "D DEUTSCH GERMAN ALLEMANDE"), ("DNK", "DNK DANSK DANISH DANOISE"),
    ("ESP", "ESP ESPANOLA ESPANOL SPANISH ESPAGNOLE"), ("EST", "EST EESTI ESTONIAN"),
    ("FIN", "FIN SUOMI FINLAND FINNISH SUOMALAINEN FINSK"), ("FRA", "FRA FRANCAISE FRANCAIS FRENCH"),
    ("GBR", "GBR BRITISH"), ("GRC", "GRC ELLINIKI HELLENIC GREEK"), ("HRV", "HRV HRVATSKO CROATIAN HRVATSKA HRVAT"),
    ("HUN", "HUN MAGYAR HUNGARIAN HONGROISE"), ("IRL", "IRL EIREANNACH IRISH"),
    ("ISL", "ISL ISLENSKT ICELANDIC ISLANDAISE ISLENSK ISLENSKUR"), ("ITA", "ITA ITALIANA ITALIAN ITALIENNE"),
    ("JPN", "JPN JAPAN JAPANESE"), ("LIE", "LIE LIECHTENSTEIN"), ("LTU", "LTU LIETUVOS LITHUANIA LITHUANIAN LIETUVA"),
    ("LUX", "LUX LUXEMBOURGEOISE LUXEMBOURGEOIS LUXEMBOURGISH LETZEBUERG"), ("LVA", "LVA LATVIJAS LATVIAN LATVIETE"),
    ("MLT", "MLT MALTESE MALTIJA MALTI"), ("NLD", "NLD NEDERLANDSE NEDERLANDS DUTCH"),
    ("NOR", "NOR NORSK NORWEGIAN NORVEGIENNE"), ("POL", "POL POLSKIE POLISH POLONAISE"),
    ("PRT", "PRT PORTUGUESA PORTUGUESE PORTUGAISE"), ("ROU", "ROU ROMANA ROMANIAN ROUMAINE"),
    ("SRB", "SRB SRPSKO SERBIAN"), ("SVK", "SVK SLOVENSKA SLOVAK"), ("SVN", "SVN SLOVENSKO SLOVENIAN SLOVENE"),
    ("SWE", "SWE SVENSK SWEDISH SUEDOISE"), ("TUR", "TUR TURK TC TURKISH TURQUE"), ("TWN", "TWN"),
    ("UKR", "UKR UKRAINE UKRAINIAN UKRAINA"), ("USA", "USA AMERICAN"),
  ]

  private static let table: [String: String] = {
    var table: [String: String] = [:]
    for (code, words) in rows {
      for word in words.split(separator: " ") { table[String(word)] = code }
    }
    return table
  }()
}
