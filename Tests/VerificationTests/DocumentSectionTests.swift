import BonafideObservations
import BonafideTravelDocument
import BonafideVerification
import Testing

/// The document in the page.
struct DocumentSectionTests {
  private func headings(_ document: ReportDocument?) -> Bool {
    DocumentSamples.html(of: document).contains("The document</h2>")
  }

  @Test func `a report without a document has no section about one`() {
    #expect(!headings(nil))
    #expect(headings(DocumentSamples.nothing))
  }

  @Test func `it stands between the signs of an attack and the comparison`() throws {
    let html = DocumentSamples.html(of: DocumentSamples.nothing)
    let places = try ["Signs of an attack</h2>", "The document</h2>", "Comparison of the faces</h2>"].map {
      try #require(html.firstRange(of: $0)).lowerBound
    }
    #expect(places == places.sorted())
  }

  @Test func `a document of which nothing is known says so`() {
    let page = DocumentSamples.page(DocumentSamples.nothing)
    #expect(page.isWellFormed)
    #expect(page.text.contains("? Needs review"))
    #expect(page.text.contains("Document of an unknown kind"))
    #expect(page.text.contains("There is no picture of it"))
    #expect(page.text.contains("No machine-readable zone was read"))
    #expect(!page.text.contains("Zone and print") && !page.text.contains("Elements"))
  }

  @Test(arguments: [("accepted", "✓ Accepted"), ("rejected", "✗ Rejected"), ("review", "? Needs review")])
  func `the decision has a sign and a word`(decision: String, words: String) {
    let page = DocumentSamples.page(ReportDocument(decision: decision, type: "TUR-ID", issuingState: "TUR"))
    #expect(page.text.contains(words))
    #expect(page.text.contains("Turkish identity card, issued by TUR"))
  }

  @Test func `its reasons and facts are told`() {
    var document = DocumentSamples.nothing
    document.reasons = [Reason(.documentNotRead, "Too dark to read.")]
    document.facts = [ReportDocumentFact("Born", "1 January 1990")]
    let text = DocumentSamples.page(document).text
    #expect(text.contains("Too dark to read. the document · document_not_read"))
    #expect(text.contains("Born1 January 1990"))
  }

  @Test func `every text is escaped`() throws {
    let html = DocumentSamples.html(of: try DocumentSamples.everything(ReportSamples.hostile))
    let page = ReportPage(html)
    #expect(page.isWellFormed)
    #expect(page.all("script").isEmpty && !html.contains("<script"))
    #expect(page.elements.allSatisfy { $0.attributes.keys.allSatisfy { !$0.hasPrefix("on") } })
  }

  @Test func `no text turns the direction of what follows`() throws {
    let turning = "\u{202E}ORNEK\u{2066}\u{202A}"
    let html = DocumentSamples.html(of: try DocumentSamples.everything(turning))
    #expect(html.contains("\u{FFFD}ORNEK\u{FFFD}\u{FFFD}"))
    #expect(!html.unicodeScalars.contains { "\u{202A}"..."\u{202E}" ~= $0 || "\u{2066}"..."\u{2069}" ~= $0 })
  }

  @Test func `pictures are described and drawings have a text instead`() throws {
    let page = DocumentSamples.page(try DocumentSamples.everything("signature"))
    #expect(page.all("img").count == 2)
    #expect(page.all("img").allSatisfy { !($0["alt"] ?? "").isEmpty })
    #expect(page.all("svg").allSatisfy { $0["aria-hidden"] == "true" })
    #expect(page.all("th").allSatisfy { $0["scope"] != nil })
  }

  @Test func `agreement has a sign and a word`() {
    var document = DocumentSamples.nothing
    document.crossChecks = [
      CrossCheck(field: .surname, mrz: "ORNEK", printed: "ÖRNEK", agrees: true),
      CrossCheck(field: .expiryDate, mrz: "2030-01-01", printed: "2031-01-01", agrees: false),
      CrossCheck(field: .identityNumber, mrz: nil, printed: "12345678950", agrees: nil),
    ]
    let rows = DocumentSamples.page(document).text.split(separator: "\n").map(String.init)
    #expect(rows.contains("SurnameORNEKÖRNEK✓ agrees"))
    #expect(rows.contains("Date of expiry2030-01-012031-01-01✗ disagrees"))
    #expect(rows.contains("Identity number–12345678950– not comparable"))
  }

  @Test func `an element tells whether it was seen`() {
    var document = DocumentSamples.nothing
    document.elements = [
      ReportElement(
        name: "icao_logo", confidence: 0.934, picture: ReportPicture(file: ReportSamples.jpeg, caption: "")),
      ReportElement(name: "kinegram", confidence: nil),
    ]
    let page = DocumentSamples.page(document)
    #expect(page.text.contains("Sign of a chip✓ seen, confidence 0.93"))
    #expect(page.text.contains("kinegram✗ not seen"))
    #expect(page.all("img").map { $0["alt"] } == ["Sign of a chip"])
  }

  @Test func `its looks are made for light, dark and paper`() {
    let html = DocumentSamples.html(of: DocumentSamples.nothing)
    #expect(html.contains("@media (prefers-color-scheme: dark)"))
    #expect(html.contains("@media print"))
    for style in [".holds { color: var(--good)", ".fails { color: var(--card); background: var(--bad)", ".mrz, .key"] {
      #expect(html.contains(style))
    }
  }
}
