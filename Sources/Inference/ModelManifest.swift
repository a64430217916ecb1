package import BonafideObservations
package import Foundation

/// Which model files may be used: name, file, hash and licence of each. Read from `manifest.json` beside the models.
package struct ModelManifest: Sendable, Hashable {
  /// One file that may be loaded.
  package struct Entry: Sendable, Hashable {
    package let name: String
    /// A plain file name in the models' folder.
    package let file: String
    package let byteCount: Int
    /// 64 lower-case hex digits.
    package let sha256: String
    package let licence: String
  }

  package static let fileName = "manifest.json"
  /// Larger manifests are refused before they are parsed.
  package static let maximumBytes = 1_000_000
  static let maximumEntries = 200
  /// No model in reach comes near; keeps a damaged manifest from asking for all memory.
  static let maximumModelBytes = 1_000_000_000

  package let entries: [Entry]

  /// Parses a manifest. Throws `model_altered` for anything that is not a well-formed one.
  package init(json: Data) throws(BonafideError) {
    guard json.count <= ModelManifest.maximumBytes else { throw ModelManifest.damaged("it is too large") }
    let stored: Stored
    do {
      stored = try JSONDecoder().decode(Stored.self, from: json)
    } catch {
      throw ModelManifest.damaged("it is not the JSON that is expected")
    }
    guard stored.version == 1 else { throw ModelManifest.damaged("version \(stored.version) is not known") }
    guard stored.entries.count <= ModelManifest.maximumEntries else {
      throw ModelManifest.damaged("it has too many entries")
    }
    var names: Set<String> = []
    var checked: [Entry] = []
    for entry in stored.entries {
      guard names.insert(entry.name).inserted else { throw ModelManifest.damaged("a name stands in it twice") }
      guard ModelManifest.isPlainFileName(entry.file) else {
        throw ModelManifest.damaged("a file name leads out of the models' folder")
      }
      guard entry.sha256.utf8.count == 64, entry.sha256.utf8.allSatisfy(ModelManifest.isLowerHex) else {
        throw ModelManifest.damaged("a hash is not a SHA-256")
      }
      guard entry.bytes > 0, entry.bytes <= ModelManifest.maximumModelBytes else {
        throw ModelManifest.damaged("a size is out of range")
      }
      guard !entry.licence.isEmpty else { throw ModelManifest.damaged("an entry has no licence") }
      checked.append(
        Entry(
          name: entry.name, file: entry.file, byteCount: entry.bytes, sha256: entry.sha256, licence: entry.licence))
    }
    entries = checked
  }

  package func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  private struct Stored: Decodable {
    struct Entry: Decodable {
      let name: String
      let file: String
      let bytes: Int
      let sha256: String
      let licence: String
    }
    let version: Int
    let entries: [Entry]
  }

  private static func damaged(_ why: String) -> BonafideError {
    BonafideError(.modelAltered, "the model manifest cannot be used: \(why)")
  }

  private static func isPlainFileName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 128 && !name.hasPrefix(".")
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") }
  }

  private static func isLowerHex(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
