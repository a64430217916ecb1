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

  /// What a passive network of the optional part wants; in the form of MiniFASNet.
  package struct PassiveNetwork: Sendable, Hashable {
    /// Name of its entry.
    package let model: String
    /// How many times as large as the face its crop is, 1…10.
    package let cropScale: Double
    /// Which of the outputs means "live".
    package let liveClass: Int
    /// Names of the network's input and output.
    package let input: String
    package let output: String
  }

  package static let fileName = "manifest.json"
  /// Networks that somebody added to those that are fetched.
  package static let optionalFileName = "optional.json"
  /// Larger manifests are refused before they are parsed.
  package static let maximumBytes = 1_000_000
  static let maximumEntries = 200
  static let maximumPassiveNetworks = 4
  /// No model in reach comes near; keeps a damaged manifest from asking for all memory.
  static let maximumModelBytes = 1_000_000_000

  package private(set) var entries: [Entry]
  package private(set) var passiveNetworks: [PassiveNetwork] = []

  /// Parses a manifest. Throws `model_altered` for anything that is not a well-formed one.
  package init(json: Data) throws(BonafideError) {
    entries = []
    try add(ModelManifest.stored(json).entries)
  }

  /// Adds the optional part, in the same form. Throws `model_altered` also for a name that is taken.
  package mutating func addOptional(json: Data) throws(BonafideError) {
    let stored = try ModelManifest.stored(json)
    try add(stored.entries)
    for entry in stored.entries {
      guard let passive = entry.passive else { continue }
      guard (1...10).contains(passive.cropScale), (0..<64).contains(passive.liveClass),
        [passive.input, passive.output].allSatisfy({ (1...64).contains($0.utf8.count) }),
        passiveNetworks.count < ModelManifest.maximumPassiveNetworks
      else { throw ModelManifest.damaged("a passive network's scale, class or names are out of range") }
      passiveNetworks.append(
        PassiveNetwork(
          model: entry.name, cropScale: passive.cropScale, liveClass: passive.liveClass, input: passive.input,
          output: passive.output))
    }
  }

  private static func stored(_ json: Data) throws(BonafideError) -> Stored {
    guard json.count <= ModelManifest.maximumBytes else { throw ModelManifest.damaged("it is too large") }
    let stored: Stored
    do {
      stored = try JSONDecoder().decode(Stored.self, from: json)
    } catch {
      throw ModelManifest.damaged("it is not the JSON that is expected")
    }
    guard stored.version == 1 else { throw ModelManifest.damaged("version \(stored.version) is not known") }
    return stored
  }

  private mutating func add(_ stored: [Stored.Entry]) throws(BonafideError) {
    guard entries.count + stored.count <= ModelManifest.maximumEntries else {
      throw ModelManifest.damaged("it has too many entries")
    }
    var names = Set(entries.map(\.name))
    for entry in stored {
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
      entries.append(
        Entry(
          name: entry.name, file: entry.file, byteCount: entry.bytes, sha256: entry.sha256, licence: entry.licence))
    }
  }

  package func entry(_ name: String) -> Entry? { entries.first { $0.name == name } }

  private struct Stored: Decodable {
    struct Entry: Decodable {
      let name: String
      let file: String
      let bytes: Int
      let sha256: String
      let licence: String
      let passive: Passive?
    }
    struct Passive: Decodable {
      let cropScale: Double
      let liveClass: Int
      let input: String
      let output: String
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
