internal import BonafideMedia

/// Luma on a grid over the whole picture, of the last frames.
struct GridHistory: Sendable {
  static let columns = 24
  static let rows = 18
  static let cells = columns * rows
  private static let block = 4

  /// Oldest overwritten first.
  private var grids: [Float] = []
  private var times: [Double] = []
  /// From the frame before to this one.
  private var steps: [Double] = []
  /// Of all that were added.
  private(set) var count = 0

  /// The moment between two frames at which a picture would have been likest to a given one.
  struct Way: Sendable {
    /// Root mean square, in codes of 255: of the picture from that moment,
    let distance: Double
    /// and of one frame from the other.
    let length: Double
    let time: Double
  }

  mutating func add(_ grid: [Float], at time: Double, capacity: Int) {
    let step = count > 0 ? distance(grid, slot(1)) : 0
    if times.count < capacity {
      times.append(time)
      steps.append(step)
      grids += grid
    } else {
      let at = count % times.count
      times[at] = time
      steps[at] = step
      grids.replaceSubrange(at * GridHistory.cells..<(at + 1) * GridHistory.cells, with: grid)
    }
    count += 1
  }

  /// From each frame to the next one, up to a time; the newest first. Frames that lie further apart than `longest`
  /// seconds are moments of their own.
  func ways(to grid: [Float], endingBefore end: Double, longest: Double) -> [Way] {
    var ways: [Way] = []
    var newer: (square: Double, slot: Int)?
    for back in 1..<max(1, min(count, times.count) + 1) {
      let place = slot(back)
      guard times[place] <= end else { continue }
      let away = distance(grid, place)
      let square = away * away
      if let newer, times[newer.slot] - times[place] <= longest, steps[newer.slot] > 0 {
        let length = steps[newer.slot]
        let share = min(1, max(0, (square + length * length - newer.square) / (2 * length * length)))
        let left = square - share * (square + length * length - newer.square) + share * share * length * length
        let time = times[place] + share * (times[newer.slot] - times[place])
        ways.append(Way(distance: max(0, left).squareRoot(), length: length, time: time))
      } else {
        ways.append(Way(distance: away, length: 0, time: times[place]))
      }
      newer = (square, place)
    }
    return ways
  }

  /// How far the frames since a time get from the first of them.
  func motion(since start: Double) -> Double {
    let places = (1..<max(1, min(count, times.count) + 1)).map(slot).filter { times[$0] >= start }
    guard let first = places.last else { return 0 }
    let grid = Array(grids[first * GridHistory.cells..<(first + 1) * GridHistory.cells])
    return places.map { distance(grid, $0) }.max() ?? 0
  }

  /// The place of the frame that is so many before the one to come.
  private func slot(_ back: Int) -> Int { (count - back) % times.count }

  /// Root mean square, in codes of 255.
  private func distance(_ grid: [Float], _ slot: Int) -> Double {
    let cells = GridHistory.cells
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

  /// Means of small blocks.
  static func sample(_ image: Image) -> [Float] {
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
