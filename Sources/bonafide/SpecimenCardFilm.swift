import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation

/// `specimen card-film`
enum SpecimenCardFilm: Command {
  static let words = ["specimen", "card-film"]
  static let options: [Arguments.Option] = [
    .value("out"), .value("kind"), .value("attack"), .value("element"), .value("seed"), .value("rate"), .value("width"),
  ]
  static let summary = "make a synthetic video of a card that is tilted or touched"
  static let usage = """
    bonafide specimen card-film --kind hologram|conceal --out DIR [--attack NAME] [--element NAME] [--seed N]
      [--rate FPS] [--width PIXELS]

    Tilts a specimen of the Turkish card under lamps, or covers one of its elements (\(names(CardFilmPlan.elements.map(\.rawValue))))
    with a finger. Attacks on tilting: \(names(CardFilmKind.hologram.attacks.map(\.rawValue)));
    on covering: \(names(CardFilmKind.conceal.attacks.map(\.rawValue))).
    Writes film.mp4 and film.json with the truth. Foil, finger and light are drawn: films prove wiring, never accuracy.
    Example: bonafide specimen card-film --kind hologram --out demo --seed 7
    """

  private static func names(_ list: [String]) -> String { list.joined(separator: ", ") }

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    guard let out = arguments.value("out"), !out.isEmpty else {
      throw BonafideError(.usage, "--out names the folder")
    }
    let plan = try plan(arguments)
    let engine = try Engine()
    func portrait(_ kind: SpecimenKind) throws -> Image {
      try SpecimenFilm(
        kind, steps: [], seed: plan.seed, mirroring: .none, models: engine.models, decoder: engine.reader
      ).portrait()
    }
    let own = try portrait(.still)
    let second = try engine.reader.decodeImage(engine.models.data(SpecimenFilm.secondPortraitName))
    var film = try CardFilm(plan, portrait: own, otherPortrait: second)
    do {
      try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
    } catch {
      throw BonafideError(.cannotOpen, "the folder '\(out)' cannot be made")
    }
    let path = out + "/film.mp4"
    let sink = try VideoWriter(path: path)
    var progress = ProgressLine(path, total: plan.frameCount)
    for number in 0..<plan.frameCount {
      let frame = try film.frame(number)
      try sink.append(frame.image, time: frame.time)
      progress.advance()
    }
    try sink.finish()
    progress.finish()
    let truth = truth(film)
    do {
      try Data((truth.text + "\n").utf8).write(to: URL(fileURLWithPath: out + "/film.json"), options: .atomic)
    } catch {
      throw BonafideError(.cannotOpen, "'\(out)/film.json' cannot be written")
    }
    terminal.print(terminal.format == .json ? truth.text : "wrote \(path) (synthetic specimen)")
    return .positive
  }

  private static func plan(_ arguments: Arguments) throws -> CardFilmPlan {
    guard let name = arguments.value("kind"), let kind = CardFilmKind(rawValue: name) else {
      throw BonafideError(.usage, "--kind takes one of \(names(CardFilmKind.allCases.map(\.rawValue)))")
    }
    let attack = try arguments.value("attack").map { name throws(BonafideError) in
      guard let attack = CardFilmAttack(rawValue: name), attack.kinds.contains(kind) else {
        throw BonafideError(.usage, "--attack takes one of \(names(kind.attacks.map(\.rawValue)))")
      }
      return attack
    }
    let elementName = arguments.value("element") ?? SecurityElement.crescent.rawValue
    guard let element = SecurityElement(rawValue: elementName) else {
      throw BonafideError(.usage, "--element takes one of \(names(CardFilmPlan.elements.map(\.rawValue)))")
    }
    return try CardFilmPlan(
      kind, attack: attack, element: element, seed: UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1),
      rate: try arguments.integer("rate", in: CardFilmPlan.rates) ?? 15,
      width: try arguments.integer("width", in: CardFilmPlan.widths) ?? 960)
  }

  private static func truth(_ film: CardFilm) -> JSON {
    let plan = film.plan
    let frames = (0..<plan.frameCount).map { number -> JSON in
      let turns = film.turns(number)
      return .object([
        ("time", .number(Double(number) / Double(plan.rate))), ("yaw", .number(turns.yaw)),
        ("pitch", .number(turns.pitch)),
        ("corners", .array(film.corners(number).map { .array([.number($0.x), .number($0.y)]) })),
      ])
    }
    return .object([
      ("profile", .string(Profile.specimen)), ("kind", .string(plan.kind.rawValue)),
      ("attack", .optional(plan.attack?.rawValue)), ("element", .string(plan.element.rawValue)),
      ("seed", .int(Int(clamping: plan.seed))), ("rate", .int(plan.rate)), ("width", .int(plan.width)),
      ("height", .int(plan.height)), ("genuine", .bool(plan.attack == nil)), ("frames", .array(frames)),
    ])
  }
}
