import BonafideCapture
import BonafideMedia
import BonafideObservations
import BonafideTravelDocument
import BonafideVerification
import Foundation

/// `document read FRONT [BACK]`
enum DocumentRead: Command {
  static let words = ["document", "read"]
  static let options: [Arguments.Option] = [
    .value("date"), .value("identity-number"), .value("profile"),
  ]
  static let summary = "read an identity card, passport or visa: fields, checks, portrait, elements"
  static let usage = """
    bonafide document read [--date YYYY-MM-DD] [--identity-number N] [--profile NAME] [--json] FRONT [BACK]

    One picture of a passport's page, or front and back of a card. Zone and print are read and compared; what speaks
    against the document has a reason. --date is today, for expiry; --identity-number is the number that the holder
    gave. Boxes are in pixels of the upright pictures. Exit 0 accepted, 1 rejected, 2 when a person has to look, 65 when
    there is no document.
    Example: bonafide document read --json front.jpg back.jpg
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard (1...2).contains(arguments.inputs.count), let first = arguments.inputs.first else {
      throw BonafideError(.usage, "name the picture of the front, and that of the back where there is one")
    }
    let today = try MRZParse.day(arguments.value("date"))
    let profile = try Profile(arguments)
    let engine = try Engine()
    let decoding = Stopwatch()
    let front = try engine.picture(first)
    let back = try arguments.inputs.dropFirst().first.map { try engine.picture($0) }
    let decoded = decoding.wallMilliseconds
    let watch = Stopwatch()
    let reading = try engine.documentReader().read(
      front: front, back: back, today: today, expectedNumber: arguments.value("identity-number"))
    let verdict = DocumentVerdict(reading)
    let read = watch.wallMilliseconds
    if terminal.format == .json {
      let own: [(String, JSON)] = [
        ("profile", profile.json), ("timings", .object([("decode", .number(decoded)), ("read", .number(read))])),
      ]
      terminal.print(JSON.object(try verdict.members() + own).text)
    } else {
      terminal.print(verdict.text)
    }
    switch verdict.decision {
    case .accepted: return .positive
    case .rejected: return .negative
    case .review: return .undecided
    }
  }
}
