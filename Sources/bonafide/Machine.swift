import Foundation

/// What the figures of `bench` were measured on.
struct Machine {
  let processor: String
  let cores: Int

  static var current: Machine {
    let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
    let model = lines.first { $0.hasPrefix("model name") }?.split(separator: ":", maxSplits: 1).last
    let name = model.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    return Machine(
      processor: name.isEmpty ? "unknown processor" : name, cores: ProcessInfo.processInfo.activeProcessorCount)
  }

  var json: JSON { .object([("processor", .string(processor)), ("cores", .int(cores))]) }
  var text: String { "\(cores) × \(processor)" }
}
