import BonafideObservations
import BonafideTravelDocument
import BonafideVerification
import Testing

/// Documents to render.
enum DocumentSamples {
  /// C-108.
  static let turkish = [
    "I<TURA12B345675<12345678950<<<", "9001011F3001019TUR<<<<<<<<<<<2", "ORNEK<<AYSE<DENEME<<<<<<<<<<<<",
  ]

  static func mrz(_ lines: [String] = turkish) throws -> MRZ {
    let today = try #require(CalendarDate(iso: "2026-11-30"))
    return try MRZ(lines: lines.map { Array($0.utf8) }, today: today)
  }

  /// A document of which nothing is known.
  static var nothing: ReportDocument { ReportDocument(decision: "review", type: "UNKNOWN") }

  static func side(_ boxes: ReportBox...) -> ReportDocumentSide {
    ReportDocumentSide(
      file: ReportSamples.jpeg, size: Size(width: 600, height: 380), caption: "front", boxes: boxes)
  }

  /// Every part is there, and every text is the given one.
  static func everything(_ text: String) throws -> ReportDocument {
    var document = ReportDocument(decision: text, type: text, issuingState: text)
    document.reasons = [Reason(.documentNotRead, text)]
    document.facts = [ReportDocumentFact(text, text)]
    document.sides = [
      side(
        ReportBox(text, .field, Rect(x: 200, y: 100, width: 150, height: 20)),
        ReportBox(text, .portrait, Rect(x: 20, y: 80, width: 150, height: 200)),
        ReportBox(text, .element, Rect(x: 500, y: 20, width: 80, height: 60)),
        ReportBox(text, .zone, Rect(x: 0, y: 300, width: 600, height: 80)))
    ]
    document.sides[0].caption = text
    document.zone = ReportZone(
      try mrz(), corrected: [1, -1, .max].map { MRZCorrection(line: $0, column: $0, from: text, to: text) })
    document.crossChecks = [true, false, nil].flatMap { agrees in
      DocumentField.allCases.map { CrossCheck(field: $0, mrz: text, printed: text, agrees: agrees) }
    }
    let picture = ReportPicture(file: ReportSamples.jpeg, caption: text)
    document.elements = [
      ReportElement(name: text, confidence: 0.5, picture: picture),
      ReportElement(name: text, confidence: .nan, picture: ReportPicture(file: [], caption: text)),
      ReportElement(name: text, confidence: nil),
    ]
    return document
  }

  static func html(of document: ReportDocument?) -> String {
    var report = ReportSamples.nothing
    report.document = document
    return ReportRenderer().html(of: report)
  }

  static func page(_ document: ReportDocument?) -> ReportPage { ReportPage(html(of: document)) }
}
