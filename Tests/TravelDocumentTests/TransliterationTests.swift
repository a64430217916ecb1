import BonafideTravelDocument
import Testing

@Suite("A printed name")
struct TransliterationTests {
  /// ICAO Doc 9303-3, section 6, and for the second spellings of Turkish, German and Nordic letters C-104 and the
  /// specimens of those states.
  @Test(
    "fits its spelling in a zone",
    arguments: [
      ("ÖRNEK", "ORNEK"), ("ÖRNEK", "OERNEK"), ("AYŞE", "AYSE"), ("Işık", "ISIK"), ("İbrahim", "IBRAHIM"),
      ("ibrahim", "IBRAHIM"), ("ÇAĞRI", "CAGRI"), ("GÜL", "GUL"), ("GÜL", "GUEL"), ("GÜL", "GUXXL"),
      ("Groß", "GROSS"), ("GROẞ", "GROSS"), ("Müller", "MUELLER"), ("Ängström", "AENGSTROEM"), ("Åse", "AASE"),
      ("Sørensen", "SOERENSEN"), ("Sørensen", "SORENSEN"), ("Æbler", "AEBLER"), ("ŁÓDŹ", "LODZ"), ("Żółć", "ZOLC"),
      ("Þórður", "THORDUR"), ("Ñandú", "NANDU"), ("Ñandú", "NXXANDU"), ("O'Connor", "OCONNOR"),
      ("D’Arc", "DARC"), ("Anna-Maria", "ANNA MARIA"), ("Anna Maria", "ANNA<MARIA"), ("Nguyễn", "NGUYEN"),
      ("Œuvre", "OEUVRE"), ("U\u{0308}nal", "UENAL"), ("Кузнецов", "KUZNETSOV"), ("Щукин", "SHCHUKIN"),
      ("Юлия", "IULIIA"), ("Хрущёв", "KHRUSHCHEV"), ("Христо", "KHRISTO"), ("Ольга", "OLGA"),
    ])
  func fits(printed: String, zone: String) {
    #expect(Transliteration.matches(printed: printed, zone: zone))
    #expect(Transliteration.alternatives(of: printed).contains(zone.replacing("<", with: " ")))
  }

  @Test(
    "does not fit another",
    arguments: [
      ("ÖRNEK", "ORNE"), ("ÖRNEK", "ORNEKS"), ("ORNEK", "OERNEK"), ("AYŞE", "AISE"), ("ANNA MARIA", "ANNAMARIA"),
      ("ANNA", ""), ("", "ANNA"), ("", ""), ("李", "LI"), ("Müller", "MILLER"),
    ])
  func fitsNot(printed: String, zone: String) {
    #expect(!Transliteration.matches(printed: printed, zone: zone))
  }

  @Test("may be longer than its spelling only where that can be cut")
  func truncation() {
    #expect(!Transliteration.matches(printed: "HELENE LAURENCE", zone: "HELENE LAUR"))
    #expect(Transliteration.matches(printed: "HELENE LAURENCE", zone: "HELENE LAUR", truncation: .possible))
    #expect(Transliteration.matches(printed: "MÜLLER", zone: "MU", truncation: .possible))
    #expect(!Transliteration.matches(printed: "HELENE LAURENCE", zone: "HELENA", truncation: .possible))
    #expect(!Transliteration.matches(printed: "HELENE", zone: "HELENE LAUR", truncation: .possible))
  }

  @Test("has no more spellings than are asked for, the standard's first")
  func limit() {
    let many = String(repeating: "Ü", count: 150)
    #expect(Transliteration.alternatives(of: many, limit: 10).count == 10)
    #expect(Transliteration.alternatives(of: "Ü") == ["UE", "UXX", "U"])
    #expect(Transliteration.alternatives(of: "Ü", limit: 0).isEmpty)
    #expect(Transliteration.matches(printed: many, zone: String(repeating: "U", count: 150)))
    #expect(Transliteration.alternatives(of: String(repeating: "A", count: 100_000)).isEmpty)
  }
}
