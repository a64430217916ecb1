import BonafideObservations
import BonafideVerification
import Testing

/// A side of a document with its boxes.
struct SideFigureTests {
  private func page(_ side: ReportDocumentSide) -> ReportPage {
    var document = DocumentSamples.nothing
    document.sides = [side]
    return DocumentSamples.page(document)
  }

  private func rect(_ attributes: [String: String]) throws -> Rect {
    let values = try ["x", "y", "width", "height"].map { try #require(attributes[$0].flatMap(Double.init)) }
    return Rect(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  private func outlines(_ page: ReportPage) throws -> [Rect] {
    try page.all("rect").filter { $0["class"] == "edge" }.map(rect)
  }

  private func names(_ page: ReportPage) throws -> [Rect] {
    try page.all("rect").filter { $0["class"] == nil && $0["rx"] != nil }.map(rect)
  }

  @Test func `boxes are framed by kind, named and listed`() throws {
    let page = page(
      DocumentSamples.side(
        ReportBox("Surname", .field, Rect(x: 200, y: 100, width: 150, height: 20)),
        ReportBox("Flag", .element, Rect(x: 20, y: 20, width: 80, height: 50))))
    #expect(page.all("g").map { $0["class"] } == ["field", "element", "name-tag element", "name-tag field"])
    #expect(page.text.contains("Printed Surname") && page.text.contains("Elements Flag"))
    #expect(page.all("img").first?["alt"] == "front, what was found is framed and listed below")
  }

  /// Two pixels of room in a picture of 600.
  @Test func `boxes get a little room and are cut at the picture's border`() throws {
    let page = page(DocumentSamples.side(ReportBox("a", .field, Rect(x: -10, y: 360, width: 50, height: 100))))
    #expect(try outlines(page) == [Rect(x: 0, y: 358, width: 42, height: 22)])
  }

  @Test(arguments: [
    Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: .infinity, width: 1, height: 1),
    Rect(x: 0, y: 0, width: .infinity, height: 1), Rect(x: 0, y: 0, width: -5, height: 5),
    Rect(x: 601, y: 0, width: 10, height: 10),
  ])
  func `boxes that make no sense are left out`(box: Rect) throws {
    let page = page(
      DocumentSamples.side(
        ReportBox("senseless", .field, box), ReportBox("b", .field, Rect(x: 10, y: 100, width: 5, height: 5))))
    #expect(try outlines(page) == [Rect(x: 8, y: 98, width: 9, height: 9)])
    #expect(!page.text.contains("senseless"))
  }

  @Test(arguments: [
    Size(width: 0, height: 380), Size(width: .nan, height: 380), Size(width: 600, height: .infinity),
    Size(width: -600, height: -380),
  ])
  func `without a size nothing is framed`(size: Size) {
    var side = DocumentSamples.side(ReportBox("a", .field, Rect(x: 0, y: 0, width: 5, height: 5)))
    side.size = size
    let page = page(side)
    #expect(page.isWellFormed && page.all("svg").isEmpty)
    #expect(page.all("img").first?["alt"] == "front")
  }

  @Test func `what is no picture is shown as missing`() {
    var side = DocumentSamples.side(ReportBox("a", .field, Rect(x: 0, y: 0, width: 5, height: 5)))
    side.file = Array("GIF89a".utf8)
    let page = page(side)
    #expect(page.all("img").isEmpty && page.all("svg").isEmpty)
    #expect(page.text.contains("The picture cannot be shown."))
  }

  @Test func `names cover neither a box nor each other, and stay inside`() throws {
    let rows = (0..<5).map {
      ReportBox("Field number \($0)", .field, Rect(x: 200, y: 40 + Double($0) * 60, width: 150, height: 24))
    }
    let corners = [(0.0, 0.0), (560, 0), (0, 350), (560, 350)].map { x, y in
      ReportBox("In the corner", .element, Rect(x: x, y: y, width: 40, height: 30))
    }
    var side = DocumentSamples.side()
    side.boxes = rows + corners
    let page = page(side)
    let names = try names(page)
    let boxes = try outlines(page)
    #expect(names.count == 9 && boxes.count == 9)
    #expect(names.allSatisfy { $0.borderDistance(in: side.size) >= 0 })
    for (index, name) in names.enumerated() {
      #expect(boxes.allSatisfy { $0.intersection(name) == nil })
      #expect(names[..<index].allSatisfy { $0.intersection(name) == nil })
    }
  }

  @Test func `names of boxes side by side do not cover each other`() throws {
    let boxes = [200.0, 240, 280].map { x in
      ReportBox("Document number", .field, Rect(x: x, y: 200, width: 20, height: 20))
    }
    let names = try names(page(DocumentSamples.side(boxes[0], boxes[1], boxes[2])))
    #expect(names.count == 3)
    for (index, name) in names.enumerated() {
      #expect(names[..<index].allSatisfy { $0.intersection(name) == nil })
    }
  }

  @Test func `a name stands above its box where there is room`() throws {
    let box = Rect(x: 200, y: 100, width: 150, height: 20)
    let name = try #require(try names(page(DocumentSamples.side(ReportBox("Sex", .field, box)))).first)
    #expect(name.maxY <= box.y && name.maxY > box.y - 10 && name.x < box.maxX && name.maxX > box.x)
  }

  @Test func `at the upper border it stands beside a line of text and below anything larger`() throws {
    let line = Rect(x: 200, y: 2, width: 150, height: 20)
    let beside = try #require(try names(page(DocumentSamples.side(ReportBox("Sex", .field, line)))).first)
    #expect(beside.x >= line.maxX && beside.x < line.maxX + 10 && beside.y < line.maxY)
    let large = Rect(x: 200, y: 2, width: 150, height: 100)
    let below = try #require(try names(page(DocumentSamples.side(ReportBox("Flag", .element, large)))).first)
    #expect(below.y >= large.maxY && below.y < large.maxY + 10)
  }

  @Test func `a long name is cut in the picture and whole in the list`() {
    let name = "The name of the authority that issued it"
    let page = page(DocumentSamples.side(ReportBox(name, .field, Rect(x: 0, y: 100, width: 50, height: 20))))
    #expect(page.text.contains("The name of the authori…") && page.text.contains(name))
  }

  @Test func `a picture that is too small for a name keeps its frame`() throws {
    var side = DocumentSamples.side(ReportBox("Sex", .field, Rect(x: 0, y: 0, width: 600, height: 2)))
    side.size = Size(width: 600, height: 3)
    #expect(try outlines(page(side)).count == 1)
    #expect(try names(page(side)).isEmpty)
  }
}
