/// What a label on a document announces.
enum PrintedLabel: Sendable {
  case surname, givenNames, documentNumber, identityNumber, dateOfBirth, expiryDate, sex, nationality
  /// Anything that is not read: it separates the others.
  case other
}

/// The labels of a line of print, by the words for them in the languages of Europe and Turkey.
struct PrintedLabels {
  struct Found: Equatable {
    let label: PrintedLabel
    /// Of the characters of the line.
    let range: Range<Int>
    /// The label's word or words, folded and without blanks.
    let name: String
  }

  /// The labels of a line from left to right. The longest come first where they overlap; a few wrong letters are
  /// forgiven, since labels are printed small.
  static func found(in text: FoldedText) -> [Found] {
    var hits: [(found: Found, letters: Int, errors: Int)] = []
    let words = text.words
    for start in words.indices {
      var joined = ""
      for end in start..<min(words.count, start + mostWords) {
        joined += words[end].text
        guard joined.utf8.count <= longest + 3 else { break }
        guard let (name, errors) = nearest(joined), let label = table[name] else { continue }
        let range = words[start].range.lowerBound..<words[end].range.upperBound
        hits.append((Found(label: label, range: range, name: name), joined.utf8.count, errors))
      }
    }
    hits.sort { ($0.letters - 3 * $0.errors, $1.errors) > ($1.letters - 3 * $1.errors, $0.errors) }
    var chosen: [Found] = []
    for hit in hits where !chosen.contains(where: { $0.range.overlaps(hit.found.range) }) { chosen.append(hit.found) }
    chosen.sort { $0.range.lowerBound < $1.range.lowerBound }
    // The name of somebody else, or another name, or both names in one.
    let isForeign = words.contains { word in foreign.contains { word.text.hasPrefix($0) } }
    let isWhole = chosen.contains { $0.label == .surname } && chosen.contains { $0.label == .givenNames }
    guard isForeign || isWhole else { return chosen }
    return chosen.map { found in
      let isName = found.label == .surname || found.label == .givenNames
      return isName ? Found(label: .other, range: found.range, name: found.name) : found
    }
  }

  /// Beginnings of words that turn the label of a name into another one.
  private static let foreign = [
    "MOTHER", "FATHER", "PARENT", "SPOUSE", "ANNE", "BABA", "ANYJA", "RODZIC", "MADRE", "PADRE", "HIJ", "MAE", "PAI",
    "BIRTH", "MAIDEN", "RODOW", "SZULETESI", "NAISSANCE", "GEBURTS", "PATRON", "HISTORICAL", "ANCESTR", "TEVU", "MATE",
  ]

  /// Whether some words are nearly a label: a misread one, not a value.
  static func isNearlyLabel(_ text: FoldedText) -> Bool {
    let letters = Array(text.words.map(\.text).joined().utf8)
    guard (4...40).contains(letters.count) else { return false }
    // Short names are near to some label by chance.
    let most = letters.count < 6 ? 0 : letters.count < 9 ? 1 : 2
    return (letters.count - most...letters.count + most).contains { length in
      (byLength[length] ?? []).contains { distance(letters, Array($0.utf8), most: most) != nil }
    }
  }

  private static let mostWords = 5

  /// The label that reads nearly like this, if any does.
  private static func nearest(_ text: String) -> (name: String, errors: Int)? {
    if table[text] != nil { return (text, 0) }
    let letters = Array(text.utf8)
    let allowed = tolerance(letters.count)
    guard allowed > 0 else { return nil }
    var best: (name: String, errors: Int)?
    for length in (letters.count - allowed)...(letters.count + allowed) {
      for name in byLength[length] ?? [] {
        let most = min(best.map { $0.errors - 1 } ?? allowed, tolerance(length))
        guard most >= 1, let errors = distance(letters, Array(name.utf8), most: most) else { continue }
        best = (name, errors)
      }
    }
    return best
  }

  private static func tolerance(_ letters: Int) -> Int {
    switch letters {
    case ..<6: 0
    case ..<9: 1
    case ..<14: 2
    default: 3
    }
  }

  /// Levenshtein's distance, or nil when it is above `most`.
  static func distance(_ a: [UInt8], _ b: [UInt8], most: Int) -> Int? {
    guard abs(a.count - b.count) <= most else { return nil }
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      var least = row[0]
      for (j, y) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(diagonal + (x == y ? 0 : 1), above + 1, row[j] + 1)
        diagonal = above
        least = min(least, row[j + 1])
      }
      if least > most { return nil }
    }
    return row[b.count] <= most ? row[b.count] : nil
  }

  /// Labels that are titles, and have no value.
  static let titles: Set<String> = [
    "PASSPORT", "PASSEPORT", "PASAPORTE", "PASSAPORTE", "REISEPASS", "PASZPORT", "IDENTITYCARD", "CARTEDIDENTITE",
    "PERSONALAUSWEIS", "KIMLIKKARTI",
  ]

  private static let words: [(PrintedLabel, String)] = [
    (
      .surname,
      """
      SURNAME, SURNAMES, FAMILY NAME, LAST NAME, NOM, NOMS, NOM DE FAMILLE, SOYADI, SOYAD, NAME, FAMILIENNAME, NACHNAME,
      APELLIDOS, APELLIDO, APELIDO, APELIDOS, COGNOME, NAAM, ACHTERNAAM, GESLACHTSNAAM, EFTERNAMN, EFTERNAVN,
      ETTERNAVN, SUKUNIMI, NAZWISKO, PRIJMENI, PRIEZVISKO, PREZIME, PRIIMEK, NUME, CSALADI NEV, VEZETEKNEV, UZVARDS,
      PAVARDE, PEREKONNANIMI, KUNJOM, KENNINAFN, SLOINNE, NUMELE, CSALADI ES UTONEV
      """
    ),
    (
      .givenNames,
      """
      GIVEN NAME, GIVEN NAMES, FORENAME, FORENAMES, FIRST NAME, FIRST NAMES, PRENOM, PRENOMS, ADI, VORNAME, VORNAMEN,
      NOMBRE, NOMBRES, NOME, NOMES, NOMES PROPRIOS, VOORNAMEN, VOORNAAM, FORNAMN, FORNAVN, ETUNIMET, IMIONA, IMIE,
      JMENO, MENO, IME, PRENUME, UTONEV, UTONEVEK, VARDS, VARDI, VARDAS, VARDAI, EESNIMI, EESNIMED, ISEM, EIGINNAFN,
      GIVEN NAME S, PRENOM S, FORENAME S, NOME S, PRENUMELE
      """
    ),
    (
      .documentNumber,
      """
      PASSPORT NO, PASSPORT NUMBER, PASSPORT NR, PASSPORT N, DOCUMENT NO, DOCUMENT NUMBER, DOC NO, CARD NO, CARD NUMBER,
      IDENTITY CARD NO, IDENTITY CARD NUMBER, ID CARD NUMBER, SERI NO, SERIAL NO, PASAPORT NO, PASSEPORT NO,
      NO DU PASSEPORT, NUMERO DU PASSEPORT, NO DE PASSEPORT, PASSEPORT N, N DU PASSEPORT, PASS NR, PASSNUMMER,
      REISEPASS NR, AUSWEISNUMMER, DOKUMENTENNUMMER, PASAPORTE NO, PASAPORTE N, NUM DE PASAPORTE, NO DO PASSAPORTE,
      PASSAPORTO N, PASSAPORTE N, DOCUMENTNUMMER, PASPOORTNUMMER, PASSINUMERO, PASSIN NUMERO, NUMER PASZPORTU,
      NR PASZPORTU, CISLO PASU, CISLO DOKLADU, PASES NR, PASO NR, PASSINUMBER, DOKUMENDI NUMBER, STEVILKA DOKUMENTA,
      PASSI NRO, PASSIN NRO, PASS NO, PASSNR, VEGABREF NR, NUMAR PASAPORT, STEVILKA POTNEGA LISTA, ST POTNEGA LISTA,
      SERIA I NUMER, SERIA I NUMER DOWODU, NUMER DOKUMENTU, NR DOKUMENTU, KORTELES NR, DOKUMENTA NR, DOKUMENTO NR,
      DOCUMENT NR, DOC NR, DOKUMENTNUMMER, KORTNUMMER, NO DU DOCUMENT, NUMERO DE DOCUMENTO, NUMERO DOCUMENTO,
      BROJ PUTOVNICE, UTLEVEL SZAMA, OKMANYAZONOSITO, PASSAPORT NRU, NRU TAD DOKUMENT
      """
    ),
    (
      .identityNumber,
      """
      TC KIMLIK NO, T C KIMLIK NO, TR IDENTITY NO, IDENTITY NO, IDENTITY NUMBER, PERSONAL NO, PERSONAL NUMBER,
      PERSONAL ID NO, PERSONAL ID NUMBER, PERSONAL IDENTIFICATION NUMBER, PERSONAL CODE, NATIONAL ID NO, NUMER PESEL,
      PESEL, CNP, OIB, EMSO, RODNE CISLO, BSN, BURGERSERVICENUMMER, PERSONNUMMER, PERSONBETECKNING, HENKILOTUNNUS,
      ISIKUKOOD, ASMENS KODAS, PERSONAS KODS, DNI NUM, KENNITALA, NO PERSONNEL, NUMERO PERSONNEL, MATRICULE,
      PERSONAL NO PESEL
      """
    ),
    (
      .dateOfBirth,
      """
      DATE OF BIRTH, BIRTH DATE, BIRTHDATE, DATE DE NAISSANCE, NE LE, NEE LE, DOGUM TARIHI, GEBURTSDATUM, GEBURTSTAG,
      FECHA DE NACIMIENTO, DATA DE NASCIMENTO, DATA DI NASCITA, GEBOORTEDATUM, FODELSEDATUM, FODSELSDATO,
      FODSELSDATA, SYNTYMAAIKA, DATA URODZENIA, DATUM NAROZENI, DATUM NARODENIA, DATUM RODENJA, DATUM ROJSTVA,
      DATA NASTERII, DATA NASTERII, SZULETESI IDO, SZULETESI DATUM, DZIMSANAS DATUMS, GIMIMO DATA, SUNNIAEG,
      DATA TAT TWELID, FAEDINGARDAGUR
      """
    ),
    (
      .expiryDate,
      """
      DATE OF EXPIRY, DATE OF EXPIRATION, EXPIRY DATE, EXPIRATION DATE, EXPIRES, EXPIRES ON, VALID UNTIL, VALID TO,
      CARD EXPIRES, DATE D EXPIRATION, DATE DEXPIRATION, EXPIRE LE, DATE D EXPIRY, SON GECERLILIK, SON GECERLILIK TARIHI,
      GECERLILIK TARIHI, GULTIG BIS, ABLAUFDATUM, FECHA DE CADUCIDAD, VALIDO HASTA, VALIDEZ, FECHA DE EXPIRACION,
      DATA DE VALIDADE, VALIDO ATE, DATA DE EXPIRACAO, DATA DI SCADENZA, SCADENZA, GELDIG TOT, GILTIGT TILL,
      SISTA GILTIGHETSDAG, GYLDIG TIL, UDLOBSDATO, UTLOPSDATO, VIIMEINEN VOIMASSAOLOPAIVA, VOIMASSA, DATA WAZNOSCI,
      TERMIN WAZNOSCI, PLATNOST DO, PLATNOST DO, VRIJEDI DO, DATUM ISTEKA, VELJA DO, DATUM POTEKA, DATUM POTEKA VELJAVNOSTI,
      DATA EXPIRARII, VALABILITATE, ERVENYESSEG, LEJARAT, DERIGA LIDZ, GALIOJA IKI, KEHTIV KUNI, GILDIR TIL, TISWA SA,
      DATE OF EXPIRE
      """
    ),
    (
      .sex,
      """
      SEX, SEXE, SEXO, CINSIYETI, CINSIYET, GESCHLECHT, SESSO, GESLACHT, KON, KJONN, KOEN, SUKUPUOLI, PLEC, POHLAVI,
      POHLAVIE, SPOL, SEXUL, NEME, DZIMUMS, LYTIS, SUGU, KYN, SESS, GENDER
      """
    ),
    (
      .nationality,
      """
      NATIONALITY, NATIONALITE, UYRUGU, UYRUK, STAATSANGEHORIGKEIT, NACIONALIDAD, NACIONALIDADE, CITTADINANZA,
      NAZIONALITA, NATIONALITEIT, MEDBORGARSKAP, NATIONALITET, STATSBORGERSKAP, KANSALAISUUS, OBYWATELSTWO,
      STATNI OBCANSTVI, STATNE OBCIANSTVO, DRZAVLJANSTVO, CETATENIA, CETATENIE, ALLAMPOLGARSAG, PILSONIBA, PILIETYBE,
      KODAKONDSUS, CITTADINANZA, CITIZENSHIP, RIKISFANG, NAZZJONALITA
      """
    ),
    (
      .other,
      """
      PLACE OF BIRTH, LIEU DE NAISSANCE, DOGUM YERI, GEBURTSORT, LUGAR DE NACIMIENTO, LOCAL DE NASCIMENTO,
      LUOGO DI NASCITA, GEBOORTEPLAATS, FODELSEORT, FODESTED, FODESTED, SYNTYMAPAIKKA, MIEJSCE URODZENIA, MISTO NAROZENI,
      MIESTO NARODENIA, MJESTO RODENJA, KRAJ ROJSTVA, LOCUL NASTERII, SZULETESI HELY, DZIMSANAS VIETA, GIMIMO VIETA,
      SUNNIKOHT, FAEDINGARSTADUR, POST TAT TWELID, DATE OF ISSUE, ISSUE DATE, DATE DE DELIVRANCE, DATE D EMISSION,
      DUZENLEME TARIHI, VERILIS TARIHI, AUSSTELLUNGSDATUM, AUSGESTELLT AM, FECHA DE EXPEDICION, FECHA DE EMISION,
      DATA DE EMISSAO, DATA DI RILASCIO, DATUM VAN AFGIFTE, UTFARDAD, UTFARDANDEDATUM, UDSTEDELSESDATO, UTSTEDELSESDATO,
      MYONTAMISPAIVA, DATA WYDANIA, DATUM VYDANI, DATUM VYDANIA, DATUM IZDAVANJA, DATUM IZDAJE, DATA EMITERII,
      KIALLITAS KELTE, IZDOSANAS DATUMS, ISDAVIMO DATA, VALJAANDMISE KUUPAEV, VALID FROM, TISWA MINN, UTGAFUDAGUR,
      AUTHORITY, ISSUING AUTHORITY, AUTORITE, AUTORITE DE DELIVRANCE, VEREN MAKAM, BEHORDE, AUSSTELLENDE BEHORDE,
      AUTORIDAD, AUTORIDADE, AUTORITA, AUTORITEIT, MYNDIGHET, MYNDIGHED, VIRANOMAINEN, ORGAN WYDAJACY, VYDAL, IZDALA,
      TYPE, TIPO, TYP, CODE, HEIGHT, TAILLE, GROSSE, ALTURA, ESTATURA, STATURA, ALTEZZA, LENGTE, LANGD, PITUUS, WZROST,
      AUGUMS, COLOUR OF EYES, COLOR OF EYES, COULEUR DES YEUX, AUGENFARBE, EYES, SIGNATURE, IMZA, UNTERSCHRIFT, FIRMA,
      ASSINATURA, HANDTEKENING, NAMNTECKNING, NIMIKIRJOITUS, PODPIS, PODPIS POSIADACZA, HOLDERS SIGNATURE,
      SIGNATURE OF BEARER, SIGNATURE DU TITULAIRE, MOTHERS NAME, FATHERS NAME, ANNE ADI, BABA ADI, NAME OF FATHER,
      NAME OF MOTHER, NAME AT BIRTH, GEBURTSNAME, BIRTH NAME, MAIDEN NAME, RODOWE NAZWISKO, NAZWISKO RODOWE,
      FAMILY NAME AT BIRTH, RESIDENCE, DOMICILE, ADDRESS, ADRESSE, WOHNORT, DOMICILIO, COUNTRY, ISSUING COUNTRY,
      COUNTRY CODE, PAYS EMETTEUR, CODE OF ISSUING STATE, PLACE OF ISSUE, LIEU DE DELIVRANCE, ISSUED BY, REMARKS,
      OBSERVATIONS, ENDORSEMENTS, PLACE OF ORIGIN, HEIMATORT, LIEU D ORIGINE, NAMES OF PARENTS, PARENTS GIVEN NAMES,
      PASSPORT, PASSEPORT, PASAPORTE, PASSAPORTE, REISEPASS, PASZPORT, IDENTITY CARD, CARTE D IDENTITE,
      PERSONALAUSWEIS, KIMLIK KARTI, PATRONYME, NOM PATRONYMIQUE
      """
    ),
  ]

  private static let table: [String: PrintedLabel] = {
    var table: [String: PrintedLabel] = [:]
    for (label, list) in words {
      for name in list.split(separator: ",") {
        table[String(name.filter { !$0.isWhitespace })] = label
      }
    }
    return table
  }()
  private static let byLength: [Int: [String]] = Dictionary(grouping: table.keys.sorted(), by: \.utf8.count)
  private static let longest = byLength.keys.max() ?? 0
}
