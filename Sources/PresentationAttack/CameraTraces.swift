internal import BonafideMedia
internal import BonafideObservations

/// How even the times of frames are. A camera's are never quite; those of a file that is fed in may be. A file that was
/// encoded again has even times as well, so that it says something of live captures only.
struct FrameTiming: Sendable {
  static let cueName = "timing"
  private static let leastFrames = 30

  private var intervals: [Double] = []
  private var last: Double?
  private var trace = CueTrace()

  mutating func add(at time: Double, settings: Settings) {
    if let last, time > last, intervals.count < Int(settings[.timingFrames]) {
      intervals.append(time - last)
      trace.add((time - last) * 1000, at: time)
    }
    last = time
  }

  /// Median difference of an interval from the one before, by the median interval.
  var reading: CueReading {
    let steps = zip(intervals, intervals.dropFirst()).map { abs($1 - $0) }
    guard intervals.count >= FrameTiming.leastFrames, let step = median(steps), let usual = median(intervals), usual > 0
    else { return CueReading(FrameTiming.cueName, nil, "there are too few frames") }
    return CueReading(FrameTiming.cueName, step / usual, "times between frames change by \(percent(step / usual))")
  }

  var evidence: CueEvidence {
    CueEvidence(cue: FrameTiming.cueName, label: "milliseconds between frames", points: trace.points)
  }
}

/// The noise of a sensor: how much pixels of the calmest places change from a frame to the next. Compression takes it
/// away, so that little noise proves nothing; none at all in a video that is hardly compressed does.
struct CameraNoise: Sendable {
  static let cueName = "noise"
  private static let columns = 12
  private static let rows = 9
  private static let block = 8
  private static let leastLooks = 5

  private var before: (time: Double, blocks: [Float])?
  private var next = -Double.infinity
  private var levels: [Double] = []
  private var trace = CueTrace()

  mutating func add(_ image: Image, at time: Double, settings: Settings) {
    if let before {
      self.before = nil
      if let level = CameraNoise.level(before.blocks, CameraNoise.blocks(image)) {
        levels.append(level)
        trace.add(level, at: time)
      }
    } else if time >= next, levels.count < Int(settings[.noiseSamples]) {
      next = time + settings[.noiseInterval]
      before = (time, CameraNoise.blocks(image))
    }
  }

  /// Standard deviation of luma in codes of 255; the median of the looks.
  var reading: CueReading {
    guard levels.count >= CameraNoise.leastLooks, let level = median(levels) else {
      return CueReading(CameraNoise.cueName, nil, "there are too few frames")
    }
    return CueReading(
      CameraNoise.cueName, level, "pixels of calm places change by \(Double(Int(level * 100)) / 100) codes of 255")
  }

  var evidence: CueEvidence {
    CueEvidence(cue: CameraNoise.cueName, label: "noise of the calmest places, in codes of 255", points: trace.points)
  }

  private static func blocks(_ image: Image) -> [Float] {
    guard image.width >= columns * block, image.height >= rows * block else { return [] }
    return image.withPixels { pixels in
      var luma: [Float] = []
      luma.reserveCapacity(columns * rows * block * block)
      for row in 0..<rows {
        for column in 0..<columns {
          for y in 0..<block {
            let line = (row * image.height / rows + y) * image.bytesPerRow
            for x in 0..<block {
              let at = line + (column * image.width / columns + x) * Image.bytesPerPixel
              luma.append(0.299 * Float(pixels[at]) + 0.587 * Float(pixels[at + 1]) + 0.114 * Float(pixels[at + 2]))
            }
          }
        }
      }
      return luma
    }
  }

  /// Of the fifth of the blocks that change least.
  private static func level(_ first: [Float], _ second: [Float]) -> Double? {
    let size = block * block
    guard first.count == second.count, first.count >= size else { return nil }
    let deviations = stride(from: 0, to: first.count - size + 1, by: size).map { start in
      var sum: Float = 0
      var squares: Float = 0
      for at in start..<(start + size) {
        let change = second[at] - first[at]
        sum += change
        squares += change * change
      }
      let mean = sum / Float(size)
      return Double(max(0, squares / Float(size) - mean * mean) / 2).squareRoot()
    }
    return deviations.sorted()[deviations.count / 5]
  }
}

/// How long the eyes stay open without a blink: eyes of a print or a mask never close.
struct BlinkWatch: Sendable {
  static let cueName = "blink"

  private var closed = false
  private var since: Double?
  private var lastTime = 0.0
  private var longest = 0.0
  private var blinks = 0
  private var trace = CueTrace()

  mutating func add(_ face: FaceObservation, at time: Double, settings: Settings) {
    guard let left = face.leftEyeOpen, let right = face.rightEyeOpen else { return }
    let open = (left + right) / 2
    trace.add(open, at: time)
    since = since ?? time
    lastTime = time
    if !closed, open < settings[.blinkClosed] {
      closed = true
      blinks += 1
      longest = max(longest, time - (since ?? time))
    } else if closed, open > settings[.blinkOpen] {
      closed = false
      since = time
    }
  }

  /// Seconds.
  func reading(settings: Settings) -> CueReading {
    guard let since else { return CueReading(BlinkWatch.cueName, nil, "the eyes were not measured") }
    let longest = max(longest, closed ? 0 : lastTime - since)
    guard blinks > 0 || longest >= settings[.blinkSeconds] else {
      return CueReading(BlinkWatch.cueName, nil, "the eyes are not seen long enough")
    }
    return CueReading(
      BlinkWatch.cueName, longest,
      "the eyes close \(blinks) times; the longest time without is \(Double(Int(longest * 10)) / 10) s")
  }

  var evidence: CueEvidence {
    CueEvidence(cue: BlinkWatch.cueName, label: "probability that the eyes are open", points: trace.points)
  }
}
