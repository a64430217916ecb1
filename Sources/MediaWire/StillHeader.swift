/// Sizes that picture headers claim, so that too large a picture is refused by its name and not as a damaged one.
package enum StillHeader {
  /// Pixels, or nil where the header does not say or is damaged.
  package static func size(_ data: ByteCursor, _ format: MediaFormat) -> (width: Int, height: Int)? {
    switch format {
    case .bmp: try? bmp(data)
    case .gif: try? gif(data)
    case .jpeg2000: try? jpeg2000(data)
    case .pnm: try? pnm(data)
    case .tiff: try? tiff(data)
    default: nil
    }
  }

  /// Whether the file has fewer bytes than its header says it has.
  package static func isCut(_ data: ByteCursor, _ format: MediaFormat) -> Bool {
    switch format {
    case .bmp:
      var cursor = data
      guard (try? cursor.skip(2)) != nil, let length = try? cursor.uint32(.littleEndian) else { return true }
      if length > data.count { return true }
      // Some writers put 0 there: the pixels have to fit by themselves.
      guard let size = try? bmp(data), (try? cursor.skip(4)) != nil, let start = try? cursor.uint32(.littleEndian),
        (try? cursor.skip(14)) != nil, let bits = try? cursor.uint16(.littleEndian),
        let compression = try? cursor.uint32(.littleEndian)
      else { return data.count < 54 }
      guard compression == 0 || compression == 3, size.width < 1 << 20, size.height < 1 << 20 else { return false }
      return start + (size.width * bits + 31) / 32 * 4 * size.height > data.count
    case .jpeg2000:
      // The codestream ends with EOC.
      var cursor = data
      guard data.count > 64, (try? cursor.seek(to: data.count - 64)) != nil else { return true }
      var previous: UInt8 = 0
      while let byte = try? cursor.byte() {
        if previous == 0xFF && byte == 0xD9 { return false }
        previous = byte
      }
      return true
    case .tiff:
      // The directory stands at the end as a rule.
      return (try? tiff(data)) == nil
    case .pnm:
      return true
    default:
      return false
    }
  }

  private static func bmp(_ data: ByteCursor) throws(ByteCursor.OutOfBounds) -> (width: Int, height: Int)? {
    var cursor = data
    try cursor.skip(14)
    if try cursor.uint32(.littleEndian) == 12 {
      return (try cursor.uint16(.littleEndian), try cursor.uint16(.littleEndian))
    }
    let width = Int(Int32(truncatingIfNeeded: try cursor.uint32(.littleEndian)))
    let height = Int(Int32(truncatingIfNeeded: try cursor.uint32(.littleEndian)))
    // A negative height means that the rows come from the top.
    return (abs(width), abs(height))
  }

  private static func gif(_ data: ByteCursor) throws(ByteCursor.OutOfBounds) -> (width: Int, height: Int)? {
    var cursor = data
    try cursor.skip(6)
    return (try cursor.uint16(.littleEndian), try cursor.uint16(.littleEndian))
  }

  private static func jpeg2000(_ data: ByteCursor) throws(ByteCursor.OutOfBounds) -> (width: Int, height: Int)? {
    var cursor = data
    // The codestream's SOC and SIZ markers, at the start or behind the boxes of a JP2.
    var window: UInt64 = 0
    for _ in 0..<min(data.count, 1 << 16) {
      window = window << 8 | UInt64(try cursor.byte())
      guard window & 0xFFFF_FFFF == 0xFF4F_FF51 else { continue }
      try cursor.skip(4)
      let right = try cursor.uint32(.bigEndian)
      let bottom = try cursor.uint32(.bigEndian)
      let left = try cursor.uint32(.bigEndian)
      let top = try cursor.uint32(.bigEndian)
      return (right - left, bottom - top)
    }
    return nil
  }

  private static func pnm(_ data: ByteCursor) throws(ByteCursor.OutOfBounds) -> (width: Int, height: Int)? {
    var cursor = data
    try cursor.skip(1)
    guard try cursor.byte() != 0x37 else { return try pam(cursor) }
    let width = try decimal(&cursor)
    return (width, try decimal(&cursor))
  }

  private static func pam(_ data: ByteCursor) throws(ByteCursor.OutOfBounds) -> (width: Int, height: Int)? {
    var cursor = data
    let width = [UInt8]("WIDTH ".utf8)
    let height = [UInt8]("HEIGHT ".utf8)
    var found: (width: Int?, height: Int?) = (nil, nil)
    while cursor.position < 1024, found.width == nil || found.height == nil {
      if cursor.skip(ifNext: width) {
        found.width = try decimal(&cursor)
      } else if cursor.skip(ifNext: height) {
        found.height = try decimal(&cursor)
      } else {
        try cursor.skip(1)
      }
    }
    guard let width = found.width, let height = found.height else { return nil }
    return (width, height)
  }

  /// The next number, after white space and comments; at most nine digits count.
  private static func decimal(_ cursor: inout ByteCursor) throws(ByteCursor.OutOfBounds) -> Int {
    var value: Int?
    while true {
      let byte = try cursor.byte()
      switch byte {
      case 0x30...0x39: value = min((value ?? 0) * 10 + Int(byte - 0x30), 1_000_000_000)
      case 0x23 where value == nil:
        while try cursor.byte() != 0x0A {}
      default: if let value { return value }
      }
    }
  }

  private static func tiff(_ data: ByteCursor) throws(ByteCursor.OutOfBounds) -> (width: Int, height: Int)? {
    var cursor = data
    let order: ByteCursor.ByteOrder = try cursor.uint16(.bigEndian) == 0x4949 ? .littleEndian : .bigEndian
    try cursor.skip(2)
    try cursor.seek(to: try cursor.uint32(order))
    var found: (width: Int, height: Int) = (0, 0)
    for _ in 0..<(try cursor.uint16(order)) {
      let tag = try cursor.uint16(order)
      let length = try cursor.uint16(order) == 3 ? 2 : 4
      try cursor.skip(4)
      var value = try cursor.slice(4)
      if tag == 256 { found.width = Int(try value.number(length, order)) }
      if tag == 257 { found.height = Int(try value.number(length, order)) }
    }
    return found
  }
}
