import BonafideTravelDocument
import Testing

/// A passport of Utopia with some of its second line replaced and its check digits set anew.
private func passport(
  state: String = "UTO", names: String = "ERIKSSON<<ANNA<MARIA", birth: String = "740812", sex: String = "F",
  expiry: String = "120415", optional: String = "ZE184226B", on day: CalendarDate = today
) throws -> MRZ {
  func filled(_ text: String, _ width: Int) -> String {
    text + String(repeating: "<", count: max(0, width - text.utf8.count))
  }
  let text =
    "P<" + filled(state, 3) + filled(names, 39) + "L898902C3" + "0" + filled(state, 3) + birth + "0" + sex + expiry
    + "0" + filled(optional, 14) + "00"
  return MRZ(try .sealing(format: .td3, bytes: Array(text.utf8)), today: day)
}

private func day(_ iso: String) -> CalendarDate? { CalendarDate(iso: iso) }

@Suite("A two-digit year")
struct CenturyTests {
  /// C-109, with 2026-11-30 as today.
  @Test(
    "of a birth is the latest in the past",
    arguments: [
      ("740812", "1974-08-12"), ("261130", "2026-11-30"), ("261201", "1926-12-01"), ("000229", "2000-02-29"),
      ("270101", "1927-01-01"),
    ])
  func birth(digits: String, expected: String) throws {
    #expect(try passport(birth: digits).dateOfBirth.value == day(expected))
  }

  @Test(
    "of an expiry is within fifty years and after the birth",
    arguments: [
      ("740812", "120415", "2012-04-15"), ("740812", "300101", "2030-01-01"), ("740812", "751231", "2075-12-31"),
      ("500101", "990101", "1999-01-01"), ("800101", "761231", "2076-12-31"), ("500101", "761231", "1976-12-31"),
      ("500101", "760101", "2076-01-01"),
    ])
  func expiry(birth: String, digits: String, expected: String) throws {
    #expect(try passport(birth: birth, expiry: digits).expiryDate?.value == day(expected))
  }

  @Test(
    "stays open where no century fits or both do",
    arguments: [
      ("010101", "990101", FieldFlaw.ambiguousCentury), ("500101", "761130", .ambiguousCentury),
    ])
  func open(birth: String, digits: String, flaw: FieldFlaw) throws {
    let expiry = try passport(birth: birth, expiry: digits).expiryDate
    #expect(expiry?.value == nil && expiry?.flaw == flaw && expiry?.raw == digits)
  }

  @Test("depends on today")
  func injected() throws {
    let past = try passport(birth: "200101", on: day("2019-06-01") ?? today)
    #expect(past.dateOfBirth.value == day("1920-01-01"))
  }

  @Test(
    "of a date that is incomplete or impossible stays as it is",
    arguments: [
      ("<<<<<<", FieldFlaw.empty), ("74<<<<", .partlyUnknown), ("7408<<", .partlyUnknown), ("110229", .impossible),
      ("741312", .impossible), ("740800", .impossible), ("74O812", .malformed),
    ])
  func noDay(digits: String, flaw: FieldFlaw) throws {
    let mrz = try passport(birth: digits)
    #expect(mrz.dateOfBirth.value == nil && mrz.dateOfBirth.flaw == flaw && mrz.dateOfBirth.raw == digits)
    #expect(mrz.checks.allHold)
    #expect(mrz.isValid == (flaw != .malformed))
  }
}

@Suite("A field")
struct FieldTests {
  @Test(
    "with the holder's sex", arguments: [("M", Sex.male), ("F", .female), ("X", .unspecified), ("<", .unspecified)])
  func sex(letter: String, expected: Sex) throws {
    #expect(try passport(sex: letter).sex.value == expected)
  }

  @Test("with an unknown sex is marked")
  func badSex() throws {
    let sex = try passport(sex: "H").sex
    #expect(sex.value == nil && sex.flaw == .malformed && sex.raw == "H")
  }

  @Test(
    "with a state is in the list",
    arguments: [
      "D", "TUR", "UTO", "XXA", "XXB", "XXC", "XXK", "XXX", "EUE", "GBD", "GBN", "GBO", "GBP", "GBS", "UNO", "UNA",
      "UNK", "XPO", "XOM", "XCC", "XBA", "XIM", "XCO", "XMP", "XEC", "XCE", "XES", "XDC", "RKS", "ZWE",
    ])
  func state(code: String) throws {
    let field = try passport(state: code).issuingState
    #expect(field.value == code && field.flaw == nil)
  }

  @Test("with a state that is not in the list is marked and kept", arguments: ["UT0", "QQQ", "<D<", "DE", "Z"])
  func unknownState(code: String) throws {
    #expect(try passport(state: code).issuingState.flaw == .unknownCode)
  }

  @Test("with one name has no given names")
  func onlySurname() throws {
    let name = try passport(names: "ARKFREITH<SMITH").name
    #expect(name.surname.value == "ARKFREITH SMITH" && name.givenNames.value == nil && !name.isTruncated)
  }

  @Test("with a name that fills it may be cut")
  func truncated() throws {
    let name = try passport(names: "NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K").name
    #expect(name.isTruncated && name.givenNames.value == "CHAYAPA DEJTHAMRONG K")
  }

  @Test("whose check digit fails is marked, the others are not")
  func marks() throws {
    let mrz = try read(
      "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204151ZE184226B<<<<<10")
    #expect(MRZFields(mrz).flaws == ["expiryDate": .checkDigit])
    #expect(mrz.expiryDate?.value == day("2012-04-15"))
  }

  @Test("for optional data that is empty needs no digit of its own", arguments: ["<", "0"])
  func optionalDigit(digit: String) throws {
    // The composite digit is the same: both count nothing.
    let mrz = try read(
      "P<POLKOWALSKA<KWIATKOWSKA<<JOANNA<<<<<<<<<<<", "AA00000000POL6002084F1412314<<<<<<<<<<<<<<\(digit)4")
    #expect(mrz.isValid && mrz.checks.optional == (digit == "<" ? nil : true))
  }

  @Test("has a filler in its middle where a blank was printed")
  func blank() throws {
    #expect(try passport(optional: "211271<426U").optional.value == "211271 426U")
  }
}

@Suite("A document number that is longer than its field")
struct LongNumberTests {
  /// Stevenson of ICAO Doc 9303-11, appendix D, in both card formats.
  @Test(
    "goes on in the optional data",
    arguments: [
      ["I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<"],
      ["I<UTOSTEVENSON<<PETER<JOHN<<<<<<<<<<", "D23145890<UTO3407127M95071227349<<<8"],
    ])
  func stevenson(lines: [String]) throws {
    let mrz = try read(lines)
    #expect(mrz.isValid && mrz.documentNumber.value == "D23145890734" && mrz.optional.value == nil)
  }

  /// Check digits worked out by hand: 7·5+3·9+1·0+… over `590335801` is 154, then `450` with weights 7, 3, 1 adds 43 and
  /// after the filler, with 3, 1, 7, adds 17.
  @Test("is right with the filler counted and without", arguments: ["4507", "4501", "4508"])
  func belgian(rest: String) throws {
    let number = "590335801"
    let plain = CheckDigit.of((number + "450").utf8)
    let counted = CheckDigit.of((number + "<450").utf8)
    let text =
      "IDBEL\(number)<\(rest)<<<<<<<<<<<" + "8502016F2511010BEL850201000000" + "SPECIMEN<<SPECIMEN<<<<<<<<<<<<"
    let mrz = MRZ(try .sealing(format: .td1, bytes: Array(text.utf8)), today: today)
    let digit = rest.last.flatMap { Int(String($0)) }
    #expect(plain == 7 && counted == 1)
    #expect(mrz.checks.documentNumber == (digit == plain || digit == counted))
    #expect(mrz.documentNumber.value == number + "450")
  }

  @Test("leaves what follows it to the optional data")
  func optional() throws {
    let mrz = try read(
      "I<UTOD23145890<1240<XYZ<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<8", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<")
    #expect(mrz.documentNumber.value == "D23145890124" && mrz.optional.value == "XYZ" && mrz.isValid)
  }

  @Test("does not hold without a check digit anywhere")
  func missing() throws {
    let mrz = try read(
      "I<UTOD23145890<<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<")
    #expect(mrz.checks.documentNumber == false && mrz.documentNumber.value == "D23145890")
  }
}
