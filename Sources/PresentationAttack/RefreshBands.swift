internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// Looks for the bands of light that a screen's refresh makes with a rolling shutter: they run over the whole picture at
/// an even pace, whatever it shows.
///
/// Lamps that flicker faster than the camera evens out make such bands as well.
struct RefreshBands: Sendable {
  static let cueName = "banding"
  private static let leastFrames = 40
  private static let mostFrames = 150

  private var times: [Double] = []
  /// Of the frames of the window, one after the other.
  private var grids: [Float] = []
  private var strengths: [Double] = []
  private var trace = CueTrace()
  private var clearest: (match: BandFit.Match, times: [Double], grids: [Float])?

  mutating func add(_ image: Image, at time: Double, settings: Settings) {
    if let last = times.last, time - last < settings[.bandInterval] { return }
    guard strengths.count < Int(settings[.bandWindows]), let grid = LightGrid(image) else { return }
    times.append(time)
    grids += grid.cells
    let length = settings[.bandWindow]
    guard let first = times.first, time - first >= length || times.count >= RefreshBands.mostFrames else { return }
    if times.count >= RefreshBands.leastFrames, let match = BandFit(times: times, grids: grids).strongest(settings) {
      strengths.append(match.strength)
      trace.add(match.strength, at: (first + time) / 2)
      if match.strength > (clearest?.match.strength ?? 0) { clearest = (match, times, grids) }
    }
    let kept = times.drop { $0 < first + length / 2 }
    grids.removeFirst((times.count - kept.count) * LightGrid.cells)
    times = Array(kept)
  }

  /// The lower median of the windows' strengths: bands that come from one gesture are in one window.
  func reading(settings: Settings) -> CueReading {
    guard strengths.count >= Int(settings[.bandWindowsLeast]) else {
      return CueReading(RefreshBands.cueName, nil, "the video is too short or has too few frames a second")
    }
    let strength = strengths.sorted()[(strengths.count - 1) / 2]
    guard strength > 0, let clearest else {
      return CueReading(RefreshBands.cueName, strength, "no bands of light run over the picture")
    }
    let match = clearest.match
    return CueReading(
      RefreshBands.cueName, strength,
      "bands, \(tenths(match.bands)) on a picture, run over it at \(tenths(match.frequency)) a second; "
        + "columns agree on them \(Int(strength)) times as well as by chance")
  }

  var evidence: CueEvidence {
    CueEvidence(
      cue: RefreshBands.cueName, label: "how well the picture agrees on running bands of light", points: trace.points,
      isJudged: true,
      picture: clearest.flatMap { clearest in
        BandFit(times: clearest.times, grids: clearest.grids).picture(of: clearest.match).map {
          CueEvidence.Picture(
            image: $0, caption: "light over time, from left to right, along the picture's height or width")
        }
      })
  }

  private func tenths(_ value: Double) -> String { "\(Double(Int(min(abs(value), 1e6) * 10)) / 10)" }
}

/// Logarithms of the light on a grid over the whole picture; a rolling shutter's bands add to them.
struct LightGrid: Sendable {
  static let side = 24
  static let cells = side * side
  /// Codes below it are noise.
  private static let darkest: Float = 6
  private static let gamma: Float = 2.2

  let cells: [Float]

  /// Nil of pictures with fewer pixels than cells.
  init?(_ image: Image) {
    let side = LightGrid.side
    guard image.width >= side * 2, image.height >= side * 2 else { return nil }
    let step = max(1, min(image.width, image.height) / 240)
    cells = image.withPixels { pixels in
      (0..<LightGrid.cells).map { cell in
        let rows = (cell / side * image.height / side)..<((cell / side + 1) * image.height / side)
        let columns = (cell % side * image.width / side)..<((cell % side + 1) * image.width / side)
        var sum = 0
        var count = 0
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
          for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
            let at = y * image.bytesPerRow + x * Image.bytesPerPixel
            sum += 77 * Int(pixels[at]) + 150 * Int(pixels[at + 1]) + 29 * Int(pixels[at + 2])
            count += 1
          }
        }
        let mean = Float(sum) / Float(256 * max(1, count))
        return LightGrid.gamma * log(max(mean, LightGrid.darkest) / 255)
      }
    }
  }
}
