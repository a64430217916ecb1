/// Reads tag 274 (Orientation) out of EXIF data, which is a TIFF structure (CIPA DC-008, TIFF 6.0 section 2).
package enum ExifOrientation {
  /// The bytes `Exif\0\0` that come before the TIFF header in a JPEG's APP1 and, by habit, in some other files.
  package static let preamble: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]

  /// 1…8, or nil when the data has no usable orientation. `data` starts at the TIFF header, or at the preamble.
  package static func read(_ data: ByteCursor) -> Int? {
    var data = data
    if data.skip(ifNext: preamble), let rest = try? data.slice(data.remaining) { data = rest }
    return try? readTIFF(data)
  }

  private static func readTIFF(_ data: ByteCursor) throws(ByteCursor.OutOfBounds) -> Int? {
    var cursor = data
    let order: ByteCursor.ByteOrder
    switch try cursor.number(2, .bigEndian) {
    case 0x4949: order = .littleEndian
    case 0x4D4D: order = .bigEndian
    default: return nil
    }
    guard try cursor.uint16(order) == 42 else { return nil }
    try cursor.seek(to: try cursor.uint32(order))
    // Only the first directory: the second one describes the thumbnail.
    let entries = try cursor.uint16(order)
    for _ in 0..<entries {
      let tag = try cursor.uint16(order)
      let type = try cursor.uint16(order)
      let count = try cursor.uint32(order)
      var value = try cursor.slice(4)
      guard tag == 274 else { continue }
      guard count == 1 else { return nil }
      // SHORT by the standard; BYTE and LONG are met in files.
      let length: Int
      switch type {
      case 1: length = 1
      case 3: length = 2
      case 4: length = 4
      default: return nil
      }
      let orientation = Int(try value.number(length, order))
      return (1...8).contains(orientation) ? orientation : nil
    }
    return nil
  }
}
