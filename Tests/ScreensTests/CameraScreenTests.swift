import BonafideCapture
import BonafideMedia
import BonafideObservations
import BonafideScreens
import Foundation
import Testing

@Suite("A camera through ffmpeg", .serialized) struct CameraScreenTests {
  private static let test = ["-re", "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=30"]

  private var children: Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.reduce(0) { sum, task in
      let text = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
      return sum
        + text.split(separator: " ").count { child in
          (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8)) == "ffmpeg\n"
        }
    }
  }

  @Test("Gives live frames with rising times, and no process is left when it is closed")
  func live() async throws {
    let screen = await CameraScreen(front: .ffmpeg(Self.test), width: 320, height: 180)
    let run = CameraRun(screen: screen, camera: .front)
    var last = -1.0
    for _ in 0..<10 {
      guard case .frame(let frame) = try await run.next() else {
        Issue.record("no frame")
        break
      }
      #expect(frame.image.width == 320 && frame.image.height == 180 && frame.time > last)
      last = frame.time
      // 4:3 in 16:9: bars at the sides.
      #expect(try #require(frame.image.color(x: 2, y: 90)) == (0, 0, 0))
    }
    #expect(children == 1)
    await run.close()
    for _ in 0..<200 where children > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(children == 0)
    #expect(await !screen.isOpen)
  }

  @Test("A stream that ends is over; a camera that is not there, and no ffmpeg, cannot be opened")
  func ends() async throws {
    let short = await CameraScreen(
      front: .ffmpeg(["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=30:duration=0.2"]), width: 64, height: 48)
    let run = CameraRun(screen: short, camera: .front)
    var count = 0
    while try await run.next() != nil { count += 1 }
    #expect((1...6).contains(count))
    await run.close()
    for screen in [
      await CameraScreen(front: .device("/dev/no-such-camera")),
      await CameraScreen(front: .stream("rtsp://127.0.0.1:1/none")),
      await CameraScreen(front: .device(), program: "/usr/bin/no-such-program"),
    ] {
      let run = CameraRun(screen: screen, camera: .front)
      await #expect(throws: BonafideError(.serviceUnavailable, "")) { try await run.next() }
      #expect(await !screen.isOpen)
      await run.close()
    }
  }
}
