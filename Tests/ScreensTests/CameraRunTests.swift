import BonafideCapture
import BonafideInference
import BonafideMedia
import BonafideObservations
import BonafideScreens
import Foundation
import Testing

/// A camera that gives what it is told, when it is told.
@MainActor final class ScriptScreen: CaptureScreen {
  let feed: ScriptFeed
  private(set) var openings = 0
  private(set) var closings = 0
  var refusal: BonafideError?

  init(isLive: Bool) { feed = ScriptFeed(isLive: isLive) }

  func open(_ camera: CameraPosition) async throws(BonafideError) -> any CameraFeed {
    openings += 1
    if let refusal { throw refusal }
    return feed
  }
  func show(_ message: ScreenMessage) {}
  func close() { closings += 1 }
}

actor ScriptFeed: CameraFeed {
  nonisolated let isLive: Bool
  private var waiting: CheckedContinuation<CameraEvent?, Never>?
  private var events: [CameraEvent?] = []
  private(set) var asked = 0

  init(isLive: Bool) { self.isLive = isLive }

  func give(_ event: CameraEvent?) {
    if let waiting {
      self.waiting = nil
      waiting.resume(returning: event)
    } else {
      events.append(event)
    }
  }

  func next() async throws(BonafideError) -> CameraEvent? {
    asked += 1
    if !events.isEmpty { return events.removeFirst() }
    return await withCheckedContinuation { waiting = $0 }
  }
}

func grey(_ level: UInt8, _ width: Int = 64, _ height: Int = 48) throws -> Image {
  try Image(width: width, height: height) { $0.update(repeating: level) }
}

func frame(_ time: Double) throws -> CameraEvent { .frame(Frame(image: try grey(UInt8(time)), time: time)) }

extension CameraEvent {
  var name: String {
    switch self {
    case .frame(let frame): "frame \(Int(frame.time))"
    case .inactive: "inactive"
    case .interrupted: "interrupted"
    case .closedByPerson: "closed"
    }
  }
}

@Suite("A camera that is read") struct CameraRunTests {
  @Test("Of a file nothing is left out, and nothing is read before it is asked for")
  func file() async throws {
    let screen = await ScriptScreen(isLive: false)
    let run = CameraRun(screen: screen, camera: .front)
    for time in 0..<5 { await screen.feed.give(try frame(Double(time))) }
    await screen.feed.give(.inactive)
    await screen.feed.give(nil)
    try await run.open()
    #expect(await screen.feed.asked == 0)
    var names: [String] = []
    while let event = try await run.next() {
      names.append(event.name)
      #expect(await screen.feed.asked == names.count)
    }
    #expect(names == ["frame 0", "frame 1", "frame 2", "frame 3", "frame 4", "inactive"])
    #expect(try await run.next()?.name == nil)
    #expect(await screen.openings == 1)
    await run.close()
  }

  @Test("Of a live camera the newest frame wins, and no happening is lost")
  func live() async throws {
    let screen = await ScriptScreen(isLive: true)
    let run = CameraRun(screen: screen, camera: .front)
    try await run.open()
    for time in 0..<5 { await screen.feed.give(try frame(Double(time))) }
    await screen.feed.give(.inactive)
    for time in 5..<9 { await screen.feed.give(try frame(Double(time))) }
    await screen.feed.give(.interrupted)
    while await screen.feed.asked < 12 { try await Task.sleep(for: .milliseconds(2)) }
    var names: [String] = []
    for _ in 0..<4 { names.append(try #require(try await run.next()).name) }
    #expect(names == ["frame 4", "inactive", "frame 8", "interrupted"])
    await run.close()
  }

  @Test("Closing ends a wait, twice is fine, and the camera is off", arguments: [false, true])
  func closing(_ isLive: Bool) async throws {
    let screen = await ScriptScreen(isLive: isLive)
    let run = CameraRun(screen: screen, camera: .back)
    #expect(!run.isOpen)
    async let waiting = run.next()
    while await screen.feed.asked == 0 { try await Task.sleep(for: .milliseconds(2)) }
    #expect(run.isOpen)
    await run.close()
    await run.close()
    #expect(try await waiting?.name == nil)
    #expect(!run.isOpen)
    #expect(await screen.closings == 1)
    #expect(try await run.next()?.name == nil)
    await screen.feed.give(nil)
  }

  @Test("A camera that cannot be started says so, each time")
  func refused() async throws {
    let screen = await ScriptScreen(isLive: false)
    await MainActor.run { screen.refusal = BonafideError(.serviceUnavailable, "no camera") }
    let run = CameraRun(screen: screen, camera: .front)
    for _ in 0..<2 {
      await #expect(throws: BonafideError(.serviceUnavailable, "")) { try await run.next() }
    }
    #expect(await screen.openings == 1)
    #expect(!run.isOpen)
    await run.close()
  }

  @Test("A wait that is too long ends, and the frame that comes later is the next call's")
  func late() async throws {
    let screen = await ScriptScreen(isLive: false)
    let run = CameraRun(screen: screen, camera: .front)
    guard case .late = try await run.next(within: .milliseconds(30)) else {
      Issue.record("something came")
      return
    }
    await screen.feed.give(try frame(7))
    #expect(try await run.next()?.name == "frame 7")
    #expect(await screen.feed.asked == 1)
    await run.close()
  }

  @Test("Closed while it was being opened, it is not open")
  func closedEarly() async throws {
    let screen = await ScriptScreen(isLive: false)
    let run = CameraRun(screen: screen, camera: .front)
    await run.close()
    #expect(try await run.next()?.name == nil)
    #expect(await screen.openings == 0)
  }
}
