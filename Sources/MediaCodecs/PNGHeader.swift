internal import BonafideMediaWire
package import BonafideObservations

/// What has to be known of a PNG before a decoder is let at it (PNG, third edition).
package struct PNGHeader: Sendable, Equatable {
  /// Pixels as stored.
  package var width: Int
  package var height: Int
  /// EXIF's 1…8, from the eXIf chunk.
  package var orientation: Int
  /// Whether the file goes on to its IEND chunk.
  package var isComplete: Bool

  /// Throws `not_media`, `truncated` or `undecodable`.
  package init(_ bytes: [UInt8]) throws(BonafideError) {
    var cursor = ByteCursor(bytes)
    guard cursor.skip(ifNext: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw BonafideError(.notMedia, "this is not a PNG picture")
    }
    width = 0
    height = 0
    orientation = 1
    isComplete = false
    do {
      var header = try cursor.slice(25)
      guard try header.uint32(.bigEndian) == 13, try header.tag() == "IHDR" else {
        throw BonafideError(.undecodable, "the PNG's header is damaged")
      }
      width = try header.uint32(.bigEndian)
      height = try header.uint32(.bigEndian)
    } catch let error as BonafideError {
      throw error
    } catch {
      throw BonafideError(.truncated, "the PNG ends in its header")
    }
    // The rest may be cut anywhere; what is missing shows in `isComplete`.
    try? readChunks(&cursor)
  }

  private mutating func readChunks(_ cursor: inout ByteCursor) throws(ByteCursor.OutOfBounds) {
    while true {
      let length = try cursor.uint32(.bigEndian)
      let tag = try cursor.tag()
      let data = try cursor.slice(length)
      if tag == "eXIf" { orientation = ExifOrientation.read(data) ?? orientation }
      if tag == "IEND" {
        isComplete = true
        return
      }
      try cursor.skip(4)
    }
  }
}
