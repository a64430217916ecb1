/// JSON as it is written, piece by piece: names in order, no blanks, slashes as they are.
///
/// Foundation's encoder gives the same text. It takes several times as long for the small documents that every request
/// writes a few of.
package enum JSONText {
  package static func bytes(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONPartEncoder()
    try value.encode(to: encoder)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    encoder.part.write(to: &bytes)
    return bytes
  }

  /// A text in quotes (RFC 8259 §7).
  static func quote(_ text: String, to bytes: inout [UInt8]) {
    var text = text
    text.withUTF8 { text in
      bytes.append(UInt8(ascii: "\""))
      if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        bytes.append(contentsOf: text)
      } else {
        for byte in text { escape(byte, to: &bytes) }
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 8: bytes += "\\b".utf8
    case 9: bytes += "\\t".utf8
    case 10: bytes += "\\n".utf8
    case 12: bytes += "\\f".utf8
    case 13: bytes += "\\r".utf8
    case ..<0x20:
      bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
      bytes += String(byte, radix: 16).utf8
    default: bytes.append(byte)
    }
  }
}

/// A value that is being written.
enum JSONPart {
  case null
  /// A number or a truth value as it stands in JSON.
  case word(String)
  case text(String)
  case list(JSONListPart)
  case object(JSONObjectPart)
  /// What an encoder that was handed out will have made.
  case later(JSONPartEncoder)

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .word(let word): bytes += word.utf8
    case .text(let text): JSONText.quote(text, to: &bytes)
    case .list(let list):
      bytes.append(UInt8(ascii: "["))
      for (place, element) in list.elements.enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        element.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (place, member) in object.members.sorted(by: { $0.name < $1.name }).enumerated() {
        if place > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONText.quote(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    case .later(let encoder): encoder.part.write(to: &bytes)
    }
  }

  init(_ value: some Encodable) throws {
    let encoder = JSONPartEncoder()
    try value.encode(to: encoder)
    self = encoder.part
  }

  /// Throws for what JSON has no word for.
  init(number: some BinaryFloatingPoint & LosslessStringConvertible) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "not a finite number"))
    }
    let text = number.description
    self = .word(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }
}

final class JSONListPart {
  var elements: [JSONPart] = []
}

final class JSONObjectPart {
  var members: [(name: String, value: JSONPart)] = []
}
