import BonafideCapture
import BonafideFaceAnalysis
import BonafideLiveness
import BonafideMedia
import BonafideObservations
import BonafideVerification
import Foundation
import Testing

/// What a flow did, in order, without the log.
private enum Heard: Equatable {
  case started(ChallengeStep)
  case done(ChallengeStep)
  case refused(FaceFlowRequest)
  case completed
  case failed(FaceFlowFailure.Cause)
}

/// A flow, its screen, and a folder for its film.
@MainActor private final class Bench {
  let screen: ScriptedScreen
  let folder: ScratchFolder
  let flow: FaceFlow
  private(set) var heard: [Heard] = []
  private(set) var logs: [FaceFlowLog] = []
  private(set) var captures: [FaceStepCapture] = []
  private(set) var record: FaceRecord?
  private(set) var failure: FaceFlowFailure?
  /// Files in the folder, and whether the camera was on, when the flow had failed.
  private(set) var atFailure: (files: [String], isOpen: Bool)?
  private let events: AsyncStream<FaceFlowEvent>

  init(
    _ screen: ScriptedScreen, records: Bool = false, segments: Int = 3, settings: [Setting: Double] = [:]
  ) throws {
    self.screen = screen
    folder = try ScratchFolder()
    var engine = Settings.defaults
    for (setting, value) in settings { engine = engine.setting(setting, to: value) }
    let setup = FaceFlowSetup(
      analyzer: FaceAnalyzer(models: try Models.store, settings: engine), camera: .front,
      recording: records ? .on : .off("screenRecord"), folder: folder, segments: segments)
    let (events, pen) = AsyncStream<FaceFlowEvent>.makeStream()
    self.events = events
    flow = FaceFlow(setup, screen: screen) { pen.yield($0) }
  }

  /// Takes events until there is the one that is waited for; ten seconds at most.
  func until(_ wanted: Heard) async throws {
    while true {
      let event = try await withDeadline { [events] in
        var iterator = events.makeAsyncIterator()
        return await iterator.next()
      }
      guard let event else { throw BonafideError(.internal, "no further event: \(heard)") }
      note(event)
      if heard.last == wanted { return }
    }
  }

  private func note(_ event: FaceFlowEvent) {
    switch event {
    case .stepStarted(let step): heard.append(.started(step))
    case .stepDone(let capture):
      captures.append(capture)
      heard.append(.done(capture.step))
    case .refused(let request, _): heard.append(.refused(request))
    case .completed(let record):
      self.record = record
      heard.append(.completed)
    case .failed(let failure):
      self.failure = failure
      atFailure = (folder.files, screen.isOpen)
      heard.append(.failed(failure.cause))
    case .log(let log): logs.append(log)
    }
  }

  func startAndFind() async throws {
    flow.start()
    try await until(.done(.face))
  }

  func expectNothingIsLeft(_ place: SourceLocation = #_sourceLocation) {
    #expect(atFailure?.files == [], sourceLocation: place)
    #expect(atFailure?.isOpen == false, sourceLocation: place)
  }
}

private func withDeadline<Value: Sendable>(
  _ time: Duration = .seconds(20), _ body: @escaping @Sendable () async -> Value?
) async throws -> Value? {
  await withTaskGroup(of: Value?.self) { group in
    group.addTask { await body() }
    group.addTask {
      try? await Task.sleep(for: time)
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
}

@Suite(.serialized, .enabled(if: Models.areThere)) @MainActor struct FaceFlowTests {
  // MARK: The good case

  @Test func `steps are done in the order in which the app asks`() async throws {
    let bench = try Bench(
      ScriptedScreen(
        .straight(10), .straight(5), .person(Scene.smiling, 8), .straight(8), .person(Scene.left, 10), .straight(4)),
      records: true)
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    try await bench.until(.done(.smile))
    bench.flow.ask(for: .turnLeft)
    try await bench.until(.done(.turnLeft))
    bench.flow.complete(after: .zero)
    try await bench.until(.completed)
    #expect(
      bench.heard == [
        .started(.face), .done(.face), .started(.smile), .done(.smile), .started(.turnLeft), .done(.turnLeft),
        .completed,
      ])
    let record = try #require(bench.record)
    #expect(record.captures.map(\.step) == [.face, .smile, .turnLeft])
    #expect((record.captures[1].level ?? 0) > 0.9)
    #expect((record.captures[2].level ?? 0) >= 15)
    #expect(record.captures[0].comparison == nil)
    #expect(record.captures[1].comparison?.isMatch == true)
    #expect(record.outcome.result == .ok)
    let film = try #require(record.film)
    #expect(FileManager.default.fileExists(atPath: film.path))
    #expect(!bench.screen.isOpen)
    #expect(bench.logs.first == .recordStarted)
    await bench.flow.ended()
  }

  @Test func `the progress picture has a segment for every step, and never more than it has`() async throws {
    let screen = ScriptedScreen(.straight(10), .straight(5), .person(Scene.smiling, 8))
    let bench = try Bench(screen, segments: 1)
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    try await bench.until(.done(.smile))
    #expect(screen.segments == [0, 1, 1])
    #expect(screen.guidance.first == "look_straight")
    #expect(screen.guidance.contains("smile"))
    bench.flow.stop()
    await bench.flow.ended()
  }

  @Test func `a camera that waits is not read on while the app has not asked`() async throws {
    let screen = ScriptedScreen()
    let bench = try Bench(screen)
    try await bench.startAndFind()
    let count = screen.feed.count
    try await Task.sleep(for: .milliseconds(150))
    #expect(screen.feed.count == count)
    bench.flow.stop()
    await bench.flow.ended()
    #expect(!screen.isOpen)
  }

  @Test func `the camera stays on for the delay, and the film is whole before it`() async throws {
    let bench = try Bench(ScriptedScreen(), records: true)
    try await bench.startAndFind()
    bench.flow.complete(after: .seconds(1))
    try await bench.until(.completed)
    #expect(bench.record?.film != nil)
    #expect(bench.screen.isOpen)
    await bench.flow.ended()
    #expect(!bench.screen.isOpen)
  }

  @Test func `a flow that is told to stop does not wait for the delay`() async throws {
    let bench = try Bench(ScriptedScreen())
    try await bench.startAndFind()
    bench.flow.complete(after: .seconds(600))
    try await bench.until(.completed)
    bench.flow.stop()
    await bench.flow.ended()
    #expect(!bench.screen.isOpen)
  }

  // MARK: Requests at the wrong time

  @Test func `a step before the face was found is refused, and the look for it goes on`() async throws {
    let bench = try Bench(ScriptedScreen(.empty(20)))
    bench.flow.start()
    bench.flow.ask(for: .smile)
    try await bench.until(.refused(.step(.smile)))
    try await bench.until(.done(.face))
    bench.flow.stop()
    await bench.flow.ended()
  }

  @Test func `a step while another runs is refused, and does not disturb it`() async throws {
    let bench = try Bench(ScriptedScreen(.straight(10), .straight(5), .person(Scene.smiling, 8)))
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    bench.flow.ask(for: .turnLeft)
    try await bench.until(.refused(.step(.turnLeft)))
    try await bench.until(.done(.smile))
    bench.flow.stop()
    await bench.flow.ended()
  }

  @Test func `the end is refused while a step runs, and after the end`() async throws {
    let bench = try Bench(ScriptedScreen(.straight(10), .straight(5), .person(Scene.smiling, 8)))
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    bench.flow.complete(after: .zero)
    try await bench.until(.refused(.complete))
    try await bench.until(.done(.smile))
    bench.flow.complete(after: .zero)
    try await bench.until(.completed)
    bench.flow.complete(after: .zero)
    try await bench.until(.refused(.complete))
    bench.flow.ask(for: .smile)
    try await bench.until(.refused(.step(.smile)))
  }

  // MARK: Ends

  @Test func `nobody in the picture ends it as no face`() async throws {
    let bench = try Bench(ScriptedScreen(.empty(60)), records: true, settings: [.livenessStartGrace: 1])
    bench.flow.start()
    try await bench.until(.failed(.noFace))
    bench.expectNothingIsLeft()
  }

  @Test func `somebody who leaves during a step ends it as no face`() async throws {
    let bench = try Bench(
      ScriptedScreen(.straight(10), .empty(60)), records: true, settings: [.livenessNoFace: 1])
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    try await bench.until(.failed(.noFace))
    #expect(bench.failure?.phase == .step(.smile))
    bench.expectNothingIsLeft()
  }

  @Test func `a step that is not done in time ends it in the step's state`() async throws {
    let bench = try Bench(ScriptedScreen(), records: true, settings: [.livenessGestureTimeout: 1])
    try await bench.startAndFind()
    bench.flow.ask(for: .lookUp)
    try await bench.until(.failed(.timeout))
    #expect(bench.failure?.phase == .step(.lookUp))
    bench.expectNothingIsLeft()
  }

  @Test func `a face that is always too far ends the first step as a detection`() async throws {
    let bench = try Bench(
      ScriptedScreen(.far(0.3, 200)), records: true, settings: [.livenessFaceTimeout: 1])
    bench.flow.start()
    try await bench.until(.failed(.detection))
    bench.expectNothingIsLeft()
  }

  @Test func `darkness is a hint first, and ends it when it lasts`() async throws {
    let screen = ScriptedScreen(.straight(10), .dim(0.12, 200))
    let bench = try Bench(screen, records: true, settings: [.livenessLight: 2])
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    try await bench.until(.failed(.luminosity))
    #expect(screen.guidance.contains("more_light"))
    bench.expectNothingIsLeft()
  }

  @Test func `darkness does not end it where the settings say so`() async throws {
    let screen = ScriptedScreen(.straight(10), .dim(0.12, 60), .straight(8), .person(Scene.smiling, 8))
    let bench = try Bench(screen, settings: [.livenessLight: 1, .livenessLightFails: 0])
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    try await bench.until(.done(.smile))
    #expect(screen.guidance.contains("more_light"))
    bench.flow.stop()
    await bench.flow.ended()
  }

  @Test(arguments: [false, true]) func `what the camera reports ends it at once`(isLive: Bool) async throws {
    for (event, cause) in [
      (CameraEvent.interrupted, FaceFlowFailure.Cause.interrupted), (.closedByPerson, .cancelled),
    ] {
      let screen = ScriptedScreen(isLive: isLive)
      let bench = try Bench(screen, records: true)
      try await bench.startAndFind()
      screen.feed.play(.event(event))
      if !isLive { bench.flow.ask(for: .smile) }
      try await bench.until(.failed(cause))
      bench.expectNothingIsLeft()
    }
  }

  @Test func `the texts that apps compare with are these`() {
    #expect(ReasonWords.interrupted == "Face recognition was interrupted")
    #expect(ReasonWords.cancelled == "Face recognition was cancelled")
  }

  @Test func `a camera that cannot start ends it, and nothing was recorded`() async throws {
    let screen = ScriptedScreen()
    screen.failsToOpen = true
    let bench = try Bench(screen, records: true)
    bench.flow.start()
    try await bench.until(.failed(.camera))
    #expect(bench.logs.isEmpty)
    bench.expectNothingIsLeft()
  }

  @Test(arguments: [Scene.failure, .over]) func `a camera that is taken away ends it`(scene: Scene) async throws {
    let bench = try Bench(ScriptedScreen(.straight(10), .straight(3), scene), records: true)
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    try await bench.until(.failed(.camera))
    bench.expectNothingIsLeft()
  }

  @Test(arguments: [false, true]) func `a camera that gives nothing ends it by the clock`(isLive: Bool) async throws {
    let bench = try Bench(
      ScriptedScreen(isLive: isLive, .straight(1), .silence), records: true, settings: [.flowCameraSilence: 1])
    bench.flow.start()
    try await bench.until(.failed(.camera))
    bench.expectNothingIsLeft()
  }

  @Test(arguments: [false, true]) func `an app that never asks for the next step ends it`(isLive: Bool) async throws {
    let bench = try Bench(ScriptedScreen(isLive: isLive), records: true, settings: [.livenessIdle: 1])
    try await bench.startAndFind()
    try await bench.until(.failed(.timeout))
    #expect(bench.failure?.phase == .idle)
    bench.expectNothingIsLeft()
  }

  // MARK: Interruptions that are none

  @Test func `a moment of inactivity stops the timers, and the step goes on`() async throws {
    let screen = ScriptedScreen(
      .straight(10), .straight(5), .event(.inactive), .straight(6), .person(Scene.smiling, 8))
    let bench = try Bench(screen)
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    try await bench.until(.done(.smile))
    bench.flow.stop()
    await bench.flow.ended()
  }

  @Test func `inactivity that lasts ends it as idle`() async throws {
    let bench = try Bench(
      ScriptedScreen(.straight(10), .event(.inactive), .silence), settings: [.livenessIdle: 1])
    try await bench.startAndFind()
    bench.flow.ask(for: .smile)
    try await bench.until(.failed(.timeout))
  }

  // MARK: Stopping and starting again

  @Test func `it can be stopped before it began, while the camera opens, and twice`() async throws {
    let unstarted = try Bench(ScriptedScreen())
    unstarted.flow.stop()
    unstarted.flow.start()
    await unstarted.flow.ended()
    #expect(unstarted.screen.opened == 0)

    let screen = ScriptedScreen()
    screen.delay = .milliseconds(150)
    let bench = try Bench(screen, records: true)
    bench.flow.start()
    try await Task.sleep(for: .milliseconds(50))
    bench.flow.stop()
    bench.flow.stop()
    try await Task.sleep(for: .milliseconds(20))
    await bench.flow.ended()
    #expect(!screen.isOpen)
    #expect(bench.folder.files.isEmpty)
  }

  @Test func `a new flow waits until the earlier one has left the screen`() async throws {
    let screen = ScriptedScreen()
    let first = try Bench(screen, records: true)
    try await first.startAndFind()
    first.flow.stop()
    let second = try Bench(screen, records: true)
    second.flow.start(after: first.flow)
    try await second.until(.done(.face))
    #expect(screen.opened == 2)
    #expect(screen.closed == 1)
    #expect(first.folder.files.isEmpty)
    second.flow.stop()
    await second.flow.ended()
  }
}
