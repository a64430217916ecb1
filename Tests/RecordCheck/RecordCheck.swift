import BonafideCapture
import BonafideFaceAnalysis
import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideObservations
import BonafideScreens
import Foundation

/// Measures what recording costs: `record-check [PAIRS [SECONDS]]`. Prints one JSON line.
///
/// A camera of 30 frames a second, 1280 × 720, shows the specimen person with a camera's noise, and the analysis is that
/// of the face flow. How many frames it looks at in a second is counted with and without a film being made, in turns,
/// SECONDS each time: the drop is that of the pairs' middle one, so that what else the machine does weighs on both. The
/// film's size is that of 30 s in which no frame is left out.
@main struct RecordCheck {
  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().compactMap(Double.init)
    let (pairs, seconds) = (Int(numbers.first ?? 10), numbers.dropFirst().first ?? 3)
    let models = try ModelStore(folder: ModelFolder.find())
    let frames = try await pictures(models)
    let folder = try ScratchFolder()
    var plain: [Double] = []
    var recording: [Double] = []
    for _ in 0..<max(pairs, 1) {
      plain.append(try await measure(frames, seconds, models, nil))
      recording.append(try await measure(frames, seconds, models, folder))
    }
    let drops = zip(plain, recording).map { 1 - $1 / $0 }
    let film = try await wholeFilm(frames, folder)
    let report: [String: Any] = [
      "pairs": pairs, "seconds": seconds, "analysed_per_second_plain": rounded(median(plain)),
      "analysed_per_second_recording": rounded(median(recording)), "drop": rounded(median(drops)),
      "drops": drops.map(rounded), "film_bytes": film.byteCount, "film_frames": film.frameCount,
      "film_seconds": rounded(film.duration), "files_left": folder.files.count,
    ]
    let line = try JSONSerialization.data(withJSONObject: report, options: [.sortedKeys])
    print(String(decoding: line, as: UTF8.self))
  }

  /// 30 s from a camera that waits.
  static func wholeFilm(_ frames: [Image], _ folder: ScratchFolder) async throws -> RecordedFilm {
    let run = CameraRun(screen: await LoopScreen(frames, isLive: false), camera: .front)
    try await run.startRecording(to: folder)
    for _ in 0...900 { _ = try await run.next() }
    guard let film = try await run.stopRecording() else { throw BonafideError(.noFrames, "there is no film") }
    await run.close()
    folder.remove(film.path)
    return film
  }

  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  /// Two seconds of the person doing things, as large as a phone's camera gives them, with noise of their own.
  static func pictures(_ models: ModelStore) async throws -> [Image] {
    let screen = try await SpecimenScreen(models: models)
    let feed = try await screen.open(.front)
    var noise = SystemRandomNumberGenerator()
    var pictures: [Image] = []
    for number in 0..<60 {
      if number % 20 == 0 { await screen.show(.guidance(["smile", "turn_left", "close_eyes"][number / 20])) }
      guard case .frame(let frame)? = try await feed.next() else { continue }
      let wide = try frame.image.resized(width: 960, height: 720)
      let table = (0..<4099).map { _ in Int.random(in: -6...6, using: &noise) }
      let start = Int.random(in: 0..<4099, using: &noise)
      pictures.append(
        try Image(width: 1280, height: 720) { target in
          wide.withPixels { source in
            for y in 0..<720 {
              for x in 0..<1280 {
                // Mirrored at the sides, so that there is a picture everywhere.
                let column = x < 160 ? 160 - x : x < 1120 ? x - 160 : min(959, 2079 - x)
                let from = (y * 960 + column) * 4
                let to = (y * 1280 + x) * 4
                for channel in 0..<3 {
                  let value = Int(source[from + channel]) + table[(start + to + channel) % 4099]
                  target[to + channel] = UInt8(min(max(value, 0), 255))
                }
                target[to + 3] = 255
              }
            }
          }
        })
    }
    await screen.close()
    return pictures
  }

  static func measure(
    _ frames: [Image], _ seconds: Double, _ models: ModelStore, _ folder: ScratchFolder?
  ) async throws -> Double {
    let run = CameraRun(screen: await LoopScreen(frames, isLive: true), camera: .front)
    try await run.open()
    if let folder { try await run.startRecording(to: folder) }
    var watch = ChallengeWatch(
      analyzer: FaceAnalyzer(models: models), challenge: Challenge([.face, .lookUp], ending: .open))
    var count = 0
    let clock = ContinuousClock()
    let start = clock.now
    while clock.now - start < .seconds(seconds), case .frame(let frame)? = try await run.next() {
      _ = try watch.observe(frame)
      count += 1
    }
    let spent = (clock.now - start).components
    await run.close()
    return Double(count) / (Double(spent.seconds) + Double(spent.attoseconds) / 1e18)
  }
}

/// Thirty frames a second, as a camera gives them whoever looks.
@MainActor final class LoopScreen: CaptureScreen {
  private let feed: LoopFeed

  init(_ frames: [Image], isLive: Bool) { feed = LoopFeed(frames, isLive: isLive) }

  func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed { feed }
  func show(_ message: ScreenMessage) {}
  func close() { Task { await feed.end() } }
}

actor LoopFeed: CameraFeed {
  nonisolated let isLive: Bool
  private let frames: [Image]
  private let start = ContinuousClock.now
  private var number = 0
  private var isOver = false

  init(_ frames: [Image], isLive: Bool) {
    self.frames = frames
    self.isLive = isLive
  }

  func end() { isOver = true }

  func next() async throws(BonafideError) -> CameraEvent? {
    let time = Double(number) / 30
    if isLive { try? await Task.sleep(until: start + .seconds(time), clock: .continuous) }
    guard !isOver else { return nil }
    defer { number += 1 }
    // There and back, so that nothing jumps.
    let place = number % (2 * frames.count - 2)
    return .frame(Frame(image: frames[place < frames.count ? place : 2 * frames.count - 2 - place], time: time))
  }
}
