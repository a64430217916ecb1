import BonafideDocumentAnalysis
import BonafideMedia
import BonafideObservations
import BonafideTravelDocument
import Testing

@Suite("Codes")
struct CodeReaderTests {
  private let reader = CodeReader()

  @Test("are read as they were encoded", arguments: MadeCode.all)
  func exact(code: MadeCode) throws {
    let found = try reader.read(code.picture())
    #expect(found.map(\.symbology) == [code.symbology] && found.map(\.text) == [code.text])
  }

  @Test("are found where they are", arguments: MadeCode.all.filter(\.symbology.isMatrix))
  func place(code: MadeCode) throws {
    let module = 4.0
    let box = try #require(reader.read(code.picture(module: 4)).first?.box)
    let truth = Rect(
      x: 10 * module, y: 10 * module, width: Double(code.columns) * module,
      height: Double(code.rows.count * code.rowHeight) * module)
    #expect(box.overlap(with: truth) > 0.9, "\(box) instead of \(truth)")
  }

  @Test("are read in all four directions", arguments: MadeCode.all, [1, 2, 3])
  func direction(code: MadeCode, quarters: Int) throws {
    let found = try reader.read(code.picture().turned(quarters))
    #expect(found.map(\.text) == [code.text])
  }

  @Test("begin at their own top-left corner", arguments: [(1, 3), (2, 2), (3, 1)])
  func corners(quarters: Int, place: Int) throws {
    let upright = try MadeCode.qr.picture()
    let quad = try #require(reader.read(upright.turned(quarters)).first?.quad)
    // Top-left, top-right, bottom-right, bottom-left of the picture after turning.
    let side = Double(upright.width)
    let ends = [Point(x: side, y: 0), Point(x: side, y: side), Point(x: 0, y: side)]
    let nearest = try #require(ends.min { $0.distance(to: quad[0]) < $1.distance(to: quad[0]) })
    #expect(nearest == ends[quarters - 1])
  }

  @Test("are read in white on black", arguments: MadeCode.all.filter(\.symbology.isMatrix))
  func inverted(code: MadeCode) throws {
    #expect(try reader.read(code.picture(black: 255, white: 0)).map(\.text) == [code.text])
  }

  @Test("are read from a module of one pixel", arguments: [MadeCode.qr, .dataMatrix, .licence])
  func small(code: MadeCode) throws {
    #expect(try reader.read(code.picture(module: 1)).map(\.text) == [code.text])
  }

  @Test("are told once, and all of them")
  func several() throws {
    let codes = try [MadeCode.qr, .licence, .code128].map { try $0.picture(module: 2) }
    let width = codes.map(\.width).max() ?? 0
    let starts = codes.indices.map { codes[..<$0].map(\.height).reduce(0, +) }
    let page = try GreyImage.made(width: width, height: codes.map(\.height).reduce(0, +)) { x, y in
      let index = starts.lastIndex { $0 <= y } ?? 0
      return x < codes[index].width ? codes[index].pixels[(y - starts[index]) * codes[index].width + x] : 255
    }
    let found = try reader.read(page)
    #expect(Set(found.map(\.symbology)) == [.qr, .pdf417, .code128] && found.count == 3)
  }

  @Test("are read from a large picture")
  func large() throws {
    let code = try MadeCode.dataMatrix.picture(module: 6)
    let page = try GreyImage.made(width: 4000, height: 3000) { x, y in
      let (u, v) = (x - 2500, y - 500)
      guard u >= 0, v >= 0, u < code.width, v < code.height else { return UInt8(200 + (x / 7 + y / 5) % 20) }
      return code.pixels[v * code.width + u]
    }
    let found = try reader.read(page)
    #expect(found.map(\.text) == [MadeCode.dataMatrix.text])
    #expect(found.first?.box.map { (2500...2800).contains($0.x) && (500...800).contains($0.y) } == true)
  }

  @Test("hold a driver's licence")
  func licence() throws {
    let text = try #require(reader.read(MadeCode.licence.picture()).first?.text)
    #expect(AAMVALicence(text)?.documentNumber == "T64235789")
  }
}

/// A picture in which there is nothing to read.
private struct Nothing: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () throws -> GreyImage

  init(_ name: String, _ make: @escaping @Sendable () throws -> GreyImage) {
    testDescription = name
    self.make = make
  }

  static let all: [Nothing] = [
    Nothing("one pixel") { try GreyImage.made(width: 1, height: 1) { _, _ in 0 } },
    Nothing("one row") { try GreyImage.made(width: 3000, height: 1) { x, _ in x % 3 == 0 ? 0 : 255 } },
    Nothing("one column") { try GreyImage.made(width: 1, height: 3000) { _, y in y % 3 == 0 ? 0 : 255 } },
    Nothing("blank") { try GreyImage.made(width: 600, height: 400) { _, _ in 255 } },
    Nothing("black") { try GreyImage.made(width: 600, height: 400) { _, _ in 0 } },
    Nothing("stripes") { try GreyImage.made(width: 600, height: 400) { x, _ in x / 4 % 2 == 0 ? 0 : 255 } },
    Nothing("a chessboard") {
      try GreyImage.made(width: 600, height: 400) { x, y in (x / 5 + y / 5) % 2 == 0 ? 0 : 255 }
    },
    Nothing("noise") { try noise(width: 500, height: 400) },
    Nothing("large and blank") { try GreyImage.made(width: 8000, height: 6000) { _, _ in 240 } },
  ]

  private static func noise(width: Int, height: Int) throws -> GreyImage {
    try GreyImage.made(width: width, height: height) { x, y in
      var value = UInt64(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &* 0x9E37_79B9_7F4A_7C15
      value ^= value >> 31
      value = value &* 0x94D0_49BB_1331_11EB
      return UInt8(truncatingIfNeeded: value >> 40)
    }
  }
}

@Suite("A picture without a code")
struct NoCodeTests {
  @Test("gives none", arguments: Nothing.all)
  private func none(picture: Nothing) throws {
    #expect(try CodeReader().read(picture.make()).isEmpty)
  }

  /// ZXing-C++ 1.4 of Debian 12 ends its process on such cards, enlarged, where it looks at smaller copies too.
  @Test(
    "or with one, never ends the process", .enabled(if: CodeData.isThere, "skipped: no test data"),
    arguments: ["LTU-BO-02001_78700", "FIN-BO-11001_345996"])
  func assertion(name: String) throws {
    let picture = try CodeData.picture("../documents/prado__\(name).jpg")
    #expect(try !CodeReader().read(picture).isEmpty)
    #expect(try !CodeReader().read(picture.enlarged(by: 3)).isEmpty)
  }
}

/// Truth: barcodes.csv, its line ends as they are in the code.
@Suite("Real codes", .enabled(if: CodeData.isThere, "skipped: no test data"))
struct RealCodeTests {
  @Test(
    "are read to the last character",
    arguments: [
      // Shift-JIS without a mark that says so.
      ("zxing_qrcode-2__10.png", "Google モバイル\r\nhttp://google.jp"),
      ("zxing_qrcode-2__16.png", "[外側QRコード]\r\n \r\n*ﾀﾞﾌﾞﾙQR*\r\nhttp://d-qr.net/ex/"),
      ("zxing_qrcode-2__17.png", "ﾃﾞｻﾞｲﾝQR\r\nhttp://d-qr.net/ex/"),
      ("zxing_qrcode-2__12.png", "The 2005 USGS aerial photography of the Washington Monument is censored."),
      ("zxing_pdf417-2__25.png", "This is PDF417"),
      ("../documents/prado__CZE-BO-04001_156862.jpg", "998001390"),
      ("../documents/prado__HUN-BO-05002_255399.jpg", "9348000000011965690"),
      ("../documents/prado__LVA-BO-03001_369041.jpg", "PA9925010"),
      ("../documents/prado__LTU-BO-01001_56645.jpg", "45911231023"),
      ("../documents/prado__LTU-BO-03001_346034.jpg", "49003111045"),
    ])
  func exact(name: String, text: String) throws {
    #expect(try CodeReader().read(CodeData.picture(name)).map(\.text).contains(text))
  }
}
