/// A Matroska file of JPEG pictures with their times, in pieces: the head once, then clusters, each of which ends where the
/// next begins. The pieces of one film in a row are a file that players open.
///
/// RFC 9559 (Matroska) over RFC 8794 (EBML); codec `V_MJPEG`.
package enum MotionJPEGFilm {
  package struct Picture: Sendable {
    /// Milliseconds since the film began.
    let time: Int
    let jpeg: [UInt8]

    package init(time: Int, jpeg: [UInt8]) {
      self.time = time
      self.jpeg = jpeg
    }
  }

  /// A cluster's pictures lie within that many milliseconds of its first.
  static let longestCluster = 32_767

  package static func head(width: Int, height: Int) -> [UInt8] {
    let head = element(
      [0x1A, 0x45, 0xDF, 0xA3],
      [
        number([0x42, 0x86], 1), number([0x42, 0xF7], 1), number([0x42, 0xF2], 4), number([0x42, 0xF3], 8),
        text([0x42, 0x82], "matroska"), number([0x42, 0x87], 4), number([0x42, 0x85], 2),
      ])
    // A segment of unknown size: it ends with the file.
    let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let information = element(
      [0x15, 0x49, 0xA9, 0x66],
      [
        number([0x2A, 0xD7, 0xB1], 1_000_000), text([0x4D, 0x80], "Bonafide"), text([0x57, 0x41], "Bonafide"),
      ])
    let video = element([0xE0], [number([0xB0], width), number([0xBA], height)])
    let track = element(
      [0xAE],
      [
        number([0xD7], 1), number([0x73, 0xC5], 1), number([0x83], 1), number([0x9C], 0), text([0x86], "V_MJPEG"),
        video,
      ])
    return head + segment + information + element([0x16, 0x54, 0xAE, 0x6B], [track])
  }

  /// Pictures in the order of their times; those more than `longestCluster` after the first begin another cluster.
  package static func clusters(_ pictures: [Picture]) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = pictures[...]
    while let first = rest.first {
      let own = rest.prefix { $0.time - first.time <= longestCluster }
      rest = rest.dropFirst(own.count)
      bytes += element(
        [0x1F, 0x43, 0xB6, 0x75], [number([0xE7], first.time)] + own.map { block($0, after: first.time) })
    }
    return bytes
  }

  private static func block(_ picture: Picture, after start: Int) -> [UInt8] {
    let time = UInt16(clamping: picture.time - start)
    // Track 1, a time of sixteen bits, a key frame.
    return element([0xA3], [[0x81, UInt8(time >> 8), UInt8(time & 0xFF), 0x80], picture.jpeg])
  }

  private static func element(_ id: [UInt8], _ contents: [[UInt8]]) -> [UInt8] {
    let count = contents.reduce(0) { $0 + $1.count }
    var bytes = id + size(count)
    bytes.reserveCapacity(bytes.count + count)
    for content in contents { bytes += content }
    return bytes
  }

  /// Eight bytes always: no size of ours needs to be short.
  private static func size(_ count: Int) -> [UInt8] {
    [0x01] + (0..<7).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
  }

  private static func number(_ id: [UInt8], _ value: Int) -> [UInt8] {
    let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    let short = Array(bytes.drop { $0 == 0 })
    return element(id, [short.isEmpty ? [0] : short])
  }

  private static func text(_ id: [UInt8], _ value: String) -> [UInt8] { element(id, [Array(value.utf8)]) }
}
