import BonafideCapture
import BonafideFaceAnalysis
import BonafideInference
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideScreens
import Foundation
import Testing

/// Runs the engine's challenge before a specimen screen.
enum Challenger {
  static let models = Result { try ModelStore(folder: ModelFolder.find()) }

  /// How the challenge ends; nil when the frames did.
  static func run(
    _ screen: SpecimenScreen, _ steps: [ChallengeStep], most: Int = 1500
  ) async throws -> (outcome: LivenessOutcome?, passed: [ChallengeStep], frames: Int, spent: Spent) {
    let models = try Challenger.models.get()
    var watch = ChallengeWatch(analyzer: FaceAnalyzer(models: models), challenge: Challenge(steps))
    let run = CameraRun(screen: screen, camera: .front)
    var passed: [ChallengeStep] = []
    var count = 0
    var spent = Spent()
    let clock = ContinuousClock()
    while watch.wantsFrames, count < most, let event = try await spent.drawing(clock, run) {
      guard case .frame(let frame) = event else { break }
      count += 1
      let before = clock.now
      let events = try watch.observe(frame).events
      spent.analysis += clock.now - before
      for event in events {
        switch event {
        case .guidance(let guidance): await run.show(.guidance(guidance.rawValue))
        case .stepPassed(let result): passed.append(result.step)
        case .showStep(let step): await run.show(.guidance(step.instruction.rawValue))
        case .allStepsPassed, .failed: break
        }
      }
      if passed.count == steps.count { break }
    }
    let outcome = watch.outcome
    await run.close()
    return (outcome, passed, count, spent)
  }
}

struct Spent: CustomStringConvertible {
  var drawing = Duration.zero
  var analysis = Duration.zero

  mutating func drawing(_ clock: ContinuousClock, _ run: CameraRun) async throws -> CameraEvent? {
    let before = clock.now
    defer { drawing += clock.now - before }
    return try await run.next()
  }

  var description: String { "drawing \(drawing), analysis \(analysis)" }
}

@Suite("The specimen person") struct SpecimenScreenTests {
  @Test("Does what it is asked, whatever the order")
  func willing() async throws {
    for (seed, rate, steps) in [
      (UInt64(1), 30.0, [ChallengeStep.face, .smile, .closeEyes, .turnRight, .turnLeft, .lookUp]),
      (2, 15, [.face, .lookUp, .turnLeft, .closeEyes, .smile, .turnRight]),
    ] {
      var behaviour = SpecimenBehaviour.willing
      behaviour.frameRate = rate
      let screen = try await SpecimenScreen(seed: seed, behaviour: behaviour, models: Challenger.models.get())
      let result = try await Challenger.run(screen, steps)
      #expect(result.passed == steps)
      print("specimen person: \(steps.count) steps in \(result.frames) frames, \(result.spent)")
    }
  }

  @Test("Does not do what it ignores")
  func ignoring() async throws {
    let screen = try await SpecimenScreen(behaviour: .willing.ignoring("smile"), models: Challenger.models.get())
    let result = try await Challenger.run(screen, [.face, .smile])
    #expect(result.passed == [.face] && result.outcome != nil)
  }

  @Test("Is seen by the engine as the scene says", arguments: SpecimenBehaviour.Scene.allCases)
  func scenes(_ scene: SpecimenBehaviour.Scene) async throws {
    let models = try Challenger.models.get()
    let screen = try await SpecimenScreen(
      behaviour: .willing.with(.scene(scene), when: .time(0)), models: models)
    let feed = try await screen.open(.front)
    guard case .frame(let frame) = try await feed.next() else {
      Issue.record("no frame")
      return
    }
    let faces = try FaceAnalyzer(models: models).faces(in: frame.image)
    switch scene {
    case .nobody: #expect(faces.isEmpty)
    case .secondPerson: #expect(faces.count == 2)
    case .dark: #expect(try #require(frame.image.color(x: 320, y: 240)).green < 30)
    case .farAway: #expect(faces.allSatisfy { $0.box.width < 60 })
    case .person, .otherPerson, .replay: #expect(faces.count == 1)
    }
    await screen.close()
    #expect(try await feed.next()?.name == nil)
  }

  @Test("Things happen once, when they are to")
  func happenings() async throws {
    let behaviour = SpecimenBehaviour.willing
      .with(.inactive, when: .time(0.1)).with(.interrupted, when: .guidance("smile", after: 0.1))
    let screen = try await SpecimenScreen(behaviour: behaviour, models: Challenger.models.get())
    let run = CameraRun(screen: screen, camera: .front)
    var names: [String] = []
    for number in 0..<12 {
      if number == 6 { await run.show(.guidance("smile")) }
      names.append(try #require(try await run.next()).name.split(separator: " ").joined(separator: ""))
    }
    #expect(names.count { $0 == "inactive" } == 1 && names[3] == "inactive")
    #expect(names.count { $0 == "interrupted" } == 1 && names[9] == "interrupted")
    await run.close()
  }

  @Test("A camera that hangs, fails, or is not there")
  func cameras() async throws {
    let models = try Challenger.models.get()
    var none = SpecimenBehaviour.willing
    none.hasNoCamera = true
    let absent = CameraRun(screen: try await SpecimenScreen(behaviour: none, models: models), camera: .front)
    await #expect(throws: BonafideError(.serviceUnavailable, "")) { try await absent.next() }
    let failing = try await SpecimenScreen(
      behaviour: .willing.with(.cameraFails, when: .time(0)), models: models)
    let broken = CameraRun(screen: failing, camera: .front)
    await #expect(throws: BonafideError(.serviceUnavailable, "")) { try await broken.next() }
    await broken.close()
    let hanging = try await SpecimenScreen(
      behaviour: .willing.with(.cameraHangs, when: .time(0)), models: models)
    let silent = CameraRun(screen: hanging, camera: .front)
    guard case .late = try await silent.next(within: .milliseconds(50)) else {
      Issue.record("something came")
      return
    }
    await silent.close()
  }
}
