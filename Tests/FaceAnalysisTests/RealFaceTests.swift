import BonafideFaceAnalysis
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import Foundation
import Testing

/// Labelled pictures and clips of real persons that lie beside the package, never in it.
private enum RealData {
  private static let root = packageRoot.deletingLastPathComponent().appending(path: "shared/testdata")

  static let areThere =
    Models.areThere && FileManager.default.fileExists(atPath: root.appending(path: "faces/labels.csv").path)

  static func path(_ name: String) -> String { root.appending(path: name).path }

  /// The rows of a comma-separated file as column names and values; quotes as in RFC 4180.
  static func rows(_ name: String) throws -> [[String: String]] {
    let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
    var lines = text.split(whereSeparator: \.isNewline).map(cells)
    guard !lines.isEmpty else { return [] }
    let header = lines.removeFirst()
    return lines.map { Dictionary(zip(header, $0), uniquingKeysWith: { first, _ in first }) }
  }

  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}

/// What is seen on a labelled picture.
private struct Reading: Sendable {
  let label: [String: String]
  let faces: [FaceObservation]

  var name: String { label["file"] ?? "" }
  var labelledCount: Int? { label["face_count"].flatMap(Int.init) }

  /// All of them, looked at once for all tests.
  static let all = Result {
    try RealData.rows("faces/labels.csv").map { row in
      guard case .still(let image) = try MediaReader().open(RealData.path("faces/" + (row["file"] ?? ""))) else {
        throw BonafideError(.notMedia, "not a still picture")
      }
      return Reading(label: row, faces: try Models.analyzer.faces(in: image))
    }
  }
}

@Suite(.enabled(if: RealData.areThere)) struct RealFaceTests {
  @Test func `pictures without a face have none`() throws {
    let faceless = try Reading.all.get().filter { $0.labelledCount == 0 }
    #expect(faceless.count >= 5)
    for reading in faceless { #expect(reading.faces.isEmpty, "\(reading.name)") }
  }

  @Test func `faces are counted right on 96 of 100 pictures`() throws {
    let readings = try Reading.all.get()
    #expect(readings.count > 100)
    let wrong = readings.filter { $0.faces.count != $0.labelledCount }
    let names = wrong.map { "\($0.name): \($0.faces.count) of \($0.labelledCount ?? -1)" }
    #expect(Double(wrong.count) <= 0.04 * Double(readings.count), "\(names)")
  }

  @Test(arguments: [("left", PersonSide.left), ("right", .right)])
  func `a strong turn goes to the person's own side`(label: String, side: PersonSide) throws {
    let turned = try Reading.all.get().filter {
      $0.label["yaw_subject_pov"] == label && $0.label["yaw_amount_0front_1slight_2strong"] == "2"
    }
    #expect(turned.count >= 3)
    for reading in turned {
      // Of several faces the label is about the largest.
      let turn = reading.faces.first?.pose?.turn(towards: side, .none)
      #expect((turn ?? -1) > 0, "\(reading.name): \(String(describing: turn))")
    }
  }

  @Test func `closed eyes are found and open ones are not called closed`() throws {
    var closedEyes = 0
    for reading in try Reading.all.get() {
      guard let face = reading.faces.first else { continue }
      for (column, openness) in [("left_eye", face.leftEyeOpen), ("right_eye", face.rightEyeOpen)] {
        guard let openness else { continue }
        switch reading.label[column] {
        case "closed":
          closedEyes += 1
          #expect(openness < 0.3, "\(reading.name) \(column)")
        case "open": #expect(openness >= 0.3, "\(reading.name) \(column)")
        default: continue
        }
      }
    }
    #expect(closedEyes >= 5)
  }

  /// The person's right eye is closed; flipped and said to be mirrored, it is still the right one.
  @Test(arguments: [Mirroring.none, .mirrored])
  func `a wink is the person's own eye, mirrored or not`(mirroring: Mirroring) throws {
    let path = RealData.path("faces/vladhuman__stock-emotions-b-8.jpg")
    guard case .still(let image) = try MediaReader().open(path) else { return }
    var tracker = FaceTracker(analyzer: try Models.analyzer)
    let frame = Frame(
      image: try mirroring == .mirrored ? image.oriented(.upMirrored) : image, time: 0, mirroring: mirroring)
    let face = try #require(try tracker.observe(frame).presence.faces.first)
    #expect((face.rightEyeOpen ?? 1) < 0.3)
    #expect((face.leftEyeOpen ?? 0) >= 0.3)
  }

  /// Clips whose blinks are listed; ranges of frames as somebody saw them, who may be off by two.
  @Test(
    arguments: [
      "liveportrait__d0.mp4", "liveportrait__d10.mp4", "liveportrait__d12.mp4", "liveportrait__s18.mp4",
      "fer__woman2.mp4",
    ])
  func `every blink that somebody saw is found`(clip: String) throws {
    let row = try #require(try RealData.rows("video/labels.csv").first { $0["file"] == clip })
    let listed = row.first { $0.key.hasPrefix("blink_frame_ranges") }?.value ?? ""
    let blinks = listed.split(separator: ";").compactMap { part -> ClosedRange<Int>? in
      let ends = part.split(separator: "-").compactMap { Int($0) }
      return ends.count == 2 && ends[0] <= ends[1] ? (ends[0] - 2)...(ends[1] + 2) : nil
    }
    try #require(!blinks.isEmpty)
    guard case .moving(let source) = try MediaReader().open(RealData.path("video/" + clip)) else { return }
    var tracker = FaceTracker(analyzer: try Models.analyzer)
    var closed: Set<Int> = []
    var number = 0
    let last = blinks.map(\.upperBound).max() ?? 0
    while number <= last, let frame = try source.next() {
      defer { number += 1 }
      guard let face = try tracker.observe(frame).presence.faces.first, let left = face.leftEyeOpen,
        let right = face.rightEyeOpen
      else { continue }
      if max(left, right) < 0.3 { closed.insert(number) }
    }
    for blink in blinks { #expect(!closed.isDisjoint(with: blink), "frames \(blink)") }
  }
}
