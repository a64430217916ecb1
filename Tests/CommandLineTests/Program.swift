import Foundation
import Glibc

/// What a run of the command line left behind.
struct Run {
  /// Exit status; nil when a signal ended it or it took too long.
  let status: Int32?
  let output: String
  let complaint: String
  /// Largest resident size of the program or its media worker, in bytes.
  let peakBytes: Int

  var outputLines: [Substring] { output.split(separator: "\n") }
  var complaintLines: [Substring] { complaint.split(separator: "\n") }

  /// Standard output as JSON documents, one a line; nil when a line is none.
  var documents: [[String: Any]]? {
    var documents: [[String: Any]] = []
    for line in outputLines {
      guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { return nil }
      documents.append(value)
    }
    return documents
  }

  /// The one document on standard output; nil when there is none or there are several.
  var document: [String: Any]? { documents?.count == 1 ? documents?.first : nil }
  var errorCode: String? { (document?["error"] as? [String: Any])?["code"] as? String }
}

/// The built `bonafide`, which lies beside the test bundle.
enum Program {
  static let folder =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map {
      URL(filePath: $0).deletingLastPathComponent().path
    } ?? "."
  static let path = folder + "/bonafide"

  struct CannotStart: Error { let number: Int32 }

  /// Runs it to its end. What it prints goes through files, so that it never waits for us.
  static func run(
    _ arguments: [String], input: String = "/dev/null", environment: [String: String] = [:], seconds: Double = 120
  ) throws -> Run {
    let scratch = try Scratch()
    let output = scratch.path("output")
    let complaint = scratch.path("complaint")
    let process = try start(arguments, files: (input, output, complaint), environment)

    let deadline = ContinuousClock.now + .seconds(seconds)
    var state: Int32 = 0
    var peak = 0
    var isLate = false
    while waitpid(process, &state, WNOHANG) == 0 {
      peak = max(peak, peakBytes(of: process))
      if ContinuousClock.now > deadline, !isLate {
        isLate = true
        kill(process, SIGKILL)
      }
      usleep(5000)
    }
    let hasExited = state & 0x7F == 0 && !isLate
    return Run(
      status: hasExited ? (state >> 8) & 0xFF : nil, output: try String(contentsOfFile: output, encoding: .utf8),
      complaint: try String(contentsOfFile: complaint, encoding: .utf8), peakBytes: peak)
  }

  private static func start(
    _ arguments: [String], files: (input: String, output: String, complaint: String), _ changes: [String: String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, files.input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, files.output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, files.complaint, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let environment = ProcessInfo.processInfo.environment.merging(changes) { $1 }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, path, &actions, nil, &words, &variables)
    guard failure == 0 else { throw CannotStart(number: failure) }
    return process
  }

  /// Of a process and its children. Not what `wait4` tells: that counts what we held ourselves before `exec`.
  private static func peakBytes(of process: pid_t) -> Int {
    let children = (try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)) ?? ""
    let all = [process] + children.split(separator: " ").compactMap { pid_t($0) }
    return all.map(residentBytes).max() ?? 0
  }

  private static func residentBytes(of process: pid_t) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }.map { $0 * 1024 } ?? 0
  }
}
