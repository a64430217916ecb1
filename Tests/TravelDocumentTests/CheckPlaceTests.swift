import BonafideObservations
import BonafideTravelDocument
import Testing

@Suite("The place of a check digit")
struct CheckPlaceTests {
  private func places(_ mrz: MRZ) -> [String] {
    mrz.checkPlaces.map { "\($0.check.rawValue) \($0.line):\($0.column) \($0.digit)" }
  }

  private func covers(_ check: MRZCheck, _ mrz: MRZ) -> [String] {
    mrz.checkPlaces.filter { $0.check == check }.flatMap(\.covers).map { "\($0.line):\($0.columns)" }
  }

  /// C-108; columns by ICAO Doc 9303-5, section 4.2.2.
  @Test("is that of 9303-5 on a Turkish card")
  func turkish() throws {
    let mrz = try read(
      "I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<")
    #expect(places(mrz) == ["documentNumber 1:15 5", "dateOfBirth 2:7 1", "expiryDate 2:15 9", "composite 2:30 2"])
    #expect(mrz.checkPlaces.allSatisfy { $0.holds == true })
    #expect(covers(.documentNumber, mrz) == ["1:6...14"])
    #expect(covers(.composite, mrz) == ["1:6...30", "2:1...7", "2:9...15", "2:19...29"])
  }

  /// Columns by ICAO Doc 9303-4, section 4.2.2.
  @Test("is that of 9303-4 on a passport")
  func passport() throws {
    let mrz = try read(
      "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10")
    #expect(
      places(mrz) == [
        "documentNumber 2:10 6", "dateOfBirth 2:20 2", "expiryDate 2:28 9", "optional 2:43 1", "composite 2:44 0",
      ])
    #expect(covers(.optional, mrz) == ["2:29...42"])
    #expect(covers(.composite, mrz) == ["2:1...10", "2:14...20", "2:22...43"])
  }

  /// Stevenson of ICAO Doc 9303-11, appendix D, in both card formats.
  @Test(
    "is where a long number ends",
    arguments: [
      (
        ["I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<"],
        "documentNumber 1:19 9", ["1:6...14", "1:16...18"]
      ),
      (
        ["I<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<", "D23145890<UTO3407127M95071227349<<<8"],
        "documentNumber 2:32 9", ["2:1...9", "2:29...31"]
      ),
    ])
  func longNumber(lines: [String], place: String, covered: [String]) throws {
    let mrz = try read(lines)
    #expect(places(mrz).first == place && mrz.checkPlaces.first?.holds == true)
    #expect(covers(.documentNumber, mrz) == covered)
  }

  @Test("of a long number that is wrong is where that number ends too")
  func wrongLongNumber() throws {
    let mrz = try read(
      "I<UTOD23145890<7348<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<")
    let place = try #require(mrz.checkPlaces.first)
    #expect(place.column == 19 && place.digit == "8" && place.holds == false)
  }

  @Test("tells which of them fails")
  func failing() throws {
    let mrz = try read(
      "I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<3", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<")
    #expect(mrz.checkPlaces.map(\.holds) == [true, true, true, false])
  }

  @Test("that was left out neither holds nor fails")
  func leftOut() throws {
    let mrz = try read(
      "P<POLKOWALSKA<KWIATKOWSKA<<JOANNA<<<<<<<<<<<", "AA00000000POL6002084F1412314<<<<<<<<<<<<<<<4")
    let place = try #require(mrz.checkPlaces.first { $0.check == .optional })
    #expect(place.digit == "<" && place.holds == nil)
  }

  @Test("is told only where the format has that digit")
  func absent() throws {
    let visa = try read("V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<")
    #expect(visa.checkPlaces.map(\.check) == [.documentNumber, .dateOfBirth, .expiryDate])
    let french = try read("IDFRATEST<NAME<<<<<<<<<<<<<<<<0CHE02", "1710GVA123451ROBERTA<<<<<<<9112311F2")
    #expect(french.checkPlaces.map(\.check) == [.documentNumber, .dateOfBirth, .composite])
    #expect(covers(.composite, french) == ["1:1...36", "2:1...35"])
  }
}
