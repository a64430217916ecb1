internal import BonafideMedia
internal import BonafideMediaCodecs
internal import BonafideMediaWire
internal import BonafideObservations
internal import Foundation
internal import Testing

@Suite("Pictures made for the test")
struct MadePictureTests {
  /// EXIF with nothing but tag 274, big-endian (CIPA DC-008).
  private func exif(_ orientation: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  private func crc(_ bytes: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return bigEndian(~crc)
  }

  private func bigEndian(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  private func chunk(_ tag: String, _ data: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(data.count)) + [UInt8](tag.utf8) + data + crc([UInt8](tag.utf8) + data)
  }

  /// How a picture with the colours RGBW has to look when it is stored and marked so (CIPA DC-008, 4.6.4.A).
  static let shown = [
    (1, "RGBW"), (2, "GRWB"), (3, "BWRG"), (4, "WBGR"), (5, "RWBG"), (6, "WRGB"), (7, "BGRW"), (8, "GBWR"),
  ]

  @Test("turn by EXIF in JPEG", arguments: shown)
  func jpegOrientation(value: Int, corners: String) throws {
    let plain = try StandardImageEncoder().encodeJPEG(Image.quarters(width: 64, height: 32), quality: 95)
    let data = ExifOrientation.preamble + exif(UInt8(value))
    let segment = [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data
    let image = try MediaReader().decodeImage(Array(plain.prefix(2)) + segment + plain.dropFirst(2))
    #expect(image.corners == corners)
    #expect(image.width == (value < 5 ? 64 : 32))
  }

  @Test("turn by the eXIf chunk in PNG", arguments: shown)
  func pngOrientation(value: Int, corners: String) throws {
    let plain = try StandardImageEncoder().encodePNG(Image.quarters(width: 64, height: 32))
    let image = try MediaReader().decodeImage(
      Array(plain.prefix(33)) + chunk("eXIf", exif(UInt8(value))) + plain.dropFirst(33))
    #expect(image.corners == corners)
  }

  @Test("come back from PNG as they were, and from JPEG nearly")
  func roundTrip() throws {
    let image = try Image.quarters(width: 96, height: 64)
    let encoder = StandardImageEncoder()
    #expect(try MediaReader().decodeImage(encoder.encodePNG(image)).difference(from: image) == 0)
    #expect(try MediaReader().decodeImage(encoder.encodeJPEG(image, quality: 95)).difference(from: image) < 4)
  }

  @Test("may have a single pixel")
  func onePixel() throws {
    let image = try Image.quarters(width: 1, height: 1)
    let encoder = StandardImageEncoder()
    #expect(try MediaReader().decodeImage(encoder.encodePNG(image)).size == Size(width: 1, height: 1))
    #expect(try MediaReader().decodeImage(encoder.encodeJPEG(image, quality: 90)).size == Size(width: 1, height: 1))
    let ppm = [UInt8]("P6\n1 1\n255\n".utf8) + [10, 200, 30]
    let color = try #require(try MediaReader().decodeImage(ppm).color(x: 0, y: 0))
    #expect(color == (10, 200, 30))
  }

  @Test("that are transparent lie on white")
  func transparency() throws {
    let pam = "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    let half = try #require(
      try MediaReader().decodeImage([UInt8](pam.utf8) + [0, 100, 200, 128]).color(x: 0, y: 0))
    // 255 · (1 − 128/255) + c · 128/255
    #expect(half == (127, 177, 227))
  }

  @Test("of 50000 × 50000 pixels are too large at once")
  func tooLarge() throws {
    let side = bigEndian(50_000)
    let png =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", side + side + [8, 2, 0, 0, 0])
      + chunk("IDAT", []) + chunk("IEND", [])
    let jpeg: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0xC3, 0x50, 0xC3, 0x50, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xDA,
    ]
    let bmp =
      [UInt8]("BM".utf8) + [UInt8](repeating: 0, count: 8) + [54, 0, 0, 0, 40, 0, 0, 0]
      + [0x50, 0xC3, 0, 0, 0x50, 0xC3, 0, 0, 1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
    let gif = [UInt8]("GIF89a".utf8) + [0x50, 0xC3, 0x50, 0xC3, 0, 0, 0, 0x3B]
    let ppm = [UInt8]("P6 50000 50000 255\n".utf8)
    // VP8X with a canvas of 16383 × 16383.
    let webp =
      [UInt8]("RIFF".utf8) + [22, 0, 0, 0] + [UInt8]("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0xFE, 0x3F, 0, 0xFE]
      + [0x3F, 0]
    for bytes in [png, jpeg, bmp, gif, ppm] {
      #expect(failure { _ = try MediaReader().decodeImage(bytes) } == .tooLarge)
    }
    #expect([.tooLarge, .truncated].contains(failure { _ = try MediaReader().decodeImage(webp) }))
  }

  @Test("with hundreds of scans are refused before they are decoded")
  func scanBomb() throws {
    var bytes = try StandardImageEncoder().encodeJPEG(Image.quarters(width: 64, height: 32), quality: 95)
    for _ in 0..<200 { bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] }
    #expect(failure { _ = try MediaReader().decodeImage(bytes) } == .tooLarge)
  }

  @Test(
    "of no known kind are not media",
    arguments: [[], [0], [UInt8](repeating: 0, count: 5000), [UInt8]("<svg></svg>".utf8), [0xFF, 0xD8], [0x42, 0x4D]])
  func notMedia(bytes: [UInt8]) {
    #expect(failure { _ = try MediaReader().decodeImage(bytes) } == .notMedia)
  }

  @Test("with a damaged byte anywhere never crash the program")
  func damage() throws {
    let encoder = StandardImageEncoder()
    let image = try Image.quarters(width: 40, height: 24)
    for whole in [try encoder.encodePNG(image), try encoder.encodeJPEG(image, quality: 80)] {
      for position in whole.indices {
        var bytes = whole
        bytes[position] ^= UInt8(truncatingIfNeeded: position &* 31 | 1)
        _ = try? MediaReader().decodeImage(bytes)
        _ = try? MediaReader().decodeImage(Array(whole.prefix(position)))
      }
    }
  }
}
