import BonafideMedia
import BonafideMediaCodecs
import Foundation

/// The labelled bar codes that lie beside the package, not in it.
enum CodeData {
  private static let folder = packageRoot.deletingLastPathComponent().appending(path: "shared/testdata/barcodes")

  static let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "barcodes.csv").path)

  static func picture(_ name: String) throws -> GreyImage {
    GreyImage(try MediaReader().decodeImage(Array(Data(contentsOf: folder.appending(path: name)))))
  }
}

extension GreyImage {
  /// A picture whose pixels are told one by one.
  static func made(width: Int, height: Int, _ value: (_ x: Int, _ y: Int) -> UInt8) throws -> GreyImage {
    GreyImage(
      try Image(width: width, height: height) { pixels in
        for index in 0..<(width * height) {
          let grey = value(index % width, index / width)
          for channel in 0..<3 { pixels[index * 4 + channel] = grey }
        }
      })
  }

  /// Turned by quarters, clockwise.
  func turned(_ quarters: Int) throws -> GreyImage {
    var picture = self
    for _ in 0..<quarters {
      let before = picture
      picture = try GreyImage.made(width: before.height, height: before.width) { x, y in
        before.pixels[(before.height - 1 - x) * before.width + y]
      }
    }
    return picture
  }
}
