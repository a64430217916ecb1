import BonafideObservations
import Foundation

/// Standard output and standard error of the command line.
struct Terminal: Sendable {
  enum Format: Sendable { case text, json }

  let format: Format

  /// A line on standard output. Where that cannot be written there is nothing left to do, and the program ends.
  func print(_ line: String) {
    guard !StandardStream.output.write(line + "\n") else { return }
    let error = BonafideError(
      .cannotOpen, "standard output cannot be written", hint: "check where it goes and the space that is left")
    complain(error)
    exit(error.code.exitStatus.rawValue)
  }

  /// Text that somebody asked for, such as help: with `--json` as the only member of a document.
  func tell(_ text: String, as key: String) -> ExitStatus {
    print(format == .json ? JSON.object([(key, .string(text))]).text : text)
    return .positive
  }

  /// One line on standard error, and with `--json` a document on standard output.
  func report(_ error: BonafideError) {
    if format == .json { print(JSON.object([("error", Terminal.json(error))]).text) }
    complain(error)
  }

  /// The line on standard error alone.
  func complain(_ error: BonafideError) {
    note("bonafide: \(error.message) (\(error.code.rawValue)); \(error.hint)")
  }

  func note(_ line: String) {
    let single = line.replacing("\n", with: " ").replacing("\r", with: " ")
    _ = StandardStream.error.write(single + "\n")
  }

  static func json(_ error: BonafideError) -> JSON {
    .object([
      ("code", .string(error.code.rawValue)), ("message", .string(error.message)), ("hint", .string(error.hint)),
    ])
  }
}

/// A line on standard error that tells how far a video is; silent when that is not a terminal.
struct ProgressLine {
  private let visible = isatty(STDERR_FILENO) == 1
  private let label: String
  private let total: Int?
  private let unit: String
  private let started = ContinuousClock.now
  private var shown = ContinuousClock.now
  private var count = 0

  init(_ label: String, total: Int?, unit: String = "frames") {
    self.label = label
    self.total = total
    self.unit = unit
  }

  mutating func advance() {
    count += 1
    let now = ContinuousClock.now
    guard visible, now - shown > .milliseconds(100) else { return }
    shown = now
    let elapsed = (now - started) / .seconds(1)
    let rate = elapsed > 0 ? Double(count) / elapsed : 0
    var bar = ""
    if let total, total > 0 {
      let filled = min(20, count * 20 / total)
      bar = " [" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled) + "]"
    }
    _ = StandardStream.error.write("\r\(label)\(bar) \(count) \(unit), \(Int(rate)) \(unit)/s ")
  }

  func finish() {
    if visible { _ = StandardStream.error.write("\r\u{1B}[K") }
  }
}
