internal import BonafideMedia
#if !canImport(UIKit)
  internal import BonafideMediaCodecs
#else
  internal import CoreModule
#endif

/// Pictures as they are sent.
enum PictureEncoder {
  private static let quality = 92

  /// Away from the caller's actor.
  @concurrent static func jpeg(_ picture: Image) async throws -> [UInt8] {
    #if canImport(UIKit)
      return try ApplePicture.jpeg(picture, quality: quality)
    #else
      return try StandardImageEncoder().encodeJPEG(picture, quality: quality)
    #endif
  }
}
