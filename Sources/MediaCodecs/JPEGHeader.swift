internal import BonafideMediaWire
package import BonafideObservations
internal import Glibc

/// What has to be known of a JPEG before a decoder is let at it (ITU-T T.81, annex B).
package struct JPEGHeader: Sendable, Equatable {
  /// Where the stream begins; junk may come before.
  package var offset: Int
  /// Pixels as stored.
  package var width: Int
  package var height: Int
  /// 1 grey, 3 colour, 4 CMYK or YCCK.
  package var components: Int
  /// EXIF's 1…8.
  package var orientation: Int

  /// Throws `not_media`, `truncated` or `undecodable`.
  package init(_ bytes: [UInt8]) throws(BonafideError) {
    guard let offset = JPEGStart.find(in: bytes) else { throw BonafideError(.notMedia, "this is not a JPEG picture") }
    self.offset = offset
    width = 0
    height = 0
    components = 0
    orientation = 1
    var cursor = ByteCursor(bytes)
    do {
      try cursor.skip(offset + 2)
      try readSegments(&cursor)
    } catch {
      throw BonafideError(.truncated, "the JPEG ends in its header")
    }
    guard components > 0 else { throw BonafideError(.undecodable, "the JPEG has no picture") }
  }

  private mutating func readSegments(_ cursor: inout ByteCursor) throws(ByteCursor.OutOfBounds) {
    var orientationFound = false
    while true {
      // Between segments there may be fill bytes, and in damaged files anything; libjpeg skips it too.
      var byte = try cursor.byte()
      while byte != 0xFF { byte = try cursor.byte() }
      while byte == 0xFF { byte = try cursor.byte() }
      switch byte {
      case 0, 0x01, 0xD0...0xD8: continue
      case 0xD9, 0xDA: return
      default: break
      }
      var segment = try cursor.slice(max(0, try cursor.uint16(.bigEndian) - 2))
      switch byte {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        try segment.skip(1)
        height = try segment.uint16(.bigEndian)
        width = try segment.uint16(.bigEndian)
        components = Int(try segment.byte())
      case 0xE1 where !orientationFound && segment.skip(ifNext: ExifOrientation.preamble):
        if let value = ExifOrientation.read(try segment.slice(segment.remaining)) {
          orientation = value
          orientationFound = true
        }
      default: break
      }
    }
  }

  /// How many scans there are: each costs a pass over the whole picture in a progressive file.
  package static func scanCount(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return 0 }
      var count = 0
      var at = 0
      while at < raw.count - 1, let found = memchr(base + at, 0xFF, raw.count - 1 - at) {
        at = UnsafeRawPointer(found) - base + 1
        if raw[at] == 0xDA { count += 1 }
      }
      return count
    }
  }
}
