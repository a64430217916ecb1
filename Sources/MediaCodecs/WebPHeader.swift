internal import BonafideMediaWire
package import BonafideObservations

/// What has to be known of a WebP file before a decoder is let at it (RFC 9649).
package struct WebPHeader: Sendable, Equatable {
  /// EXIF's 1…8, from the EXIF chunk.
  package var orientation: Int
  /// Whether all of the bytes are there that the file's header promises.
  package var isComplete: Bool

  /// Throws `not_media`.
  package init(_ bytes: [UInt8]) throws(BonafideError) {
    var cursor = ByteCursor(bytes)
    orientation = 1
    isComplete = false
    guard cursor.skip(ifNext: [UInt8]("RIFF".utf8)), let length = try? cursor.uint32(.littleEndian),
      cursor.skip(ifNext: [UInt8]("WEBP".utf8))
    else { throw BonafideError(.notMedia, "this is not a WebP picture") }
    isComplete = length <= bytes.count - 8
    try? readChunks(&cursor)
  }

  private mutating func readChunks(_ cursor: inout ByteCursor) throws(ByteCursor.OutOfBounds) {
    while cursor.remaining > 0 {
      let tag = try cursor.tag()
      let length = try cursor.uint32(.littleEndian)
      let data = try cursor.slice(length)
      if tag == "EXIF" { orientation = ExifOrientation.read(data) ?? orientation }
      if length % 2 == 1 { try cursor.skip(1) }
    }
  }
}
