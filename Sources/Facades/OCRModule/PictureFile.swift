internal import BonafideMedia
internal import CoreModule
internal import Foundation

#if !canImport(UIKit)
  internal import BonafideMediaCodecs
#endif

/// Pictures as files, and as what apps show.
enum PictureFile {
  /// Nil when there is no memory for it.
  static func shown(_ image: Image) -> UIImage? {
    #if canImport(UIKit)
      try? ApplePicture.image(image)
    #else
      image
    #endif
  }

  /// So that print stays readable.
  private static let quality = 92

  static func jpeg(_ image: Image) throws -> [UInt8] {
    #if canImport(UIKit)
      try ApplePicture.jpeg(image, quality: quality)
    #else
      try StandardImageEncoder().encodeJPEG(image, quality: quality)
    #endif
  }
}
