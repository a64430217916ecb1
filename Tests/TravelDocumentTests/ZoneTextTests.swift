import BonafideObservations
import BonafideTravelDocument
import Testing

@Suite("Text with a zone")
struct ZoneTextTests {
  private static let lines = [
    "I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<",
  ]
  private static let joined = lines.joined(separator: "\n")

  private static let surrounded: [String] = [
    joined, joined + "\n", lines.joined(separator: "\r\n") + "\r\n", lines.joined(separator: "\r"),
    lines.joined(separator: "\n\n"), joined.lowercased(), "  " + lines.joined(separator: "  \n\t"),
    "\u{FEFF}" + joined, "KIMLIK KARTI\n" + joined + "\nthe end", "<<<<<<\n" + joined,
    joined.replacing("A", with: " A "), lines[0] + "\n" + joined, joined.replacing("ME<<<<<<<<<<<<", with: "ME"),
    String(repeating: "x", count: 1_000_000) + "\n" + joined,
  ]

  @Test("gives it, whatever stands around", arguments: surrounded)
  func zone(text: String) throws {
    #expect(try ZoneText.zone(in: text.utf8).lines == ZoneTextTests.lines)
  }

  @Test(
    "gives the first of two lines back their fillers",
    arguments: [
      ("I<UTOERIKSSON<<ANNA<MARIA", "D231458907UTO7408122F1204159<<<<<<<6", MRZFormat.td2),
      ("P<UTOERIKSSON<<ANNA<MARIA", "L898902C36UTO7408122F1204159ZE184226B<<<<<10", .td3),
    ])
  func short(first: String, second: String, format: MRZFormat) throws {
    let zone = try ZoneText.zone(in: (first + "\n" + second).utf8)
    #expect(zone.format == format && MRZ(zone, today: today).isValid)
  }

  private static let withoutZone: [String] = [
    "", "\n\r\n \t", "a letter to somebody", lines[0], lines[0] + "\n" + lines[1],
    lines[1] + "x\n" + lines[1] + "\n" + lines[2], "МАШИНА\nЧИТАЕТ\nЭТО", "機械\n可読",
    joined.replacing("<", with: "\u{0}"), joined.replacing("A", with: "А"), joined.replacing("<", with: "«"),
    String(repeating: "<", count: 1_000_000), String(repeating: "A\n", count: 300_000),
  ]

  @Test("that has none is refused", arguments: withoutZone)
  func none(text: String) {
    #expect(throws: BonafideError(.noMRZ, "")) { try ZoneText.zone(in: text.utf8) }
  }

  @Test(
    "that is the line of a driving licence is refused by name",
    arguments: ["D1FRAF3A1234567890123456789<<2", "D<FRA12345678901234567890<<<<2"])
  func licence(text: String) {
    #expect(throws: BonafideError(.unsupportedDocument, "")) { try ZoneText.zone(in: text.utf8) }
  }

  @Test("that is no text at all never traps")
  func randomBytes() {
    var chance = Chance()
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...150, using: &chance)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &chance) }
      if let zone = try? ZoneText.zone(in: bytes) { _ = MRZ(zone, today: today).nationalNumber }
    }
  }
}

@Suite("Lines of any content")
struct AnyContentTests {
  @Test("of a format are read without a trap", arguments: MRZFormat.allCases)
  func random(format: MRZFormat) throws {
    var chance = Chance()
    for _ in 0..<5000 {
      let bytes = (0..<format.characterCount).map { _ in
        MRZAlphabet.characters[Int.random(in: 0..<MRZAlphabet.characters.count, using: &chance)]
      }
      let zone = try MRZZone(format: format, bytes: bytes)
      let mrz = MRZ(zone, today: today)
      #expect(mrz.zone.lines.joined().utf8.elementsEqual(bytes))
      _ = try MRZRepair.repair(zone)
    }
  }

  @Test(
    "of another shape are refused",
    arguments: [
      [], [""], ["", ""], ["<", "<", "<"], [String(repeating: "<", count: 44)],
      Array(repeating: String(repeating: "<", count: 30), count: 2),
      Array(repeating: String(repeating: "<", count: 44), count: 3),
      Array(repeating: String(repeating: "<", count: 36), count: 4),
      [String(repeating: "<", count: 44), String(repeating: "<", count: 43)],
      [String(repeating: "<", count: 44), String(repeating: "?", count: 44)],
    ])
  func shape(lines: [String]) {
    #expect(throws: BonafideError(.noMRZ, "")) { try read(lines) }
  }
}
