import BonafideMedia
import BonafideMediaCodecs
import Foundation

/// A folder that goes away with this object.
final class Scratch {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "bonafide-cli-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var folder: String { url.path }
  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  func write(_ text: String, as name: String) throws -> String { try write(text.utf8, as: name) }

  func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(at: url.appending(path: name), withIntermediateDirectories: true)
    return path(name)
  }

  /// A script that can be run.
  func script(_ text: String, as name: String) throws -> String {
    let script = try write("#!/bin/sh\n\(text)\n", as: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    return script
  }
}

/// The package's folder, and what may lie in it and beside it.
enum Place {
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let models = package.appending(path: "Models").path
  static let haveModels = FileManager.default.fileExists(atPath: models + "/manifest.json")
  /// A portrait of one person; a model file like the others.
  static let portrait = models + "/astronaut.png"

  private static let testData = package.deletingLastPathComponent().appending(path: "shared/testdata")
  static let haveTestData = haveModels && FileManager.default.fileExists(atPath: face("labels.csv"))
  static func face(_ name: String) -> String { testData.appending(path: "faces/" + name).path }
  static func document(_ name: String) -> String { testData.appending(path: "documents/" + name).path }
  static func video(_ name: String) -> String { testData.appending(path: "video/" + name).path }

  /// The models' folder as links, in which one file may be replaced.
  static func linkedModels(in scratch: Scratch, without file: String) throws -> String {
    let folder = try scratch.folder("Models")
    for name in try FileManager.default.contentsOfDirectory(atPath: models) where name != file {
      try FileManager.default.createSymbolicLink(atPath: folder + "/" + name, withDestinationPath: models + "/" + name)
    }
    return folder
  }
}

/// The `ffmpeg` command line, which makes files of kinds that this package does not write.
enum FFmpegTool {
  struct Failed: Error {}

  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

  static func run(_ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
    process.arguments = ["-v", "error", "-nostdin", "-y"] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed() }
  }
}

/// Files that are made as they are needed.
enum Made {
  static func picture(width: Int, height: Int, in scratch: Scratch) throws -> String {
    let image = try Image(width: width, height: height) { pixels in
      for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: index / 4 % 200) }
    }
    return try scratch.write(StandardImageEncoder().encodePNG(image), as: "\(width)x\(height).png")
  }

  static func truncatedPicture(in scratch: Scratch) throws -> String {
    let whole = try Data(contentsOf: URL(filePath: picture(width: 300, height: 300, in: scratch)))
    return try scratch.write(whole.prefix(whole.count / 2), as: "truncated.png")
  }

  /// Signature and IHDR of a grey PNG, with a correct CRC (computed with zlib), and nothing that it promises.
  static func hugePNGHeader(in scratch: Scratch) throws -> String {
    let side: [UInt8] = [0, 0, 0xC3, 0x50]  // 50 000
    let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    return try scratch.write(header + side + side + [8, 0, 0, 0, 0] + [0x6E, 0xC4, 0x62, 0x16], as: "huge.png")
  }

  /// Three frames of one pixel each, written out from the GIF89a specification.
  static func animatedGIF(in scratch: Scratch) throws -> String {
    let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame: [UInt8] =
      [0x21, 0xF9, 4, 0, 10, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0] + [2, 2, 0x44, 0x01, 0]
    return try scratch.write(head + frame + frame + frame + [0x3B], as: "animated.gif")
  }

  /// A header and no frame.
  static func emptyVideo(in scratch: Scratch) throws -> String {
    try scratch.write("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420jpeg\n", as: "empty.y4m")
  }

  static func oneFrameVideo(in scratch: Scratch) throws -> String {
    try scratch.write(
      Array("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420jpeg\nFRAME\n".utf8)
        + [UInt8](repeating: 128, count: 64 * 48 * 3 / 2), as: "one.y4m")
  }

  /// A second of silence: 8 kHz, 8 bits.
  static func sound(in scratch: Scratch) throws -> String {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let format = little(1, 2) + little(1, 2) + little(8000, 4) + little(8000, 4) + little(1, 2) + little(8, 2)
    let data = Array("RIFF".utf8) + little(36 + 8000, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + format
    return try scratch.write(
      data + Array("data".utf8) + little(8000, 4) + [UInt8](repeating: 128, count: 8000), as: "sound.wav")
  }

  /// The portrait beside itself.
  static func twoFaces(in scratch: Scratch) throws -> String {
    guard case .still(let one) = try MediaReader().open(Place.portrait) else { throw FFmpegTool.Failed() }
    let image = try Image(width: one.width * 2, height: one.height) { pixels in
      one.withPixels { source in
        for y in 0..<one.height {
          for x in 0..<(one.width * 8) {
            pixels[y * one.width * 8 + x] = source[y * one.width * 4 + x % (one.width * 4)]
          }
        }
      }
    }
    return try scratch.write(StandardImageEncoder().encodePNG(image), as: "two.png")
  }
}
