internal import BonafideMedia
internal import BonafideObservations

/// Notices frames that repeat the one before: a camera never delivers the same picture twice.
struct FrozenFrames: Sendable {
  /// Luma on a grid over the place where the face was first.
  private struct Signature {
    var place: Rect
    var luma: [Float]
  }

  static let cueName = "frozen"
  private static let grid = 64
  private var last: Signature?
  private var runStart: Double?
  private var longest = 0.0
  private var firstTime: Double?
  private var lastTime = 0.0
  private var repeated = 0
  private var compared = 0
  private var trace = CueTrace()

  mutating func add(_ image: Image, face: Rect, at time: Double, settings: Settings) {
    firstTime = firstTime ?? time
    // The place stays until the face has left it, so that the same pixels are compared.
    let place = last.flatMap { $0.place.overlap(with: face) > settings[.frozenOverlap] ? $0.place : nil } ?? face
    let luma = FrozenFrames.sample(image, place)
    if let last, last.place == place {
      compared += 1
      var sum: Float = 0
      for index in luma.indices { sum += abs(luma[index] - last.luma[index]) }
      let difference = Double(sum) / Double(luma.count)
      trace.add(difference, at: time)
      if difference < settings[.frozenDifference] {
        repeated += 1
        let start = runStart ?? lastTime
        runStart = start
        longest = max(longest, time - start)
      } else {
        runStart = nil
      }
    }
    last = Signature(place: place, luma: luma)
    lastTime = time
  }

  /// The longest run of repeated frames in seconds.
  func reading(settings: Settings) -> CueReading {
    guard compared > 0, let firstTime, lastTime - firstTime >= settings[.frozenRun] else {
      return CueReading(FrozenFrames.cueName, nil, "there are too few frames to compare")
    }
    return CueReading(
      FrozenFrames.cueName, longest,
      "\(repeated) of \(compared) frames repeat the one before; longest run \(seconds(longest))")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: FrozenFrames.cueName, label: "difference of a frame from the one before, in codes of 255",
      points: trace.points)
  }

  private func seconds(_ value: Double) -> String { "\(Double(Int(value * 100)) / 100) s" }

  private static func sample(_ image: Image, _ place: Rect) -> [Float] {
    let stepX = place.width / Double(grid)
    let stepY = place.height / Double(grid)
    func column(_ index: Int) -> Int { index.clamped(place.x + (Double(index) + 0.5) * stepX, image.width) }
    func row(_ index: Int) -> Int { index.clamped(place.y + (Double(index) + 0.5) * stepY, image.height) }
    let columns = (0..<grid).map(column)
    return image.withPixels { pixels in
      var luma = [Float](repeating: 0, count: grid * grid)
      for y in 0..<grid {
        let line = row(y) * image.bytesPerRow
        for x in 0..<grid {
          let at = line + columns[x] * Image.bytesPerPixel
          luma[y * grid + x] =
            0.2126 * Float(pixels[at]) + 0.7152 * Float(pixels[at + 1]) + 0.0722 * Float(pixels[at + 2])
        }
      }
      return luma
    }
  }
}

extension Int {
  /// A coordinate as a pixel number of a side that long.
  fileprivate func clamped(_ value: Double, _ side: Int) -> Int {
    guard value.isFinite else { return 0 }
    return Swift.min(Swift.max(Int(Swift.min(Swift.max(value, 0), 1e6)), 0), side - 1)
  }
}
