import BonafideDocumentAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import Foundation
import Testing

/// Pictures of specimens that lie beside the package, never in it.
private enum RealDocuments {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/testdata/documents")

  static let areThere = FileManager.default.fileExists(atPath: folder.appending(path: "mrz.csv").path)

  /// One in eight.
  static func pictures() throws -> [(name: String, image: Image)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let pictures = names.filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".png") }
    return try stride(from: 0, to: pictures.count, by: 8).compactMap { index in
      guard case .still(let image) = try MediaReader().open(folder.appending(path: pictures[index]).path) else {
        return nil
      }
      return (pictures[index], image)
    }
  }
}

/// Skipped where the pictures are not.
@Suite(.enabled(if: RealDocuments.areThere)) struct RealDocumentTests {
  @Test func `real documents on a table are found to half a percent`() throws {
    var errors: [Double] = []
    for (name, image) in try RealDocuments.pictures() {
      // As wide as it is, up to perspective, on a picture of 1600 × 1200.
      let aspect = Double(image.height) / Double(image.width)
      let width = min(1000, 900 / aspect)
      let height = width * aspect
      let (left, top) = (800 - width / 2, 600 - height / 2)
      let corners = [
        Point(x: left + 21.3, y: top + 40.8), Point(x: left + width - 8.4, y: top - 17.7),
        Point(x: left + width + 24.6, y: top + height - 31.2), Point(x: left - 12.9, y: top + height + 15.1),
      ]
      let scene = try DrawnCard.scene(of: image, corners: corners, width: 1600, height: 1200)
      let found = try #require(try DocumentFinder().documents(in: scene).first, "\(name)")
      errors.append(zip(found.quad, corners).reduce(0) { $0 + $1.0.distance(to: $1.1) } / 4 / width)
    }
    let sorted = errors.sorted()
    #expect(sorted[sorted.count / 2] < 0.005, "\(sorted)")
    #expect(Double(errors.count { $0 < 0.03 }) >= 0.8 * Double(errors.count), "\(sorted)")
  }
}
