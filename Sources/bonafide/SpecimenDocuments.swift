import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation

/// `specimen card`
enum SpecimenCard: Command {
  static let words = ["specimen", "card"]
  static let options = SpecimenSheets.options + [.value("kind")]
  static let summary = "make both sides of a synthetic identity card"
  static let usage = """
    bonafide specimen card --out DIR [--seed N] [--kind tur|td1] [--flat|--scene] [--format png|jpg] [--no-jitter]
      [--flaw expired|wrong-tckn|sides-disagree|grey-copy]

    Writes front and back, marked SPECIMEN, with the face of 'specimen selfie', and a .json with the truth beside each:
    fields, zone, elements and corners in pixels of the picture. --scene photographs them in a hand or on a table.
    Places stray by 3 % and fonts by the seed; --no-jitter keeps to the layout.
    Example: bonafide specimen card --out demo --seed 7 --scene
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let kinds: [SpecimenDocumentKind] = [.turkishCard, .card]
    let name = arguments.value("kind") ?? SpecimenDocumentKind.turkishCard.rawValue
    guard let kind = kinds.first(where: { $0.rawValue == name }) else {
      throw BonafideError(.usage, "--kind takes one of \(kinds.map(\.rawValue).joined(separator: ", "))")
    }
    return try SpecimenSheets(arguments, kind).write(terminal)
  }
}

/// `specimen passport`
enum SpecimenPassport: Command {
  static let words = ["specimen", "passport"]
  static let options = SpecimenSheets.options
  static let summary = "make the data page of a synthetic passport"
  static let usage = """
    bonafide specimen passport --out DIR [--seed N] [--flat|--scene] [--format png|jpg] [--no-jitter]
      [--flaw expired|grey-copy]

    Writes page and page.json, as 'specimen card' does.
    Example: bonafide specimen passport --out demo --seed 7
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    try SpecimenSheets(arguments, .passport).write(terminal)
  }
}

/// Where the sides of a specimen document go, and the writing of them.
private struct SpecimenSheets {
  static let options: [Arguments.Option] = [
    .value("out"), .value("seed"), .value("flaw"), .value("format"), .flag("flat"), .flag("scene"), .flag("no-jitter"),
  ]

  private enum Format: String, CaseIterable { case png, jpg }

  /// As phones write them.
  private static let jpegQuality = 92

  private let folder: String
  private let document: SpecimenDocument
  private let scene: SpecimenScene?
  private let format: Format

  init(_ arguments: Arguments, _ kind: SpecimenDocumentKind) throws {
    _ = try arguments.inputs()
    guard let out = arguments.value("out"), !out.isEmpty else {
      throw BonafideError(.usage, "--out names the folder")
    }
    guard !(arguments.has("flat") && arguments.has("scene")) else {
      throw BonafideError(.usage, "--flat and --scene exclude each other")
    }
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let flaw = try arguments.value("flaw").map { name throws(BonafideError) in
      guard let flaw = SpecimenFlaw(rawValue: name) else {
        throw BonafideError(
          .usage, "--flaw takes one of \(SpecimenFlaw.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return flaw
    }
    document = try SpecimenDocument(
      kind, seed: seed, flaw: flaw, jitter: arguments.has("no-jitter") ? 0 : SpecimenDocument.jitter)
    scene = arguments.has("scene") ? SpecimenScene(seed: seed) : nil
    let usual: Format = scene == nil ? .png : .jpg
    guard let format = Format(rawValue: arguments.value("format") ?? usual.rawValue) else {
      throw BonafideError(.usage, "--format takes png or jpg")
    }
    self.format = format
    folder = out
  }

  func write(_ terminal: Terminal) throws -> ExitStatus {
    let engine = try Engine()
    let portrait = try SpecimenFilm(
      .still, steps: [], seed: document.seed, mirroring: .none, models: engine.models, decoder: engine.reader
    ).portrait()
    let pictures = try document.pictures(portrait: portrait)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw BonafideError(.cannotOpen, "the folder '\(folder)' cannot be made")
    }
    var written: [JSON] = []
    for flat in pictures {
      let picture = try scene?.photograph(flat) ?? flat
      let path = "\(folder)/\(picture.truth.side.rawValue)"
      let encoder = StandardImageEncoder()
      let bytes =
        switch format {
        case .png: try encoder.encodePNG(picture.image)
        case .jpg: try encoder.encodeJPEG(picture.image, quality: SpecimenSheets.jpegQuality)
        }
      try save(bytes, to: "\(path).\(format.rawValue)")
      let truth = try JSON.encoding(picture.truth)
      try save(Array((truth.text + "\n").utf8), to: path + ".json")
      written.append(.object([("file", .string("\(path).\(format.rawValue)")), ("truth", truth)]))
      if terminal.format != .json { terminal.print("wrote \(path).\(format.rawValue) (synthetic specimen)") }
    }
    if terminal.format == .json { terminal.print(JSON.object([("pictures", .array(written))]).text) }
    return .positive
  }

  private func save(_ bytes: [UInt8], to path: String) throws {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw BonafideError(.cannotOpen, "'\(path)' cannot be written")
    }
  }
}
