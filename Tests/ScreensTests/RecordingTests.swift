import BonafideCapture
import BonafideInference
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations
import BonafideScreens
import Foundation
import Testing

@Suite("A film that is recorded") final class RecordingTests {
  private let parent = NSTemporaryDirectory() + "bonafide-recording-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: parent) }

  private func folder() throws -> ScratchFolder {
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    return try ScratchFolder(in: parent)
  }

  private func frames(of film: RecordedFilm) throws -> [Frame] {
    guard case .moving(let source) = try MediaReader().open(film.path) else { return [] }
    var frames: [Frame] = []
    while let frame = try source.next() { frames.append(frame) }
    return frames
  }

  /// A square of 64 × 48, light on its left half.
  private func half() throws -> Image {
    try Image(width: 64, height: 48) { pixels in
      for index in pixels.indices { pixels[index] = index / 4 % 64 < 32 ? 230 : 20 }
    }
  }

  @Test("Has every frame from its beginning to its end, with the times between them")
  func whole() async throws {
    let folder = try folder()
    let screen = await ScriptScreen(isLive: false)
    let run = CameraRun(screen: screen, camera: .front)
    for number in 0..<40 {
      await screen.feed.give(.frame(Frame(image: try half(), time: Double(number) / 25)))
    }
    for number in 0..<40 {
      if number == 10 { try await run.startRecording(to: folder) }
      _ = try await run.next()
    }
    #expect(run.isRecording)
    let film = try #require(try await run.stopRecording())
    #expect(!run.isRecording)
    #expect(film.frameCount == 30 && abs(film.duration - 29.0 / 25) < 1e-9)
    let seen = try frames(of: film)
    #expect(seen.count == 30)
    for (number, frame) in seen.enumerated() { #expect(abs(frame.time - Double(number) / 25) < 1e-4) }
    #expect(try FileManager.default.attributesOfItem(atPath: film.path)[.size] as? Int == film.byteCount)
    #expect(folder.files.count == 1)
    folder.remove(film.path)
    #expect(folder.files.isEmpty)
    await run.close()
  }

  @Test("Shows the scene as another person sees it, also from a camera that mirrors")
  func unmirrored() async throws {
    let folder = try folder()
    let screen = await ScriptScreen(isLive: false)
    let run = CameraRun(screen: screen, camera: .front)
    try await run.startRecording(to: folder)
    for number in 0..<4 {
      let mirrored = try half().oriented(.upMirrored)
      await screen.feed.give(
        .frame(Frame(image: mirrored, time: Double(number) / 30, mirroring: .mirrored)))
      _ = try await run.next()
    }
    let film = try #require(try await run.stopRecording())
    let last = try #require(try frames(of: film).last?.image)
    #expect(try #require(last.color(x: 8, y: 24)).red > 180)
    #expect(try #require(last.color(x: 56, y: 24)).red < 70)
    await run.close()
    folder.remove(film.path)
  }

  @Test("Goes on in one film when the camera is turned")
  func turned() async throws {
    let folder = try folder()
    let screen = await ScriptScreen(isLive: false)
    let run = CameraRun(screen: screen, camera: .front)
    try await run.startRecording(to: folder)
    for number in 0..<6 {
      let image = number < 3 ? try grey(200, 64, 48) : try grey(200, 48, 64)
      await screen.feed.give(.frame(Frame(image: image, time: Double(number) / 30)))
      _ = try await run.next()
    }
    let film = try #require(try await run.stopRecording())
    let last = try #require(try frames(of: film).last?.image)
    #expect(last.width == 64 && last.height == 48 && film.frameCount == 6)
    // Bars beside the picture.
    #expect(try #require(last.color(x: 2, y: 24)).red < 40)
    #expect(try #require(last.color(x: 32, y: 24)).red > 170)
    await run.close()
  }

  @Test("Takes no more than thirty frames a second")
  func thinned() async throws {
    let folder = try folder()
    let screen = await ScriptScreen(isLive: false)
    let run = CameraRun(screen: screen, camera: .front)
    try await run.startRecording(to: folder)
    for number in 0..<60 {
      await screen.feed.give(.frame(Frame(image: try half(), time: Double(number) / 60)))
      _ = try await run.next()
    }
    let film = try #require(try await run.stopRecording())
    #expect((29...31).contains(film.frameCount))
    await run.close()
  }

  @Test("Keeps to its bit rate whatever it shows: 30 s stay below 10 MB")
  func bounded() async throws {
    let folder = try folder()
    let screen = await ScriptScreen(isLive: false)
    let run = CameraRun(screen: screen, camera: .front)
    try await run.startRecording(to: folder)
    // What no encoder can make small: other noise in every frame.
    var noise = SystemRandomNumberGenerator()
    let pictures = try (0..<5).map { _ in
      try Image(width: 1280, height: 720) { pixels in
        for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: noise.next()) }
      }
    }
    for number in 0...120 {
      await screen.feed.give(.frame(Frame(image: pictures[number % 5], time: Double(number) / 30)))
      _ = try await run.next()
    }
    let film = try #require(try await run.stopRecording())
    print("film of noise: \(film.byteCount) bytes in \(film.duration) s")
    // A player's buffer of two seconds, and then the rate.
    #expect(Double(film.byteCount * 8) < Double(FilmBounds.bitRate) * (film.duration + 2))
    #expect(Double(FilmBounds.bitRate) * (30 + 2) / 8 < 10_000_000)
    await run.close()
  }

  @Test("Is gone when it is cancelled, when the camera is closed, and when nothing was in it")
  func cancelled() async throws {
    let folder = try folder()
    for end in 0..<3 {
      let screen = await ScriptScreen(isLive: false)
      let run = CameraRun(screen: screen, camera: .front)
      try await run.startRecording(to: folder)
      if end < 2 {
        for number in 0..<5 {
          await screen.feed.give(.frame(Frame(image: try half(), time: Double(number) / 30)))
          _ = try await run.next()
        }
      }
      switch end {
      case 0: await run.cancelRecording()
      case 1: await run.close()
      default: #expect(try await run.stopRecording() == nil)
      }
      #expect(!run.isRecording)
      #expect(folder.files.isEmpty, "\(end)")
      #expect(try await run.stopRecording() == nil)
      await run.cancelRecording()
      await run.close()
    }
  }

  @Test("A second one at the same time is refused")
  func second() async throws {
    let folder = try folder()
    let run = CameraRun(screen: await ScriptScreen(isLive: false), camera: .front)
    try await run.startRecording(to: folder)
    await #expect(throws: BonafideError(.usage, "")) { try await run.startRecording(to: folder) }
    await run.close()
    #expect(folder.files.isEmpty)
  }
}

@Suite("The place for temporary files") struct ScratchFolderTests {
  @Test("Is private, goes with its owner, and what a dead process left is swept")
  func life() throws {
    let parent = NSTemporaryDirectory() + "bonafide-scratch-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    var folder: ScratchFolder? = try ScratchFolder(in: parent)
    let path = try #require(folder?.path)
    let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(rights == 0o700)
    let file = try #require(folder?.newFile("mp4"))
    try Data("film".utf8).write(to: URL(filePath: file))
    // What is in use stays.
    #expect(ScratchFolder.sweep(in: parent) == 0)
    #expect(FileManager.default.fileExists(atPath: file))
    // Of a process that died: nobody holds it.
    let room = URL(filePath: path).deletingLastPathComponent()
    let left = room.appending(path: "left")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
    try Data("film".utf8).write(to: left.appending(path: "a.mp4"))
    _ = try ScratchFolder(in: parent)
    #expect(!FileManager.default.fileExists(atPath: left.path))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("Is refused where somebody else prepared it")
  func prepared() throws {
    let parent = NSTemporaryDirectory() + "bonafide-scratch-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: parent) }
    let room = parent + "/bonafide-scratch-\(getuid())"
    try FileManager.default.createSymbolicLink(atPath: room, withDestinationPath: "/tmp")
    #expect(throws: BonafideError(.cannotOpen, "")) { try ScratchFolder(in: parent) }
    try FileManager.default.removeItem(atPath: room)
    try FileManager.default.createDirectory(atPath: room, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: room)
    #expect(throws: BonafideError(.cannotOpen, "")) { try ScratchFolder(in: parent) }
  }
}
