import BonafideDocumentAnalysis
import BonafideFaceAnalysis
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import BonafideTravelDocument
import Foundation
import Testing

/// A grey card in place of a face, for tests that look at none.
private let blank = Result {
  try Image(width: 640, height: 480) { pixels in for at in pixels.indices { pixels[at] = 150 } }
}

private func pictures(
  _ kind: SpecimenDocumentKind, seed: UInt64, flaw: SpecimenFlaw? = nil, jitter: Double = SpecimenDocument.jitter,
  portrait: Image? = nil
) throws -> [SpecimenDocument.Picture] {
  try SpecimenDocument(kind, seed: seed, flaw: flaw, jitter: jitter).pictures(portrait: portrait ?? blank.get())
}

private func zone(_ pictures: [SpecimenDocument.Picture]) throws -> MRZ {
  let lines = try #require(pictures.compactMap(\.truth.mrz).first).lines
  let today = try #require(CalendarDate(year: 2026, month: 6, day: 1))
  return try MRZ(lines: lines.map { Array($0.utf8) }, today: today)
}

private func bytes(_ image: Image) -> [UInt8] { image.withPixels(Array.init) }

@Suite("A specimen document") struct SpecimenDocumentTests {
  @Test(arguments: SpecimenDocumentKind.allCases)
  func `is the same from the same seed, flat and in a scene`(kind: SpecimenDocumentKind) throws {
    let scene = SpecimenScene(seed: 9)
    for (one, other) in zip(try pictures(kind, seed: 9), try pictures(kind, seed: 9)) {
      #expect(one.truth == other.truth)
      #expect(bytes(one.image) == bytes(other.image))
      let (photo, again) = (try scene.photograph(one), try scene.photograph(other))
      #expect(photo.truth == again.truth)
      #expect(bytes(photo.image) == bytes(again.image))
    }
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `differs from that of another seed`(kind: SpecimenDocumentKind) throws {
    let (one, other) = (try pictures(kind, seed: 1), try pictures(kind, seed: 2))
    #expect(try zone(one).documentNumber.value != zone(other).documentNumber.value)
    for (one, other) in zip(one, other) { #expect(bytes(one.image) != bytes(other.image)) }
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `has a zone whose check digits hold and which says what is printed`(kind: SpecimenDocumentKind) throws {
    for seed in UInt64(1)...10 {
      let pictures = try pictures(kind, seed: seed)
      let mrz = try zone(pictures)
      func printed(_ name: String) -> String? { pictures.compactMap { $0.truth.field(name)?.value }.first }
      #expect(mrz.isValid)
      #expect(mrz.format == (kind == .passport ? .td3 : .td1))
      #expect(mrz.documentNumber.value == printed("documentNumber"))
      #expect(mrz.dateOfBirth.value?.description == printed("dateOfBirth"))
      #expect(mrz.expiryDate?.value?.description == printed("expiryDate"))
      #expect(mrz.sex.value?.rawValue == printed("sex"))
      #expect(mrz.nationality.value == printed("nationality"))
      for (part, name) in [(mrz.name.surname, "surname"), (mrz.name.givenNames, "givenNames")] {
        let (zone, print) = (try #require(part.value), try #require(printed(name)))
        #expect(
          Transliteration.matches(printed: print, zone: zone, truncation: .possible), "\(print) is no \(zone)")
      }
    }
  }

  /// C-106, C-107.
  @Test func `of Turkey has a valid national number and a document number of the right form`() throws {
    for seed in UInt64(1)...60 {
      let holder = try SpecimenDocument(.turkishCard, seed: seed).holder
      #expect(NationalNumber.Kind.turkey.isValid(Array(holder.identityNumber.utf8)))
      #expect(holder.documentNumber.wholeMatch(of: /[A-Z][0-9]{2}[A-Z][0-9]{5}/) != nil)
    }
  }

  @Test func `of Turkey prints letters that only Turkish has, and folds them in the zone`() throws {
    let holders = try (UInt64(1)...60).map { try SpecimenDocument(.turkishCard, seed: $0).holder }
    let letters = Set(holders.map { $0.surname + $0.givenNames }.joined())
    #expect(letters.isSuperset(of: "ÇĞİÖŞÜ"))
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `has all that it shows within the picture and the document`(kind: SpecimenDocumentKind) throws {
    for seed in UInt64(1)...8 {
      for flat in try pictures(kind, seed: seed) {
        for picture in [flat, try seed < 3 ? SpecimenScene(seed: seed).photograph(flat) : flat] {
          let truth = picture.truth
          #expect(truth.width == picture.image.width && truth.height == picture.image.height)
          let whole = Rect(x: 0, y: 0, width: Double(truth.width), height: Double(truth.height))
          let document = try #require(Rect(around: truth.corners))
          let places =
            truth.fields.map { ($0.name, $0.place) } + truth.elements.map { ($0.name, $0.place) }
            + (truth.mrz.map { [("mrz", $0.place)] } ?? [])
          #expect(places.count > 5)
          for (name, place) in places {
            #expect(place.box.width > 2 && place.box.height > 2, "\(name), seed \(seed)")
            #expect(whole.contains(place.box) && document.contains(place.box), "\(name), seed \(seed)")
          }
          #expect(whole.contains(document, slack: 1))
        }
      }
    }
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `prints no field over another`(kind: SpecimenDocumentKind) throws {
    for seed in UInt64(1)...8 {
      for picture in try pictures(kind, seed: seed) {
        let fields = picture.truth.fields
        for (index, one) in fields.enumerated() {
          for other in fields.dropFirst(index + 1) {
            #expect(one.place.box.intersection(other.place.box) == nil, "\(one.name), \(other.name), seed \(seed)")
          }
        }
      }
    }
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `has its fields up to 3 % from the layout, and on it without jitter`(kind: SpecimenDocumentKind) throws {
    var farthest = 0.0
    let layout = try pictures(kind, seed: 1, jitter: 0)
    for seed in UInt64(2)...9 {
      for (strayed, plain) in zip(try pictures(kind, seed: seed), layout) {
        for element in plain.truth.elements {
          let other = try #require(strayed.truth.element(element.name)).place.quad[0]
          let across = abs(other.x - element.place.quad[0].x) / Double(plain.truth.width)
          let down = abs(other.y - element.place.quad[0].y) / Double(plain.truth.height)
          #expect(max(across, down) <= 0.0301)
          farthest = max(farthest, across, down)
        }
      }
    }
    #expect(farthest > 0.015)
  }

  @Test func `shows on either side what the layout of the Turkish card asks for`() throws {
    let sides = try pictures(.turkishCard, seed: 3).map(\.truth)
    #expect(sides.map(\.side) == [.front, .back])
    #expect(
      Set(sides[0].fields.map(\.name)) == [
        "identityNumber", "surname", "givenNames", "dateOfBirth", "sex", "documentNumber", "nationality", "expiryDate",
      ])
    #expect(Set(sides[0].elements.map(\.name)) == ["portrait", "flag", "mli", "signature", "crescent"])
    #expect(Set(sides[1].fields.map(\.name)) == ["motherName", "fatherName", "authority"])
    #expect(Set(sides[1].elements.map(\.name)) == ["barcode", "chip", "icao_logo", "ovi"])
    #expect(sides[0].mrz == nil && sides[1].mrz != nil)
  }

  @Test(arguments: [SpecimenDocumentKind.turkishCard, .card])
  func `has a bar code that says its number`(kind: SpecimenDocumentKind) throws {
    let back = try #require(try pictures(kind, seed: 6).last)
    let number = try SpecimenDocument(kind, seed: 6).holder.documentNumber
    #expect(try CodeReader().read(GreyImage(back.image)).map(\.text) == [number])
  }

  @Test func `takes the truth to a text and back`() throws {
    let picture = try SpecimenScene(seed: 2).photograph(try #require(try pictures(.passport, seed: 2).first))
    let text = try JSONEncoder().encode(picture.truth)
    #expect(try JSONDecoder().decode(SpecimenTruth.self, from: text) == picture.truth)
  }
}

@Suite("A specimen document with a flaw") struct SpecimenFlawTests {
  @Test(arguments: SpecimenDocumentKind.allCases) func `is expired`(kind: SpecimenDocumentKind) throws {
    let mrz = try zone(pictures(kind, seed: 4, flaw: .expired))
    let today = try #require(CalendarDate(year: 2023, month: 1, day: 1))
    #expect(mrz.isValid && mrz.isExpired(on: today) == true)
  }

  @Test func `has a wrong national number in print and zone, and right check digits`() throws {
    let pictures = try pictures(.turkishCard, seed: 4, flaw: .wrongNumber)
    let mrz = try zone(pictures)
    #expect(mrz.isValid)
    #expect(mrz.nationalNumber?.isValid == false)
    #expect(pictures[0].truth.field("identityNumber")?.value == mrz.nationalNumber?.value)
  }

  @Test(arguments: [SpecimenDocumentKind.turkishCard, .card])
  func `has the sides of two people`(kind: SpecimenDocumentKind) throws {
    let pictures = try pictures(kind, seed: 4, flaw: .sidesDisagree)
    let mrz = try zone(pictures)
    #expect(mrz.isValid)
    #expect(mrz.documentNumber.value != pictures[0].truth.field("documentNumber")?.value)
  }

  @Test(arguments: SpecimenDocumentKind.allCases) func `has no colour as a copy`(kind: SpecimenDocumentKind) throws {
    for picture in try pictures(kind, seed: 4, flaw: .greyCopy) {
      let pixels = bytes(picture.image)
      let isGrey = stride(from: 0, to: pixels.count, by: 4).allSatisfy { (at: Int) -> Bool in
        Set(pixels[at..<(at + 3)]).count == 1
      }
      #expect(isGrey)
    }
  }

  @Test func `notes it in the truth`() throws {
    for flaw in SpecimenFlaw.allCases {
      #expect(try pictures(.turkishCard, seed: 1, flaw: flaw).allSatisfy { $0.truth.flaw == flaw })
    }
  }

  @Test(arguments: [
    (SpecimenDocumentKind.passport, SpecimenFlaw.sidesDisagree), (.passport, .wrongNumber), (.card, .wrongNumber),
  ])
  func `is refused where the kind cannot have it`(kind: SpecimenDocumentKind, flaw: SpecimenFlaw) {
    #expect(throws: BonafideError(.usage, "")) { try SpecimenDocument(kind, seed: 1, flaw: flaw) }
  }
}

@Suite("Fonts of specimens") struct SpecimenFontTests {
  @Test func `are there`() throws { try SpecimenFont.require() }

  @Test func `that are missing are named with their package`() throws {
    let font = SpecimenFont(family: "No Such Family", package: "fonts-nowhere")
    let error = #expect(throws: BonafideError.self) { try SpecimenFont.require([.machineReadable, font]) }
    #expect(error?.code == .serviceUnavailable)
    #expect(error?.hint.contains("fonts-nowhere") == true)
  }
}

@Suite("A specimen document and the readers", .enabled(if: Models.areThere)) struct SpecimenReadingTests {
  private static let seeds = UInt64(101)...110

  private func portrait() throws -> Image {
    try SpecimenFilm(
      .still, steps: [], seed: 1, mirroring: .none, models: Models.store, decoder: MediaReader()
    ).portrait()
  }

  private func read(_ kind: SpecimenDocumentKind, in scene: (UInt64) -> SpecimenScene?) throws -> Int {
    let reader = MRZReader(models: try Models.store)
    let portrait = try portrait()
    return try SpecimenReadingTests.seeds.count { seed in
      let flat = try #require(try pictures(kind, seed: seed, portrait: portrait).last)
      let picture = try scene(seed)?.photograph(flat) ?? flat
      return try reader.read(picture.image)?.zone.zone.lines == picture.truth.mrz?.lines
    }
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `zones of flat pictures are read as they are`(kind: SpecimenDocumentKind) throws {
    #expect(try read(kind) { _ in nil } == SpecimenReadingTests.seeds.count)
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `nine of ten zones in scenes are read as they are`(kind: SpecimenDocumentKind) throws {
    #expect(try read(kind) { SpecimenScene(seed: $0) } >= 9)
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `the face is where the truth says, and that of the selfie`(kind: SpecimenDocumentKind) throws {
    let portrait = try portrait()
    let analyzer = FaceAnalyzer(models: try Models.store)
    let selfie = try #require(try analyzer.faces(in: portrait).first)
    let template = try analyzer.template(of: selfie, in: portrait)
    for seed in UInt64(101)...102 {
      let flat = try #require(try pictures(kind, seed: seed, portrait: portrait).first)
      for picture in [flat, try SpecimenScene(seed: seed).photograph(flat)] {
        let place = try #require(picture.truth.element("portrait")).place.box
        let faces = try analyzer.faces(in: picture.image)
        let face = try #require(faces.max { $0.box.area < $1.box.area })
        #expect(place.contains(face.box, slack: 0.2 * place.width), "seed \(seed)")
        #expect(face.box.center.distance(to: place.center) < 0.2 * place.width, "seed \(seed)")
        #expect(try analyzer.template(of: face, in: picture.image).similarity(to: template) > 0.5)
      }
    }
  }

  @Test func `there is no face on a back`() throws {
    let analyzer = FaceAnalyzer(models: try Models.store)
    for seed in UInt64(101)...104 {
      let back = try #require(try pictures(.turkishCard, seed: seed).last)
      #expect(try analyzer.faces(in: back.image).isEmpty)
    }
  }
}

extension Rect {
  fileprivate func contains(_ other: Rect, slack: Double = 0.5) -> Bool {
    other.x >= x - slack && other.y >= y - slack && other.maxX <= maxX + slack && other.maxY <= maxY + slack
  }
}
