import BonafideCapture
import BonafideDocumentAnalysis
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations

/// `document hologram VIDEO`
enum DocumentHologram: Command {
  static let words = ["document", "hologram"]
  static let options: [Arguments.Option] = [.flag("frames"), .value("best"), .value("profile")]
  static let summary = "decide whether the hologram of a tilted card changes its colours with the view"
  static let usage = """
    bonafide document hologram [--frames] [--best FILE] [--profile NAME] [--json] VIDEO

    Shows the front of a Turkish card that is tilted to the left and right, and to and fro, all of it in the picture.
    The crescent's colours have to change with the view, and to come back with it. Exit 0 verified, 1 not, 2 when the
    film does not show enough. --frames adds what each frame says; --best writes the flat card as it shows the hologram's
    colours best, a .png or .jpg file.
    Example: bonafide document hologram --json tilted.mp4
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    var film = try CardFilmRun(arguments)
    var check = HologramCheck()
    var frames: [JSON] = []
    let outcome = try film.run(&check) { check in
      if let latest = check.latest { frames.append(try JSON.encoding(latest)) }
    }
    let figures = check.watch.figures
    let own: [(String, JSON)] = [
      (
        "figures",
        .object([
          ("tilt", .number(figures.tilt)), ("turn", .number(figures.turn)), ("control", .number(figures.control)),
          ("follow", .number(figures.follow)), ("pairs", .int(figures.pairs)), ("speed", .number(figures.speed)),
          ("roughness", .number(figures.roughness)),
        ])
      )
    ]
    return try film.report(outcome, best: check.best, own, frames, terminal)
  }
}

/// `document conceal VIDEO`
enum DocumentConceal: Command {
  static let words = ["document", "conceal"]
  static let options: [Arguments.Option] = [.value("element"), .flag("frames"), .value("best"), .value("profile")]
  static let summary = "decide whether a finger covers one element of a card, and leaves"
  static let usage = """
    bonafide document conceal --element crescent|mli|signature|ovi [--frames] [--best FILE] [--profile NAME] [--json] VIDEO

    Shows a Turkish card, all of it in the picture: first with the element free, then with a bare finger on it for about
    a second, then free again. Crescent, mli and signature are on the front, ovi is on the back. Exit 0 verified, 1 not,
    2 when the film does not show enough. --frames adds what each frame says; --best writes the flat card as it shows the
    covered element best, a .png or .jpg file.
    Example: bonafide document conceal --element crescent --json touched.mp4
    """

  /// What can be covered.
  static let elements: [SecurityElement] = [.crescent, .mli, .signature, .ovi]

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    guard let name = arguments.value("element"), let element = elements.first(where: { $0.rawValue == name }) else {
      throw BonafideError(.usage, "--element takes one of \(elements.map(\.rawValue).joined(separator: ", "))")
    }
    var film = try CardFilmRun(arguments)
    var check = ConcealmentCheck(element)
    var frames: [JSON] = []
    let outcome = try film.run(&check) { check in
      if let latest = check.latest { frames.append(try JSON.encoding(latest)) }
    }
    return try film.report(outcome, best: check.best, [("element", .string(name))], frames, terminal)
  }
}

/// What both commands do with their film.
private struct CardFilmRun {
  private let input: String
  private let profile: Profile
  private let showsFrames: Bool
  private let output: BestPictureFile?
  private var count = 0
  private var milliseconds = 0.0

  init(_ arguments: Arguments) throws(BonafideError) {
    input = try arguments.inputs("VIDEO").first ?? ""
    profile = try Profile(arguments)
    showsFrames = arguments.has("frames")
    output = try arguments.value("best").map { path throws(BonafideError) in try BestPictureFile(path) }
  }

  mutating func run<Check: CardFilmCheck>(_ check: inout Check, _ each: (Check) throws -> Void) throws -> CardCheck {
    let source = try MediaReader().open(input).frames
    var progress = ProgressLine(input, total: source.description.claimedFrameCount)
    defer { progress.finish() }
    while let frame = try source.next() {
      let watch = Stopwatch()
      let outcome = try check.observe(frame)
      milliseconds += watch.wallMilliseconds
      count += 1
      if showsFrames { try each(check) }
      progress.advance()
      if let outcome { return outcome }
    }
    return check.finish()
  }

  func report(
    _ outcome: CardCheck, best: CardPicture?, _ own: [(String, JSON)], _ frames: [JSON], _ terminal: Terminal
  ) throws -> ExitStatus {
    if let best { try output?.write(best) }
    if terminal.format == .json {
      var members: [(String, JSON)] = [
        ("verified", .optional(outcome.verified)), ("confidence", .number(outcome.confidence)),
        ("time", .number(outcome.time)), ("reasons", JSON(outcome.reasons)),
        ("best", best.map(CardFilmRun.json) ?? .null), ("profile", profile.json),
        (
          "timings",
          .object([("frames", .int(count)), ("frame", .number(count > 0 ? milliseconds / Double(count) : nil))])
        ),
      ]
      members += own
      if showsFrames { members.append(("frames", .array(frames))) }
      terminal.print(JSON.object(members).text)
    } else {
      let head =
        switch outcome.verified {
        case true?: "verified"
        case false?: "not verified"
        case nil: "undecided"
        }
      let reasons = outcome.reasons.map { "  \($0.message) [\($0.code.rawValue)]" }
      terminal.print(([head + profile.suffix] + reasons).joined(separator: "\n"))
    }
    switch outcome.verified {
    case true?: return .positive
    case false?: return .negative
    case nil: return .undecided
    }
  }

  private static func json(_ best: CardPicture) -> JSON {
    .object([
      ("time", .number(best.time)),
      ("quad", .array(best.quad.map { .array([.number($0.x, decimals: 2), .number($0.y, decimals: 2)]) })),
    ])
  }
}
