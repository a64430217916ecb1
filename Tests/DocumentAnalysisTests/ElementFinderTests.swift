import BonafideDocumentAnalysis
import BonafideMedia
import BonafideObservations
import BonafideSpecimen
import Foundation
import Testing

/// How often something was found, and how well.
struct ElementTally {
  private(set) var all = 0
  private(set) var found = 0
  private var overlaps = 0.0

  var rate: Double { all > 0 ? Double(found) / Double(all) : 0 }
  var overlap: Double { found > 0 ? overlaps / Double(found) : 0 }

  /// `place`: where the element is; nil where there is none to be found.
  mutating func add(_ element: FoundElement?, place: Rect?) {
    all += 1
    guard let element, element.confidence >= 0.5 else { return }
    found += 1
    overlaps += place.map { $0.overlap(with: element.box) } ?? 0
  }
}

/// Tallies of all elements, printed where more seeds than usual are asked for.
struct ElementTallies {
  private(set) var tallies: [SecurityElement: ElementTally] = [:]

  mutating func add(_ found: [FoundElement], places: [SecurityElement: Rect], side: DocumentSide) {
    for element in SecurityElement.allCases where element.side == side {
      tallies[element, default: ElementTally()].add(found.first { $0.element == element }, place: places[element])
    }
  }

  mutating func add(_ found: [FoundElement], only element: SecurityElement) {
    tallies[element, default: ElementTally()].add(found.first { $0.element == element }, place: nil)
  }

  subscript(_ element: SecurityElement) -> ElementTally { tallies[element] ?? ElementTally() }

  func report(_ title: String) {
    guard ElementSeeds.areAskedFor else { return }
    for element in SecurityElement.allCases {
      let tally = self[element]
      let overlap = (tally.overlap * 100).rounded() / 100
      print("\(title): \(element.rawValue) \(tally.found) of \(tally.all), overlap \(overlap)")
    }
  }
}

/// How many cards are looked at: few, or as many as `BONAFIDE_ELEMENT_SEEDS` says.
enum ElementSeeds {
  private static let wanted = ProcessInfo.processInfo.environment["BONAFIDE_ELEMENT_SEEDS"].flatMap(UInt64.init)
  static let areAskedFor = wanted != nil
  static let all = 1...max(1, wanted ?? 20)
}

@Suite struct ElementFinderTests {
  static let size = (width: 1012, height: 638)

  /// What surrounds an element and is painted over with it, pixels: the laser image is turned beyond its box.
  static func around(_ element: SecurityElement, _ box: Rect) -> Rect {
    let rim = element == .mli ? 22.0 : 12
    return Rect(x: box.x - rim, y: box.y - rim, width: box.width + 2 * rim, height: box.height + 2 * rim)
  }

  // MARK: Specimens

  /// A face for specimens, of plain shapes: darker in the middle than its ground.
  private static let portrait = Result {
    try Image(width: 640, height: 480) { pixels in
      for y in 0..<480 {
        for x in 0..<640 {
          let (u, v) = ((Double(x) - 320) / 90, (Double(y) - 210) / 120)
          let isFace = u * u + v * v < 1
          let isHair = u * u * 0.7 + (v + 0.4) * (v + 0.4) < 1
          let color: (UInt8, UInt8, UInt8) =
            isFace && v > -0.5 ? (196, 150, 125) : isHair ? (62, 44, 36) : y > 340 ? (40, 50, 80) : (205, 208, 212)
          let at = (y * 640 + x) * 4
          (pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]) = (color.0, color.1, color.2, 255)
        }
      }
    }
  }

  struct Flattened {
    let image: Image
    let places: [SecurityElement: Rect]
    let side: DocumentSide
  }

  /// Both sides of a specimen in a scene, flattened by the corners that the truth or the finder tells.
  private static func flattened(seed: UInt64) throws -> (truth: [Flattened], found: [Flattened]) {
    var (byTruth, byFinder): ([Flattened], [Flattened]) = ([], [])
    for flat in try SpecimenDocument(.turkishCard, seed: seed).pictures(portrait: portrait.get()) {
      let photo = try SpecimenScene(seed: seed).photograph(flat)
      byTruth.append(try flattened(photo, corners: photo.truth.corners))
      let quad = try DocumentFinder().documents(in: photo.image).first?.quad ?? photo.truth.corners
      byFinder.append(try flattened(photo, corners: quad))
    }
    return (byTruth, byFinder)
  }

  private static func flattened(_ photo: SpecimenDocument.Picture, corners: [Point]) throws -> Flattened {
    let map = try #require(PerspectiveMap(width: size.width, height: size.height, onto: corners))
    let back = try #require(map.inverse)
    var places: [SecurityElement: Rect] = [:]
    for element in photo.truth.elements {
      guard let known = SecurityElement(rawValue: element.name) else { continue }
      places[known] = Rect(around: element.place.quad.map(back.apply))
    }
    return Flattened(
      image: try photo.image.warped(width: size.width, height: size.height, map: map), places: places,
      side: photo.truth.side == .back ? .back : .front)
  }

  @Test func `elements of specimens in scenes are found, and not where they are painted over`() throws {
    var (byTruth, byFinder, painted) = (ElementTallies(), ElementTallies(), ElementTallies())
    let finder = ElementFinder()
    for seed in ElementSeeds.all {
      let cards = try ElementFinderTests.flattened(seed: seed)
      for card in cards.truth {
        byTruth.add(try finder.elements(in: card.image, side: card.side), places: card.places, side: card.side)
        for (element, box) in card.places {
          let without = try card.image.paintedOver([ElementFinderTests.around(element, box)])
          painted.add(try finder.elements(in: without, side: card.side), only: element)
        }
      }
      for card in cards.found {
        byFinder.add(try finder.elements(in: card.image, side: card.side), places: card.places, side: card.side)
      }
    }
    byTruth.report("specimens by truth")
    byFinder.report("specimens by finder")
    painted.report("specimens painted over")
    for element in SecurityElement.allCases {
      #expect(byTruth[element].rate >= 0.95, "\(element.rawValue) \(byTruth[element])")
      #expect(byFinder[element].rate >= 0.95, "\(element.rawValue) \(byFinder[element])")
      #expect(painted[element].rate <= 0.05, "\(element.rawValue) \(painted[element])")
      #expect(painted[element].all == byTruth[element].all)
      // The place of a signature is what it may fill.
      #expect(byTruth[element].overlap >= (element == .signature ? 0.4 : 0.7), "\(element.rawValue)")
    }
  }

  // MARK: The other drawing

  @Test func `elements of another drawing are found, and not where they are painted over or missing`() throws {
    var (present, painted, missing) = (ElementTallies(), ElementTallies(), ElementTallies())
    let finder = ElementFinder()
    for seed in ElementSeeds.all {
      for side in DocumentSide.allCases {
        let (flat, places) = try OtherCard.draw(side, seed: seed)
        let image = try flat.seenByCamera(seed: seed)
        present.add(try finder.elements(in: image, side: side), places: places, side: side)
        for (element, box) in places {
          let without = try image.paintedOver([ElementFinderTests.around(element, box)])
          painted.add(try finder.elements(in: without, side: side), only: element)
        }
        let bare = try OtherCard.draw(side, seed: seed, without: Set(SecurityElement.allCases)).image
        missing.add(
          try finder.elements(in: bare.seenByCamera(seed: seed), side: side), places: [:], side: side)
      }
    }
    present.report("other drawing")
    painted.report("other drawing painted over")
    missing.report("other drawing without")
    for element in SecurityElement.allCases {
      #expect(present[element].rate >= 0.95, "\(element.rawValue) \(present[element])")
      #expect(painted[element].rate <= 0.05, "\(element.rawValue) \(painted[element])")
      #expect(missing[element].rate <= 0.05, "\(element.rawValue) \(missing[element])")
      #expect(present[element].overlap >= 0.7, "\(element.rawValue)")
    }
  }

  @Test func `a grey copy shows what has a shape, the flag with less confidence`() throws {
    let finder = ElementFinder()
    var tallies = ElementTallies()
    for seed in UInt64(1)...8 {
      for side in DocumentSide.allCases {
        let (flat, places) = try OtherCard.draw(side, seed: seed)
        let color = try flat.seenByCamera(seed: seed)
        let found = try finder.elements(in: color.withoutColors(), side: side)
        tallies.add(found, places: places, side: side)
        if let flag = found.first(where: { $0.element == .flag }) { #expect((0.5..<0.8).contains(flag.confidence)) }
      }
    }
    for element in [SecurityElement.flag, .signature, .barcode, .icaoLogo] {
      #expect(tallies[element].found == tallies[element].all, "\(element.rawValue)")
    }
    // Ink that changes its colour has none.
    #expect(tallies[.ovi].found == 0)
  }

  @Test(arguments: [(506, 319), (700, 441), (1713, 1080)])
  func `boxes are in pixels of the picture that was given`(size: (Int, Int)) throws {
    let (flat, places) = try OtherCard.draw(.back, seed: 3)
    let found = try ElementFinder().elements(in: flat.resized(width: size.0, height: size.1), side: .back)
    let chip = try #require(found.first { $0.element == .chip })
    let place = try #require(places[.chip])
    let scale = Double(size.0) / 1012
    let expected = Rect(
      x: place.x * scale, y: place.y * scale, width: place.width * scale, height: place.height * scale)
    #expect(chip.box.overlap(with: expected) > 0.8)
    #expect(chip.confidence >= 0.5)
  }

  // MARK: What has no elements

  @Test(arguments: DocumentSide.allCases) func `nothing is found in noise or in one colour`(side: DocumentSide) throws {
    let finder = ElementFinder()
    for seed in UInt32(1)...4 {
      let found = try finder.elements(in: noise(width: 1012, height: 638, seed: seed), side: side)
      #expect(!found.contains { $0.confidence >= 0.5 }, "\(found)")
    }
    for level in [UInt8(0), 127, 255] {
      let even = try Image(width: 1012, height: 638) { $0.update(repeating: level) }
      #expect(try !finder.elements(in: even, side: side).contains { $0.confidence >= 0.5 })
    }
  }

  @Test(arguments: [(1, 1), (299, 188), (300, 1), (1, 3000), (4000, 150), (300, 3000)])
  func `odd sizes do no harm`(size: (Int, Int)) throws {
    for side in DocumentSide.allCases {
      let image = try noise(width: size.0, height: size.1, seed: 5)
      #expect(try !ElementFinder().elements(in: image, side: side).contains { $0.confidence >= 0.5 })
    }
  }

  @Test func `odd settings do no harm`() throws {
    let image = try OtherCard.draw(.front, seed: 1).image
    for setting in ElementSettings.declared {
      for value in [setting.range.lowerBound, setting.range.upperBound] {
        let finder = ElementFinder(settings: Settings.defaults.setting(setting, to: value))
        for side in DocumentSide.allCases {
          for found in try finder.elements(in: image, side: side) {
            #expect((0...1).contains(found.confidence))
            #expect(found.box.width > 0 && found.box.height > 0)
          }
        }
      }
    }
  }
}
