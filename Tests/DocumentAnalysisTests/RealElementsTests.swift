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
  /// Some have a signature, bars or a chip where the card has its own; shape and ink are there, so they count.
  @Test func `elements of the card are seldom seen on other documents`() throws {
    var tallies = ElementTallies()
    try OtherDocuments.forEach { _, image in
      let quad = try OtherDocuments.quad(image)
      let map = try #require(PerspectiveMap(width: 1012, height: 638, onto: quad))
      let factor = max(1, Int(quad[0].distance(to: quad[1]) / 1012))
      let shrink = 1 / Double(factor)
      let shrunk = AffineMap(a: shrink, b: 0, tx: shrink / 2 - 0.5, c: 0, d: shrink, ty: shrink / 2 - 0.5)
      let flat = try image.reduced(by: factor).warped(
        width: 1012, height: 638, map: PerspectiveMap(shrunk).after(map))
      for side in DocumentSide.allCases {
        tallies.add(try ElementFinder().elements(in: flat, side: side), places: [:], side: side)
      }
    }
    tallies.report("other documents")
    for element in SecurityElement.allCases {
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
