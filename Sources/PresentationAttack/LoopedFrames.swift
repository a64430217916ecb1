internal import BonafideMedia
internal import BonafideObservations

/// Notices a stretch of moving frames that was seen before: nobody moves the same way twice to within the noise.
struct LoopedFrames: Sendable {
  static let cueName = "loop"
  private static let columns = 24
  private static let rows = 18
  private static let cells = columns * rows
  private static let block = 4

  /// Luma of the picture on a grid, of the last frames, oldest overwritten first.
  private var grids: [Float] = []
  private var times: [Double] = []
  private var count = 0
  /// By how many frames back: how many frames in a row were as long before.
  private var runs: [Int] = []
  private var longest = 0.0
  private var trace = CueTrace()
  private var firstTime: Double?
  private var lastTime = -Double.infinity

  mutating func add(_ image: Image, at time: Double, settings: Settings) {
    guard time - lastTime >= settings[.loopInterval] else { return }
    firstTime = firstTime ?? time
    lastTime = time
    let capacity = max(8, Int(settings[.loopFrames]))
    let grid = LoopedFrames.sample(image)
    if runs.isEmpty { runs = [Int](repeating: 0, count: capacity) }
    let limit = settings[.loopMatch]
    var likest = Double.infinity
    for back in 1..<max(1, min(count + 1, capacity)) {
      let place = slot(back, capacity)
      let away = time - times[place] >= settings[.loopLag] ? difference(grid, place) : .infinity
      likest = min(likest, away)
      runs[back] = away < limit ? runs[back] + 1 : 0
    }
    trace.add(likest, at: time)
    let at = count % capacity
    if times.count < capacity {
      times.append(time)
      grids += grid
    } else {
      times[at] = time
      grids.replaceSubrange(at * LoopedFrames.cells..<(at + 1) * LoopedFrames.cells, with: grid)
    }
    count += 1
    judge(capacity, settings)
  }

  /// The place of the frame that is so many before the one to come.
  private func slot(_ back: Int, _ capacity: Int) -> Int { (count - back) % capacity }

  /// Runs count when the frames in them move by much more than they differ from their repetition.
  private mutating func judge(_ capacity: Int, _ settings: Settings) {
    for back in runs.indices where runs[back] >= 2 {
      let length = min(runs[back], count - 1, capacity - 1)
      let first = slot(1 + length - 1, capacity)
      let seconds = lastTime - times[first]
      guard seconds > longest, seconds >= settings[.loopRun] / 2 else { continue }
      let start = grid(first)
      var motion = 0.0
      for step in 1...max(1, length - 1) where step < length {
        motion = max(motion, difference(start, slot(1 + length - 1 - step, capacity)))
      }
      if motion >= settings[.loopMotion] { longest = seconds }
    }
  }

  private func grid(_ slot: Int) -> [Float] {
    Array(grids[slot * LoopedFrames.cells..<(slot + 1) * LoopedFrames.cells])
  }

  /// Root mean square, in codes of 255.
  private func difference(_ grid: [Float], _ slot: Int) -> Double {
    let cells = LoopedFrames.cells
    guard grid.count == cells, (slot + 1) * cells <= grids.count else { return .infinity }
    var sums = SIMD8<Float>.zero
    grids.withUnsafeBufferPointer { all in
      grid.withUnsafeBufferPointer { one in
        var at = 0
        while at < cells {
          var a = SIMD8<Float>.zero
          var b = SIMD8<Float>.zero
          for lane in 0..<8 {
            a[lane] = one[at + lane]
            b[lane] = all[slot * cells + at + lane]
          }
          let away = a - b
          sums += away * away
          at += 8
        }
      }
    }
    return Double(sums.sum() / Float(cells)).squareRoot()
  }

  /// Seconds of motion that are seen again.
  func reading(settings: Settings) -> CueReading {
    guard let firstTime, lastTime - firstTime >= settings[.loopLeast],
      Double(count) >= (lastTime - firstTime) * settings[.loopRate]
    else { return CueReading(LoopedFrames.cueName, nil, "there are too few frames to compare") }
    return CueReading(
      LoopedFrames.cueName, longest,
      longest == 0
        ? "no stretch of motion is seen twice" : "\(Double(Int(longest * 100)) / 100) s of motion are seen twice")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: LoopedFrames.cueName, label: "difference of a frame from the likest one long before, in codes of 255",
      points: trace.points)
  }

  /// Means of small blocks on a grid over the whole picture.
  private static func sample(_ image: Image) -> [Float] {
    guard image.width >= columns * block, image.height >= rows * block else {
      return [Float](repeating: 0, count: cells)
    }
    return image.withPixels { pixels in
      var grid = [Float](repeating: 0, count: cells)
      for row in 0..<rows {
        let top = row * image.height / rows
        for column in 0..<columns {
          let left = column * image.width / columns
          var sum = 0
          for y in top..<(top + block) {
            for x in left..<(left + block) {
              let at = y * image.bytesPerRow + x * Image.bytesPerPixel
              sum += 54 * Int(pixels[at]) + 183 * Int(pixels[at + 1]) + 19 * Int(pixels[at + 2])
            }
          }
          grid[row * columns + column] = Float(sum) / Float(256 * block * block)
        }
      }
      return grid
    }
  }
}
