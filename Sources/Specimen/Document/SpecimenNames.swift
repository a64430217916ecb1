/// Common names, so that no real person is meant.
struct SpecimenNames: Sendable {
  let surnames: [String]
  let female: [String]
  let male: [String]
  let mothers: [String]
  let fathers: [String]
  let places: [String]
  let authorities: [String]

  static let turkish = SpecimenNames(
    surnames: [
      "ÖRNEK", "YILMAZ", "ŞAHİN", "ÇELİK", "ÖZTÜRK", "DOĞAN", "KILIÇ", "GÜNEŞ", "AĞAOĞLU", "ÜNLÜ", "IŞIK", "KARADENİZ",
      "SÖĞÜTLÜ", "BÜYÜKÇELEBİ", "İNCE", "TAŞKIN YILDIZ",
    ],
    female: [
      "AYŞE", "FATMA GÜL", "ZEYNEP", "ELİF", "GÜLŞEN", "ÖZGE", "İREM", "ÇAĞLA", "IŞIL", "ŞÜKRAN", "AYŞE NUR", "ÜLKÜ",
    ],
    male: [
      "MEHMET", "MUSTAFA", "ÖMER", "İBRAHİM", "ÇAĞRI", "UĞUR", "GÖKHAN", "IŞIKHAN", "ŞÜKRÜ", "ALİ İHSAN", "OĞUZ",
      "BÜNYAMİN",
    ],
    mothers: ["HATİCE", "EMİNE", "GÜLSÜM", "ŞERİFE", "ÖZLEM", "ÇİĞDEM", "NURİYE"],
    fathers: ["HÜSEYİN", "İSMAİL", "ÖMER", "ŞABAN", "YAŞAR", "DOĞAN", "CELAL"],
    places: ["ANKARA", "İZMİR", "MUĞLA", "ÇANAKKALE", "ŞANLIURFA"],
    authorities: ["T.C. İÇİŞLERİ BAKANLIĞI"])

  static let utopian = SpecimenNames(
    surnames: [
      "ERIKSSON", "MÜLLER", "O'CONNOR", "GARCÍA", "LEFÈVRE", "NOVÁK", "VAN DER BERG", "SMITH-JONES", "ØSTERGÅRD",
      "FERREIRA", "KOWALSKI", "GROß", "ANDERSON", "MARTÍNEZ",
    ],
    female: ["ANNA MARIA", "CHLOÉ", "ZOË", "INGRID", "MARÍA JOSÉ", "BRIGITTE", "HELEN", "AGNIESZKA", "FRANÇOISE"],
    male: ["JOHN", "RENÉ", "LUKAS", "JOSÉ LUIS", "BJÖRN", "PETER", "ŁUKASZ", "ANDRÉ", "WILLIAM HENRY"],
    mothers: ["ANNA", "MARIE"], fathers: ["PAUL", "KARL"],
    places: ["ZENITH", "AMAUROT", "NEW ATLANTIS", "PORT ANYDER"],
    authorities: ["PASSPORT OFFICE", "CITY OF ZENITH", "MINISTRY OF INTERIOR"])
}
