internal import Foundation
public import BonafideObservations

/// An upright picture: orientation is already applied, 4 bytes a pixel (R, G, B, unused), rows without padding,
/// sRGB as decoded.
///
/// The pixels are written once, while the image is made, and never change afterwards, so that an `Image` may travel
/// between threads without copying.
public struct Image: Sendable {
  public static let bytesPerPixel = 4

  public let width: Int
  public let height: Int
  private let storage: PixelStorage

  public var size: Size { Size(width: Double(width), height: Double(height)) }
  public var bytesPerRow: Int { width * Image.bytesPerPixel }

  /// Makes a picture and lets `fill` write all of its pixels. The memory starts zeroed.
  ///
  /// Throws `too_large` when either side is not in 1…`ImageLimits.maximumSide`, or there are more than
  /// `ImageLimits.maximumPixels` pixels.
  public init(
    width: Int, height: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Void
  ) throws {
    try ImageLimits.check(width: width, height: height)
    guard let storage = PixelStorage(byteCount: width * height * Image.bytesPerPixel) else {
      throw BonafideError(.tooLarge, "there is not enough memory for a picture of \(width) × \(height) pixels")
    }
    try fill(storage.bytes)
    self.width = width
    self.height = height
    self.storage = storage
  }

  /// Reads the pixels: `height` rows of `width` × (R, G, B, unused).
  public func withPixels<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try withExtendedLifetime(storage) { try body(UnsafeBufferPointer(storage.bytes)) }
  }

  /// Red, green and blue of one pixel, or nil outside the picture.
  public func color(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8)? {
    guard x >= 0, y >= 0, x < width, y < height else { return nil }
    let at = (y * width + x) * Image.bytesPerPixel
    return (storage.bytes[at], storage.bytes[at + 1], storage.bytes[at + 2])
  }
}

/// What is refused before any memory is taken for it.
public enum ImageLimits {
  public static let maximumSide = 32_767
  /// 100 megapixels: twice the largest phone sensor's full-resolution mode in common use, 400 MB.
  public static let maximumPixels = 100_000_000

  public static func check(width: Int, height: Int) throws(BonafideError) {
    guard width > 0, height > 0 else { throw BonafideError(.undecodable, "the picture has no pixels") }
    guard width <= maximumSide, height <= maximumSide, width * height <= maximumPixels else {
      throw BonafideError(.tooLarge, "the picture has \(width) × \(height) pixels, more than is accepted")
    }
  }
}

/// Owns the bytes of one picture. Written only inside `Image.init`, before anybody else can see it.
private final class PixelStorage: @unchecked Sendable {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Nil when there is not enough memory.
  init?(byteCount: Int) {
    // Zeroed by the system page by page as it is touched, so that filling it does not write everything twice.
    guard let start = calloc(byteCount, 1) else { return nil }
    bytes = UnsafeMutableBufferPointer(start: start.bindMemory(to: UInt8.self, capacity: byteCount), count: byteCount)
  }

  deinit {
    free(bytes.baseAddress)
  }
}

/// One picture of a video or camera.
public struct Frame: Sendable {
  public var image: Image
  /// Seconds since the first frame, by presentation time stamps.
  public var time: Double
  public var mirroring: Mirroring
  /// Name of the camera as the platform tells it; nil for files.
  public var camera: String?

  public init(image: Image, time: Double, mirroring: Mirroring = .none, camera: String? = nil) {
    self.image = image
    self.time = time
    self.mirroring = mirroring
    self.camera = camera
  }
}
