internal import BonafideMedia
internal import BonafideMediaCodecs
internal import BonafideMediaWire
internal import BonafideObservations
internal import Foundation
internal import Testing

@Suite("The media worker")
struct WorkerTests {
  private let scratch: Scratch
  private let picture: String

  init() throws {
    scratch = try Scratch()
    picture = try scratch.write([UInt8]("P6 2 2 255\n".utf8) + [UInt8](repeating: 9, count: 12), as: "a.ppm")
  }

  private func fakeWorker(_ script: String) throws -> String {
    let path = try scratch.write([UInt8]("#!/bin/sh\n\(script)\n".utf8), as: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test("is a service that may be missing")
  func missing() {
    let reader = MediaReader(worker: scratch.path("nowhere"))
    #expect(failure { _ = try reader.open(picture) } == .serviceUnavailable)
    #expect(
      failure {
        _ = try VideoWriter(path: scratch.path("a.mp4"), worker: scratch.path("nowhere"))
          .append(Image.quarters(width: 8, height: 8), time: 0)
      } == .serviceUnavailable)
  }

  @Test(
    "is not trusted",
    arguments: [
      "exit 0", "kill -9 $$", "head -c 64 /dev/zero >&3", "head -c 500 /dev/urandom >&3", "echo hello >&3",
      // Opened with 2³¹ − 1 × 2³¹ − 1 pixels.
      #"printf 'BFM1e\0\0\0\377\377\377\177\0\0\0\0\377\377\377\177\0\0\0\0\1\0\0\0\0\0\0\0' >&3"#,
    ])
  func babble(script: String) throws {
    let reader = MediaReader(worker: try fakeWorker(script))
    #expect(failure { _ = try reader.open(picture) } == .undecodable)
  }

  @Test("is given up when it says nothing")
  func silence() throws {
    var limits = MediaLimits.standard
    limits.secondsPerFrame = 0.2
    let reader = MediaReader(limits: limits, worker: try fakeWorker("exec sleep 30"))
    let start = ContinuousClock.now
    #expect(failure { _ = try reader.open(picture) } == .undecodable)
    #expect(ContinuousClock.now - start < .seconds(3))
  }

  @Test("has no more memory than it is given", .enabled(if: FFmpegTool.isThere))
  func memory() throws {
    let large = scratch.path("large.tiff")
    try FFmpegTool.run("-f", "lavfi", "-i", "color=size=8000x8000", "-frames:v", "1", large)
    #expect(try still(large).width == 8000)
    var limits = MediaLimits.standard
    limits.workerMemory = 512 << 20
    #expect([.undecodable, .tooLarge, .truncated].contains(failure { _ = try still(large, limits: limits) }))
  }

  @Test("speaks messages that come back as they were")
  func messages() throws {
    let limits = WorkerLimits(memory: 1 << 30, processorTime: 60, output: 5)
    let orders: [WorkerOrder] = [
      .decode(.gif, inputBytes: 12, limits), .encode(width: 3, height: 4, crf: 20, bitRate: 5, limits), .memoryReady,
      .next,
      .frame(ticks: 90_000), .finish,
    ]
    for order in orders { #expect(try WorkerOrder(order.message.bytes) == order) }
    let geometry = StreamGeometry(
      width: 1, height: 2, orientation: 8, isStill: false, claimedMilliseconds: 5, claimedFrames: nil)
    let reports: [WorkerReport] = [.opened(geometry), .frame(nanoseconds: 1), .end, .failed(.tooLarge), .done]
    for report in reports { #expect(try WorkerReport(report.message.bytes) == report) }
  }

  @Test("refuses messages that are not its own")
  func badMessages() {
    let good = WorkerReport.frame(nanoseconds: 5).message.bytes
    var table: [[UInt8]] = [[], Array(good.dropLast()), good + [0], [UInt8](repeating: 0xFF, count: 64)]
    table.append(WorkerReport.frame(nanoseconds: -1).message.bytes)
    table.append(WorkerReport.opened(StreamGeometry(width: 0, height: 4, isStill: true)).message.bytes)
    table.append(WorkerReport.opened(StreamGeometry(width: 4, height: 4, orientation: 9, isStill: true)).message.bytes)
    table.append(WorkerMessage(kind: 104, [99]).bytes)
    table.append(WorkerMessage(kind: 1).bytes)
    for bytes in table { #expect(throws: ByteCursor.OutOfBounds.self) { try WorkerReport(bytes) } }
  }
}

@Suite("The front door")
struct FrontDoorTests {
  @Test("says why it cannot open something")
  func cannotOpen() throws {
    let scratch = try Scratch()
    let empty = try scratch.write([], as: "empty.mp4")
    #expect(failure { _ = try MediaReader().open(scratch.url.path) } == .cannotOpen)
    #expect(failure { _ = try MediaReader().open(scratch.path("missing")) } == .cannotOpen)
    #expect(failure { _ = try MediaReader().open(empty) } == .notMedia)
    #expect(failure { _ = try MediaReader().open("a\0b") } == .cannotOpen)
  }

  @Test("takes no file above its caps")
  func caps() throws {
    let scratch = try Scratch()
    let path = try scratch.write(StandardImageEncoder().encodePNG(Image.quarters(width: 64, height: 64)), as: "a")
    var limits = MediaLimits.standard
    limits.stillBytes = 50
    #expect(failure { _ = try still(path, limits: limits) } == .tooLarge)
    limits = .standard
    limits.fileBytes = 50
    #expect(failure { _ = try still(path, limits: limits) } == .tooLarge)
  }

  @Test("reads pipes, up to a cap", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mkfifo")))
  func pipes() async throws {
    let scratch = try Scratch()
    let pipe = scratch.path("pipe")
    let make = Process()
    make.executableURL = URL(filePath: "/usr/bin/mkfifo")
    make.arguments = [pipe]
    try make.run()
    make.waitUntilExit()
    let ppm = [UInt8]("P6 200 200 255\n".utf8) + [UInt8](repeating: 99, count: 120_000)
    let source = try scratch.write(ppm, as: "a.ppm")
    func feed() throws -> Process {
      let cat = Process()
      cat.executableURL = URL(filePath: "/bin/sh")
      cat.arguments = ["-c", "cat '\(source)' > '\(pipe)'"]
      try cat.run()
      return cat
    }
    let first = try feed()
    #expect(try still(pipe).width == 200)
    first.waitUntilExit()
    var limits = MediaLimits.standard
    limits.pipeBytes = 100_000
    let second = try feed()
    #expect(failure { _ = try still(pipe, limits: limits) } == .tooLarge)
    second.waitUntilExit()
  }
}
