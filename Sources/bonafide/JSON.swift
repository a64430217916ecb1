import Foundation

/// A JSON value whose keys keep their order, written as one line.
enum JSON {
  /// A document that is JSON already.
  case encoded(String)
  case null
  case bool(Bool)
  case int(Int)
  /// Written with at most the given decimals; values that are not finite become null.
  case number(Double, decimals: Int)
  case string(String)
  case array([JSON])
  case object([(String, JSON)])

  /// A value of another room that knows its own keys, which come in alphabetical order.
  static func encoding(_ value: some Encodable) throws -> JSON {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .encoded(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  static func number(_ value: Double?, decimals: Int = 4) -> JSON {
    guard let value else { return .null }
    return .number(value, decimals: decimals)
  }

  static func optional(_ value: Bool?) -> JSON { value.map(JSON.bool) ?? .null }
  static func optional(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }

  var text: String {
    var out = ""
    write(to: &out)
    return out
  }

  private func write(to out: inout String) {
    switch self {
    case .encoded(let text): out += text
    case .null: out += "null"
    case .bool(let value): out += value ? "true" : "false"
    case .int(let value): out += String(value)
    case .number(let value, let decimals): out += JSON.text(of: value, decimals: decimals)
    case .string(let value): JSON.write(value, to: &out)
    case .array(let values):
      out += "["
      for (index, value) in values.enumerated() {
        if index > 0 { out += "," }
        value.write(to: &out)
      }
      out += "]"
    case .object(let members):
      out += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { out += "," }
        JSON.write(member.0, to: &out)
        out += ":"
        member.1.write(to: &out)
      }
      out += "}"
    }
  }

  private static func text(of value: Double, decimals: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "null" }
    var factor = 1.0
    for _ in 0..<max(0, min(decimals, 9)) { factor *= 10 }
    let scaled = value * factor
    guard abs(scaled) < 9e15 else { return String(Int(value)) }
    let rounded = scaled.rounded() / factor
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  private static func write(_ string: String, to out: inout String) {
    let digits = Array("0123456789abcdef")
    out += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        out += "\\u00\(digits[Int(scalar.value >> 4)])\(digits[Int(scalar.value & 15)])"
      default: out.unicodeScalars.append(scalar)
      }
    }
    out += "\""
  }
}
