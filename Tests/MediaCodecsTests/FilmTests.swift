internal import BonafideMedia
internal import BonafideMediaCodecs
internal import BonafideObservations
internal import Foundation
internal import Glibc
internal import Testing

@Suite("Real films", .enabled(if: RealFile.areThere, "the real files are not there"))
struct FilmTests {
  /// As `ffprobe -select_streams v -show_entries frame=pts_time` prints them.
  @Test("have the times of their frames, not of their header")
  func variableRate() throws {
    let frames = try allFrames(film(RealFile.picture("moviepymedia__fire2.mp4")))
    let times = frames.map(\.time)
    #expect(times.count == VariableRate.times.count)
    for (time, expected) in zip(times, VariableRate.times) { #expect(abs(time - expected) < 0.0001) }
  }

  @Test("are turned upright by their display matrix")
  func displayMatrix() throws {
    let vertical = try film(RealFile.picture("moviepymedia__ficus_vertical.mp4"))
    #expect(vertical.description.size == Size(width: 1080, height: 1920))
    let frame = try #require(try vertical.next())
    #expect(frame.image.width == 1080 && frame.image.height == 1920)
  }

  @Test("may be cut: the frames that are there come, then it ends")
  func cut() throws {
    let scratch = try Scratch()
    // A file whose index comes first.
    let whole = try bytes(of: RealFile.video("liveportrait__s18.mp4"))
    let path = try scratch.write(Array(whole.prefix(whole.count / 2)), as: "cut.mp4")
    let count = try allFrames(film(path)).count
    #expect(count > 10 && count < 282)
  }

  @Test("that are cut before their index are truncated")
  func cutIndex() throws {
    let scratch = try Scratch()
    let whole = try bytes(of: RealFile.video("fer__test.mp4"))
    let path = try scratch.write(Array(whole.prefix(whole.count / 2)), as: "cut.mp4")
    #expect(failure { _ = try MediaReader().open(path) } == .truncated)
  }

  @Test("become undecodable at once when the worker is killed")
  func killed() throws {
    let source = try film(RealFile.video("liveportrait__s18.mp4"))
    for _ in 0..<10 { _ = try source.next() }
    let worker = try #require(source.workerProcessID)
    kill(worker, SIGKILL)
    let start = ContinuousClock.now
    #expect(failure { while try source.next() != nil {} } == .undecodable)
    #expect(ContinuousClock.now - start < .seconds(1))
    // Reaped: the process is gone from the table.
    #expect(kill(worker, 0) == -1 && errno == ESRCH)
    #expect(try source.next() == nil)
  }

  @Test("that nobody reads to the end leave no process behind")
  func abandoned() throws {
    var worker: Int32 = 0
    do {
      let source = try film(RealFile.video("liveportrait__d0.mp4"))
      _ = try source.next()
      worker = try #require(source.workerProcessID)
    }
    #expect(kill(worker, 0) == -1 && errno == ESRCH)
  }

  /// Memory is measured from outside, in a process that does nothing else: see `MemoryTests`.
  @Test("take no descriptors that grow with their number")
  func noGrowth() throws {
    for _ in 0..<200 { _ = try film(RealFile.video("liveportrait__d14.mp4")).next() }
    // Other tests run beside this one, and hold a few.
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #expect(open < 200)
  }
}

enum VariableRate {
  static let times: [Double] = [
    0.000000, 0.100000, 0.200000, 0.300000, 0.400000, 0.500000, 0.589978, 0.679956, 0.769933, 0.849922, 0.929911,
    1.009900, 1.099889, 1.189878, 1.279867, 1.379833, 1.479800, 1.579767, 1.679844, 1.779922, 1.879844, 1.979767,
    2.079844, 2.179922, 2.279844,
  ]
}
