/// Names of months on documents, whole or shortened, without marks.
enum PrintedMonth {
  /// The months that a word may mean: `LIS` is October in Croatian and November in Polish. Nil for other words.
  static func named(_ word: String) -> Set<Int>? { table[word] }

  /// January first; short forms and whole names in English, French, Turkish, German, Spanish, Portuguese, Italian,
  /// Dutch, Swedish, Danish, Finnish, Polish, Czech, Croatian, Slovenian, Hungarian, Romanian, Maltese and Icelandic.
  private static let rows = [
    "JAN JANUARY JANV JANVIER OCA OCAK JANUAR JANNER ENE ENERO JANEIRO GEN GENNAIO JANUARI TAM TAMMI STY STYCZEN LED SIJ"
      + " IAN IANUARIE JANNAR",
    "FEB FEBRUARY FEV FEVR FEVRIER SUB SUBAT FEBRUAR FEBRERO FEVEREIRO FEBBRAIO FEBRUARI HEL HELMI LUT LUTY UNO VELJ"
      + " VEL FRA",
    "MAR MARCH MARS MART MRZ MAERZ MARZ MARZO MARCO MAART MRT MAA MAALIS MARZEC BRE OZU MARC MARTIE",
    "APR APRIL AVR AVRIL NIS NISAN ABR ABRIL APRILE HUH HUHTI KWI KWIECIEN DUB TRA",
    "MAY MAI MAYIS MAYO MAIO MAG MAGGIO MEI MAJ TOU TOUKO KVE SVI MAJUS MEJ",
    "JUN JUNE JUIN HAZ HAZIRAN JUNI JUNIO JUNHO GIU GIUGNO KES KESA CZE CZERWIEC CVN LIP IUN IUNIE GUN",
    "JUL JULY JUIL JUILLET TEM TEMMUZ JULI JULIO JULHO LUG LUGLIO HEI HEINA LIP LIPIEC CVC SRP IUL IULIE",
    "AUG AUGUST AOU AOUT AGU AGUSTOS AGO AGOSTO AUGUSTUS AUGUSTI ELO SIE SIERPIEN SRP KOL AWW AGUST",
    "SEP SEPT SEPTEMBER SEPTEMBRE EYL EYLUL SEPTIEMBRE SET SETEMBRO SETTEMBRE SYY SYYS WRZ WRZESIEN ZAR RUJ SZEP",
    "OCT OCTOBER OCTOBRE EKI EKIM OKT OKTOBER OCTUBRE OUT OUTUBRO OTT OTTOBRE LOK LOKA PAZ PAZDZIERNIK RIJ LIS",
    "NOV NOVEMBER NOVEMBRE KAS KASIM NOVIEMBRE NOVEMBRO MAR LIS LISTOPAD STU STUDENI NOI NOIEMBRIE",
    "DEC DECEMBER DECEMBRE ARA ARALIK DEZ DEZEMBER DIC DICIEMBRE DEZEMBRO DICEMBRE JOU JOULU GRU GRUDZIEN PRO DECEMBRIE"
      + " DES",
  ]

  private static let table: [String: Set<Int>] = {
    var table: [String: Set<Int>] = [:]
    for (index, row) in rows.enumerated() {
      for word in row.split(separator: " ") { table[String(word), default: []].insert(index + 1) }
    }
    // Finnish `MAR` for November stands beside an English one; alone it is March.
    table["MAR"] = [3]
    return table
  }()
}
