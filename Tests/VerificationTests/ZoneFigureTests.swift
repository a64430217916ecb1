import BonafideObservations
import BonafideTravelDocument
import BonafideVerification
import Testing

/// A machine-readable zone in the page.
struct ZoneFigureTests {
  private func html(_ lines: [String], corrected: [MRZCorrection] = []) throws -> String {
    var document = DocumentSamples.nothing
    document.zone = ReportZone(try DocumentSamples.mrz(lines), corrected: corrected)
    return DocumentSamples.html(of: document)
  }

  /// The classes of the characters that are marked, in the order of the zone.
  private func marks(_ html: String) -> [String] {
    ReportPage(html).all("span").filter { $0["title"] != nil }.compactMap { $0["class"] }
  }

  private func rows(_ html: String) -> [String] { ReportPage(html).text.split(separator: "\n").map(String.init) }

  @Test func `its lines read as they are printed`() throws {
    let rows = rows(try html(DocumentSamples.turkish))
    #expect(DocumentSamples.turkish.allSatisfy(rows.contains))
  }

  @Test func `check digits that hold are framed and told so`() throws {
    let html = try html(DocumentSamples.turkish)
    #expect(marks(html) == ["holds", "holds", "holds", "holds"])
    #expect(html.contains("title=\"check digit of the date of birth: holds\">1</span>F300101"))
    #expect(html.contains("✓ All check digits hold."))
    #expect(rows(html).contains("the document number✓ holds5line 1, column 15line 1, 6–14"))
    #expect(html.contains("Framed:") && !html.contains("Filled:"))
  }

  @Test func `only the digit that does not hold is filled`() throws {
    var lines = DocumentSamples.turkish
    lines[1] = "9001011F3001019TUR<<<<<<<<<<<3"
    let html = try html(lines)
    #expect(marks(html) == ["holds", "holds", "holds", "fails"])
    #expect(html.contains("✗ 1 of 4 check digits do not hold."))
    #expect(
      rows(html).contains(
        "several fields together✗ does not hold3line 2, column 30line 1, 6–30; line 2, 1–7, 9–15, 19–29"
      ))
  }

  @Test func `a digit that was left out is neither`() throws {
    let html = try html([
      "P<POLKOWALSKA<KWIATKOWSKA<<JOANNA<<<<<<<<<<<", "AA00000000POL6002084F1412314<<<<<<<<<<<<<<<4",
    ])
    #expect(marks(html) == ["holds", "holds", "holds", "unused", "holds"])
    #expect(rows(html).contains("the optional data– left out<line 2, column 43line 2, 29–42"))
  }

  @Test func `a corrected character is underlined and listed`() throws {
    let html = try html(
      DocumentSamples.turkish, corrected: [MRZCorrection(line: 1, column: 8, from: "Z", to: "2")])
    #expect(marks(html) == ["corrected", "holds", "holds", "holds", "holds"])
    #expect(html.contains("I&lt;TURA1<span class=\"corrected\" title=\"read Z, corrected to 2\">2</span>B34567"))
    #expect(rows(html).contains("line 1, column 8read Z, corrected to 2"))
  }

  @Test func `a corrected check digit is both`() throws {
    let html = try html(
      DocumentSamples.turkish, corrected: [MRZCorrection(line: 1, column: 15, from: "S", to: "5")])
    #expect(marks(html) == ["holds corrected", "holds", "holds", "holds"])
  }

  @Test(arguments: [(0, 1), (1, 0), (4, 1), (1, 31), (.min, .max)])
  func `a correction outside of the zone is only listed`(line: Int, column: Int) throws {
    let html = try html(
      DocumentSamples.turkish, corrected: [MRZCorrection(line: line, column: column, from: "S", to: "5")])
    #expect(marks(html) == ["holds", "holds", "holds", "holds"])
    #expect(html.contains("read S, corrected to 5"))
  }
}
