import BonafideDocumentAnalysis
import BonafideTravelDocument
import Testing

@Suite struct PrintedDateTests {
  private let today: CalendarDate

  init() throws {
    today = try #require(CalendarDate(iso: "2026-11-30"))
  }

  @Test(arguments: [
    ("01.02.1990", "1990-02-01"), ("01/02/1990", "1990-02-01"), ("01-02-1990", "1990-02-01"),
    ("1.2.1990", "1990-02-01"), ("01 02 1990", "1990-02-01"), ("1990-02-01", "1990-02-01"),
    ("1990.02.01", "1990-02-01"), ("01 02 90", "1990-02-01"), ("01.02.90", "1990-02-01"),
    ("01 FEB/FEV 1990", "1990-02-01"), ("01 FEB /FÉV 90", "1990-02-01"), ("01FEB1990", "1990-02-01"),
    ("12 CZE/JUN 2011", "2011-06-12"), ("03 MAR/MARS 73", "1973-03-03"), ("30 JUL/JUIL 1999", "1999-07-30"),
    ("26 Haziran/June 1978", "1978-06-26"), ("16 AĞU/AUG 1956", "1956-08-16"), ("20 Juin/Jun 1978", "1978-06-20"),
    ("1 März 1990", "1990-03-01"), ("05 DEZ/DEC 2001", "2001-12-05"), ("9 septiembre 1985", "1985-09-09"),
    ("25-Feb-2014", "2014-02-25"), ("12.08.64 MÜNCHEN", "1964-08-12"),
    ("13 0CT /0CT 1984", "1984-10-13"), ("05 N0V 2001", "2001-11-05"), ("12 AUG/AOÛT 64", "1964-08-12"),
  ])
  func formsOnDocumentsAreRead(_ printed: String, _ expected: String) throws {
    let dates = PrintedDate.found(in: printed)
    #expect(dates.count == 1)
    #expect(dates.first?.day(as: .birth, today: today)?.description == expected)
  }

  @Test(arguments: [
    "", "31.02.1990", "00.01.1990", "01.13.1990", "32 JAN 1990", "12 345 678", "685229/4449", "01 FEB", "FEB 1990",
    "01 XYZ 1990", "01 JAN/FEB 1990", "12345678901", "1.2.90", "01.02/1990", "01.02.190", "01.02.19900",
    "٠١.٠٢.١٩٩٠", "08.10.", "12 LIS 2011",
  ])
  func otherPrintIsNoDate(_ printed: String) {
    #expect(PrintedDate.found(in: printed).compactMap { $0.day(as: .birth, today: today) } == [])
  }

  @Test func theOtherLanguageSettlesAnAmbiguousMonth() {
    let dates = PrintedDate.found(in: "12 LIS/NOV 2011")
    #expect(dates.first?.day(as: .expiry, today: today)?.description == "2011-11-12")
  }

  @Test func severalDatesOfALineAreSeparate() {
    let dates = PrintedDate.found(in: "01.11.2014 / 31.10.2020")
    #expect(dates.map { $0.day(as: .expiry, today: today)?.description } == ["2014-11-01", "2020-10-31"])
  }

  @Test func inTheUnitedStatesTheMonthComesFirst() {
    let dates = PrintedDate.found(in: "02/28/1980", order: .monthFirst)
    #expect(dates.first?.day(as: .birth, today: today)?.description == "1980-02-28")
  }

  @Test func twoDigitsOfAYearMeanThePastForABirthAndTheNearerForAnExpiry() {
    let date = PrintedDate.found(in: "01.12.26").first
    #expect(date?.day(as: .birth, today: today)?.description == "1926-12-01")
    #expect(date?.day(as: .expiry, today: today)?.description == "2026-12-01")
  }

  @Test func nobodyIsBornTomorrow() {
    #expect(PrintedDate.found(in: "01.12.2026").first?.day(as: .birth, today: today) == nil)
  }
}
