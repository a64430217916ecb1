/// Whether a container has fewer bytes than it says, to tell a cut file from a damaged one.
package enum ContainerEnd {
  /// `read` gives up to so many bytes from an offset, fewer at the end of the file.
  package static func isCut(
    _ format: MediaFormat, byteCount: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> Bool {
    switch format {
    case .quickTime, .heif: boxesAreCut(byteCount, read)
    case .avi: chunkIsCut(byteCount, read)
    case .matroska: segmentIsCut(byteCount, read)
    case .gif: read(max(0, byteCount - 16), 16).contains(0x3B) == false
    case .y4m: rawFilmIsCut(byteCount, read)
    case .ogg: pagesAreCut(byteCount, read)
    case .mpegTransport, .mpegProgram: true
    default: false
    }
  }

  /// ISO/IEC 14496-12: boxes of a 32-bit size and a type follow each other; size 1 means a 64-bit size behind the
  /// type, 0 the rest of the file. A film without `moov` has lost its end too.
  private static func boxesAreCut(_ byteCount: Int, _ read: (Int, Int) -> [UInt8]) -> Bool {
    var offset = 0
    var hasIndex = false
    for _ in 0..<10_000 {
      guard offset < byteCount else { return !hasIndex }
      var cursor = ByteCursor(read(offset, 16))
      guard var size = try? cursor.uint32(.bigEndian), let type = try? cursor.tag() else { return true }
      if size == 1 {
        guard let long = try? cursor.number(8, .bigEndian) else { return true }
        guard long < 1 << 62 else { return false }
        size = Int(long)
      }
      if type == "moov" || type == "meta" { hasIndex = true }
      if size == 0 { return !hasIndex }
      guard size >= 8 else { return false }
      offset += size
      if offset > byteCount { return true }
    }
    return false
  }

  private static func chunkIsCut(_ byteCount: Int, _ read: (Int, Int) -> [UInt8]) -> Bool {
    var cursor = ByteCursor(read(4, 4))
    guard let size = try? cursor.uint32(.littleEndian) else { return true }
    return size > byteCount - 8
  }

  /// A line of text, then frames: cut unless it ends with that line and has no frames.
  private static func rawFilmIsCut(_ byteCount: Int, _ read: (Int, Int) -> [UInt8]) -> Bool {
    guard let end = read(0, 4096).firstIndex(of: 0x0A) else { return true }
    return end + 1 != byteCount
  }

  /// RFC 3533: pages of at most 65 307 bytes; the last one of a stream is marked as such, and has a table of the
  /// lengths of its segments.
  private static func pagesAreCut(_ byteCount: Int, _ read: (Int, Int) -> [UInt8]) -> Bool {
    let tail = read(max(0, byteCount - 65_307), 65_307)
    let mark = Array("OggS".utf8)
    guard
      let start = tail.indices.reversed().first(where: { tail[$0] == mark[0] && tail[$0...].starts(with: mark) })
    else { return true }
    var cursor = ByteCursor(Array(tail[start...]))
    guard (try? cursor.skip(5)) != nil, let kind = try? cursor.byte(), (try? cursor.skip(20)) != nil,
      let segments = try? cursor.byte()
    else { return true }
    var length = 0
    for _ in 0..<segments {
      guard let segment = try? cursor.byte() else { return true }
      length += Int(segment)
    }
    return kind & 4 == 0 || (try? cursor.skip(length)) == nil
  }

  /// RFC 8794: an EBML header, then one segment; all ones in its size means unknown.
  private static func segmentIsCut(_ byteCount: Int, _ read: (Int, Int) -> [UInt8]) -> Bool {
    var cursor = ByteCursor(read(0, 4096))
    guard (try? cursor.skip(4)) != nil, let header = variableSize(&cursor), let length = header,
      (try? cursor.skip(length)) != nil, cursor.skip(ifNext: [0x18, 0x53, 0x80, 0x67]),
      let segment = variableSize(&cursor)
    else { return byteCount < 4096 }
    guard let size = segment else { return true }
    return size > byteCount - cursor.position
  }

  /// The outer optional is nil when there are too few bytes, the inner one when the size is unknown.
  private static func variableSize(_ cursor: inout ByteCursor) -> Int?? {
    guard let first = try? cursor.byte(), first != 0 else { return nil }
    let extra = first.leadingZeroBitCount
    guard let rest = try? cursor.number(extra, .bigEndian) else { return nil }
    let mask = (UInt64(1) << UInt64(7 * (extra + 1))) - 1
    let value = (UInt64(first) << UInt64(8 * extra) | rest) & mask
    return .some(value == mask ? nil : Int(value))
  }
}
