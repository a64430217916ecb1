import Testing

@Suite(
  "Memory", .serialized,
  .enabled(if: Place.haveModels && FFmpegTool.isThere, "skipped: no models or no ffmpeg"))
struct MemoryTests {
  @Test("does not grow with the length of a video")
  func length() throws {
    let scratch = try Scratch()
    let peaks = try [10, 40].map { seconds in
      let video = scratch.path("\(seconds).mp4")
      try FFmpegTool.run(
        "-loop", "1", "-framerate", "15", "-i", Place.portrait, "-t", "\(seconds)", "-vf",
        "scale=720:720,pad=1280:720:-1:-1", "-preset", "ultrafast", "-pix_fmt", "yuv420p", video)
      let run = try Program.run(["face", "liveness", "--json", video], seconds: 300)
      #expect(run.document?["livenessResult"] is String)
      return run.peakBytes
    }
    #expect(peaks[0] > 10_000_000)
    #expect(peaks[1] - peaks[0] < 30_000_000, "\(peaks)")
    #expect(peaks.allSatisfy { $0 <= 300_000_000 }, "\(peaks)")
  }
}
