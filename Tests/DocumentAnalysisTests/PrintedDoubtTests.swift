import BonafideDocumentAnalysis
import BonafideObservations
import BonafideTravelDocument
import Testing

/// Print beside the zone of C-108: ORNEK, AYSE DENEME, A12B34567, 12345678950, 1990-01-01, F, 2030-01-01.
@Suite struct PrintedDoubtTests {
  private let today: CalendarDate
  private let zone: MRZ

  init() throws {
    today = try #require(CalendarDate(iso: "2026-11-30"))
    let lines = ["I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<"]
    zone = try MRZ(lines: lines.map { Array($0.utf8) }, today: today)
  }

  private func fields(_ label: String, _ value: TextLine, zone: MRZ?) -> PrintedFields {
    PrintedFields(lines: [line(label, x: 20, y: 20, height: 12), value], mrz: zone, today: today)
  }

  @Test func aLetterChangedInSurePrintIsTakenAsPrinted() {
    let read = fields("Soyadı / Surname", line("ÖRNEM", x: 20, y: 34), zone: zone)
    #expect(read.surname?.value == "ÖRNEM")
    #expect(read.doubts.isEmpty)
  }

  @Test func aLetterThatWasHardToReadIsADoubt() throws {
    let read = fields("Soyadı / Surname", line("ÖRNEM", x: 20, y: 34, unsure: [4: 0.7]), zone: zone)
    #expect(read.surname == nil)
    let doubt = try #require(read.doubts.first)
    #expect(doubt.field == .surname && doubt.text == "ÖRNEM" && doubt.leastConfidence == 0.7)
    #expect(abs(doubt.box.x - 20) < 2 && abs(doubt.box.y - 34) < 2)
  }

  @Test func anotherLetterThatWasHardToReadExplainsNothing() {
    let read = fields("Soyadı / Surname", line("ÖRNEM", x: 20, y: 34, unsure: [1: 0.7]), zone: zone)
    #expect(read.surname?.value == "ÖRNEM")
    #expect(read.surname?.leastConfidence == 0.7)
  }

  /// The zone has A12B34567.
  @Test(arguments: ["AI2B34567", "A12834567", "A12B34S67"])
  func lookAlikesInANumberAreADoubt(_ printed: String) {
    let read = fields("Seri No / Document No", line(printed, x: 20, y: 34, unsure: [4: 0.5]), zone: zone)
    #expect(read.documentNumber == nil)
    #expect(read.doubts.map(\.field) == [.documentNumber])
    #expect(read.doubts.first?.text == printed)
  }

  @Test func aDigitChangedInANumberIsTakenAsPrinted() {
    let read = fields("Seri No / Document No", line("A12B34967", x: 20, y: 34), zone: zone)
    #expect(read.documentNumber?.value == "A12B34967")
  }

  @Test func aDayChangedInSurePrintIsTakenAndInUnsurePrintADoubt() {
    let sure = fields("Doğum Tarihi / Date of Birth", line("07.01.1990", x: 20, y: 34), zone: zone)
    #expect(sure.dateOfBirth?.value.description == "1990-01-07")
    let unsure = fields("Doğum Tarihi / Date of Birth", line("07.01.1990", x: 20, y: 34, unsure: [1: 0.7]), zone: zone)
    #expect(unsure.dateOfBirth == nil)
    #expect(unsure.doubts.map(\.text) == ["1990-01-07"])
  }

  @Test func withoutAZoneWhatIsTooUnsureIsADoubt() {
    let read = fields("Cinsiyeti / Gender", line("K / F", x: 20, y: 34, confidence: 0.6), zone: nil)
    #expect(read.sex == nil)
    #expect(read.doubts.map(\.field) == [.sex])
    #expect(read.doubts.first?.text == "F")
  }

  @Test func theZonesValueElsewhereInThePrintOutweighsAMisreading() {
    let read = PrintedFields(
      lines: [
        line("Soyadı / Surname", x: 20, y: 20, height: 12), line("ÖRNFK", x: 20, y: 34, unsure: [3: 0.6]),
        line("ÖRNEK", x: 400, y: 300),
      ], mrz: zone, today: today)
    #expect(read.surname?.locatedBy == .mrz)
    #expect(read.doubts.isEmpty)
  }

  /// 12345678950 holds (C-107), 12345678951 does not.
  @Test func ofTwoNumbersTheOneThatHoldsIsTaken() {
    let both = [
      line("T.C. Kimlik No", x: 20, y: 20, height: 12), line("12345678951", x: 20, y: 34),
      line("TR Identity No", x: 400, y: 20, height: 12), line("12345678950", x: 400, y: 34),
      line("Soyadı", x: 20, y: 100, height: 12),
    ]
    #expect(PrintedFields(lines: both, mrz: nil, today: today).identityNumber?.value == "12345678950")
    let wrong = Array(both.prefix(2)) + [both[4]]
    #expect(PrintedFields(lines: wrong, mrz: nil, today: today).identityNumber?.value == "12345678951")
  }

  @Test func aStrokeReadAsALetterIsStillAStroke() {
    for (printed, sex) in [("KIF", Sex.female), ("EIM", .male), ("K l F", .female), ("E/M", .male)] {
      #expect(fields("Cinsiyeti / Gender", line(printed, x: 20, y: 34), zone: nil).sex?.value == sex, "\(printed)")
    }
  }

  @Test func aLetterInALineOfOthersIsNoNationality() {
    #expect(fields("Nationality", line("D KOELN", x: 20, y: 34), zone: nil).nationality == nil)
    #expect(fields("Nationality", line("D", x: 20, y: 34), zone: nil).nationality?.value == "D")
    #expect(fields("Nationality", line("DEUTSCH", x: 20, y: 34), zone: nil).nationality?.value == "D")
    #expect(fields("Nationality", line("RESIDENT OF THE POLISH TOWN", x: 20, y: 34), zone: nil).nationality == nil)
  }

  @Test func turkishLettersCountInTurkishPrintOnly() {
    let name = TextLine(
      text: "SAHIN", confidence: 0.9,
      quad: [Point(x: 20, y: 34), Point(x: 70, y: 34), Point(x: 70, y: 54), Point(x: 20, y: 54)],
      characters: zip("SAHIN", ["Ş", nil, nil, "İ", nil]).enumerated().map {
        TextLine.Character(text: $1.0, confidence: 0.95, place: (Double($0) + 0.5) / 5, inTurkish: $1.1)
      })
    #expect(fields("Soyadı / Surname", name, zone: nil).surname?.value == "ŞAHİN")
    #expect(fields("Surname / Nom", name, zone: nil).surname?.value == "SAHIN")
  }

  @Test func printAcrossTheDocumentIsNoValue() {
    let across = TextLine(
      text: "MUSTER", confidence: 0.98,
      quad: [Point(x: 20, y: 34), Point(x: 120, y: 64), Point(x: 114, y: 84), Point(x: 14, y: 54)])
    let others = [line("Nationality", x: 20, y: 200, height: 12), line("DEUTSCH", x: 20, y: 214)]
    let label = line("Surname", x: 20, y: 20, height: 12)
    #expect(PrintedFields(lines: [label, across] + others, mrz: nil, today: today).surname == nil)
  }

  @Test func printMuchLargerThanTheLabelIsNoValue() {
    #expect(fields("Surname", line("MUSTER", x: 20, y: 38, height: 40), zone: nil).surname == nil)
    #expect(fields("Surname", line("MUSTER", x: 20, y: 38, height: 24), zone: nil).surname?.value == "MUSTER")
  }

  @Test func aSpecimensNameMayBeSpecimen() {
    #expect(fields("Surname / Nom", line("SPECIMEN", x: 20, y: 34), zone: nil).surname?.value == "SPECIMEN")
  }

  /// Two labels in one line, the value of each below it.
  @Test func eachOfTwoLabelsInALineHasItsOwnValue() {
    let read = PrintedFields(
      lines: [
        line("DATE OF ISSUE/DATE DE DELIVRANCE DATE OF EXPIRY", x: 20, y: 20, height: 12),
        line("29.07.2016", x: 20, y: 34), line("29.07.2026", x: 220, y: 34),
      ], mrz: nil, today: today)
    #expect(read.expiryDate?.value.description == "2026-07-29")
  }

  @Test func whatFollowsANumberIsNoName() {
    #expect(fields("Surname", line("XA0000001", x: 20, y: 34), zone: nil).surname == nil)
  }

  @Test func aVisasPassportNumberIsADoubt() {
    let read = PrintedFields(
      lines: [
        line("VISA", x: 200, y: 0), line("Passport No", x: 20, y: 40, height: 12), line("X1234567", x: 20, y: 54),
      ], mrz: nil, today: today)
    #expect(read.documentNumber == nil)
    #expect(read.doubts.map(\.text) == ["X1234567"])
  }

  @Test func bothNamesMayStandInALine() {
    let read = PrintedFields(lines: [line("ÖRNEK AYŞE DENEME", x: 20, y: 34)], mrz: zone, today: today)
    #expect(read.surname?.value == "ÖRNEK" && read.surname?.locatedBy == .mrz)
    #expect(read.givenNames?.value == "AYŞE DENEME")
    #expect(PrintedFields(lines: [line("ÖRNEK AYŞE DENEME", x: 20, y: 34)], mrz: nil, today: today).surname == nil)
  }

  @Test func aStrokeBeforeACodeMayBeReadAsALetter() {
    #expect(fields("Uyruğu / Nationality", line("T.C.ITUR", x: 20, y: 34), zone: nil).nationality?.value == "TUR")
  }

  /// Maltese labels say `Isem`.
  @Test func aShortNameIsNoMisreadLabel() {
    #expect(fields("Adı / Given Name(s)", line("İREM", x: 20, y: 34), zone: nil).givenNames?.value == "İREM")
  }

  @Test func anOBesideAZeroIsADoubt() {
    let read = fields("Passport No", line("TMO00000", x: 20, y: 34), zone: nil)
    #expect(read.documentNumber == nil)
    #expect(read.doubts.map(\.text) == ["TMO00000"])
    #expect(fields("Passport No", line("TM000000", x: 20, y: 34), zone: nil).documentNumber?.value == "TM000000")
  }

  @Test func aTitleBeforeALabelClaimsNoValue() {
    let read = fields("Passeport Passaporto Passport No", line("S0100592", x: 20, y: 34), zone: nil)
    #expect(read.documentNumber?.value == "S0100592")
  }
}
