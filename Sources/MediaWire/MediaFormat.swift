/// What a file is by its first bytes. Names and extensions are never looked at.
package enum MediaFormat: Int, Sendable, CaseIterable {
  case jpeg = 1
  case png
  case webp
  case heif
  case gif
  case bmp
  case tiff
  case jpeg2000
  case pnm
  case quickTime
  case matroska
  case avi
  case y4m
  case mpegTransport
  case mpegProgram
  case ogg
  /// Sound alone, whatever the codec.
  case audio

  /// How many bytes `init(sniffing:)` wants to see.
  package static let sniffLength = 4096

  /// Nil when the bytes are of no known kind.
  package init?(sniffing head: [UInt8]) {
    guard let format = MediaFormat.signature(head) else {
      // Some cameras and mail gateways leave junk before a JPEG; the three bytes are rare enough in text or noise.
      guard JPEGStart.find(in: head) != nil else { return nil }
      self = .jpeg
      return
    }
    self = format
  }

  private static func signature(_ head: [UInt8]) -> MediaFormat? {
    let start = ByteCursor(head)
    func begins(_ expected: [UInt8], at offset: Int = 0) -> Bool {
      var cursor = start
      guard (try? cursor.skip(offset)) != nil else { return false }
      return cursor.skip(ifNext: expected)
    }
    func begins(_ text: String, at offset: Int = 0) -> Bool { begins([UInt8](text.utf8), at: offset) }

    if begins([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if begins("RIFF") {
      if begins("WEBP", at: 8) { return .webp }
      if begins("AVI ", at: 8) { return .avi }
      if begins("WAVE", at: 8) { return .audio }
      return nil
    }
    if begins("GIF87a") || begins("GIF89a") { return .gif }
    if begins("BM"), begins([0, 0, 0, 0], at: 6) { return .bmp }
    if begins([0x49, 0x49, 42, 0]) || begins([0x4D, 0x4D, 0, 42]) { return .tiff }
    if begins([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]) || begins([0xFF, 0x4F, 0xFF, 0x51]) { return .jpeg2000 }
    if begins("ftyp", at: 4) { return isHEIF(start) ? .heif : .quickTime }
    for box in ["moov", "mdat", "wide", "free", "skip", "pnot"] where begins(box, at: 4) { return .quickTime }
    if begins([0x1A, 0x45, 0xDF, 0xA3]) { return .matroska }
    if begins("YUV4MPEG2") { return .y4m }
    if isPNM(start) { return .pnm }
    if begins([0x47]), begins([0x47], at: 188), begins([0x47], at: 376) { return .mpegTransport }
    if begins([0, 0, 1, 0xBA]) { return .mpegProgram }
    if begins("OggS") { return .ogg }
    if begins("ID3") || begins("fLaC") || begins([0xFF, 0xFB]) || begins([0xFF, 0xF1]) { return .audio }
    return nil
  }

  /// Whether the brands name a still picture (ISO/IEC 23008-12, AVIF 1.1).
  private static func isHEIF(_ start: ByteCursor) -> Bool {
    let brands: Set<FourCharacters> = ["heic", "heix", "heim", "heis", "mif1", "avif", "miaf"]
    var cursor = start
    guard let length = try? cursor.uint32(.bigEndian), (try? cursor.skip(4)) != nil else { return false }
    guard let major = try? cursor.tag() else { return false }
    if brands.contains(major) { return true }
    // Sequences and odd writers put the telling brand among the compatible ones; ordinary films name none of them.
    guard (try? cursor.skip(4)) != nil else { return false }
    for _ in 0..<min(max(0, length / 4 - 4), 64) {
      guard let brand = try? cursor.tag() else { return false }
      if brands.contains(brand) { return true }
    }
    return false
  }

  /// `P1`…`P7`, then white space (netpbm).
  private static func isPNM(_ start: ByteCursor) -> Bool {
    var cursor = start
    guard (try? cursor.byte()) == 0x50, let kind = try? cursor.byte(), (0x31...0x37).contains(kind),
      let space = try? cursor.byte()
    else { return false }
    return [0x20, 0x09, 0x0A, 0x0D].contains(space)
  }
}

/// Where a JPEG stream begins.
package enum JPEGStart {
  /// The offset of the first SOI marker that another marker follows, among the first `MediaFormat.sniffLength` bytes.
  package static func find(in bytes: [UInt8]) -> Int? {
    let last = min(bytes.count, MediaFormat.sniffLength) - 3
    guard last >= 0 else { return nil }
    for offset in 0...last
    where bytes[offset] == 0xFF && bytes[offset + 1] == 0xD8 && bytes[offset + 2] == 0xFF {
      return offset
    }
    return nil
  }
}
