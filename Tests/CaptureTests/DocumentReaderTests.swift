import BonafideCapture
import BonafideDocumentAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import BonafideTravelDocument
import BonafideVerification
import Foundation
import Testing

/// Pictures of specimens in a hand or on a table, made once.
private enum Made {
  static let today = CalendarDate(year: 2026, month: 6, day: 1)

  private static let face = Result {
    try SpecimenFilm(.still, steps: [], seed: 11, mirroring: .none, models: Models.store, decoder: MediaReader())
      .portrait()
  }

  static func flat(
    _ kind: SpecimenDocumentKind, seed: UInt64 = 11, flaw: SpecimenFlaw? = nil, portrait: Bool = true
  ) throws -> [SpecimenDocument.Picture] {
    let blank = try Image(width: 640, height: 480) { pixels in for at in pixels.indices { pixels[at] = 170 } }
    return try SpecimenDocument(kind, seed: seed, flaw: flaw).pictures(portrait: portrait ? face.get() : blank)
  }

  static func scenes(
    _ kind: SpecimenDocumentKind, seed: UInt64 = 11, flaw: SpecimenFlaw? = nil, portrait: Bool = true
  ) throws -> [Image] {
    try flat(kind, seed: seed, flaw: flaw, portrait: portrait).map {
      try SpecimenScene(seed: seed).photograph($0).image
    }
  }

  static let right = Result { try scenes(.turkishCard) }
  static let other = Result { try scenes(.turkishCard, seed: 12) }
  static let page = Result { try scenes(.passport) }
}

private struct Outcome {
  let reading: DocumentReading
  let decision: DocumentDecision
  let codes: [ReasonCode]

  init(_ front: Image?, _ back: Image? = nil, expecting number: String? = nil) throws {
    let today = try #require(Made.today)
    reading = try DocumentReader(models: Models.store, faces: Models.analyzer).read(
      front: #require(front), back: back, today: today, expectedNumber: number)
    let (decision, reasons) = DocumentPolicy().decide(reading.evidence)
    self.decision = decision
    codes = reasons.map(\.code)
  }
}

@Suite("Waiting for a side", .enabled(if: Models.areThere, "skipped: no models"))
struct SideWatchTests {
  /// Shows one picture for so many frames; after how many it was taken, and what was said.
  private func shown(
    _ image: Image?, to watch: inout SideWatch, frames: Int = 24, from start: Double = 0, wanted: Bool = false
  ) throws -> (taken: Int?, hints: Set<SideWatch.Hint>) {
    let image = try #require(image)
    var hints: Set<SideWatch.Hint> = []
    for frame in 0..<frames {
      let seen = try watch.observe(Frame(image: image, time: start + Double(frame) / 5), isWanted: wanted)
      hints.insert(seen.hint)
      if seen.hint == .done { return (frame + 1, hints) }
    }
    return (nil, hints)
  }

  @Test func `takes a side that is held still, and never the other one for it`() throws {
    let pictures = try Made.right.get()
    for (side, own, other) in [
      (DocumentSide.front, pictures.first, pictures.last), (.back, pictures.last, pictures.first),
    ] {
      var watch = try SideWatch(side, models: Models.store)
      let wrong = try shown(other, to: &watch)
      #expect(wrong.taken == nil && wrong.hints.contains(side == .front ? .showFront : .showBack))
      let right = try shown(own, to: &watch, from: 10)
      #expect(right.taken.map { $0 <= 6 } == true, "\(side): \(right)")
    }
  }

  @Test func `takes what the person asks for, and gives up after two minutes`() throws {
    let pictures = try Made.right.get()
    var watch = try SideWatch(.back, models: Models.store)
    #expect(try shown(pictures.first, to: &watch, wanted: true).taken == 1)
    let empty = try Image(width: 640, height: 480) { pixels in for at in pixels.indices { pixels[at] = 90 } }
    var waiting = try SideWatch(.front, models: Models.store)
    #expect(try shown(empty, to: &waiting, frames: 3).hints == [.noCard])
    #expect(try waiting.observe(Frame(image: empty, time: 121)).isOver)
  }
}

@Suite("Reading a document", .enabled(if: Models.areThere, "skipped: no models"))
struct DocumentReaderTests {
  @Test func `accepts a card whose sides agree and says where everything is`() throws {
    let right = try Made.right.get()
    let outcome = try Outcome(right.first, right.last, expecting: "35318328508")
    #expect(outcome.decision == .accepted && outcome.codes.isEmpty)
    #expect(outcome.reading.type == .turkishCard && outcome.reading.isExpired == false)
    #expect(outcome.reading.value(of: .identityNumber) == "35318328508")
    #expect(outcome.reading.printedValue(of: .surname) != nil)
    #expect(outcome.reading.portrait?.image == .front && outcome.reading.zoneImage == .back)
    let truth = try Made.flat(.turkishCard).map { try SpecimenScene(seed: 11).photograph($0).truth }
    for (side, truth) in zip([DocumentSide.front, .back], truth) {
      let quad = try #require(outcome.reading.sides[side]?.flat.quad)
      for (found, corner) in zip(quad, truth.corners) { #expect(found.distance(to: corner) < 20) }
    }
    let place = try #require(truth.first?.element("portrait")?.place.box)
    #expect(try #require(outcome.reading.portrait).box.overlap(with: place) > 0.5)
    for printed in outcome.reading.printed where printed.image == .front {
      let field = try #require(truth.first?.field(printed.entry.field.rawValue))
      let (place, center) = (field.place.box, printed.box.center)
      #expect((place.x...place.maxX).contains(center.x), "\(printed.entry.field)")
      #expect((place.y...place.maxY).contains(center.y), "\(printed.entry.field)")
    }
  }

  @Test(arguments: [
    (SpecimenFlaw.expired, ReasonCode.documentExpired), (.wrongNumber, .nationalNumberInvalid),
    (.sidesDisagree, .sidesDisagree), (.greyCopy, .greyCopy),
  ])
  func `rejects each flaw for its own reason`(flaw: SpecimenFlaw, code: ReasonCode) throws {
    let pictures = try Made.scenes(.turkishCard, flaw: flaw)
    let outcome = try Outcome(pictures.first, pictures.last)
    #expect(outcome.decision == .rejected && outcome.codes.first == code)
    let against = outcome.codes.filter { $0.cause != .capture && $0 != .elementsMissing }
    #expect(against == [code])
  }

  @Test func `tells what is wrong with the choice of pictures`() throws {
    let (right, other, page) = (try Made.right.get(), try Made.other.get(), try Made.page.get())
    #expect(try Outcome(right.first).codes == [.backMissing])
    #expect(try Outcome(right.last).codes == [.frontMissing])
    let swapped = try Outcome(right.last, right.first)
    #expect(swapped.codes == [.sidesSwapped] && swapped.decision == .review)
    #expect(swapped.reading.portrait?.image == .back && swapped.reading.zoneImage == .front)
    #expect(try Outcome(right.first, right.first).codes == [.sameSideTwice])
    #expect(try Outcome(right.last, right.last).codes == [.sameSideTwice])
    let mixed = try Outcome(right.first, other.last)
    #expect(mixed.decision == .rejected && mixed.codes == [.sidesDisagree])
    #expect(try Outcome(right.last, other.last).codes.first == .differentDocuments)
    let passport = try Outcome(page.first, Made.other.get().last)
    #expect(passport.decision == .rejected && passport.codes.first == .differentDocuments)
    #expect(try Outcome(page.first, right.first).codes.first == .differentDocuments)
    let table = try Made.scenes(.card, seed: 12)
    let covered = try Outcome(page.first, table.first)
    #expect(covered.decision == .accepted && covered.codes == [.backNotNeeded])
    #expect(try Outcome(table.first, page.first).codes == [.sidesSwapped])
  }

  @Test func `rejects a number that is not the expected one`() throws {
    let right = try Made.right.get()
    #expect(try Outcome(right.first, right.last, expecting: "10000000146").codes == [.identityNumberMismatch])
  }

  @Test func `reads a card that lies upside down`() throws {
    let right = try Made.right.get()
    let turned = try right.map { try $0.oriented(.down) }
    #expect(try Outcome(turned.first, turned.last).decision == .accepted)
  }

  @Test func `asks a person about a card without a portrait`() throws {
    let pictures = try Made.scenes(.turkishCard, portrait: false)
    let outcome = try Outcome(pictures.first, pictures.last)
    #expect(outcome.decision == .review && outcome.codes.contains(.noReferenceFace) && outcome.reading.portrait == nil)
  }

  @Test func `names a field that lies under glare`() throws {
    let flat = try Made.flat(.turkishCard)
    let front = try #require(flat.first)
    let place = try #require(front.truth.field("surname")?.place.box)
    let glared = try front.image.painted(
      Rect(x: place.x - 8, y: place.y - 8, width: place.width + 16, height: place.height + 16))
    let outcome = try Outcome(glared, flat.last?.image)
    #expect(outcome.decision == .review && outcome.codes == [.printNotRead])
  }

  @Test func `accepts a page and the other card`() throws {
    #expect(try Outcome(Made.page.get().first).decision == .accepted)
    let card = try Made.scenes(.card, seed: 12)
    let outcome = try Outcome(card.first, card.last)
    #expect(outcome.decision == .accepted && outcome.reading.type == .card, "\(outcome.codes)")
  }

  @Test func `finds no document where there is none`() throws {
    let grey = try Image(width: 800, height: 600) { pixels in for at in pixels.indices { pixels[at] = 140 } }
    #expect(throws: BonafideError(.noDocument, "")) { try Outcome(grey) }
    let right = try Made.right.get()
    #expect(throws: BonafideError(.noDocument, "")) { try Outcome(right.first, grey) }
  }

  @Test(arguments: [(1, 1), (1, 4000), (4000, 1), (33, 31), (64, 700)])
  func `survives pictures of odd shapes`(width: Int, height: Int) throws {
    var random = SystemRandomNumberGenerator()
    let noise = try Image(width: width, height: height) { pixels in
      for at in pixels.indices { pixels[at] = UInt8(truncatingIfNeeded: random.next()) }
    }
    #expect(throws: BonafideError(.noDocument, "")) { try Outcome(noise) }
  }
}

extension Image {
  /// With a white rectangle.
  fileprivate func painted(_ rect: Rect) throws -> Image {
    try withPixels { own in
      try Image(width: width, height: height) { pixels in
        for at in pixels.indices {
          let (x, y) = (Double(at / 4 % width), Double(at / 4 / width))
          let isInside = x >= rect.x && x < rect.maxX && y >= rect.y && y < rect.maxY
          pixels[at] = isInside ? 255 : own[at]
        }
      }
    }
  }
}
