package import BonafideObservations
internal import Glibc

/// Finds the executable `bonafide-media`.
package enum WorkerLocator {
  package static let environmentVariable = "BONAFIDE_MEDIA_WORKER"

  /// The path in `BONAFIDE_MEDIA_WORKER`, or else the worker beside the running program.
  ///
  /// Throws `service_unavailable` when there is none.
  package static func find() throws(BonafideError) -> String {
    let candidates: [String]
    if let value = getenv(environmentVariable) {
      candidates = [String(cString: value)]
    } else {
      let program = runningProgram() ?? ""
      let directory = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      candidates = [directory + "/bonafide-media", directory + "/../libexec/bonafide/bonafide-media"]
    }
    for candidate in candidates where access(candidate, X_OK) == 0 { return candidate }
    throw unavailable
  }

  static var unavailable: BonafideError {
    BonafideError(
      .serviceUnavailable, "the media worker is not installed",
      hint: "put 'bonafide-media' beside the program, or set \(environmentVariable)")
  }

  private static func runningProgram() -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { raw in
      guard let path = raw.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
      return readlink("/proc/self/exe", path, raw.count)
    }
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
