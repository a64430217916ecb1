internal import BonafideMedia
internal import BonafideMediaCodecs
internal import BonafideObservations
internal import Testing

@Suite("Real pictures", .enabled(if: RealFile.areThere, "the real files are not there"))
struct PictureTests {
  /// Means as Pillow 12 computes them after `exif_transpose`.
  @Test(
    "have the size and colours that another decoder sees",
    arguments: [
      ("compreface__einstein.bmp", 256, 256, SIMD3(101.9, 95.1, 93.5)),
      ("compreface__einstein.gif", 256, 256, SIMD3(101.9, 95.2, 93.5)),
      ("compreface__einstein.jpeg", 256, 256, SIMD3(101.9, 95.1, 93.5)),
      ("compreface__einstein.png", 256, 256, SIMD3(101.8, 95.0, 93.4)),
      ("compreface__einstein.webp", 256, 256, SIMD3(102.3, 95.1, 93.5)),
      ("pillow__flower.webp", 480, 360, SIMD3(119.4, 132.1, 94.3)),
      ("pillow__pil_sample_cmyk.jpg", 100, 100, SIMD3(30.2, 5.4, 7.4)),
      ("pillow__junk_jpeg_header.jpg", 1024, 768, SIMD3(117.1, 115.8, 116.8)),
      ("pillow__exif_gps_typeerror.jpg", 800, 531, SIMD3(160.5, 159.6, 141.7)),
      ("pillow__rgb_trns.png", 64, 64, SIMD3(127.9, 176.3, 162.7)),
      ("pillowheif__L_16__128x128.png", 128, 128, SIMD3(127.5, 127.5, 127.5)),
      ("pillow__12in16bit.tif", 100, 100, SIMD3(0, 0, 0)),
      ("exifex__Landscape_8.jpg", 1800, 1200, SIMD3(98.4, 115.8, 134.2)),
    ])
  func colours(name: String, width: Int, height: Int, mean: SIMD3<Double>) throws {
    let image = try still(RealFile.picture(name))
    #expect(image.width == width && image.height == height)
    let found = try image.mean()
    #expect(isNear(found, mean, within: 1), "\(found)")
  }

  @Test("of all eight EXIF orientations show the same", arguments: 2...8)
  func orientations(number: Int) throws {
    let upright = try still(RealFile.picture("exifex__Portrait_1.jpg")).resized(width: 300, height: 450)
    let turned = try still(RealFile.picture("exifex__Portrait_\(number).jpg")).resized(width: 300, height: 450)
    #expect(try turned.difference(from: upright) < 3)
  }

  @Test("of HEIC and HEIF are decoded by the worker, grey and ten bits too")
  func heif() throws {
    let photo = try still(RealFile.picture("pillowheif__pug.heic"))
    #expect(photo.width == 4032 && photo.height == 3024)
    // The corners as libheif 1.19 shows them through pillow-heif.
    let eight = try still(RealFile.picture("pillowheif__RGB_8__128x128.heif"))
    let ten = try still(RealFile.picture("pillowheif__RGB_10__128x128.heif"))
    let corner = Rect(x: 123, y: 5, width: 1, height: 1)
    #expect(isNear(try eight.mean(corner), SIMD3(11, 247, 247), within: 4))
    #expect(isNear(try ten.mean(corner), SIMD3(246, 10, 10), within: 4))
    let grey = try still(RealFile.picture("pillowheif__L_8__128x128.heif"))
    let color = try #require(grey.color(x: 64, y: 64))
    #expect(color.red == color.green && color.green == color.blue)
  }

  @Test(
    "that are damaged are refused by name",
    arguments: [
      ("compreface__truncated.jpg", ErrorCode.truncated), ("compreface__corrupted.png", .undecodable),
      ("compreface__empty.png", .notMedia), ("pillow__broken.png", .undecodable),
      ("pillow__broken_data_stream.png", .truncated), ("pillowheif__corrupted.heic", .truncated),
      ("pillowheif__truncated.heic", .truncated), ("pillowheif__empty.heic", .notMedia),
      ("media.csv", .notMedia), ("missing.jpg", .cannotOpen), ("", .cannotOpen),
    ])
  func damaged(name: String, code: ErrorCode) {
    #expect(failure { _ = try MediaReader().open(RealFile.picture(name)) } == code)
  }

  @Test("are known by their bytes, whatever they are called")
  func wrongExtension() throws {
    let scratch = try Scratch()
    let path = try scratch.write(bytes(of: RealFile.picture("pillowheif__L_8__128x128.heif")), as: "photo.jpg")
    #expect(try still(path).width == 128)
    let text = try scratch.write([UInt8]("hello, this is no picture at all".utf8), as: "photo.png")
    #expect(failure { _ = try MediaReader().open(text) } == .notMedia)
  }

  @Test("are never shown in part: a JPEG that is cut anywhere is truncated", arguments: [0.05, 0.3, 0.5, 0.9, 0.99])
  func cutJPEG(share: Double) throws {
    let whole = try bytes(of: RealFile.picture("exifex__Portrait_6.jpg"))
    let cut = Array(whole.prefix(Int(Double(whole.count) * share)))
    #expect(failure { _ = try MediaReader().decodeImage(cut) } == .truncated)
  }

  @Test(
    "that are cut in half fail",
    arguments: [
      "compreface__einstein.bmp", "compreface__einstein.gif", "compreface__einstein.png", "compreface__einstein.webp",
      "pillowheif__pug.heic", "pillow__12in16bit.tif",
    ])
  func cutHalf(name: String) throws {
    let whole = try bytes(of: RealFile.picture(name))
    let code = failure { _ = try MediaReader().decodeImage(Array(whole.prefix(whole.count / 2))) }
    #expect(code == .truncated)
  }

  @Test("may have junk before them")
  func junk() throws {
    let junk = [UInt8](repeating: 0x20, count: 700)
    let image = try MediaReader().decodeImage(junk + bytes(of: RealFile.picture("compreface__einstein.jpeg")))
    #expect(isNear(try image.mean(), SIMD3(101.9, 95.1, 93.5), within: 1))
  }
}
