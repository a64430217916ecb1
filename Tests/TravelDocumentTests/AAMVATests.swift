import BonafideTravelDocument
import Foundation
import Testing

/// The sample of the AAMVA DL/ID Card Design Standard 2020, annex D.
private let sample =
  "@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDDFN\nDADJOHN\nDDGN\n"
  + "DCUJR\nDCAD\nDCBK\nDCDPH\nDBD06062019\nDBB06061986\nDBA12102024\nDBC1\nDAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\n"
  + "DAIRICHMOND\nDAJVA\nDAK232690000  \nDCF2424244747474786102204\nDCGUSA\nDCK123456789\nDDAF\nDDB06062018\n"
  + "DDC06062020\nDDD1\rZVZVA01\r"

/// The sample of the AAMVA National Standard 2000: names in one element, dates from the year on, sex by letter.
private let firstVersion =
  "@\n\u{1E}\rANSI 6360000102DL00390188ZV02270031DLDAQ0123456789ABC\nDAAPUBLIC,JOHN,Q\nDAG123 MAIN STREET\nDAIANYTOWN\n"
  + "DAJVA\nDAK123459999  \nDARDM  \nDAS       \nDAT     \nDAU509\nDAW175\nDAYBL \nDAZBR \nDBA20011201\nDBB19761123\n"
  + "DBCM\nDBD19961201\rZVZVAJURISICTIONDEFINEDELEMENT\r"

private func canadian(_ elements: String...) -> String {
  "@\n\u{1E}\rANSI 636012080002DL00410278ZO03190024DL" + elements.joined(separator: "\n") + "\n\r"
}

@Suite("A driver's licence")
struct AAMVATests {
  @Test("of the current standard is read")
  func current() throws {
    let licence = try #require(AAMVALicence(sample))
    #expect(licence.version == 10 && licence.issuer == "636000" && licence.issuingCountry == "USA")
    #expect(licence.documentNumber == "T64235789" && licence.surname == "SAMPLE")
    #expect(licence.givenNames == "MICHAEL JOHN" && licence.nameSuffix == "JR" && licence.sex == .male)
    #expect(licence.dateOfBirth?.description == "1986-06-06" && licence.expiryDate?.description == "2024-12-10")
    #expect(licence.issueDate?.description == "2019-06-06")
    #expect(licence.address.street == "2300 WEST BROAD STREET" && licence.address.street2 == nil)
    #expect(licence.address.city == "RICHMOND" && licence.address.state == "VA")
    #expect(licence.address.postalCode == "232690000")
  }

  @Test("keeps every element as it stands, those of the jurisdiction too")
  func elements() throws {
    let elements = try #require(AAMVALicence(sample)).elements
    #expect(elements.count == 29 && elements["DAK"] == "232690000  " && elements["ZVA"] == "01")
    #expect(elements["DCF"] == "2424244747474786102204" && elements["DDD"] == "1" && elements["DAU"] == "068 in")
  }

  @Test("of the first standard is read")
  func first() throws {
    let licence = try #require(AAMVALicence(firstVersion))
    #expect(licence.version == 1 && licence.documentNumber == "0123456789ABC")
    #expect(licence.surname == "PUBLIC" && licence.givenNames == "JOHN Q" && licence.sex == .male)
    #expect(licence.dateOfBirth?.description == "1976-11-23" && licence.expiryDate?.description == "2001-12-01")
    #expect(licence.issueDate?.description == "1996-12-01" && licence.address.postalCode == "123459999")
    #expect(licence.elements["ZVA"] == "JURISICTIONDEFINEDELEMENT")
  }

  @Test("of Canada has its dates from the year on")
  func canada() throws {
    let licence = try #require(
      AAMVALicence(canadian("DAQT1234-56789", "DCSTREMBLAY", "DACMARIE", "DBB19900228", "DBC2", "DCGCAN", "DAKM5V 3L9"))
    )
    #expect(licence.dateOfBirth?.description == "1990-02-28" && licence.sex == .female)
    #expect(licence.issuingCountry == "CAN" && licence.address.postalCode == "M5V 3L9")
  }

  @Test(
    "is read from version 1 to 10",
    arguments: [
      // Given names together in versions 2 and 3, without a middle name after that.
      ("636000030001DL00310440", "DCSMAURY   \nDCTJUSTIN,WILLIAM   ", "MAURY", "JUSTIN WILLIAM"),
      ("636055060002DL00410288ZG03290093", "DCSSAMPLE\nDACJANICE\nDADNONE", "SAMPLE", "JANICE"),
      ("636045030002DL00410239ZW02800053", "DCSANASTASIA\nDCTPRINCESS MONACO\nDCU", "ANASTASIA", "PRINCESS MONACO"),
      ("636026080102DL00410288ZA03290015", "DCSPUBLIC\nDACJOHN\nDADQUINCY", "PUBLIC", "JOHN QUINCY"),
      ("6360030101DL00290192", "DAAJOHNSON,JACK,,3RD", "JOHNSON", "JACK"),
    ])
  func versions(header: String, names: String, surname: String, given: String) throws {
    let licence = try #require(AAMVALicence("@\n\u{1E}\rANSI \(header)DL\(names)\n\r"))
    #expect(licence.surname == surname && licence.givenNames == given)
  }

  @Test(
    "is recognised by what real cards begin with",
    arguments: ["@\n\u{1E}\rAAMVA", "@\n\u{1C}\rANSI ", "@\n\rANSI ", " @\n\u{1E}\rANSI ", "@\r\n\u{1E}\r\nANSI "])
  func beginnings(text: String) {
    #expect(AAMVALicence(text + "6360050101DL00300201DLDAQ102245737\nDBC1\r")?.documentNumber == "102245737")
  }

  @Test("with CR LF after its elements is read to the end")
  func carriageReturns() throws {
    let licence = try #require(AAMVALicence(sample.replacing("\nD", with: "\r\nD")))
    #expect(licence.elements.count == 29 && licence.elements["DCF"] == "2424244747474786102204")
  }

  @Test(
    "has no value for what makes no sense",
    arguments: [
      "00000000", "MMDDCCYY", "02302001", "20010230", "13011990", "1990010", "199001011", "+1990101", "０１０１１９９０",
      "NONE", "",
    ])
  func dates(text: String) throws {
    let licence = try #require(AAMVALicence(canadian("DBB\(text)", "DAQ1")))
    #expect(licence.dateOfBirth == nil && licence.documentNumber == "1" && licence.elements["DBB"] == text)
  }

  @Test(
    "tells sex by code", arguments: [("1", "M"), ("2", "F"), ("9", "X"), ("M", "M"), ("F", "F"), ("0", nil), ("", nil)])
  func sex(code: String, value: String?) {
    #expect(AAMVALicence(canadian("DBC\(code)"))?.sex?.rawValue == value)
  }

  @Test("prints every key, null where nothing was read")
  func keys() throws {
    let licence = try #require(AAMVALicence(canadian("DAQ1")))
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(licence)) as? [String: Any]
    let expected = [
      "version", "issuer", "issuingCountry", "documentNumber", "surname", "givenNames", "nameSuffix", "dateOfBirth",
      "expiryDate", "issueDate", "sex", "address", "elements",
    ]
    #expect(Set(expected) == json.map { Set($0.keys) } && json?["surname"] is NSNull)
    #expect(
      (json?["address"] as? [String: Any])?.keys.sorted() == ["city", "postalCode", "state", "street", "street2"])
  }

  @Test(
    "is none",
    arguments: [
      "", "@", "@\n", "ANSI 636000100102", "@\n\u{1E}\rANSI", "@\n\u{1E}\rANSI 63600", "@\n\u{1E}\rANSI 636000",
      "@\n\u{1E}\rANSI 6360001", "@\n\u{1E}\rANSI 63600010", "@\n\u{1E}\rANSI 636000100",
      "@\n\u{1E}\rANSI 6360001001A2",
      "@\n\u{1E}\rANSI -36000100102", "@\n\u{1E}\ransi 636000100102", "SMB1.V2/MRZ", "１２３", "\u{0}",
    ])
  func none(text: String) { #expect(AAMVALicence(text) == nil) }

  @Test(
    "survives offsets and lengths that lead nowhere",
    arguments: [
      "DL99999999", "DL00000000", "DL00419999", "DL99990001", "DL00410000", "DL00410001", "DL00010003", "DLABCD0001",
      "DL0041", "D", "",
    ])
  func designators(designator: String) throws {
    let text = "@\n\u{1E}\rANSI 636000100101" + designator + "DLDAQT64235789\nDCSSAMPLE\n\r"
    let licence = try #require(AAMVALicence(text))
    #expect(licence.version == 10)
  }

  @Test("finds its subfiles also where offsets are wrong", arguments: ["DL00310440", "DL99990001", "DL00420278"])
  func misplaced(designator: String) {
    let text = "@\n\u{1E}\rANSI 636000100101" + designator + "DLDAQT64235789\nDCSSAMPLE\n\r"
    #expect(AAMVALicence(text)?.documentNumber == "T64235789")
  }

  @Test("says more subfiles than it has, ninety-nine, or cut anywhere", arguments: [0, 1])
  func cut(start: Int) {
    let text = sample.replacing("100102DL", with: "100199DL")
    for length in stride(from: start, through: text.count, by: 2) { _ = AAMVALicence(String(text.prefix(length))) }
    #expect(AAMVALicence(text)?.surname == "SAMPLE")
  }

  @Test("takes no longer than it must for a text that goes on and on")
  func long() throws {
    let text = sample + String(repeating: "DL", count: 100_000) + String(repeating: "\rDLDAQ\n", count: 20_000)
    #expect(AAMVALicence(text)?.documentNumber == "T64235789")
  }
}
