import BonafideObservations
import BonafideTravelDocument
import Testing

private func zone(_ lines: String...) throws -> MRZ {
  let today = try #require(CalendarDate(year: 2026, month: 6, day: 1))
  return try MRZ(lines: lines.map { Array($0.utf8) }, today: today)
}

/// C-108.
private func turkish() throws -> MRZ {
  try zone("I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<")
}

/// ICAO Doc 9303-4, appendix A.
private func passport() throws -> MRZ {
  try zone("P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
}

@Suite("Print against zone") struct ZoneValueTests {
  @Test(arguments: [
    (DocumentField.documentNumber, "A12B34567"), (.identityNumber, "12345678950"), (.surname, "ÖRNEK"),
    (.givenNames, "AYŞE DENEME"), (.dateOfBirth, "1990-01-01"), (.expiryDate, "2030-01-01"), (.sex, "F"),
    (.nationality, "TUR"), (.issuingState, "TUR"),
  ])
  func `agrees with what is printed on the same card`(field: DocumentField, printed: String) throws {
    #expect(try turkish().agrees(field, printed: printed) == true)
  }

  @Test(arguments: [
    (DocumentField.documentNumber, "A12B34568"), (.identityNumber, "12345678951"), (.surname, "ÖRNAK"),
    (.givenNames, "AYŞE"), (.givenNames, "AYŞE DENEMEK"), (.dateOfBirth, "1990-01-02"), (.expiryDate, "2031-01-01"),
    (.sex, "M"), (.nationality, "DEU"),
  ])
  func `disagrees by one character`(field: DocumentField, printed: String) throws {
    #expect(try turkish().agrees(field, printed: printed) == false)
  }

  @Test func `takes a name that the zone had no room for`() throws {
    let full = try zone(
      "P<UTOPAPANDROPOULOU<<JONATHON<WARREN<TREVOR<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
    #expect(full.name.isTruncated == false)
    #expect(full.agrees(.givenNames, printed: "JONATHON WARREN TREVOR ALEC") == false)
    let cut = try zone(
      "P<UTOPAPANDROPOULOU<<JONATHON<WARREN<TREVORA", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
    #expect(cut.agrees(.givenNames, printed: "JONATHON WARREN TREVORALEC") == true)
    #expect(cut.agrees(.givenNames, printed: "JONATHON WARREN ALEC") == false)
  }

  @Test func `does not miss the small words that a state leaves out, but no others`() throws {
    let zone = try zone(
      "P<PRTGARCAO<MAGALHAES<<INES<<<<<<<<<<<<<<<<<", "L898902C36PRT7408122F1204159<<<<<<<<<<<<<<02")
    #expect(zone.agrees(.surname, printed: "GARÇÃO DE MAGALHÃES") == true)
    #expect(zone.agrees(.surname, printed: "GARÇÃO SILVA MAGALHÃES") == false)
  }

  @Test func `takes a blank that was lost for none`() throws {
    #expect(try turkish().agrees(.givenNames, printed: "AYŞEDENEME") == true)
    #expect(try turkish().agrees(.givenNames, printed: "AYŞEDENEM") == false)
  }

  @Test func `finds a national number that it does not know in the optional data, or says nothing`() throws {
    let passport = try passport()
    #expect(passport.value(of: .identityNumber) == nil)
    #expect(passport.agrees(.identityNumber, printed: "ZE184226B") == true)
    #expect(passport.agrees(.identityNumber, printed: "ZE184226X") == nil)
  }

  @Test func `says nothing of a number whose check digit does not hold`() throws {
    let broken = try zone(
      "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C37UTO7408122F1204159ZE184226B<<<<<10")
    #expect(broken.value(of: .documentNumber) == nil && broken.agrees(.documentNumber, printed: "L898902C3") == nil)
  }

  @Test func `takes both codes of Germany for one`() throws {
    let german = try zone(
      "P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<", "C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4")
    #expect(german.agrees(.nationality, printed: "DEU") == true && german.agrees(.nationality, printed: "D") == true)
  }

  @Test func `tells whether a national number holds`() {
    #expect(NationalNumber.holds("12345678950", of: "TUR") == true)
    #expect(NationalNumber.holds("12345678901", of: "TUR") == false)
    #expect(NationalNumber.holds("1234567895", of: "TUR") == nil)
    #expect(NationalNumber.holds("12345678950", of: "UTO") == nil)
  }
}
