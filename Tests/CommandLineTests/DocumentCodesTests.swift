import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import Foundation
import Testing

@Suite("document codes")
struct DocumentCodesTests {
  /// "BONAFIDE" in a Data Matrix of 14 × 14 modules, written by zxing-cpp 3.1.1.
  private static let modules: [UInt16] = [
    0x2AAA, 0x2319, 0x2434, 0x21AD, 0x283E, 0x25A7, 0x2372,
    0x207F, 0x2EBE, 0x2DB9, 0x2020, 0x23F5, 0x30EA, 0x3FFF,
  ]
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// The code at 40, 40, four pixels a module.
  private func code() throws -> String {
    let side = DocumentCodesTests.modules.count
    let image = try Image(width: 200, height: 150) { pixels in
      for index in 0..<(200 * 150) {
        let (column, row) = ((index % 200 - 40) >> 2, (index / 200 - 40) >> 2)
        let isInside = (0..<side).contains(column) && (0..<side).contains(row)
        let isBlack = isInside && DocumentCodesTests.modules[row] >> UInt16(side - 1 - column) & 1 == 1
        for channel in 0..<3 { pixels[index * 4 + channel] = isBlack ? 0 : 255 }
      }
    }
    return try scratch.write(StandardImageEncoder().encodePNG(image), as: "code.png")
  }

  @Test("prints kind, text and place")
  func json() throws {
    let file = try code()
    let run = try Program.run(["document", "codes", "--json", file])
    let codes = run.document?["codes"] as? [[String: Any]]
    let box = codes?.first?["box"] as? [String: Double]
    #expect(run.status == 0 && run.complaint.isEmpty && run.document?["input"] as? String == file)
    #expect(codes?.count == 1 && codes?.first?["symbology"] as? String == "DATAMATRIX")
    #expect(codes?.first?["text"] as? String == "BONAFIDE" && codes?.first?["aamva"] == nil)
    let truth = Rect(x: 40, y: 40, width: 56, height: 56)
    let place = Rect(x: box?["x"] ?? 0, y: box?["y"] ?? 0, width: box?["width"] ?? 0, height: box?["height"] ?? 0)
    #expect(place.overlap(with: truth) > 0.85, "\(place)")
  }

  @Test("prints lines for people without --json")
  func text() throws {
    let run = try Program.run(["document", "codes", code()])
    #expect(run.status == 0 && run.output.contains("DATAMATRIX") && run.output.contains("BONAFIDE"))
  }

  @Test("prints an empty list where there is no code", arguments: [(1, 1), (300, 200)])
  func none(width: Int, height: Int) throws {
    let run = try Program.run(["document", "codes", "--json", Made.picture(width: width, height: height, in: scratch)])
    #expect(run.status == 0 && (run.document?["codes"] as? [Any])?.isEmpty == true)
  }

  @Test("goes on after an input that fails")
  func batch() throws {
    let run = try Program.run(["document", "codes", "--json", scratch.path("missing.png"), code()])
    #expect(run.status == 66 && run.documents?.count == 2)
    #expect(run.documents?.first?["error"] != nil && (run.documents?.last?["codes"] as? [Any])?.count == 1)
  }

  @Test("needs no models")
  func models() throws {
    let run = try Program.run(
      ["document", "codes", "--json", code()], environment: ["BONAFIDE_MODELS": scratch.path("nowhere")])
    #expect(run.status == 0)
  }

  @Test("refuses what is no picture", arguments: BadInput.all)
  func refused(input: BadInput) throws {
    try expectFailure(["document", "codes", input.make(scratch)], input.code)
  }

  @Test("refuses a wrong command line", arguments: [[], ["--nothing", "a.png"], ["--json=yes", "a.png"]])
  func usage(words: [String]) throws {
    try expectFailure(["document", "codes"] + words, .usage)
  }
}
