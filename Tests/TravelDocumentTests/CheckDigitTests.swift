import BonafideTravelDocument
import Testing

@Suite("A check digit")
struct CheckDigitTests {
  @Test(
    "is that of the examples in ICAO Doc 9303-3, appendix A",
    arguments: [
      ("520727", 3), ("AB2134<<<", 5), ("HA672242<658022549601086<<<<<<<<<<<<<<0", 8),
    ])
  func examples(text: String, digit: Int) {
    #expect(CheckDigit.of(text.utf8) == digit)
  }

  @Test("of nothing and of fillers is 0", arguments: ["", "<<<<<<<<<"])
  func fillers(text: String) {
    #expect(CheckDigit.of(text.utf8) == 0)
  }
}

/// The specimens of Utopia (ICAO Doc 9303-4 to 9303-7) and the specimen of C-108.
@Suite("A specimen")
struct SpecimenTests {
  private static let all: [(MRZFormat, [String])] = [
    (
      .td1,
      ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]
    ),
    (.td2, ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"]),
    (.td3, ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]),
    (.mrva, ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"]),
    (.mrvb, ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX4009078F9612109<<<<<<<<"]),
  ]

  @Test("of Utopia is valid in every format", arguments: all)
  func utopia(format: MRZFormat, lines: [String]) throws {
    let mrz = try read(lines)
    #expect(mrz.format == format && mrz.isValid)
    #expect(mrz.issuingState.value == "UTO" && mrz.issuingState.flaw == nil)
    #expect(mrz.name.surname.value == "ERIKSSON" && mrz.name.givenNames.value == "ANNA MARIA")
    #expect(!mrz.name.isTruncated)
    #expect(mrz.sex.value == .female)
    #expect(mrz.zone.lines == lines)
  }

  @Test("of Utopia fails with any other check digit", arguments: all)
  func wrongDigit(format: MRZFormat, lines: [String]) throws {
    let zone = try MRZZone(lines: lines.map { Array($0.utf8) })
    for place in zone.coveredPlaces where zone.bytes[place] != UInt8(ascii: "<") {
      var bytes = zone.bytes
      bytes[place] = bytes[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
      let twin = CheckDigit.of([bytes[place]]) == CheckDigit.of([zone.bytes[place]])
      #expect(MRZ(try MRZZone(format: format, bytes: bytes), today: today).isValid == twin)
    }
  }

  @Test("of a Turkish card is read in all fields")
  func turkish() throws {
    let mrz = try read(
      "I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<")
    #expect(mrz.isValid)
    #expect(mrz.documentCode.value == "I")
    #expect(mrz.documentNumber.value == "A12B34567")
    #expect(mrz.dateOfBirth.value == CalendarDate(iso: "1990-01-01"))
    #expect(mrz.expiryDate?.value == CalendarDate(iso: "2030-01-01"))
    #expect(mrz.nationality.value == "TUR")
    #expect(mrz.name.surname.value == "ORNEK" && mrz.name.givenNames.value == "AYSE DENEME")
    #expect(mrz.nationalNumber?.value == "12345678950" && mrz.nationalNumber?.isValid == true)
    #expect(mrz.checks.optional == nil && mrz.checks.composite == true)
  }

  /// Licence: MIT, github cheminfo/mrz.
  @Test("of the old French card is read by its own layout")
  func french() throws {
    let mrz = try read("IDFRATEST<NAME<<<<<<<<<<<<<<<<0CHE02", "1710GVA123451ROBERTA<<<<<<<9112311F2")
    #expect(mrz.format == .idfra && mrz.isValid)
    #expect(mrz.name.surname.value == "TEST NAME" && mrz.name.givenNames.value == "ROBERTA")
    #expect(mrz.documentNumber.value == "1710GVA12345" && mrz.optional.value == "0CHE02")
    #expect(mrz.expiryDate == nil && mrz.checks.expiryDate == nil)
    #expect(mrz.nationality.value == "FRA")
  }
}
