internal import BonafideCapture
internal import BonafideMedia
internal import BonafideObservations
internal import Foundation

/// What goes on before one open camera: the performer, the script of what happens, and the time.
final class SpecimenStage: @unchecked Sendable {
  private struct State {
    var performer: any SpecimenPerformer
    var scene = SpecimenBehaviour.Scene.person
    var pending: [(when: SpecimenBehaviour.Moment, what: SpecimenBehaviour.Happening)]
    var shown: [String: Double] = [:]
    var frames = 0
    var isOver = false
    var hangs: [CheckedContinuation<Void, Never>] = []
  }

  private let behaviour: SpecimenBehaviour
  private let rate: Double
  private let lock = NSLock()
  private var state: State
  private let start = ContinuousClock.now
  let isLive: Bool

  init(_ performer: any SpecimenPerformer, _ behaviour: SpecimenBehaviour, isLive: Bool) {
    var performer = performer
    performer.begin()
    rate = performer.rate ?? behaviour.frameRate
    state = State(performer: performer, pending: behaviour.happenings)
    self.behaviour = behaviour
    self.isLive = isLive
  }

  /// How many frames were given.
  var frameCount: Int { lock.withLock { state.frames } }

  func see(_ message: ScreenMessage) {
    lock.withLock {
      let time = now
      if case .guidance(let key) = message, state.shown[key] == nil { state.shown[key] = time }
      state.performer.see(message, at: time)
    }
  }

  func end() {
    let waiting = lock.withLock {
      state.isOver = true
      defer { state.hangs = [] }
      return state.hangs
    }
    for one in waiting { one.resume() }
  }

  /// The next frame or happening.
  func next() async throws(BonafideError) -> CameraEvent? {
    if isLive {
      let due = start + .seconds(lock.withLock { Double(state.frames) / rate })
      try? await Task.sleep(until: due, clock: .continuous)
    }
    let step = lock.withLock { advance() }
    switch step {
    case .event(let event): return event
    case .over: return nil
    case .fails: throw BonafideError(.serviceUnavailable, "the camera broke off")
    case .hangs:
      await withCheckedContinuation { continuation in
        let goesOn = lock.withLock {
          if state.isOver { return true }
          state.hangs.append(continuation)
          return false
        }
        if goesOn { continuation.resume() }
      }
      return nil
    case .picture(let result):
      switch result {
      case .success(let frame): return .frame(frame)
      case .failure(let error): throw error
      }
    }
  }

  private enum Step {
    case event(CameraEvent)
    case picture(Result<Frame, BonafideError>)
    case over
    case fails
    case hangs
  }

  /// Of the next frame: in real time for a live camera.
  private var now: Double {
    let counted = Double(state.frames) / rate
    guard isLive else { return counted }
    let passed = (ContinuousClock.now - start).components
    return max(counted, Double(passed.seconds) + Double(passed.attoseconds) / 1e18)
  }

  private func advance() -> Step {
    guard !state.isOver else { return .over }
    let time = now
    while let place = state.pending.firstIndex(where: { isDue($0.when, at: time) }) {
      switch state.pending.remove(at: place).what {
      case .scene(let scene): state.scene = scene
      case .inactive: return .event(.inactive)
      case .interrupted: return .event(.interrupted)
      case .closedByPerson: return .event(.closedByPerson)
      case .cameraFails: return .fails
      case .cameraHangs: return .hangs
      }
    }
    state.frames += 1
    do {
      var image = try state.performer.picture(at: time, state.scene)
      if behaviour.isMirrored { image = try image.oriented(.upMirrored) }
      let mirroring: Mirroring = behaviour.isMirrored ? .mirrored : .none
      return .picture(.success(Frame(image: image, time: time, mirroring: mirroring, camera: "specimen")))
    } catch {
      return .picture(.failure(error as? BonafideError ?? BonafideError(.internal, "the specimen cannot be drawn")))
    }
  }

  private func isDue(_ moment: SpecimenBehaviour.Moment, at time: Double) -> Bool {
    switch moment {
    case .time(let when): time >= when
    case .guidance(let key, let after): state.shown[key].map { time >= $0 + after } ?? false
    }
  }
}

extension SpecimenStage: CameraFeed {}
