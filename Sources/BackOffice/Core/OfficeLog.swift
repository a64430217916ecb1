internal import BonafideStore
internal import Foundation

/// Takes lines for the log. They never hold personal data: no bodies, no paths with values, no addresses of persons.
package protocol OfficeLog: Sendable {
  func write(_ line: LogLine)
}

/// One line.
package struct LogLine: Sendable {
  package enum Level: String, Sendable {
    case info
    case warning
    case error
  }

  package let level: Level
  /// A stable code such as `request`.
  package let event: String
  package let fields: [String: String]

  package init(_ level: Level, _ event: String, _ fields: [String: String] = [:]) {
    self.level = level
    self.event = event
    self.fields = fields
  }

  /// One JSON object; `time` in Unix milliseconds.
  package func json(at time: Int64) -> String {
    var all = fields
    all["level"] = level.rawValue
    all["event"] = event
    all["time"] = String(time)
    guard let bytes = try? JSONText.bytes(of: all) else { return "{}" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Writes lines of JSON to standard error.
package struct StandardErrorLog: OfficeLog {
  package init() {}

  package func write(_ line: LogLine) {
    let text = line.json(at: Int64(Date().timeIntervalSince1970 * 1000)) + "\n"
    FileHandle.standardError.write(Data(text.utf8))
  }
}

/// Writes nothing.
package struct SilentLog: OfficeLog {
  package init() {}
  package func write(_ line: LogLine) {}
}
