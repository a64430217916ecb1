/// What a document's titles and labels say about its kind. Hints, not a verdict: words of a title may stand on other
/// documents too.
package struct PrintedTitles: Sendable, Hashable {
  /// How surely this is the front of a Turkish identity card, 0…1: 0.5 with two of its title and labels, 1 with five.
  package let turkishCardFront: Double
  package let passport: Bool
  package let visa: Bool
  package let identityCard: Bool
  package let residencePermit: Bool

  /// Looks for title words in the languages of Europe and Turkey; a few misread letters are forgiven.
  package init(lines: [TextLine]) {
    let texts = lines.prefix(PrintedTitles.mostLines).map { FoldedText($0.text) }
    let lines = texts.map { $0.words.map(\.text) }
    func shows(_ titles: [[UInt8]]) -> Bool { lines.contains { PrintedTitles.holds($0, titles) } }
    let marks = PrintedTitles.turkishFront.count(where: shows)
    turkishCardFront = marks < 2 ? 0 : min(1, 0.5 + Double(marks - 2) / 6)
    // Other documents name the number of a passport.
    passport = texts.contains { text in
      PrintedTitles.holds(text.words.map(\.text), PrintedTitles.passports)
        && !PrintedLabels.found(in: text).contains { $0.label == .documentNumber }
    }
    visa = shows(PrintedTitles.visas)
    identityCard = shows(PrintedTitles.identityCards)
    residencePermit = shows(PrintedTitles.residencePermits)
  }

  /// Whether some words in a row are one of the titles.
  private static func holds(_ words: [String], _ titles: [[UInt8]]) -> Bool {
    for start in words.indices {
      var joined: [UInt8] = []
      for word in words[start...].prefix(mostWords) {
        joined += Array(word.utf8)
        for title in titles {
          let most = title.count < 6 ? 0 : title.count < 10 ? 1 : 2
          if PrintedLabels.distance(joined, title, most: most) != nil { return true }
        }
      }
    }
    return false
  }

  private static let mostLines = 120
  private static let mostWords = 6

  private static func titles(_ list: String) -> [[UInt8]] {
    list.split(separator: ",").map { Array($0.filter { !$0.isWhitespace }.utf8) }
  }

  /// Each is one mark of the card: its title, and labels that no other card has in Turkish.
  private static let turkishFront = [
    "TURKIYE CUMHURIYETI", "KIMLIK KARTI", "TC KIMLIK NO, KIMLIK NO", "SOYADI", "DOGUM TARIHI", "SERI NO",
    "SON GECERLILIK", "CINSIYETI", "UYRUGU",
  ].map(titles)

  private static let passports = titles(
    """
    PASSPORT, PASSEPORT, PASAPORT, PASAPORTU, REISEPASS, PASAPORTE, PASSAPORTE, PASSAPORTO, PASPOORT, PAS, PASZPORT,
    PASSI, UTLEVEL, PUTOVNICA, POTNI LIST, PASAPORTUL, PASAPORT PASSPORT, PASE, PASAS, PASS, VEGABREF, CESTOVNI PAS,
    CESTOVNY PAS, PASSAPORT, PASOS, PASOSH, NACIONAL PASSAPORTE, PASSPORT CARD
    """)
  private static let visas = titles(
    "VISA, VISUM, VIZE, VISADO, VISTO, VIISUM, VIZA, VIZUM, VIISUMI, VIZA VISA, VISA SCHENGEN, SCHENGEN, WIZA")
  private static let identityCards = titles(
    """
    IDENTITY CARD, IDENTITYCARD, PERSONALAUSWEIS, CARTE D IDENTITE, CARTE NATIONALE D IDENTITE, KIMLIK KARTI,
    CARTA D IDENTITA, DOCUMENTO NACIONAL DE IDENTIDAD, CARTAO DE CIDADAO, IDENTITEITSKAART, IDENTITEITSKAART BELGIE,
    NATIONELLT IDENTITETSKORT, IDENTITETSKORT, HENKILOKORTTI, DOWOD OSOBISTY, OBCANSKY PRUKAZ, OBCIANSKY PREUKAZ,
    OSOBNA ISKAZNICA, OSEBNA IZKAZNICA, CARTE DE IDENTITATE, SZEMELYAZONOSITO IGAZOLVANY, SZEMELYI IGAZOLVANY,
    PERSONAS APLIECIBA, ASMENS TAPATYBES KORTELE, ISIKUTUNNISTUS, KARTA TAL IDENTITA, NAFNSKIRTEINI, IDENTITATSKARTE,
    LICNA KARTA, CITIZEN CARD, ID CARD
    """)
  private static let residencePermits = titles(
    """
    RESIDENCE PERMIT, RESIDENCE CARD, PERMIT, PERMANENT RESIDENT, PERMANENT RESIDENT CARD, TITRE DE SEJOUR,
    CARTE DE SEJOUR, AUFENTHALTSTITEL, NIEDERLASSUNGSERLAUBNIS, AUSLANDERAUSWEIS, IKAMET IZNI, OTURMA IZNI,
    PERMISO DE RESIDENCIA, TITULO DE RESIDENCIA, AUTORIZACAO DE RESIDENCIA, PERMESSO DI SOGGIORNO, VERBLIJFSTITEL,
    VERBLIJFSVERGUNNING, UPPEHALLSTILLSTAND, OPHOLDSTILLADELSE, OPHOLDSKORT, OPPHOLDSTILLATELSE, OPPHOLDSKORT,
    OLESKELULUPA, KARTA POBYTU, POVOLENI K POBYTU, POVOLENIE NA POBYT, DOZVOLA BORAVKA, DOVOLJENJE ZA PREBIVANJE,
    PERMIS DE SEDERE, TARTOZKODASI ENGEDELY, UZTURESANAS ATLAUJA, LEIDIMAS GYVENTI, ELAMISLUBA, PERMESS TA RESIDENZA,
    DVALARLEYFI, DVALARSKIRTEINI
    """)
}
