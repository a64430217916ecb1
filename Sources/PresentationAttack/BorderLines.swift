internal import BonafideMedia
internal import BonafideObservations

/// The sides of a frame around a face: straight edges with an even band beyond them.
struct BorderLines: Sendable {
  enum Side: Int, CaseIterable, Sendable { case left, right, top, bottom }

  /// Mean luma of the band beyond each side that was found.
  let bands: [Side: Double]

  private static let slopes = (-5...5).map { Double($0) * 0.02 }
  /// Of luma over three pixels.
  private static let edge = 5
  private static let band = 2...4
  private static let candidates = 6

  /// - `grey`: a reduced picture; `face`: in its pixels.
  init(_ grey: GreyImage, face: Rect, settings: Settings) {
    var bands: [Side: Double] = [:]
    for side in Side.allCases {
      guard let strip = BorderStrip(grey, face, side) else { continue }
      if let band = BorderLines.find(strip, settings) { bands[side] = band }
    }
    self.bands = bands
  }

  /// Three sides or more, one of them below the face, where a body would hide what is behind; bands alike, and not the
  /// pure black that editing puts around a picture.
  func isFrame(_ settings: Settings) -> Bool {
    guard let bottom = bands[.bottom], bottom >= settings[.borderBlack] else { return false }
    return bands.values.count { abs($0 - bottom) <= settings[.borderAlike] } >= 3
  }

  private static func find(_ strip: BorderStrip, _ settings: Settings) -> Double? {
    let least = settings[.borderStraight] * Double(strip.length)
    var found: [(at: Int, slope: Double, sum: Int)] = []
    for slope in slopes {
      let sums = strip.signs(slope: slope, edge: edge)
      for at in sums.indices where Double(abs(sums[at])) >= least { found.append((at, slope, abs(sums[at]))) }
    }
    found.sort { $0.sum > $1.sum }
    var tried: [Int] = []
    for line in found where tried.allSatisfy({ abs($0 - line.at) > 2 }) {
      tried.append(line.at)
      guard tried.count <= candidates else { return nil }
      if let band = strip.band(at: line.at, slope: line.slope, band), band.deviation <= settings[.borderEven] {
        return band.mean
      }
    }
    return nil
  }
}

/// One side of the picture beside the face: rows run along the side, columns from the face outwards.
struct BorderStrip: Sendable {
  /// Along the side, and outwards.
  let length: Int
  let depth: Int
  private let luma: [Int16]

  init?(_ grey: GreyImage, _ face: Rect, _ side: BorderLines.Side) {
    func clamp(_ value: Double, _ limit: Int) -> Int { Int(min(max(value.isFinite ? value : 0, 0), Double(limit))) }
    let upright = side == .left || side == .right
    let along =
      upright
      ? clamp(
        face.y - face.height * 0.2, grey.height)..<max(
          clamp(face.y - face.height * 0.2, grey.height), clamp(face.maxY + face.height * 0.2, grey.height))
      : clamp(
        face.x - face.width, grey.width)..<max(
          clamp(face.x - face.width, grey.width), clamp(face.maxX + face.width, grey.width))
    let start: Int
    let depth: Int
    switch side {
    case .left:
      start = clamp(face.x - face.width * 0.08, grey.width) - 1
      depth = start + 1
    case .right:
      start = clamp(face.maxX + face.width * 0.08, grey.width)
      depth = grey.width - start
    case .top:
      start = clamp(face.y - face.height * 0.08, grey.height) - 1
      depth = start + 1
    case .bottom:
      start = clamp(face.maxY + face.height * 0.08, grey.height)
      depth = grey.height - start
    }
    guard along.count >= 24, depth >= 12, start >= 0 else { return nil }
    length = along.count
    self.depth = depth
    let outwards = side == .left || side == .top ? -1 : 1
    luma = along.flatMap { place in
      (0..<depth).map { step in
        let across = start + outwards * step
        return Int16(grey.pixels[upright ? place * grey.width + across : across * grey.width + place])
      }
    }
  }

  /// For each place outwards: by how many rows more the luma rises than falls there, along a line of that slope.
  func signs(slope: Double, edge: Int) -> [Int] {
    var sums = [Int](repeating: 0, count: depth)
    luma.withUnsafeBufferPointer { luma in
      for row in 0..<length {
        let shift = Int((slope * (Double(row) - Double(length) / 2)).rounded())
        let first = max(1, 1 - shift)
        let last = min(depth - 2, depth - 2 - shift)
        guard first <= last else { continue }
        for at in first...last {
          let place = row * depth + at + shift
          let rise = Int(luma[place + 1] - luma[place - 1])
          sums[at] += (rise >= edge ? 1 : 0) - (rise <= -edge ? 1 : 0)
        }
      }
    }
    return sums
  }

  /// Luma beyond a line. Nil where most of that is outside of the picture.
  func band(at: Int, slope: Double, _ offsets: ClosedRange<Int>) -> (mean: Double, deviation: Double)? {
    var sum = 0.0
    var squares = 0.0
    var count = 0.0
    for row in 0..<length {
      let shift = Int((slope * (Double(row) - Double(length) / 2)).rounded())
      for offset in offsets {
        let place = at + shift + offset
        guard place >= 0, place < depth else { continue }
        let value = Double(luma[row * depth + place])
        sum += value
        squares += value * value
        count += 1
      }
    }
    guard count >= 0.6 * Double(length * offsets.count) else { return nil }
    let mean = sum / count
    return (mean, max(0, squares / count - mean * mean).squareRoot())
  }
}
