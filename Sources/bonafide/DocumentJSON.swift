import BonafideCapture
import BonafideDocumentAnalysis
import BonafideObservations
import BonafideTravelDocument
import BonafideVerification

/// A reading of a document with what it comes to, in the form of the contract.
struct DocumentVerdict {
  let reading: DocumentReading
  let decision: DocumentDecision
  let reasons: [Reason]

  init(_ reading: DocumentReading, policy: DocumentPolicy = DocumentPolicy()) {
    self.reading = reading
    (decision, reasons) = policy.decide(reading.evidence)
  }

  func members() throws -> [(String, JSON)] {
    [
      ("decision", .string(decision.rawValue)), ("type", .string(reading.type.rawValue)),
      ("issuingState", .optional(reading.value(of: .issuingState))),
      ("fields", fields { reading.value(of: $0) }), ("mrz", try zone()),
      ("printed", fields { reading.printedValue(of: $0) }),
      ("crossCheck", .array(reading.crossChecks.map(DocumentVerdict.json))),
      ("elements", .array(reading.elements.map(DocumentVerdict.json))),
      ("portrait", reading.portrait.map { DocumentVerdict.json($0.box, $0.image) } ?? .null),
      (
        "quads",
        .object(DocumentSide.allCases.map { ($0.rawValue, JSON(quad: reading.sides[$0]?.flat.quad)) })
      ),
      ("expired", .optional(reading.isExpired)), ("reasons", JSON(reasons)),
      ("places", .object(reading.printed.map { ($0.entry.field.rawValue, DocumentVerdict.json($0)) })),
    ]
  }

  private func fields(_ value: (DocumentField) -> String?) -> JSON {
    .object(DocumentField.allCases.map { ($0.rawValue, .optional(value($0))) })
  }

  private func zone() throws -> JSON {
    guard let mrz = reading.mrz, let zone = reading.zone?.zone else { return .null }
    return try .encoding(MRZReport(mrz, raw: zone.raw.lines, corrected: zone.corrected))
  }

  private static func json(_ check: CrossCheck) -> JSON {
    .object([
      ("field", .string(check.field.rawValue)), ("mrz", .optional(check.mrz)), ("printed", .optional(check.printed)),
      ("agrees", .optional(check.agrees)),
    ])
  }

  private static func json(_ element: ElementSighting) -> JSON {
    .object([
      ("name", .string(element.element.rawValue)), ("confidence", .number(element.confidence)),
      ("box", JSON(element.box)), ("image", .string(element.image.rawValue)),
    ])
  }

  private static func json(_ box: Rect, _ image: DocumentSide) -> JSON {
    .object([("box", JSON(box)), ("image", .string(image.rawValue))])
  }

  private static func json(_ printed: DocumentReading.Printed) -> JSON {
    .object([
      ("text", .string(printed.entry.text)), ("confidence", .number(printed.entry.confidence)),
      ("box", JSON(printed.box)), ("image", .string(printed.image.rawValue)),
      ("locatedBy", .string(printed.entry.locatedBy.rawValue)),
    ])
  }

  // MARK: For people

  var text: String {
    var lines = ["\(decision.rawValue): \(reading.type.rawValue)"]
    for field in DocumentField.allCases {
      guard let value = reading.value(of: field) else { continue }
      let label = field.words + String(repeating: " ", count: max(1, 16 - field.words.count))
      lines.append("  \(label)\(value)\(mark(field))")
    }
    if !reading.elements.isEmpty {
      lines.append("  elements        \(reading.elements.map(\.element.rawValue).joined(separator: ", "))")
    }
    return (lines + reasons.map { "  \($0.message) [\($0.code.rawValue)]" }).joined(separator: "\n")
  }

  private func mark(_ field: DocumentField) -> String {
    guard let check = reading.crossChecks.first(where: { $0.field == field }) else { return "" }
    switch check.agrees {
    case true?: return "  (print agrees)"
    case false?: return "  (printed: \(check.printed ?? "-"))"
    case nil: return ""
    }
  }
}

extension JSON {
  /// Four corners, or null.
  init(quad: [Point]?) {
    guard let quad else {
      self = .null
      return
    }
    self = .array(quad.map { .array([.number($0.x, decimals: 2), .number($0.y, decimals: 2)]) })
  }
}
