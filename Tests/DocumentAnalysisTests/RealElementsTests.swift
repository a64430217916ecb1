import BonafideDocumentAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import Foundation
import Testing

/// Pictures of documents of other countries, which lie beside the package, never in it.
private enum OtherDocuments {
  private static let folder = packageRoot.deletingLastPathComponent().appending(path: "shared/testdata/documents")
  static let areThere = FileManager.default.fileExists(atPath: folder.appending(path: "mrz.csv").path)

  /// One in five, or all where many seeds are asked for.
  static func forEach(_ body: (String, Image) throws -> Void) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let pictures = names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
    for index in stride(from: 0, to: pictures.count, by: ElementSeeds.areAskedFor ? 1 : 5) {
      guard case .still(let image) = try MediaReader().open(folder.appending(path: pictures[index]).path) else {
        continue
      }
      try body(pictures[index], image)
    }
  }

  static func quad(_ image: Image) throws -> [Point] {
    let (right, bottom) = (image.size.width - 1, image.size.height - 1)
    let frame = [Point(x: 0, y: 0), Point(x: right, y: 0), Point(x: right, y: bottom), Point(x: 0, y: bottom)]
    return try DocumentFinder().documents(in: image).first?.quad ?? frame
  }
}

/// Skipped where the pictures are not.
@Suite(.enabled(if: OtherDocuments.areThere)) struct RealElementsTests {
  /// Documents whose picture shows one side with contacts, by eye.
  private static let withContacts = [
    "CZE-BO-04001", "CZE-BO-04002", "ESP-BO-06001", "FIN-BO-11001", "FIN-BO-12001", "HRV-BO-04001", "LIE-BO-02001",
    "LTU-BO-03001", "LVA-BO-01001", "LVA-BO-03001", "MLT-BO-03001", "PRT-BO-04001", "ROU-BO-05001", "ROU-BO-05002",
    "SVN-BO-03001",
  ]
  /// ISO/IEC 7816-2: from the outer sides of the contacts, millimetres.
  private static let contacts = Rect(x: 10.25, y: 19.23, width: 9.62, height: 9.32)

  /// Some have a signature or bars where the card has its own; shape and ink are there, so they count.
  @Test func `elements of the card are seldom seen on other documents, but for chips`() throws {
    var tallies = ElementTallies()
    var chips: [String: Rect] = [:]
    try OtherDocuments.forEach { name, image in
      let quad = try OtherDocuments.quad(image)
      let map = try #require(PerspectiveMap(width: 1012, height: 638, onto: quad))
      let factor = max(1, Int(quad[0].distance(to: quad[1]) / 1012))
      let shrink = 1 / Double(factor)
      let shrunk = AffineMap(a: shrink, b: 0, tx: shrink / 2 - 0.5, c: 0, d: shrink, ty: shrink / 2 - 0.5)
      let flat = try image.reduced(by: factor).warped(
        width: 1012, height: 638, map: PerspectiveMap(shrunk).after(map))
      for side in DocumentSide.allCases {
        let found = try ElementFinder().elements(in: flat, side: side)
        tallies.add(found, places: [:], side: side)
        if let chip = found.first(where: { $0.element == .chip && $0.confidence >= 0.5 }) { chips[name] = chip.box }
        if side == .back, RealElementsTests.withContacts.contains(where: name.contains) {
          #expect(chips[name] != nil, "\(name)")
        }
      }
    }
    tallies.report("other documents")
    let unit = 1012 / 85.6
    let contacts = RealElementsTests.contacts
    for (name, chip) in chips where RealElementsTests.withContacts.contains(where: name.contains) {
      // The plate reaches a few millimetres beyond its contacts.
      #expect(abs(chip.center.x / unit - contacts.center.x) < 2.5, "\(name) \(chip)")
      #expect(abs(chip.center.y / unit - contacts.center.y) < 2.5, "\(name) \(chip)")
    }
    for element in SecurityElement.allCases where element != .chip {
      #expect(tallies[element].rate <= 0.08, "\(element.rawValue) \(tallies[element])")
    }
  }

  @Test func `documents in colour are neither grey copies nor screens`() throws {
    var (measured, all) = (0, 0)
    try OtherDocuments.forEach { name, image in
      let quad = try OtherDocuments.quad(image)
      let signs = try CopySigns(of: image, quad: quad)
      all += 1
      if signs.isScreen != nil { measured += 1 }
      #expect(signs.isScreen != true, "\(name) \(signs)")
      // One is a picture without colours itself.
      #expect(signs.isGreyCopy != true || name.contains("id-usa"), "\(name) \(signs)")
    }
    if ElementSeeds.areAskedFor { print("copies: \(all) documents, \(measured) large enough to show a screen") }
  }
}
