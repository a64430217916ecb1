import BonafideObservations
import Foundation

/// A small CSV file with a header, as RFC 4180 describes it: commas, fields in double quotes where needed.
struct CSVTable {
  /// Larger files are refused before they are read.
  static let maximumBytes = 64 << 20
  static let maximumRows = 1_000_000
  static let maximumColumns = 200

  private let columns: [String: Int]
  private let rows: [[Substring]]

  var count: Int { rows.count }

  /// Reads a file. Throws `cannot_open`, or `usage` for one that is too large or not CSV.
  init(file path: String) throws(BonafideError) {
    // A pipe would keep us waiting, a device for ever.
    guard FileKind(of: path) == .regular, let handle = FileHandle(forReadingAtPath: path) else {
      throw BonafideError(.cannotOpen, "'\(path)' cannot be opened")
    }
    let data: Data
    do {
      data = try handle.read(upToCount: CSVTable.maximumBytes + 1) ?? Data()
    } catch {
      throw BonafideError(.cannotOpen, "'\(path)' cannot be read")
    }
    guard data.count <= CSVTable.maximumBytes else {
      throw CSVTable.damaged(path, "it has more than \(CSVTable.maximumBytes) bytes")
    }
    guard let text = String(data: data, encoding: .utf8) else { throw CSVTable.damaged(path, "it is not UTF-8") }
    try self.init(text, named: path)
  }

  /// Parses text. Throws `usage` saying what is wrong with it, and in which row.
  init(_ text: String, named name: String) throws(BonafideError) {
    var parser = CSVParser(text)
    guard let header = try parser.row(of: name) else { throw CSVTable.damaged(name, "it is empty") }
    guard header.count <= CSVTable.maximumColumns else { throw CSVTable.damaged(name, "it has too many columns") }
    var columns: [String: Int] = [:]
    for (index, title) in header.enumerated() {
      let title = title.trimmingCharacters(in: .whitespaces)
      guard columns.updateValue(index, forKey: title) == nil || title.isEmpty else {
        throw CSVTable.damaged(name, "two columns have one name")
      }
    }
    var rows: [[Substring]] = []
    while let row = try parser.row(of: name) {
      guard row.count == header.count else {
        throw CSVTable.damaged(name, "row \(rows.count + 2) has \(row.count) fields, the header \(header.count)")
      }
      guard rows.count < CSVTable.maximumRows else { throw CSVTable.damaged(name, "it has too many rows") }
      rows.append(row)
    }
    self.columns = columns
    self.rows = rows
  }

  /// The fields of a column, from the first row on; nil when there is none of that name.
  func column(_ name: String) -> [String]? {
    guard let index = columns[name] else { return nil }
    return rows.map { String($0[index]).trimmingCharacters(in: .whitespaces) }
  }

  static func damaged(_ name: String, _ why: String) -> BonafideError {
    BonafideError(.usage, "'\(name)' cannot be used: \(why)", hint: "see 'bonafide help evaluate' for its columns")
  }

  /// A field as it is written: in quotes where it has to be.
  static func field(_ text: String) -> String {
    let special = text.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" }
    return special ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}

/// Takes rows off the front of a text. Lines that are empty are no rows.
private struct CSVParser {
  private var rest: Substring.UnicodeScalarView
  private var rowNumber = 0

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
  }

  mutating func row(of name: String) throws(BonafideError) -> [Substring]? {
    while let first = rest.first, first == "\n" || first == "\r" { rest.removeFirst() }
    guard !rest.isEmpty else { return nil }
    rowNumber += 1
    var fields: [Substring] = []
    while true {
      guard fields.count <= CSVTable.maximumColumns else {
        throw CSVTable.damaged(name, "row \(rowNumber) has too many fields")
      }
      fields.append(rest.first == "\"" ? try quoted(name) : plain())
      guard let end = rest.first else { return fields }
      guard end == "," || end == "\n" || end == "\r" else {
        throw CSVTable.damaged(name, "row \(rowNumber) goes on after a closing quote")
      }
      rest.removeFirst()
      if end != "," { return fields }
    }
  }

  private mutating func plain() -> Substring {
    let end = rest.firstIndex { $0 == "," || $0 == "\n" || $0 == "\r" } ?? rest.endIndex
    defer { rest = rest[end...] }
    return Substring(rest[..<end])
  }

  private mutating func quoted(_ name: String) throws(BonafideError) -> Substring {
    var field = ""
    rest.removeFirst()
    while let end = rest.firstIndex(of: "\"") {
      field += String(rest[..<end])
      rest = rest[rest.index(after: end)...]
      guard rest.first == "\"" else { return field[...] }
      field += "\""
      rest.removeFirst()
    }
    throw CSVTable.damaged(name, "row \(rowNumber) has a quote that does not end")
  }
}
