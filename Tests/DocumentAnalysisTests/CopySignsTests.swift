import BonafideDocumentAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation
import Testing

@Suite struct CopySignsTests {
  private static let blank = Result {
    try Image(width: 640, height: 480) { pixels in for at in pixels.indices { pixels[at] = 150 } }
  }

  /// The front of a specimen, flat and in a scene.
  private static func specimen(
    _ kind: SpecimenDocumentKind, seed: UInt64, flaw: SpecimenFlaw? = nil
  ) throws -> (flat: SpecimenDocument.Picture, photo: SpecimenDocument.Picture) {
    let pictures = try SpecimenDocument(kind, seed: seed, flaw: flaw).pictures(portrait: blank.get())
    let flat = try #require(pictures.first)
    return (flat, try SpecimenScene(seed: seed).photograph(flat))
  }

  static func compressed(_ image: Image, quality: Int) throws -> Image {
    try MediaReader().decodeImage(StandardImageEncoder().encodeJPEG(image, quality: quality))
  }

  private static func frame(_ image: Image) -> [Point] {
    let (right, bottom) = (image.size.width - 1, image.size.height - 1)
    return [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
  }

  // MARK: Grey copies

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `a grey copy in the light of a room is told from the original`(kind: SpecimenDocumentKind) throws {
    for seed in UInt64(1)...4 {
      let original = try CopySignsTests.specimen(kind, seed: seed).photo
      #expect(try CopySigns(of: original.image, quad: original.truth.corners).isGreyCopy == false)
      let copy = try CopySignsTests.specimen(kind, seed: seed, flaw: .greyCopy).photo
      for image in [copy.image, try CopySignsTests.compressed(copy.image, quality: 70)] {
        #expect(try CopySigns(of: image, quad: copy.truth.corners).isGreyCopy == true, "\(kind) \(seed)")
      }
    }
  }

  /// Red, green and blue of the light.
  @Test(arguments: [[1.15, 1, 0.7], [0.85, 0.95, 1], [1, 0.9, 0.95]])
  func `tinted light is no colour of the document`(light: [Double]) throws {
    let flat = try OtherCard.draw(.front, seed: 2).image
    for (image, isCopy) in [(flat, false), (try flat.withoutColors(), true)] {
      var chance = Chance()
      let lit = try Image(width: image.width, height: image.height) { pixels in
        image.withPixels { source in
          for at in pixels.indices {
            let level = Double(source[at]) * (at % 4 < 3 ? light[at % 4] : 1)
            pixels[at] = UInt8(min(max(level + Double.random(in: -5...5, using: &chance), 0), 255))
          }
        }
      }
      #expect(try CopySigns(of: lit, quad: CopySignsTests.frame(lit)).isGreyCopy == isCopy)
    }
  }

  @Test func `a camera that sees no colours tells nothing about copies`() throws {
    let photo = try CopySignsTests.specimen(.card, seed: 3).photo
    let signs = try CopySigns(of: photo.image.withoutColors(), quad: photo.truth.corners)
    #expect(signs.isGreyCopy == nil)
    #expect(signs.greyness == 0)
  }

  @Test func `in the dark nothing is told about copies`() throws {
    let dark = try Image(width: 1200, height: 800) { pixels in for at in pixels.indices { pixels[at] = 12 } }
    #expect(try CopySigns(of: dark, quad: CopySignsTests.frame(dark)).isGreyCopy == nil)
  }

  // MARK: Screens

  /// Few, or all documents and screens where `BONAFIDE_SCREEN_ALL` is set.
  private static let screens: [ScreenRecapture] = {
    let all = ProcessInfo.processInfo.environment["BONAFIDE_SCREEN_ALL"] != nil
    let densities = all ? [92.0, 110, 130, 160, 190, 220] : [92, 130, 190]
    return densities.flatMap { density in
      (all ? [86.0, 140, 200] : [86, 140]).map { ScreenRecapture(pixelsPerInch: density, shownWidth: $0) }
    }
  }()

  @Test func `most simulated screens are noticed`() throws {
    let documents = [
      try CopySignsTests.specimen(.turkishCard, seed: 1).flat.image, try OtherCard.draw(.back, seed: 1).image,
    ]
    var (found, all) = (0, 0)
    for (number, screen) in CopySignsTests.screens.enumerated() {
      for document in documents {
        var screen = screen
        screen.seed = UInt64(number) + 1
        screen.blur = 0.5 + Double(number % 4) * 0.15
        let (photo, quad) = try screen.photograph(document)
        let signs = try CopySigns(of: CopySignsTests.compressed(photo, quality: 90), quad: quad)
        all += 1
        if signs.isScreen == true { found += 1 }
      }
    }
    #expect(Double(found) >= 0.75 * Double(all), "\(found) of \(all)")
  }

  @Test(arguments: SpecimenDocumentKind.allCases)
  func `documents themselves are no screens`(kind: SpecimenDocumentKind) throws {
    for seed in UInt64(1)...4 {
      let photo = try CopySignsTests.specimen(kind, seed: seed).photo
      for image in [photo.image, try CopySignsTests.compressed(photo.image, quality: 85)] {
        #expect(try CopySigns(of: image, quad: photo.truth.corners).isScreen == false)
      }
    }
  }

  @Test func `a small document shows no grid either way`() throws {
    let small = try OtherCard.draw(.front, seed: 1).image.resized(width: 400, height: 252)
    let signs = try CopySigns(of: small, quad: CopySignsTests.frame(small))
    #expect(signs.isScreen == nil)
    #expect(signs.screen == 0)
  }

  // MARK: Bad input

  @Test(arguments: [
    [], [Point(x: 0, y: 0)], Array(repeating: Point(x: 5, y: 5), count: 4),
    [Point(x: .nan, y: 0), Point(x: 1, y: 0), Point(x: 1, y: 1), Point(x: 0, y: 1)],
    [Point(x: 1e300, y: 0), Point(x: 1e301, y: 0), Point(x: 1e301, y: 1e300), Point(x: 1e300, y: 1e300)],
  ]) func `corners that span nothing are refused`(quad: [Point]) throws {
    #expect(throws: BonafideError.self) { try CopySigns(of: noise(width: 640, height: 480, seed: 1), quad: quad) }
  }

  @Test(arguments: [
    [Point(x: -9000, y: -9000), Point(x: 9000, y: -9000), Point(x: 9000, y: 9000), Point(x: -9000, y: 9000)],
    [Point(x: 5000, y: 5000), Point(x: 6000, y: 5000), Point(x: 6000, y: 6000), Point(x: 5000, y: 6000)],
    [Point(x: 0, y: 0), Point(x: 639, y: 0), Point(x: 320, y: 1), Point(x: 1, y: 0.5)],
  ]) func `corners outside of the picture do no harm`(quad: [Point]) throws {
    let signs = try CopySigns(of: noise(width: 640, height: 480, seed: 1), quad: quad)
    #expect((0...1).contains(signs.greyness))
    #expect((0...1).contains(signs.screen))
  }

  @Test(arguments: [(1, 1), (2, 2), (129, 128), (3000, 2)]) func `small pictures do no harm`(size: (Int, Int)) throws {
    let image = try noise(width: size.0, height: size.1, seed: 2)
    let quad = [Point(x: 0, y: 0), Point(x: 600, y: 0), Point(x: 600, y: 400), Point(x: 0, y: 400)]
    #expect(try CopySigns(of: image, quad: quad).isScreen == nil)
  }

  // MARK: Spectrum

  @Test func `a wave is one line of the spectrum`() {
    let spectrum = Spectrum(bits: 5)
    let side = spectrum.side
    // e^(2πi(3x + 5y)/32)
    func angle(_ at: Int) -> Double { 2 * .pi * Double(3 * (at % side) + 5 * (at / side)) / Double(side) }
    var real = (0..<side * side).map { Float(cos(angle($0))) }
    var imaginary = (0..<side * side).map { Float(sin(angle($0))) }
    spectrum.transform(&real, &imaginary)
    for index in real.indices {
      // Columns are frequencies down.
      let expected: Float = index == 3 * side + 5 ? Float(side * side) : 0
      #expect(abs(real[index] - expected) < 0.01 && abs(imaginary[index]) < 0.01)
    }
  }
}
