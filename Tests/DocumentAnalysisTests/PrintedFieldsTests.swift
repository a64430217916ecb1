import BonafideDocumentAnalysis
import BonafideObservations
import BonafideTravelDocument
import Testing

@Suite struct PrintedFieldsTests {
  private let today: CalendarDate

  init() throws {
    today = try #require(CalendarDate(iso: "2026-11-30"))
  }

  private func fields(_ lines: [TextLine], mrz: MRZ? = nil) -> PrintedFields {
    PrintedFields(lines: lines, mrz: mrz, today: today)
  }

  /// The front of the Turkish card: values below bilingual labels, two columns (C-100).
  private let turkishFront = [
    line("TÜRKİYE CUMHURİYETİ KİMLİK KARTI", x: 200, y: 10, height: 24),
    line("T.C. Kimlik No / TR Identity No", x: 20, y: 100, height: 14), line("12345678950", x: 20, y: 116),
    line("Soyadı / Surname", x: 300, y: 100, height: 14), line("ÖRNEK", x: 300, y: 116),
    line("Adı / Given Name(s)", x: 300, y: 160, height: 14), line("AYŞE DENEME", x: 300, y: 176),
    line("Doğum Tarihi / Date of Birth", x: 300, y: 220, height: 14), line("01.01.1990", x: 300, y: 236),
    line("Cinsiyeti / Gender", x: 600, y: 220, height: 14), line("K / F", x: 600, y: 236),
    line("Seri No / Document No", x: 300, y: 280, height: 14), line("A12B34567", x: 300, y: 296),
    line("Uyruğu / Nationality", x: 600, y: 280, height: 14), line("T.C./TUR", x: 600, y: 296),
    line("Son Geçerlilik / Valid Until", x: 300, y: 340, height: 14), line("01.01.2030", x: 300, y: 356),
  ]

  @Test func turkishFrontIsReadWhole() {
    let read = fields(turkishFront)
    #expect(read.identityNumber?.value == "12345678950")
    #expect(read.surname?.value == "ÖRNEK")
    #expect(read.givenNames?.value == "AYŞE DENEME")
    #expect(read.dateOfBirth?.value.description == "1990-01-01")
    #expect(read.sex?.value == .female)
    #expect(read.documentNumber?.value == "A12B34567")
    #expect(read.nationality?.value == "TUR")
    #expect(read.expiryDate?.value.description == "2030-01-01")
    #expect(read.surname?.locatedBy == .label)
  }

  @Test func boxesAreThoseOfTheValues() throws {
    let box = try #require(fields(turkishFront).surname?.box)
    #expect(abs(box.x - 300) < 2 && abs(box.y - 116) < 2 && abs(box.width - 50) < 4 && abs(box.height - 20) < 2)
  }

  /// The same with the whole picture turned by ten degrees.
  @Test func anObliquePictureReadsTheSame() {
    let (cosine, sine) = (0.9848, 0.1736)
    let turned = turkishFront.map { line in
      TextLine(
        text: line.text, confidence: line.confidence,
        quad: line.quad.map { Point(x: $0.x * cosine - $0.y * sine, y: $0.x * sine + $0.y * cosine) },
        characters: line.characters)
    }
    let read = fields(turned)
    #expect(read.surname?.value == "ÖRNEK")
    #expect(read.dateOfBirth?.value.description == "1990-01-01")
    #expect(read.expiryDate?.value.description == "2030-01-01")
  }

  /// A page in two languages, dates with months' names, a place of birth between (ICAO 9303-4, figure 3).
  @Test func canadianPageIsRead() {
    let read = fields([
      line("Passport No./N° de passeport", x: 400, y: 20, height: 10), line("GH800455", x: 420, y: 34),
      line("Surname/Nom", x: 200, y: 60, height: 10), line("SPECIAL", x: 200, y: 72),
      line("Given names/Prénoms", x: 200, y: 100, height: 10), line("FANNY", x: 200, y: 112),
      line("Nationality/Nationalité", x: 200, y: 140, height: 10), line("CANADIAN/CANADIENNE", x: 200, y: 152),
      line("Date of birth/Date de naissance", x: 200, y: 180, height: 10), line("03 MAR/MARS 73", x: 200, y: 192),
      line("Sex/Sexe", x: 200, y: 220, height: 10),
      line("Place of birth/Lieu de naissance", x: 300, y: 220, height: 10),
      line("F", x: 200, y: 232), line("HULL CAN", x: 300, y: 232),
      line("Date of issue/Date de délivrance", x: 200, y: 260, height: 10), line("11 JAN/JAN 08", x: 200, y: 272),
      line("Date of expiry/Date d’expiration", x: 200, y: 300, height: 10), line("11 JAN/JAN 27", x: 200, y: 312),
    ])
    #expect(read.documentNumber?.value == "GH800455")
    #expect(read.surname?.value == "SPECIAL")
    #expect(read.givenNames?.value == "FANNY")
    #expect(read.nationality?.value == "CAN")
    #expect(read.dateOfBirth?.value.description == "1973-03-03")
    #expect(read.sex?.value == .female)
    #expect(read.expiryDate?.value.description == "2027-01-11")
    #expect(read.identityNumber == nil)
  }

  @Test func valuesBehindOrBesideTheirLabelsAreRead() {
    let read = fields([
      line("Naam:", x: 20, y: 20), line("DE BRUIJN", x: 160, y: 20),
      line("Geboortedatum: 10 MRT/MAR 1965", x: 20, y: 60),
      line("Geslacht: V/F", x: 20, y: 100),
    ])
    #expect(read.surname?.value == "DE BRUIJN")
    #expect(read.dateOfBirth?.value.description == "1965-03-10")
    #expect(read.sex == nil || read.sex?.value == .female)
  }

  @Test func aLabelWithAWrongLetterIsStillOne() {
    let read = fields([
      line("Sumame/Nam", x: 20, y: 20, height: 10), line("MUSTER", x: 20, y: 32),
      line("Date of blrth", x: 20, y: 60, height: 10), line("01.02.1990", x: 20, y: 72),
    ])
    #expect(read.dateOfBirth?.value.description == "1990-02-01")
  }

  @Test func otherPeoplesNamesAreNotTheHolders() {
    let read = fields([
      line("IMIONA RODZICÓW / PARENTS' GIVEN NAMES", x: 20, y: 20, height: 10), line("MAREK ANNA", x: 20, y: 34),
      line("NAZWISKO RODOWE / FAMILY NAME", x: 20, y: 60, height: 10), line("KOWALSKI", x: 20, y: 74),
      line("Anne Adı / Mother's Name", x: 20, y: 100, height: 10), line("FATMA", x: 20, y: 114),
    ])
    #expect(read.surname == nil)
    #expect(read.givenNames == nil)
  }

  @Test func theDateOfIssueIsNoOther() {
    let read = fields([line("Date of issue", x: 20, y: 20, height: 10), line("01.02.2020", x: 20, y: 32)])
    #expect(read.dateOfBirth == nil)
    #expect(read.expiryDate == nil)
  }

  @Test func labelsThatDisagreeGiveNothing() {
    let read = fields([
      line("Surname", x: 20, y: 20, height: 10), line("ROT", x: 20, y: 32),
      line("Nom", x: 400, y: 20, height: 10), line("BLAU", x: 400, y: 32),
    ])
    #expect(read.surname == nil)
  }

  @Test func whatIsHardToReadIsLeftOut() {
    let read = fields([
      line("Surname", x: 20, y: 20, height: 10), line("MUSTER", x: 20, y: 32, confidence: 0.6),
    ])
    #expect(read.surname == nil)
  }

  @Test func withoutLabelsNothingIsGuessed() {
    let read = fields([
      line("MUSTERMANN", x: 20, y: 20), line("ERIKA", x: 20, y: 50), line("12.08.1964", x: 20, y: 80),
      line("F", x: 20, y: 110), line("AB1234567", x: 20, y: 140),
    ])
    #expect(read.surname == nil && read.givenNames == nil && read.dateOfBirth == nil && read.sex == nil)
    #expect(read.documentNumber == nil)
  }

  /// The vector of C-108.
  private func zone() throws -> MRZ {
    let lines = ["I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<"]
    return try MRZ(lines: lines.map { Array($0.utf8) }, today: today)
  }

  @Test func aZoneHelpsToFindWhatHasNoLabelButThePrintCounts() throws {
    let read = fields(
      [line("ÖRNEK", x: 20, y: 20), line("AYŞE", x: 20, y: 50), line("DENEME", x: 20, y: 74)], mrz: try zone())
    #expect(read.surname?.value == "ÖRNEK")
    #expect(read.surname?.locatedBy == .mrz)
    #expect(read.givenNames?.value == "AYŞE DENEME")
    #expect(read.dateOfBirth == nil)
  }

  @Test func printThatContradictsTheZoneIsKept() throws {
    let read = fields(
      [
        line("Soyadı / Surname", x: 20, y: 20, height: 12), line("YILMAZ", x: 20, y: 34),
        line("Seri No / Document No", x: 20, y: 80, height: 12), line("A99B99999", x: 20, y: 94),
      ], mrz: try zone())
    #expect(read.surname?.value == "YILMAZ")
    #expect(read.surname?.locatedBy == .label)
    #expect(read.documentNumber?.value == "A99B99999")
  }

  @Test func oddLinesDoNoHarm() {
    let endless = String(repeating: "Surname Nom Soyadı 01.01.1990 ", count: 400)
    let odd = [
      TextLine(text: "", confidence: 0, quad: []), TextLine(text: "Surname", confidence: 1, quad: []),
      TextLine(text: "Surname", confidence: 1, quad: Array(repeating: Point(x: 5, y: 5), count: 4)),
      TextLine(text: "X", confidence: 1, quad: Array(repeating: Point(x: .nan, y: .infinity), count: 4)),
      line(endless, x: 0, y: 0), line("👩‍👩‍👧‍👦\u{301}\u{0}", x: 0, y: 40), line("Ǆ ﬁ ẞ", x: 0, y: 60),
    ]
    let read = fields(odd + (0..<200).map { line("Date of birth \($0)", x: 0, y: Double($0)) })
    #expect(read.documentNumber == nil)
  }
}
