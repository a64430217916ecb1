import BonafideObservations
import BonafideVerification
import Testing

struct PictureFigureTests {
  @Test func `a JPEG and a PNG become data addresses`() {
    #expect(PictureFigure.address(of: [0xFF, 0xD8, 0xFF, 0xE0]) == "data:image/jpeg;base64,/9j/4A==")
    #expect(
      PictureFigure.address(of: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        == "data:image/png;base64,iVBORw0KGgo=")
  }

  @Test(arguments: [[], [0xFF, 0xD8], Array("<svg onload='x'/>".utf8), Array("GIF89a".utf8)] as [[UInt8]])
  func `anything else is shown as missing`(file: [UInt8]) {
    let figure = PictureFigure(ReportPicture(file: file, caption: "face")).markup.text
    #expect(!figure.contains("<img"))
    #expect(figure.contains("cannot be shown"))
  }

  @Test func `the box is cut at the picture's border`() {
    let picture = ReportPicture(
      file: ReportSamples.jpeg, caption: "face", size: Size(width: 100, height: 80),
      face: Rect(x: -10, y: 20, width: 50, height: 100))
    let figure = PictureFigure(picture).markup.text
    #expect(figure.contains("viewBox=\"0 0 100.0 80.0\""))
    #expect(figure.contains("x=\"0.0\" y=\"20.0\" width=\"40.0\" height=\"60.0\""))
  }

  @Test(arguments: [
    Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: .infinity, height: 1),
    Rect(x: 500, y: 0, width: 10, height: 10),
  ])
  func `a box that makes no sense is not drawn`(face: Rect) {
    let picture = ReportPicture(
      file: ReportSamples.jpeg, caption: "face", size: Size(width: 100, height: 80), face: face)
    #expect(!PictureFigure(picture).markup.text.contains("<rect"))
  }
}
