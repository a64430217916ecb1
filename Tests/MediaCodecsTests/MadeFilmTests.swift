internal import BonafideMedia
internal import BonafideMediaCodecs
internal import BonafideObservations
internal import Foundation
internal import Testing

@Suite("Films made for the test")
struct MadeFilmTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// A film whose frames have the given grey and times.
  private func greyFilm(_ name: String, _ frames: [(time: Double, grey: UInt8)]) throws -> String {
    let path = scratch.path(name)
    let writer = try VideoWriter(path: path)
    for frame in frames {
      let image = try Image(width: 64, height: 48) { $0.update(repeating: frame.grey) }
      try writer.append(image, time: frame.time)
    }
    try writer.finish()
    return path
  }

  @Test("come back with their times and pixels")
  func roundTrip() throws {
    let written: [(time: Double, grey: UInt8)] = [(0, 20), (0.04, 60), (0.1, 100), (0.35, 200), (1.25, 250)]
    let frames = try allFrames(film(greyFilm("a.mp4", written)))
    #expect(frames.count == written.count)
    for (frame, expected) in zip(frames, written) {
      #expect(abs(frame.time - expected.time) < 1.0 / 90_000)
      #expect(isNear(try frame.image.mean(), SIMD3(repeating: Double(expected.grey)), within: 3))
    }
  }

  @Test("keep their colours, which shows that range and matrix are right")
  func colours() throws {
    let path = scratch.path("a.mp4")
    let writer = try VideoWriter(path: path, crf: 1)
    let image = try Image.quarters(width: 128, height: 96)
    try writer.append(image, time: 0)
    try writer.finish()
    let frame = try #require(try film(path).next())
    for (x, y) in [(20, 20), (100, 20), (100, 80), (20, 80)] {
      let (found, expected) = (try #require(frame.image.color(x: x, y: y)), try #require(image.color(x: x, y: y)))
      #expect(abs(Int(found.red) - Int(expected.red)) <= 4)
      #expect(abs(Int(found.green) - Int(expected.green)) <= 4)
      #expect(abs(Int(found.blue) - Int(expected.blue)) <= 4)
    }
  }

  /// ISO/IEC 14496-12, 8.3.2: a, b, c, d of the matrix, and how stored RGBW is shown.
  @Test(
    "are turned and flipped by the matrix of their track",
    arguments: [
      (1, 0, 0, 1, "RGBW"), (-1, 0, 0, 1, "GRWB"), (-1, 0, 0, -1, "BWRG"), (1, 0, 0, -1, "WBGR"),
      (0, 1, 1, 0, "RWBG"), (0, 1, -1, 0, "WRGB"), (0, -1, -1, 0, "BGRW"), (0, -1, 1, 0, "GBWR"),
    ] as [(Int32, Int32, Int32, Int32, String)])
  func matrix(a: Int32, b: Int32, c: Int32, d: Int32, corners: String) throws {
    let path = scratch.path("a.mp4")
    let writer = try VideoWriter(path: path)
    try writer.append(Image.quarters(width: 128, height: 64), time: 0)
    try writer.finish()
    var file = try bytes(of: path)
    let tag = [UInt8]("tkhd".utf8)
    let start = try #require(file.indices.first { Array(file[$0...].prefix(4)) == tag }) + 4 + 40
    for (index, value) in [(0, a), (1, b), (3, c), (4, d)] {
      withUnsafeBytes(of: (value << 16).bigEndian) { file.replaceSubrange((start + index * 4)..., with: $0, count: 4) }
    }
    let frame = try #require(try film(scratch.write(file, as: "turned.mp4")).next())
    #expect(frame.image.corners == corners)
  }

  @Test("with an older rotate tag only are turned once", .enabled(if: FFmpegTool.isThere))
  func rotateTag() throws {
    let path = scratch.path("a.mp4")
    let writer = try VideoWriter(path: path)
    try writer.append(Image.quarters(width: 128, height: 64), time: 0)
    try writer.finish()
    let tagged = scratch.path("tagged.mkv")
    try FFmpegTool.run("-i", path, "-c", "copy", "-metadata:s:v", "ROTATE=90", tagged)
    let frame = try #require(try film(tagged).next())
    #expect(frame.image.corners == "WRGB")
  }

  @Test(
    "of every container and codec are read, whatever they are called", .enabled(if: FFmpegTool.isThere),
    arguments: [
      ("mp4", "libx264"), ("mov", "prores"), ("webm", "libvpx"), ("webm", "libvpx-vp9"), ("avi", "mpeg4"),
      ("avi", "mjpeg"), ("mkv", "ffv1"), ("y4m", "wrapped_avframe"), ("gif", "gif"), ("ts", "mpeg2video"),
      ("mp4", "libx265"), ("ogv", "libtheora"), ("mov", "png"),
    ])
  func containers(kind: String, codec: String) throws {
    let made = scratch.path("a." + kind)
    try FFmpegTool.run(
      "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=1", "-c:v", codec, "-pix_fmt",
      codec == "gif" ? "rgb8" : codec == "prores" ? "yuv422p10le" : codec == "png" ? "rgb24" : "yuv420p", made)
    let hidden = scratch.path("picture.jpg")
    try FileManager.default.moveItem(atPath: made, toPath: hidden)
    let frames = try allFrames(film(hidden))
    #expect(frames.count == 10)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { abs($1.time - $0.time - 0.1) < 0.005 })
    #expect(frames.allSatisfy { $0.image.width == 160 && $0.image.height == 120 })
  }

  @Test("whose size changes keep the first one", .enabled(if: FFmpegTool.isThere))
  func sizeChange() throws {
    let parts = [scratch.path("1.ts"), scratch.path("2.ts")]
    for (part, size) in zip(parts, ["160x120", "320x200"]) {
      try FFmpegTool.run(
        "-f", "lavfi", "-i", "testsrc=size=\(size):rate=10:duration=1", "-c:v", "mpeg2video", "-f", "mpegts", part)
    }
    let path = try scratch.write(bytes(of: parts[0]) + bytes(of: parts[1]), as: "both.ts")
    let frames = try allFrames(film(path))
    #expect(frames.count > 12)
    #expect(frames.allSatisfy { $0.image.width == 160 && $0.image.height == 120 })
  }

  @Test("with sound alone have no frames", .enabled(if: FFmpegTool.isThere), arguments: ["m4a", "wav", "mp3", "mkv"])
  func soundOnly(kind: String) throws {
    let path = scratch.path("a." + kind)
    try FFmpegTool.run("-f", "lavfi", "-i", "sine=duration=1", path)
    #expect(failure { _ = try MediaReader().open(path) } == .noFrames)
  }

  @Test("with a wrong duration in their header have their own times")
  func wrongDuration() throws {
    var file = try bytes(of: greyFilm("a.mp4", [(0, 10), (0.5, 90), (1, 200)]))
    let tag = [UInt8]("mvhd".utf8)
    let start = try #require(file.indices.first { Array(file[$0...].prefix(4)) == tag })
    file.replaceSubrange((start + 20)..., with: [0, 0xFF, 0xFF, 0], count: 4)
    let times = try allFrames(film(scratch.write(file, as: "b.mp4"))).map(\.time)
    #expect(times.count == 3 && abs((times.last ?? 0) - 1) < 0.001)
  }

  @Test("of one frame are films, an animation of one frame is a picture", .enabled(if: FFmpegTool.isThere))
  func oneFrame() throws {
    let path = try greyFilm("a.mp4", [(0, 77)])
    #expect(try allFrames(film(path)).count == 1)
    let gif = scratch.path("a.gif")
    try FFmpegTool.run("-i", path, gif)
    #expect(try still(gif).width == 64)
    #expect(try allFrames(MediaReader().open(gif).frames).map(\.time) == [0])
  }

  @Test("with damage in the middle go on or fail, and never hang or crash", arguments: 0..<20)
  func damage(seed: Int) throws {
    var file = try bytes(of: greyFilm("a.mp4", (0..<12).map { (Double($0) / 10, UInt8($0 * 20)) }))
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<40 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      file[Int(state >> 33) % file.count] = UInt8(truncatingIfNeeded: state >> 20)
    }
    let path = try scratch.write(file, as: "b.mp4")
    let code = failure { _ = try allFrames(MediaReader().open(path).frames) }
    #expect([nil, .undecodable, .truncated, .noFrames, .tooLarge, .notMedia].contains(code))
  }

  @Test("that are not finished leave nothing behind")
  func unfinished() throws {
    do {
      let writer = try VideoWriter(path: scratch.path("a.mp4"))
      try writer.append(Image.quarters(width: 64, height: 48), time: 0)
      #expect(failure { try writer.append(Image.quarters(width: 32, height: 48), time: 1) } == .usage)
      #expect(failure { try writer.finish() } == .usage)
      let other = try Y4MWriter(path: scratch.path("a.y4m"))
      try other.append(Image.quarters(width: 64, height: 48), time: 0)
    }
    #expect(scratch.names == [])
    #expect(failure { _ = try VideoWriter(path: scratch.path("none/a.mp4")) } == .cannotOpen)
    #expect(failure { try VideoWriter(path: scratch.path("b.mp4")).finish() } == .noFrames)
    #expect(scratch.names == [])
  }

  @Test("of odd size grow to an even one")
  func oddSize() throws {
    let path = scratch.path("a.mp4")
    let writer = try VideoWriter(path: path)
    try writer.append(Image.quarters(width: 61, height: 35), time: 0)
    try writer.finish()
    let frame = try #require(try film(path).next())
    #expect(frame.image.width == 62 && frame.image.height == 36 && frame.image.corners == "RGBW")
  }

  @Test("as Y4M show each frame at its time, at one rate")
  func y4m() throws {
    let path = scratch.path("a.y4m")
    let writer = try Y4MWriter(path: path, rate: 10)
    for (time, grey) in [(0.0, UInt8(20)), (0.3, 120), (0.4, 220)] {
      try writer.append(Image(width: 31, height: 17) { $0.update(repeating: grey) }, time: time)
    }
    try writer.finish()
    let greys = try allFrames(film(path)).map { try $0.image.mean().x.rounded() }
    #expect(zip(greys, [20, 20, 20, 120, 220]).allSatisfy { abs($0 - $1) <= 2 } && greys.count == 5)
  }
}

extension [UInt8] {
  fileprivate mutating func replaceSubrange(
    _ from: PartialRangeFrom<Int>, with bytes: some Sequence<UInt8>, count: Int
  ) {
    replaceSubrange(from.lowerBound..<(from.lowerBound + count), with: Array(bytes.prefix(count)))
  }
}
