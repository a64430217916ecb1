internal import BonafideObservations
internal import Foundation

/// A line of print, or a part of one that stands apart, as it lies on the level document.
struct PrintedPiece {
  let text: FoldedText
  let labels: [PrintedLabels.Found]
  /// On the document turned level, in pixels of the picture.
  let left: Double
  let right: Double
  let middle: Double
  let height: Double
  /// To the other lines, 0…90 degrees: print across a document is no part of it.
  let tilt: Double
  private let line: TextLine
  /// Of the line's characters.
  private let range: Range<Int>

  /// Characters farther apart than this times the height of the line belong to different columns.
  private static let columnGap = 1.5

  /// The pieces of some lines.
  static func of(_ lines: [TextLine]) -> [PrintedPiece] {
    let usable = lines.filter { $0.quad.count == 4 }
    let angles = usable.map { atan2($0.quad[1].y - $0.quad[0].y, $0.quad[1].x - $0.quad[0].x) }.sorted()
    guard !angles.isEmpty else { return [] }
    let angle = angles[angles.count / 2]
    return usable.flatMap { line -> [PrintedPiece] in
      let count = line.text.count
      guard line.characters.count == count, count > 1 else {
        return [PrintedPiece(line, 0..<count, angle: angle)]
      }
      let length = line.quad[0].distance(to: line.quad[1])
      let most = columnGap * line.quad[0].distance(to: line.quad[3]) / max(length, 1e-9)
      var pieces: [PrintedPiece] = []
      var start = 0
      var last: Int?
      for (index, character) in line.characters.enumerated() where character.text != " " {
        if let last, character.place - line.characters[last].place > most {
          pieces.append(PrintedPiece(line, start..<last + 1, angle: angle))
          start = index
        }
        last = index
      }
      pieces.append(PrintedPiece(line, start..<count, angle: angle))
      return pieces
    }
  }

  private init(_ line: TextLine, _ range: Range<Int>, angle: Double) {
    self.line = line
    self.range = range
    let characters = Array(line.text)[range]
    text = FoldedText(String(characters))
    labels = PrintedLabels.found(in: text)
    let corners = PrintedPiece.corners(of: line, range)
    func level(_ point: Point) -> Point {
      Point(x: point.x * cos(angle) + point.y * sin(angle), y: point.y * cos(angle) - point.x * sin(angle))
    }
    let placed = corners.map(level)
    left = (placed[0].x + placed[3].x) / 2
    right = (placed[1].x + placed[2].x) / 2
    middle = placed.reduce(0) { $0 + $1.y } / 4
    height = corners[0].distance(to: corners[3])
    let own = atan2(line.quad[1].y - line.quad[0].y, line.quad[1].x - line.quad[0].x)
    tilt = abs(remainder(own - angle, .pi)) * 180 / .pi
  }

  /// The place of a character on the level document.
  func x(of index: Int) -> Double {
    let places = PrintedPiece.ends(of: line, range.lowerBound + index..<range.lowerBound + index + 1)
    let whole = PrintedPiece.ends(of: line, range)
    let share = (places.lowerBound - whole.lowerBound) / max(1e-9, whole.upperBound - whole.lowerBound)
    return left + min(max(share, 0), 1) * (right - left)
  }

  func box(of part: Range<Int>) -> Rect {
    let own = range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
    return Rect(around: PrintedPiece.corners(of: line, own)) ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }

  /// Mean and least probability of some characters.
  func confidence(of part: Range<Int>) -> (mean: Double, least: Double) {
    let own = range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
    guard line.characters.count >= own.upperBound, !own.isEmpty else { return (line.confidence, line.confidence) }
    let values = line.characters[own].filter { $0.text != " " }.map(\.confidence)
    guard !values.isEmpty else { return (line.confidence, line.confidence) }
    return (values.reduce(0, +) / Double(values.count), values.min() ?? 0)
  }

  /// Some characters, and the probability of each.
  func characters(of part: Range<Int>) -> [(Character, Double)] {
    let own = range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound
    guard line.characters.count >= own.upperBound else {
      return text.text(part).map { ($0, line.confidence) }
    }
    return line.characters[own].map { ($0.text, $0.confidence) }
  }

  private static func corners(of line: TextLine, _ part: Range<Int>) -> [Point] {
    let ends = ends(of: line, part)
    func between(_ a: Point, _ b: Point, _ share: Double) -> Point {
      Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }
    let quad = line.quad
    return [
      between(quad[0], quad[1], ends.lowerBound), between(quad[0], quad[1], ends.upperBound),
      between(quad[3], quad[2], ends.upperBound), between(quad[3], quad[2], ends.lowerBound),
    ]
  }

  /// Where characters begin and end along the line, 0…1: half a character before the first and after the last.
  private static func ends(of line: TextLine, _ part: Range<Int>) -> ClosedRange<Double> {
    let count = max(1, line.text.count)
    guard line.characters.count == line.text.count, !part.isEmpty else {
      return Double(part.lowerBound) / Double(count)...Double(part.upperBound) / Double(count)
    }
    let first = part.lowerBound == 0 ? 0 : line.characters[part.lowerBound].place - 0.5 / Double(count)
    let last = part.upperBound == count ? 1 : line.characters[part.upperBound - 1].place + 0.5 / Double(count)
    let low = min(max(first, 0), 1)
    return low...max(low, min(last, 1))
  }
}
