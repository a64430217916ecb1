internal import BonafideObservations

extension Setting {
  static let latticeInterval = Setting(
    "attack.moire.interval", .seconds, in: 0.05...5, default: 0.4, source: "five spectra take about 5 ms")
  static let latticeSamples = Setting(
    "attack.moire.samples.max", .count, in: 4...400, default: 60, source: "bounds the time; 24 s of video")
  static let latticeLeast = Setting(
    "attack.moire.samples.min", .count, in: 2...50, default: 5, source: "a median needs some; 2 s of video")
  static let latticeFace = Setting(
    "attack.moire.face.min", .pixels, in: 40...400, default: 90, source: "a tile of 128 pixels has to lie on it")
  static let latticeClean = Setting(
    "attack.moire.clean", .ratio, in: 1...10_000, default: 90,
    source: "measured: medians of nine genuine clips 16...21, of genuine specimens 19; elsewhere in one of them 51")
  static let latticeScreen = Setting(
    "attack.moire.screen", .ratio, in: 2...100_000, default: 300,
    source: "measured: a drawn monitor with visible moiré about 1100; a spoof from 195 on")

  static let loopInterval = Setting(
    "attack.loop.interval", .seconds, in: 0.01...0.2, default: 0.03, source: "bounds the time at high frame rates")
  static let loopFrames = Setting(
    "attack.loop.frames.max", .count, in: 50...2000, default: 600, source: "20 s at 30 frames a second; 1 MB")
  static let loopLag = Setting(
    "attack.loop.lag.min", .seconds, in: 0.2...5, default: 0.5, source: "what moves slowly looks alike for less")
  static let loopMatch = Setting(
    "attack.loop.match", .ratio, in: 0.1...10, default: 1.6,
    source: "measured: repetitions differ by 0.9...1.1 after H.264 at CRF 20; no genuine clip repeats within 2.5")
  static let loopBend = Setting(
    "attack.loop.bend", .ratio, in: 0...0.5, default: 0.08,
    source: "a way between two frames is not straight; share of its length")
  static let loopGap = Setting(
    "attack.loop.gap.max", .seconds, in: 0.05...1, default: 0.3,
    source: "frames of a stretch that may lie apart, or be missed: three at ten a second")
  static let loopMotion = Setting(
    "attack.loop.motion.min", .ratio, in: 0.5...50, default: 6,
    source: "about four times what repetitions may differ by; measured in a second of a clip: 4...55")
  static let loopRun = Setting(
    "attack.loop.run.max", .seconds, in: 0.2...10, default: 0.8,
    source: "measured: none in nine genuine clips; a spoof from 0.6 s on")
  static let loopLeast = Setting(
    "attack.loop.seconds.min", .seconds, in: 1...30, default: 2, source: "a stretch, its repetition, and room")
  static let loopRate = Setting(
    "attack.loop.rate.min", .ratio, in: 1...30, default: 5, source: "frames a second; with fewer a stretch is too few")

  static let borderInterval = Setting(
    "attack.border.interval", .seconds, in: 0.05...5, default: 0.33, source: "a look takes about 2 ms")
  static let borderSamples = Setting(
    "attack.border.samples.max", .count, in: 4...400, default: 80, source: "bounds the time; 26 s of video")
  static let borderLeast = Setting(
    "attack.border.samples.min", .count, in: 2...50, default: 6, source: "2 s of video")
  static let borderFace = Setting(
    "attack.border.face.min", .pixels, in: 10...200, default: 30, source: "of a picture 320 pixels wide")
  static let borderStraight = Setting(
    "attack.border.straight.min", .ratio, in: 0.3...1, default: 0.6,
    source: "share of a side on which luma steps the same way")
  static let borderEven = Setting(
    "attack.border.even", .ratio, in: 1...60, default: 9, source: "deviation of luma on the frame")
  static let borderAlike = Setting(
    "attack.border.alike", .ratio, in: 2...100, default: 30, source: "luma between sides of the frame")
  static let borderBlack = Setting(
    "attack.border.black", .ratio, in: 0...40, default: 4, source: "bars that editing adds are below it")
  static let borderSeldom = Setting(
    "attack.border.seldom", .ratio, in: 0...1, default: 0.25,
    source: "measured: never in nine genuine clips; room for a doorway and a table")
  static let borderOften = Setting(
    "attack.border.often", .ratio, in: 0...1, default: 0.65,
    source: "measured: in nearly all pictures of drawn monitors and phones; a spoof from 0.45 on")

  static let screens: [Setting] = [
    .latticeInterval, .latticeSamples, .latticeLeast, .latticeFace, .latticeClean, .latticeScreen, .loopInterval,
    .loopFrames, .loopLag, .loopMatch, .loopBend, .loopGap, .loopMotion, .loopRun, .loopLeast, .loopRate,
    .borderInterval, .borderSamples,
    .borderLeast, .borderFace, .borderStraight, .borderEven, .borderAlike, .borderBlack, .borderSeldom, .borderOften,
  ]
}
