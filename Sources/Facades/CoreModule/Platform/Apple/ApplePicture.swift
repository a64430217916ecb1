#if canImport(UIKit)
  package import BonafideMedia
  package import BonafideObservations
  internal import CoreGraphics
  internal import Foundation
  package import UIKit

  /// Pictures between the engine and UIKit.
  package enum ApplePicture {
    /// Throws `internal` when there is no memory for it.
    package static func image(_ picture: Image) throws(BonafideError) -> UIImage {
      let bytes = picture.withPixels { Data(buffer: $0) }
      guard let provider = CGDataProvider(data: bytes as CFData),
        let image = CGImage(
          width: picture.width, height: picture.height, bitsPerComponent: 8, bitsPerPixel: 32,
          bytesPerRow: picture.bytesPerRow, space: CGColorSpaceCreateDeviceRGB(),
          bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue), provider: provider, decode: nil,
          shouldInterpolate: true, intent: .defaultIntent)
      else { throw BonafideError(.internal, "the picture cannot be shown") }
      return UIImage(cgImage: image)
    }

    /// `quality` 1…100.
    package static func jpeg(_ picture: Image, quality: Int) throws(BonafideError) -> [UInt8] {
      guard let data = try image(picture).jpegData(compressionQuality: CGFloat(quality) / 100) else {
        throw BonafideError(.internal, "the picture cannot be encoded")
      }
      return Array(data)
    }
  }
#endif
