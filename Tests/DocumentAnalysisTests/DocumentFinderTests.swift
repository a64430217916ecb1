import BonafideMedia
import BonafideObservations
import Testing

import BonafideDocumentAnalysis

@Suite struct DocumentFinderTests {
  private static func error(_ found: [Point], _ truth: [Point]) -> Double {
    zip(found, truth).map { $0.distance(to: $1) }.max() ?? .infinity
  }

  private static let scenes: [(name: String, card: DrawnCard)] = [
    ("plain", DrawnCard()),
    ("noise", DrawnCard(noise: 8)),
    ("shadow", DrawnCard(shadow: 0.45)),
    ("shadow and noise", DrawnCard(noise: 5, shadow: 0.45)),
    // BT.601 luma of both is the same to half a level.
    ("same luma", DrawnCard(paper: SIMD3(150, 110, 120), table: SIMD3(75, 141, 144), noise: 2)),
    ("white on white", DrawnCard(paper: SIMD3(232, 232, 230), table: SIMD3(218, 217, 215), noise: 1.5)),
    ("dark on light", DrawnCard(paper: SIMD3(70, 30, 40), table: SIMD3(200, 190, 180))),
  ]

  @Test(arguments: scenes.indices) func `corners are right to 0.3 pixels`(index: Int) throws {
    let (name, card) = DocumentFinderTests.scenes[index]
    let found = try DocumentFinder().documents(in: card.image())
    let first = try #require(found.first, "\(name)")
    #expect(DocumentFinderTests.error(first.quad, card.corners) < 0.3, "\(name): \(first.quad)")
    #expect(!first.cutByEdge)
  }

  @Test func `fingers over a side do not move it`() throws {
    let card = DrawnCard(finger: (Point(x: 236, y: 420), 45))
    let found = try #require(try DocumentFinder().documents(in: card.image()).first)
    #expect(DocumentFinderTests.error(found.quad, card.corners) < 0.3)
  }

  /// The first corner is the document's own top left, where its zone begins to read.
  @Test(arguments: 0..<4) func `the zone's direction decides where the quad begins`(turn: Int) throws {
    let card = DrawnCard()
    let turned = (0..<4).map { card.corners[($0 + turn) % 4] }
    let map = try #require(PerspectiveMap(unitSquareTo: turned))
    let zone = [(0.36, 0.72), (0.92, 0.72), (0.92, 0.9), (0.36, 0.9)].map { map.apply(Point(x: $0.0, y: $0.1)) }
    let found = try #require(try DocumentFinder().documents(in: card.image(), zone: zone).first)
    #expect(DocumentFinderTests.error(found.quad, turned) < 0.3)
  }

  @Test func `two documents are both found`() throws {
    let card = DrawnCard(
      corners: [Point(x: 80, y: 120), Point(x: 560, y: 100), Point(x: 570, y: 410), Point(x: 90, y: 420)],
      second: [Point(x: 640, y: 430), Point(x: 1120, y: 460), Point(x: 1100, y: 770), Point(x: 620, y: 740)])
    let found = try DocumentFinder().documents(in: card.image())
    #expect(found.count == 2)
    for truth in [card.corners, card.second ?? []] {
      #expect(found.contains { DocumentFinderTests.error($0.quad, truth) < 0.5 })
    }
  }

  @Test func `a document that the picture cuts off is said to be cut`() throws {
    let card = DrawnCard(
      corners: [Point(x: 620, y: 200), Point(x: 1330, y: 180), Point(x: 1340, y: 640), Point(x: 625, y: 650)])
    let found = try #require(try DocumentFinder().documents(in: card.image()).first)
    #expect(found.cutByEdge)
    #expect(found.hint == .showWholeDocument)
  }

  @Test func `a scan is its own frame`() throws {
    let card = DrawnCard(
      width: 1000, height: 630,
      corners: [Point(x: -50, y: -50), Point(x: 1050, y: -50), Point(x: 1050, y: 680), Point(x: -50, y: 680)])
    let zone = [Point(x: 60, y: 480), Point(x: 940, y: 480), Point(x: 940, y: 600), Point(x: 60, y: 600)]
    let found = try #require(try DocumentFinder().documents(in: card.image(), zone: zone).first)
    #expect(found.quad == [Point(x: 0, y: 0), Point(x: 999, y: 0), Point(x: 999, y: 629), Point(x: 0, y: 629)])
    #expect(!found.cutByEdge)
    #expect(found.score < 0.5)
  }

  // MARK: Quality

  private static func hint(_ card: DrawnCard) throws -> DocumentHint? {
    try DocumentFinder().documents(in: card.image()).first?.hint
  }

  @Test func `a good picture needs no hint`() throws {
    #expect(try DocumentFinderTests.hint(DrawnCard()) == .ok)
  }

  @Test func `a dark picture needs light`() throws {
    let card = DrawnCard(paper: SIMD3(40, 42, 38), table: SIMD3(12, 10, 8), noise: 0.5)
    #expect(try DocumentFinderTests.hint(card) == .moreLight)
  }

  @Test func `a small document should come closer`() throws {
    let card = DrawnCard(
      corners: [Point(x: 400, y: 300), Point(x: 760, y: 310), Point(x: 750, y: 540), Point(x: 395, y: 530)])
    #expect(try DocumentFinderTests.hint(card) == .moveCloser)
  }

  @Test func `glare is named`() throws {
    let card = DrawnCard(paper: SIMD3(255, 255, 255))
    #expect(try DocumentFinderTests.hint(card) == .avoidGlare)
  }

  @Test(arguments: [(85.6 / 53.98, "id1"), (125.0 / 88, "id3"), (1.0, "unknown"), (2.8, "unknown")])
  func `the shape tells the format`(aspect: Double, kind: String) {
    #expect(FoundDocument.Kind(aspect: aspect, settings: .defaults).rawValue == kind)
  }

  // MARK: Bad input

  @Test(arguments: [1, 2, 3, 4, 5]) func `there is nothing in noise`(seed: UInt32) throws {
    #expect(try DocumentFinder().documents(in: noise(width: 640, height: 480, seed: seed)).isEmpty)
  }

  @Test(arguments: [(1, 1), (1, 3000), (3000, 1), (31, 31), (32, 32), (33, 240), (640, 480), (3000, 2000)])
  func `there is nothing in a picture of one colour`(size: (Int, Int)) throws {
    for value in [UInt8(0), 128, 255] {
      let image = try Image(width: size.0, height: size.1) { $0.update(repeating: value) }
      #expect(try DocumentFinder().documents(in: image).isEmpty)
    }
  }

  /// A zone is what somebody else says; whatever it is, nothing fails.
  @Test(arguments: [
    [], [Point(x: 0, y: 0)], Array(repeating: Point(x: 5, y: 5), count: 4),
    [Point(x: .nan, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)],
    [Point(x: 1e300, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0, y: -1e300)],
    [Point(x: -9000, y: -9000), Point(x: 9000, y: -9000), Point(x: 9000, y: 9000), Point(x: -9000, y: 9000)],
  ]) func `an odd zone does no harm`(zone: [Point]) throws {
    _ = try DocumentFinder().documents(in: noise(width: 320, height: 240, seed: 9), zone: zone)
    _ = try DocumentFinder().documents(in: DrawnCard().image(), zone: zone)
  }

  @Test func `noise of many megapixels takes bounded time`() throws {
    let image = try noise(width: 5000, height: 4000, seed: 3)
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try DocumentFinder().documents(in: image) }
    #expect(time < .seconds(5))
  }
}
