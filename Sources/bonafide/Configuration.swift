import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideObservations
import Foundation

/// Options of the back office from elsewhere than the command line: a file (`--config`) and variables of the environment.
/// The command line goes before a variable, and a variable before the file.
struct Configuration {
  static let option = Arguments.Option.value("config")
  static let maximumBytes = 64 << 10

  /// What the file may hold: all commands read the same one, each takes what it has an option for.
  private static let keys = Serve.options.filter { $0.name != option.name }
  private static let numbers: Set = ["port", "workers"]

  /// Arguments with what is missing in them, where the command takes a configuration. Throws `usage` naming the key.
  static func completed(
    _ arguments: Arguments, taking options: [Arguments.Option],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(BonafideError) -> Arguments {
    guard options.contains(where: { $0.name == option.name }) else { return arguments }
    var completed = arguments
    let path = arguments.value(option.name) ?? environment[variable(option.name)].flatMap { $0.isEmpty ? nil : $0 }
    let file = try path.map { path throws(BonafideError) in try values(ofFile: path) } ?? [:]
    for key in options where keys.contains(where: { $0.name == key.name }) {
      if let text = environment[variable(key.name)], !text.isEmpty {
        completed.fill(key, with: try value(text, of: key), from: "variable '\(variable(key.name))'")
      } else if let value = file[key.name] {
        completed.fill(key, with: value, from: "'\(key.name)' of the configuration file")
      }
    }
    return completed
  }

  static func variable(_ name: String) -> String {
    "BONAFIDE_" + name.uppercased().replacing("-", with: "_")
  }

  private static func value(_ text: String, of key: Arguments.Option) throws(BonafideError) -> Arguments.Value {
    guard key.kind == .flag else { return .text(text) }
    guard let flag = Bool(text) else {
      throw BonafideError(.usage, "variable '\(variable(key.name))' takes true or false")
    }
    return .flag(flag)
  }

  // MARK: The file

  private static func values(ofFile path: String) throws(BonafideError) -> [String: Arguments.Value] {
    guard FileKind(of: path) == .regular, let handle = FileHandle(forReadingAtPath: path),
      let data = try? handle.read(upToCount: maximumBytes + 1)
    else { throw BonafideError(.usage, "the file of --config cannot be read") }
    guard data.count <= maximumBytes else { throw BonafideError(.usage, "the file of --config is too large") }
    var values: [String: Arguments.Value] = [:]
    for (name, value) in try members(Array(data)) {
      guard let key = keys.first(where: { $0.name == name }) else {
        throw BonafideError(.usage, "the configuration file has the unknown key '\(name)'")
      }
      values[name] = try self.value(value, of: key)
    }
    return values
  }

  private static func members(_ bytes: [UInt8]) throws(BonafideError) -> [String: JSONValue] {
    do throws(Problem) { try JSONCheck.check(bytes) } catch {
      if error.code == "duplicate_key", let name = JSONKeys.firstTwice(in: bytes) {
        throw BonafideError(.usage, "the configuration file has the key '\(name)' twice")
      }
      throw BonafideError(.usage, "the configuration file is not JSON (\(error.code))")
    }
    guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      throw BonafideError(.usage, "the configuration file is not one JSON object")
    }
    return members
  }

  private static func value(_ value: JSONValue, of key: Arguments.Option) throws(BonafideError) -> Arguments.Value {
    func wrong(_ what: String) -> BonafideError {
      BonafideError(.usage, "'\(key.name)' of the configuration file has to be \(what)")
    }
    switch (key.kind, value) {
    case (.flag, .flag(let flag)): return .flag(flag)
    case (.flag, _): throw wrong("true or false")
    case (.value, .integer(let number)) where numbers.contains(key.name): return .text(String(number))
    case (.value, _) where numbers.contains(key.name): throw wrong("a whole number")
    case (.value, .text(let text)) where !text.isEmpty && !text.utf8.contains(0):
      guard key.name != "store" || !hasPassword(text) else {
        throw BonafideError(
          .usage, "'store' of the configuration file carries a password",
          hint: "name a file with it, as in postgresql://user@host/name?passfile=/etc/bonafide/pgpass")
      }
      return .text(text)
    case (.value, _): throw wrong("a text")
    }
  }

  /// Of a database's address. A configuration is read by many; what opens something is named by its path.
  private static func hasPassword(_ address: String) -> Bool {
    let plain = address.removingPercentEncoding ?? address
    let parts = plain.split(separator: "?", maxSplits: 1)
    let query = parts.count > 1 ? parts[1].lowercased() : ""
    if query.split(separator: "&").contains(where: { $0.hasPrefix("password=") || $0.hasPrefix("sslpassword=") }) {
      return true
    }
    // A password may hold any sign: what stands before the last '@' is looked at as a whole.
    guard let start = plain.range(of: "://"), let at = plain.lastIndex(of: "@"), at > start.upperBound else {
      return false
    }
    return plain[start.upperBound..<at].contains(":")
  }
}

/// Names in a JSON text.
enum JSONKeys {
  /// The first member of the outermost object that has the name of an earlier one, up to where the text is well formed.
  static func firstTwice(in bytes: [UInt8]) -> String? {
    var seen: Set<String> = []
    var depth = 0
    var start: Int?
    var text: ArraySlice<UInt8> = []
    var isEscaped = false
    for (index, byte) in bytes.enumerated() {
      if let opened = start {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == 0x22 {
          text = bytes[opened...index]
          start = nil
        }
        continue
      }
      switch byte {
      case 0x22: start = index
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":") where depth == 1:
        guard let name = try? JSONDecoder().decode(String.self, from: Data(text)) else { return nil }
        guard seen.insert(name).inserted else { return name }
      default: break
      }
    }
    return nil
  }
}
