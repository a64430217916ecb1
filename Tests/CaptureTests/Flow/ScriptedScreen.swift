import BonafideCapture
import BonafideFaceAnalysis
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideSpecimen
import Foundation
import Synchronization

/// What a camera gives, as the test says.
enum Scene: Sendable {
  /// So many frames of the person in a pose.
  case person(HeadGesture, Int)
  /// So many frames without anybody.
  case empty(Int)
  /// So many frames of the person, with that share of the light.
  case dim(Double, Int)
  /// The person, so much smaller, for so many frames.
  case far(Double, Int)
  case event(CameraEvent)
  /// Gives nothing until the camera is closed.
  case silence
  case failure
  case over

  static let straight = HeadGesture(pitch: -5)
  static let smiling = HeadGesture(pitch: -5, smile: 1)
  static let left = HeadGesture(pitch: -5, yaw: 27)
  static let right = HeadGesture(pitch: -5, yaw: -27)
  static let closed = HeadGesture(pitch: -5, eyesClosed: 1)

  static func straight(_ count: Int) -> Scene { .person(straight, count) }
}

/// A screen whose camera plays scenes; after the last one the person goes on looking straight.
@MainActor final class ScriptedScreen: CaptureScreen {
  nonisolated let feed: ScriptedFeed
  private(set) var shown: [ScreenMessage] = []
  private(set) var opened = 0
  private(set) var closed = 0
  private(set) var isOpen = false
  var failsToOpen = false
  /// While opening.
  var delay = Duration.zero

  init(isLive: Bool = false, _ scenes: Scene...) {
    feed = ScriptedFeed(isLive: isLive, scenes)
  }

  func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
    opened += 1
    if delay > .zero { try? await Task.sleep(for: delay) }
    if failsToOpen { throw BonafideError(.serviceUnavailable, "no camera") }
    isOpen = true
    feed.reopen()
    return feed
  }

  func show(_ message: ScreenMessage) { shown.append(message) }

  func close() {
    closed += 1
    isOpen = false
    feed.close()
  }

  var guidance: [String] {
    shown.compactMap { if case .guidance(let text) = $0 { text } else { nil } }
  }

  var segments: [Int] {
    shown.compactMap { if case .progress(let filled, _) = $0 { filled } else { nil } }
  }
}

final class ScriptedFeed: CameraFeed {
  private struct State {
    var scenes: [Scene]
    var left = 0
    var number = 0
    var isClosed = false
    var stage: Stage?
  }

  let isLive: Bool
  private let state: Mutex<State>
  static let rate = 15.0

  init(isLive: Bool, _ scenes: [Scene]) {
    self.isLive = isLive
    state = Mutex(State(scenes: scenes))
  }

  /// Frames given so far.
  var count: Int { state.withLock { $0.number } }

  /// What comes next, before what was to come.
  func play(_ scenes: Scene...) {
    state.withLock {
      $0.scenes = scenes + $0.scenes
      $0.left = 0
    }
  }

  func reopen() { state.withLock { $0.isClosed = false } }
  func close() { state.withLock { $0.isClosed = true } }

  func next() async throws(BonafideError) -> CameraEvent? {
    if isLive { try? await Task.sleep(for: .milliseconds(8)) }
    while true {
      if state.withLock({ $0.isClosed }) { return nil }
      switch try state.withLock({ (state) throws(BonafideError) -> CameraEvent?? in try take(&state) }) {
      case .some(let event): return event
      case .none: try? await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  /// Nil while there is silence.
  private func take(_ state: inout State) throws(BonafideError) -> CameraEvent?? {
    guard let scene = state.scenes.first else { return .some(.frame(try picture(.straight(1), &state))) }
    switch scene {
    case .event(let event):
      state.scenes.removeFirst()
      return .some(event)
    case .silence: return .none
    case .failure: throw BonafideError(.serviceUnavailable, "the camera was taken away")
    case .over: return .some(nil)
    case .person(_, let count), .empty(let count), .dim(_, let count), .far(_, let count):
      if state.left == 0 { state.left = count }
      state.left -= 1
      if state.left == 0 { state.scenes.removeFirst() }
      return .some(.frame(try picture(scene, &state)))
    }
  }

  private func picture(_ scene: Scene, _ state: inout State) throws(BonafideError) -> Frame {
    let time = Double(state.number) / Self.rate
    state.number += 1
    do {
      var stage = try state.stage ?? Stage()
      defer { state.stage = stage }
      return Frame(image: try stage.picture(scene, at: time), time: time)
    } catch { throw BonafideError(.internal, "\(error)") }
  }
}

/// Where the specimen stands.
private struct Stage {
  private var camera: SpecimenCamera

  private static let head = Result {
    let models = try Models.store
    let portrait = try MediaReader().decodeImage(models.data(SpecimenFilm.portraitName))
    return try SpecimenHead(
      portrait: portrait, analyzer: try Models.analyzer, canonical: try CanonicalFace(models: models))
  }

  init() throws { camera = SpecimenCamera(try Self.head.get(), seed: 5) }

  mutating func picture(_ scene: Scene, at time: Double) throws -> Image {
    switch scene {
    case .person(let gesture, _): return try camera.picture(gesture, at: time, shake: .handheld)
    case .dim(let light, _): return try camera.picture(Scene.straight, at: time, shake: .handheld).lit(by: light)
    case .far(let share, _): return try camera.picture(Scene.straight, at: time, shake: .handheld).shrunk(to: share)
    default:
      return try Image(width: SpecimenCamera.width, height: SpecimenCamera.height) { pixels in
        for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: 110 + (index / 4 % 40)) }
      }
    }
  }
}

extension Image {
  fileprivate func lit(by share: Double) throws -> Image {
    try Image(width: width, height: height) { pixels in
      withPixels { from in
        for index in pixels.indices { pixels[index] = UInt8(Double(from[index]) * share) }
      }
    }
  }

  /// The picture in the middle of a grey one of the same size.
  fileprivate func shrunk(to share: Double) throws -> Image {
    try Image(width: width, height: height) { pixels in
      withPixels { from in
        for y in 0..<height {
          for x in 0..<width {
            let sourceX = Int((Double(x) - Double(width) / 2) / share + Double(width) / 2)
            let sourceY = Int((Double(y) - Double(height) / 2) / share + Double(height) / 2)
            let isInside = sourceX >= 0 && sourceX < width && sourceY >= 0 && sourceY < height
            for channel in 0..<4 {
              pixels[(y * width + x) * 4 + channel] = isInside ? from[(sourceY * width + sourceX) * 4 + channel] : 128
            }
          }
        }
      }
    }
  }
}
