import BonafideCapture
import BonafideInference
import BonafideMedia
import BonafideObservations
import BonafideSpecimen
import BonafideTravelDocument
import BonafideVerification

/// `bench cards`: drawn Turkish cards in a hand or on a table, right pairs of sides and wrong ones.
enum BenchCards: Command {
  static let words = ["bench", "cards"]
  static let options: [Arguments.Option] = [.value("count"), .value("first")]
  static let summary = "measure the reading of drawn cards: fields, cross-checks, elements, time"
  static let usage = """
    bonafide bench cards [--count N] [--first SEED] [--json]

    Draws N Turkish cards (100), photographs both sides in a hand or on a table, and reads them. Then every front is
    put together with its own back and with that of the next card: how many right pairs are said to disagree, and how
    many wrong ones pass. Fields count by the truth; times are those of reading both sides, on one thread.
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let count = try arguments.integer("count", in: 2...100_000) ?? 100
    let first = UInt64(try arguments.integer("first", in: 0...1_000_000_000) ?? 1)
    let engine = try Engine()
    var tally = CardTally()
    let maker = try CardMaker(engine)
    var progress = ProgressLine("cards", total: count, unit: "cards")
    let initial = try maker.card(seed: first)
    var last = initial
    tally.add(initial)
    for step in 1..<UInt64(count) {
      let card = try maker.card(seed: first + step)
      tally.add(card)
      tally.addWrong(try maker.verdict(front: last, back: card))
      last = card
      progress.advance()
    }
    tally.addWrong(try maker.verdict(front: last, back: initial))
    progress.finish()
    terminal.print(
      terminal.format == .json
        ? JSON.object(
          [("machine", Machine.current.json), ("cards", .int(count)), ("first", .int(Int(first)))] + tally.members
        ).text
        : Machine.current.text + "\n" + tally.text)
    return .positive
  }
}

/// Both sides of one drawn card, as they were read.
struct DrawnCard {
  /// Nil where no document was found in the picture.
  let front: SideReading?
  let back: SideReading?
  let truth: [SpecimenTruth]
  /// The card as a whole; nil where a side is missing.
  let verdict: DocumentVerdict?
  /// Processor time of reading both.
  let milliseconds: Double
}

struct CardMaker {
  private let reader: DocumentReader
  private let portraits: [Image]
  private let today: CalendarDate

  init(_ engine: Engine) throws {
    reader = engine.documentReader()
    portraits = try [11, 12].map { seed in
      try SpecimenFilm(
        .still, steps: [], seed: seed, mirroring: .none, models: engine.models, decoder: engine.reader
      ).portrait()
    }
    guard let today = CalendarDate(year: 2026, month: 11, day: 30) else { throw BonafideError(.internal, "no day") }
    self.today = today
  }

  func card(seed: UInt64) throws -> DrawnCard {
    let flat = try SpecimenDocument(.turkishCard, seed: seed).pictures(
      portrait: portraits[Int(seed % UInt64(portraits.count))])
    let photos = try flat.map { try SpecimenScene(seed: seed).photograph($0) }
    let watch = Stopwatch()
    let sides = try photos.map { photo -> SideReading? in
      do {
        return try reader.side(of: photo.image)
      } catch let error as BonafideError where error.code == .noDocument {
        return nil
      }
    }
    let (front, back) = (sides.first ?? nil, sides.last ?? nil)
    let verdict = try front.map {
      DocumentVerdict(try reader.reading(front: $0, back: back, today: today))
    }
    return DrawnCard(
      front: front, back: back, truth: photos.map(\.truth), verdict: back == nil ? nil : verdict,
      milliseconds: watch.cpuMilliseconds)
  }

  func verdict(front: DrawnCard, back: DrawnCard) throws -> DocumentVerdict? {
    guard let front = front.front, let back = back.back else { return nil }
    return DocumentVerdict(try reader.reading(front: front, back: back, today: today))
  }
}
