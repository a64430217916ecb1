import BonafideObservations
import Foundation

/// Which pictures of a folder show the same person, as somebody has labelled them.
struct LabelledPairs {
  struct Pair {
    let a: String
    let b: String
    let isGenuine: Bool
  }

  /// More would take minutes to sort and gigabytes to hold.
  static let maximumPairs = 20_000_000

  /// What the labels come from: `pairs.csv`, `labels.csv` or `folders`.
  let source: String
  /// File names, relative to the folder.
  let files: [String]
  /// Only with `pairs.csv`; else all pictures are compared with all others.
  private let listed: [Pair]?
  private let persons: [String]

  /// Finds the labels of a folder: `pairs.csv`, else `labels.csv`, else one folder a person.
  /// Throws `cannot_open` or `usage`.
  init(folder: String) throws(BonafideError) {
    guard FileKind(of: folder) == .folder else {
      throw BonafideError(.cannotOpen, "'\(folder)' is not a folder that can be opened")
    }
    let pairs = folder + "/pairs.csv"
    let labels = folder + "/labels.csv"
    if FileKind(of: pairs) != .missing {
      try self.init(pairs: pairs)
    } else if FileKind(of: labels) != .missing {
      try self.init(labels: labels)
    } else {
      try self.init(personFolders: folder)
    }
  }

  /// Calls `body` with each pair; indices are those of `files`.
  func forEachPair(_ body: (Pair) -> Void) {
    if let listed {
      listed.forEach(body)
      return
    }
    for (first, a) in files.enumerated() {
      for second in (first + 1)..<max(first + 1, files.count) {
        body(Pair(a: a, b: files[second], isGenuine: persons[first] == persons[second]))
      }
    }
  }

  // MARK: Sources

  private init(pairs path: String) throws(BonafideError) {
    let table = try CSVTable(file: path)
    guard let a = table.column("a"), let b = table.column("b"), let same = table.column("same") else {
      throw CSVTable.damaged(path, "the columns 'a', 'b' and 'same' are needed")
    }
    var listed: [Pair] = []
    var seen: Set<String> = []
    var files: [String] = []
    for (row, values) in zip(zip(a, b), same).enumerated() {
      let (first, second) = values.0
      guard LabelledPairs.staysInside(first), LabelledPairs.staysInside(second) else {
        throw CSVTable.damaged(path, "the file names in row \(row + 2) have to lie in its folder")
      }
      guard let isGenuine = LabelledPairs.truth(values.1) else {
        throw CSVTable.damaged(path, "'same' has to be 1 or 0 in row \(row + 2)")
      }
      listed.append(Pair(a: first, b: second, isGenuine: isGenuine))
      for file in [first, second] where seen.insert(file).inserted { files.append(file) }
    }
    guard !listed.isEmpty else { throw CSVTable.damaged(path, "it names no pairs") }
    self.listed = listed
    self.files = files
    persons = []
    source = "pairs.csv"
  }

  private init(labels path: String) throws(BonafideError) {
    let table = try CSVTable(file: path)
    guard let names = table.column("file"), let owners = table.column("person") else {
      throw CSVTable.damaged(path, "the columns 'file' and 'person' are needed")
    }
    let faceCounts = table.column("face_count")
    var files: [String] = []
    var persons: [String] = []
    var seen: Set<String> = []
    for (row, (file, person)) in zip(names, owners).enumerated() {
      let faces = faceCounts?[row] ?? ""
      guard !person.isEmpty, faces.isEmpty || faces == "1" else { continue }
      guard LabelledPairs.staysInside(file) else {
        throw CSVTable.damaged(path, "the file name in row \(row + 2) has to lie in its folder")
      }
      guard seen.insert(file).inserted else {
        throw CSVTable.damaged(path, "the file in row \(row + 2) stands in it twice")
      }
      files.append(file)
      persons.append(person)
    }
    try self.init(source: "labels.csv", files: files, persons: persons, path)
  }

  private init(personFolders folder: String) throws(BonafideError) {
    var files: [String] = []
    var persons: [String] = []
    for person in LabelledPairs.names(in: folder) {
      for picture in LabelledPairs.names(in: folder + "/" + person) {
        let path = "\(person)/\(picture)"
        guard FileKind(of: folder + "/" + path) == .regular else { continue }
        files.append(path)
        persons.append(person)
      }
    }
    try self.init(source: "folders", files: files, persons: persons, folder)
  }

  private init(source: String, files: [String], persons: [String], _ path: String) throws(BonafideError) {
    guard files.count >= 2 else {
      throw BonafideError(
        .usage, "there are no two pictures of known persons in '\(path)'", hint: "run 'bonafide help evaluate'")
    }
    guard files.count * (files.count - 1) / 2 <= LabelledPairs.maximumPairs else {
      throw BonafideError(
        .usage, "'\(path)' makes more than \(LabelledPairs.maximumPairs) pairs", hint: "list the pairs in pairs.csv")
    }
    self.source = source
    self.files = files
    self.persons = persons
    listed = nil
  }

  // MARK: Fields

  /// Names in a folder, sorted, without hidden ones; none when it is not a folder.
  private static func names(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Whether a name is one of a file below the folder.
  static func staysInside(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.utf8.count <= 1024 && !name.utf8.contains(0) && name != "-"
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
  }

  private static func truth(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "1", "true", "yes": true
    case "0", "false", "no": false
    default: nil
    }
  }
}
