import BonafideInference
import BonafideMedia
import BonafideObservations
import BonafidePresentationAttack
import Foundation
import Testing

/// A folder with the engine's runtime and, in its optional part, a network whose answer can be worked out.
private final class ModelsFolder {
  let path: String

  init(hash: String? = nil, passive: String = ModelsFolder.passive()) throws {
    let files = FileManager.default
    path = files.temporaryDirectory.appendingPathComponent("passive-\(UUID().uuidString)").path
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    let engine = try ModelFolder.find()
    for name in [ModelManifest.fileName, try ModelStore(folder: engine).manifest.entry("runtime")?.file ?? ""] {
      try files.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: engine + "/" + name)
    }
    try TinyNetwork.bytes.write(to: URL(fileURLWithPath: path + "/tiny.onnx"))
    let optional = """
      {"version":1,"entries":[{"name":"tiny","file":"tiny.onnx","bytes":\(TinyNetwork.bytes.count),
      "sha256":"\(hash ?? SHA256Sum.of(path + "/tiny.onnx"))","licence":"Apache-2.0","passive":\(passive)}]}
      """
    try Data(optional.utf8).write(to: URL(fileURLWithPath: path + "/" + ModelManifest.optionalFileName))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  static func passive(scale: Double = 2.7, live: Int = 1) -> String {
    #"{"cropScale":\#(scale),"liveClass":\#(live),"input":"input","output":"prob"}"#
  }
}

/// The hash by the system's own tool.
private enum SHA256Sum {
  static func of(_ path: String) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
    process.arguments = [path]
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return "" }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return String(text.prefix(64))
  }
}

@Suite struct PassiveNetworkTests {
  private func reading(_ folder: ModelsFolder, _ color: @escaping (Int, Int) -> Drawn.Color) throws -> CueReading? {
    var network = try #require(PassiveNetwork(models: ModelStore(folder: folder.path)))
    let image = try Drawn.picture(0, noise: 0, color)
    for second in 0..<3 {
      try network.add(image, face: Drawn.face, at: Double(second), settings: .defaults)
    }
    return network.reading
  }

  @Test func `none is used where the manifest has no optional part`() throws {
    #expect(try PassiveNetwork(models: ModelStore(folder: ModelFolder.find())) == nil)
  }

  @Test func `the live class is read from blue, green and red of 0 to 255`() throws {
    // The softmax of means that lie far apart is one for the largest.
    let green: (Int, Int) -> Drawn.Color = { _, _ in (20, 200, 90) }
    #expect((try reading(ModelsFolder(), green)?.value ?? 0) > 0.99)
    #expect((try reading(ModelsFolder(passive: ModelsFolder.passive(live: 0)), green)?.value ?? 1) < 0.01)
    let blue: (Int, Int) -> Drawn.Color = { _, _ in (20, 90, 200) }
    #expect((try reading(ModelsFolder(passive: ModelsFolder.passive(live: 0)), blue)?.value ?? 0) > 0.99)
  }

  @Test func `the crop is as many times as large as the face`() throws {
    // Green on the face, red around it: the smaller crop sees more green than red, the larger less.
    let ringed: (Int, Int) -> Drawn.Color = { x, y in
      (110..<210).contains(x) && (60..<180).contains(y) ? (0, 8, 0) : (8, 0, 0)
    }
    let near = try #require(try reading(ModelsFolder(passive: ModelsFolder.passive(scale: 1)), ringed)?.value)
    let far = try #require(try reading(ModelsFolder(passive: ModelsFolder.passive(scale: 2.3)), ringed)?.value)
    #expect(near > 0.9)
    #expect(far < 0.3)
  }

  @Test func `a network that was altered is refused, not left out`() throws {
    let folder = try ModelsFolder(hash: String(repeating: "0", count: 64))
    #expect(throws: BonafideError.self) { try reading(folder) { _, _ in (0, 0, 0) } }
  }

  @Test(arguments: [
    ModelsFolder.passive(scale: 0), ModelsFolder.passive(scale: 99), ModelsFolder.passive(live: -1), "7",
    #"{"cropScale":2,"liveClass":1,"input":"","output":"prob"}"#,
  ]) func `a damaged entry is refused`(passive: String) throws {
    let folder = try ModelsFolder(passive: passive)
    #expect(throws: BonafideError.self) { try ModelStore(folder: folder.path) }
  }

  @Test func `it speaks against a live face and never for one`() throws {
    let settings = Settings.defaults
    func verdict(_ value: Double) -> AttackAssessment.Verdict {
      AttackAssessment(
        [CueReading(name: PassiveNetwork.cueName, value: value, detail: "")], limits: AttackLimits(),
        settings: settings
      ).verdict
    }
    #expect(verdict(0.1) == .spoof)
    #expect(verdict(0.99) == .notEvaluated)
  }
}
