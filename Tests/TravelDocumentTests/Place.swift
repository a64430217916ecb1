import BonafideObservations
import BonafideTravelDocument
import Foundation
import Testing

/// The package's folder, and the labelled data that may lie beside it.
enum Place {
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let testData = package.deletingLastPathComponent().appending(path: "shared/testdata")
  static let strings = testData.appending(path: "mrz_strings.csv")
  static let documents = testData.appending(path: "documents/mrz.csv")
  static let haveTestData =
    FileManager.default.fileExists(atPath: strings.path) && FileManager.default.fileExists(atPath: documents.path)
}

/// A row of one of the two tables of labelled zones.
struct LabelledZone: CustomTestStringConvertible, Sendable {
  let values: [String: String]

  subscript(_ column: String) -> String { values[column] ?? "" }
  var lines: [String] { ["line1", "line2", "line3"].map { self[$0] }.filter { !$0.isEmpty } }
  var format: String { self["type"] == "FRA" ? "IDFRA" : self["type"] }
  var testDescription: String { self["id"] + self["file"] }

  static let strings = rows(of: Place.strings)
  /// Without the document that has none.
  static let documents = rows(of: Place.documents).filter { $0["type"] != "NONE" }

  /// Neither table has a line break or doubled quotation mark in a field.
  private static func rows(of table: URL) -> [LabelledZone] {
    guard let text = try? String(contentsOf: table, encoding: .utf8) else { return [] }
    let lines = text.split(whereSeparator: \.isNewline).map { fields(of: String($0)) }
    guard let names = lines.first else { return [] }
    return lines.dropFirst().map {
      LabelledZone(values: Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first }))
    }
  }

  private static func fields(of line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}

let today = CalendarDate(iso: "2026-11-30") ?? { preconditionFailure("a day that exists") }()

func read(_ lines: String..., on day: CalendarDate = today) throws -> MRZ { try read(lines, on: day) }

func read(_ lines: [String], on day: CalendarDate = today) throws -> MRZ {
  try MRZ(lines: lines.map { Array($0.utf8) }, today: day)
}

/// The same chance in every run (SplitMix64), so that a failure comes back.
struct Chance: RandomNumberGenerator {
  private var state: UInt64 = 0x5EED

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
