import BonafideObservations
import Foundation

/// Pairs of pictures in a folder, and whether they show the same person.
struct LabelledPairs {
  struct Pair {
    let a: String
    let b: String
    let isSame: Bool
  }

  private static let mostBytes = 50_000_000
  private static let mostPairs = 5_000_000

  let pairs: [Pair]
  var files: Set<String> { Set(pairs.flatMap { [$0.a, $0.b] }) }

  /// Reads `pairs.csv` (columns a, b, same) if it is there; else `labels.csv` (columns file and person, and only rows
  /// whose face_count is 1 where there is such a column), all against all; else one folder a person. Throws
  /// `cannot_open` or `usage`.
  init(folder: String, source: Source) throws {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw BonafideError(.cannotOpen, "'\(folder)' is not a folder")
    }
    let hasPairs = manager.fileExists(atPath: folder + "/pairs.csv")
    let hasLabels = manager.fileExists(atPath: folder + "/labels.csv")
    if source != .labels && hasPairs {
      pairs = try LabelledPairs.listed(CSVTable(path: folder + "/pairs.csv", mostBytes: LabelledPairs.mostBytes))
    } else if hasLabels {
      pairs = try LabelledPairs.crossed(
        LabelledPairs.labelled(CSVTable(path: folder + "/labels.csv", mostBytes: LabelledPairs.mostBytes)))
    } else {
      pairs = try LabelledPairs.crossed(LabelledPairs.folders(folder))
    }
    guard !pairs.isEmpty else { throw BonafideError(.usage, "'\(folder)' names no pairs of pictures") }
  }

  /// Which truth counts when a folder has both files.
  enum Source { case any, labels }

  private static func listed(_ table: CSVTable) throws -> [Pair] {
    try table.rows(["a", "b", "same"]).map { row in
      guard row[2] == "1" || row[2] == "0" else { throw BonafideError(.usage, "pairs.csv: 'same' has to be 0 or 1") }
      return Pair(a: try plain(row[0]), b: try plain(row[1]), isSame: row[2] == "1")
    }
  }

  private static func labelled(_ table: CSVTable) throws -> [(file: String, person: String)] {
    let columns = table.has("face_count") ? ["file", "person", "face_count"] : ["file", "person"]
    return try table.rows(columns).compactMap { row in
      guard !row[1].isEmpty, columns.count < 3 || row[2] == "1" else { return nil }
      return (try plain(row[0]), row[1])
    }
  }

  private static func folders(_ folder: String) throws -> [(file: String, person: String)] {
    let manager = FileManager.default
    let people = ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    return people.flatMap { person in
      ((try? manager.contentsOfDirectory(atPath: folder + "/" + person)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
        .map { (person + "/" + $0, person) }
    }
  }

  private static func crossed(_ files: [(file: String, person: String)]) throws -> [Pair] {
    guard files.count * files.count / 2 <= mostPairs else {
      throw BonafideError(.tooLarge, "\(files.count) pictures make more pairs than are accepted")
    }
    var pairs: [Pair] = []
    for (index, first) in files.enumerated() {
      for second in files[(index + 1)...] {
        pairs.append(Pair(a: first.file, b: second.file, isSame: first.person == second.person))
      }
    }
    return pairs
  }

  /// A path inside the folder.
  private static func plain(_ name: String) throws -> String {
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains(".."), !name.utf8.contains(0) else {
      throw BonafideError(.usage, "a file name leads out of the folder")
    }
    return name
  }
}

/// A small table of comma-separated values with a header (RFC 4180).
struct CSVTable {
  private let header: [String]
  private let lines: [[String]]

  init(path: String, mostBytes: Int) throws {
    guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: mostBytes + 1) else {
      throw BonafideError(.cannotOpen, "'\(path)' cannot be read")
    }
    guard data.count <= mostBytes else { throw BonafideError(.tooLarge, "'\(path)' is too large") }
    var lines = CSVTable.split(data)
    guard !lines.isEmpty else { throw BonafideError(.usage, "'\(path)' is empty") }
    header = lines.removeFirst()
    self.lines = lines
  }

  func has(_ column: String) -> Bool { header.contains(column) }

  /// The named columns of every line; a short line has empty fields.
  func rows(_ columns: [String]) throws -> [[String]] {
    let places = try columns.map { name in
      guard let place = header.firstIndex(of: name) else {
        throw BonafideError(.usage, "the column '\(name)' is missing")
      }
      return place
    }
    return lines.map { line in places.map { $0 < line.count ? line[$0] : "" } }
  }

  private static func split(_ data: Data) -> [[String]] {
    var lines: [[String]] = []
    var line: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var previousWasQuote = false
    func text() -> String { String(decoding: field, as: UTF8.self) }
    for byte in data {
      if isQuoted {
        if byte == UInt8(ascii: "\"") { (isQuoted, previousWasQuote) = (false, true) } else { field.append(byte) }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        if previousWasQuote { field.append(byte) }
        isQuoted = true
      case UInt8(ascii: ","):
        line.append(text())
        field = []
      case UInt8(ascii: "\n"):
        line.append(text())
        field = []
        if line != [""] { lines.append(line) }
        line = []
      case UInt8(ascii: "\r"): break
      default: field.append(byte)
      }
      previousWasQuote = false
    }
    if !field.isEmpty || !line.isEmpty { lines.append(line + [text()]) }
    return lines
  }
}
