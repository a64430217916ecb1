import BonafideDocumentAnalysis
import BonafideMedia
import BonafideObservations
import BonafideTravelDocument
import Testing

@Suite(.enabled(if: Networks.areThere, "skipped: no networks"))
struct TextReaderTests {
  @Test(arguments: [(1, 1), (2, 900), (3000, 3), (64, 64), (640, 480)])
  func noiseOfAnyShapeHasNoFields(_ width: Int, _ height: Int) throws {
    let lines = try Networks.text.read(noise(width: width, height: height, seed: 7))
    #expect(lines.count <= 120)
    let fields = PrintedFields(lines: lines, mrz: nil, today: try #require(CalendarDate(iso: "2026-11-30")))
    #expect(fields.surname == nil && fields.documentNumber == nil && fields.dateOfBirth == nil)
  }

  @Test func aBlankPictureHasNoLines() throws {
    let blank = try Image(width: 400, height: 300) { $0.update(repeating: 255) }
    #expect(try Networks.text.read(blank).isEmpty)
  }
}

@Suite(.enabled(if: Specimen.areThere, "skipped: no pictures of specimens"))
struct RealTextTests {
  private func specimen(_ file: String) throws -> Image {
    try #require(Specimen.all.first { $0.file == file }).picture
  }

  /// What can be seen in the pictures; spellings as printed.
  @Test(arguments: [
    ("prado__CAN-AO-03001_133546.jpg", "SPECIAL", "FANNY", "1973-03-03", Sex.female, "CAN"),
    ("prado__LTU-AO-04003_133928.jpg", "BRUŽAITĖ", "VIGILIJA", "1978-03-11", .female, "LTU"),
    ("prado__POL-AO-07001_358089.jpg", "KOWALSKI", "JAN", "1981-01-02", .male, "POL"),
  ])
  func whatIsReadOfAPassportsPageIsWhatItSays(
    _ file: String, _ surname: String, _ givenNames: String, _ birth: String, _ sex: Sex, _ nationality: String
  ) throws {
    let lines = try Networks.text.read(specimen(file))
    let read = PrintedFields(lines: lines, mrz: nil, today: try #require(CalendarDate(iso: "2026-11-30")))
    // Marks on letters of six pixels are beyond the reader.
    func plain(_ name: String?) -> [String]? { name.map { Transliteration.alternatives(of: $0) } }
    #expect(plain(read.surname?.value) == plain(surname) || read.surname == nil)
    #expect(plain(read.givenNames?.value) == plain(givenNames) || read.givenNames == nil)
    #expect(read.dateOfBirth?.value.description == birth || read.dateOfBirth == nil)
    #expect(read.sex?.value == sex || read.sex == nil)
    #expect(read.nationality?.value == nationality || read.nationality == nil)
    let isRead = [
      read.surname != nil, read.givenNames != nil, read.dateOfBirth != nil, read.sex != nil, read.nationality != nil,
    ]
    #expect(isRead.count { $0 } >= 3)
  }

  @Test func aLineKnowsItsPlace() throws {
    let lines = try Networks.text.read(specimen("prado__CAN-AO-03001_133546.jpg"))
    let name = try #require(lines.first { $0.text == "SPECIAL" })
    let box = try #require(Rect(around: name.quad))
    // Looked up in the picture.
    #expect(box.x > 150 && box.maxX < 320 && box.y > 60 && box.maxY < 140)
    #expect(name.characters.count == 7 && name.characters.map(\.place) == name.characters.map(\.place).sorted())
  }

  @Test func aPartMayBeSkipped() throws {
    let image = try specimen("prado__CAN-AO-03001_133546.jpg")
    let zone = try #require(try Networks.reader.read(image))
    let lines = try Networks.text.read(image, skipping: zone.quad)
    #expect(!lines.contains { $0.text.contains("<<") })
    #expect(lines.contains { $0.text == "SPECIAL" })
  }
}
