package import BonafideMedia

/// Writes JPEG and PNG in the process.
package struct StandardImageEncoder: ImageEncoder {
  package init() {}

  package func encodeJPEG(_ image: Image, quality: Int) throws -> [UInt8] {
    try JPEGCodec.encode(image, quality: quality)
  }

  package func encodePNG(_ image: Image) throws -> [UInt8] {
    try PNGCodec.encode(image)
  }
}
