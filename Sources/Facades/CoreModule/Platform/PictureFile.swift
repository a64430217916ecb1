package import BonafideMedia

#if canImport(UIKit)
  package import UIKit
#else
  internal import BonafideMediaCodecs
#endif

/// Pictures as files, and as what apps show.
package enum PictureFile {
  /// Nil when there is no memory for it.
  package static func shown(_ image: Image) -> UIImage? {
    #if canImport(UIKit)
      try? ApplePicture.image(image)
    #else
      image
    #endif
  }

  /// So that print stays readable.
  private static let quality = 92

  package static func jpeg(_ image: Image) throws -> [UInt8] {
    #if canImport(UIKit)
      try ApplePicture.jpeg(image, quality: quality)
    #else
      try StandardImageEncoder().encodeJPEG(image, quality: quality)
    #endif
  }
}
