import BonafideCapture
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideScreens
import Foundation
import Testing

@Suite("A screen with films") struct FilmScreenTests {
  private let folder = NSTemporaryDirectory() + "bonafide-films-" + UUID().uuidString

  /// A film of one level of grey, 30 frames a second.
  private func film(_ level: UInt8, frames: Int) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/\(level).mp4"
    let writer = try VideoWriter(path: path)
    for number in 0..<frames { try writer.append(try grey(level), time: Double(number) / 30) }
    try writer.finish()
    return path
  }

  /// Level of grey and time of frames until the end, `most` of them.
  private func read(_ feed: any CameraFeed, most: Int = 100) async throws -> [(level: Int, time: Double)] {
    var seen: [(level: Int, time: Double)] = []
    while seen.count < most, case .frame(let frame)? = try await feed.next() {
      seen.append((Int(frame.image.color(x: 30, y: 20)?.green ?? 0), frame.time))
    }
    return seen
  }

  @Test("One film is all there, and goes on where it stopped")
  func one() async throws {
    let screen = await FilmScreen(try film(200, frames: 8))
    let first = try await screen.open(.front)
    #expect(!first.isLive)
    let seen = try await read(first, most: 3)
    #expect(seen.count == 3 && seen.allSatisfy { abs($0.level - 200) < 8 })
    await screen.close()
    #expect(try await first.next()?.name == nil)
    let rest = try await read(try await screen.open(.front))
    #expect(rest.count == 5 && rest.map(\.time) == rest.map(\.time).sorted())
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("A film for each opening, and one for each text; times go on")
  func several() async throws {
    let (dark, light) = (try film(40, frames: 4), try film(220, frames: 6))
    let screen = await FilmScreen(.eachOpening([dark, light]))
    #expect(try await read(try await screen.open(.back)).count == 4)
    await screen.close()
    for _ in 0..<2 {
      let seen = try await read(try await screen.open(.back))
      #expect(seen.count == 6 && seen[0].level > 200)
    }
    let guided = await FilmScreen(.eachGuidance(first: dark, ["smile": light]))
    let feed = try await guided.open(.front)
    let before = try await read(feed, most: 2)
    await guided.show(.guidance("look_straight"))
    await guided.show(.guidance("smile"))
    let after = try await read(feed)
    #expect(before.allSatisfy { $0.level < 60 } && after.count == 6 && after.allSatisfy { $0.level > 200 })
    let times = (before + after).map(\.time)
    #expect(times == times.sorted() && Set(times).count == times.count)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("A picture is shown for a minute; in real time frames come when they are due")
  func paced() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/still.png"
    try Data(StandardImageEncoder().encodePNG(try grey(90))).write(to: URL(filePath: path))
    let feed = try await FilmScreen(path).open(.front)
    #expect(try await read(feed, most: 5000).count == 1800)
    let live = try await FilmScreen(.one(path), pace: .realTime).open(.front)
    #expect(live.isLive)
    let start = ContinuousClock.now
    #expect(try await read(live, most: 10).count == 10)
    #expect(ContinuousClock.now - start >= .milliseconds(290))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("A file that is missing or no film is a camera that cannot be started")
  func missing() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("no film".utf8).write(to: URL(filePath: folder + "/text.mp4"))
    for films in [
      FilmScreen.Films.one(folder + "/none.mp4"), .one(folder + "/text.mp4"), .eachOpening([]),
    ] {
      let screen = await FilmScreen(films)
      await #expect(throws: BonafideError(.serviceUnavailable, "")) { _ = try await screen.open(.front) }
      #expect(await !screen.isOpen)
    }
    try FileManager.default.removeItem(atPath: folder)
  }
}
