internal import BonafideMedia
internal import BonafideMediaCodecs
internal import BonafideObservations
internal import Foundation
internal import Testing

/// Real files that lie beside the package, not in it. Tests that need them are skipped where they are missing.
enum RealFile {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "shared/testdata")

  static let areThere = FileManager.default.fileExists(atPath: picture("exifex__Portrait_1.jpg"))

  static func picture(_ name: String) -> String { root.appending(path: "media/" + name).path }
  static func video(_ name: String) -> String { root.appending(path: "video/" + name).path }
}

/// The `ffmpeg` command line, which makes files of kinds that this package does not write.
enum FFmpegTool {
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
    process.arguments = ["-v", "error", "-nostdin", "-y"] + arguments
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}

/// A folder that goes away with this object.
final class Scratch {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "bonafide-media-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ bytes: [UInt8], as name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? [] }
}

func bytes(of path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(filePath: path)))
}

func still(_ path: String, limits: MediaLimits = .standard) throws -> Image {
  guard case .still(let image) = try MediaReader(limits: limits).open(path) else {
    throw BonafideError(.notMedia, "not a still picture")
  }
  return image
}

func film(_ path: String, limits: MediaLimits = .standard) throws -> WorkerFrameSource {
  guard case .moving(let source) = try MediaReader(limits: limits).open(path),
    let film = source as? WorkerFrameSource
  else { throw BonafideError(.notMedia, "not a film") }
  return film
}

func allFrames(_ source: any FrameSource) throws -> [Frame] {
  var frames: [Frame] = []
  while let frame = try source.next() { frames.append(frame) }
  return frames
}

/// The code that a call fails with, or nil when it does not fail.
func failure(_ body: () throws -> Void) -> ErrorCode? {
  do {
    try body()
    return nil
  } catch {
    return (error as? BonafideError)?.code ?? .internal
  }
}

extension Image {
  /// Mean of red, green and blue over the whole picture, or a part of it.
  func mean(_ part: Rect? = nil) throws -> SIMD3<Double> {
    let image = try part.map { try #require(try cropped($0)) } ?? self
    let sum = image.withPixels { pixels in
      var sum = SIMD3<Int>.zero
      for pixel in 0..<(image.width * image.height) {
        sum &+= SIMD3(Int(pixels[pixel * 4]), Int(pixels[pixel * 4 + 1]), Int(pixels[pixel * 4 + 2]))
      }
      return sum
    }
    return SIMD3<Double>(sum) / Double(image.width * image.height)
  }

  /// Mean absolute difference of the samples.
  func difference(from other: Image) throws -> Double {
    try #require(width == other.width && height == other.height)
    let sum = withPixels { mine in
      other.withPixels { theirs in
        var sum = 0
        for index in mine.indices where index % 4 != 3 { sum += abs(Int(mine[index]) - Int(theirs[index])) }
        return sum
      }
    }
    return Double(sum) / Double(width * height * 3)
  }

  /// Four quarters: red, green, blue, white from the top left clockwise.
  static func quarters(width: Int, height: Int) throws -> Image {
    try Image(width: width, height: height) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let color: [UInt8] =
            switch (x * 2 < width, y * 2 < height) {
            case (true, true): [220, 30, 30]
            case (false, true): [30, 200, 30]
            case (false, false): [30, 30, 220]
            case (true, false): [240, 240, 240]
            }
          for channel in 0..<3 { pixels[(y * width + x) * 4 + channel] = color[channel] }
        }
      }
    }
  }

  /// The nearest colour's letter in the middle of each quarter, from the top left clockwise.
  var corners: String {
    let points = [
      (width / 4, height / 4), (width * 3 / 4, height / 4), (width * 3 / 4, height * 3 / 4),
      (width / 4, height * 3 / 4),
    ]
    return points.map { x, y in
      guard let color = color(x: x, y: y) else { return "?" }
      switch (color.red > 128, color.green > 128, color.blue > 128) {
      case (true, false, false): return "R"
      case (false, true, false): return "G"
      case (false, false, true): return "B"
      case (true, true, true): return "W"
      default: return "?"
      }
    }.joined()
  }
}

func isNear(_ a: SIMD3<Double>, _ b: SIMD3<Double>, within tolerance: Double) -> Bool {
  let difference = a - b
  return abs(difference.x) <= tolerance && abs(difference.y) <= tolerance && abs(difference.z) <= tolerance
}
