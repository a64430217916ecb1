/// Percent-encoding of RFC 3986 §2.1, strictly: two hexadecimal digits, UTF-8, no control characters.
enum PercentDecoding {
  enum Part { case segment, queryItem }

  /// Nil for broken escapes, overlong or otherwise invalid UTF-8, NUL and other control characters.
  static func decode(_ bytes: ArraySlice<UInt8>, as part: Part) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case 37:
        guard let first = rest.popFirst().flatMap(FieldGrammar.hexValue),
          let second = rest.popFirst().flatMap(FieldGrammar.hexValue)
        else { return nil }
        decoded.append(first << 4 | second)
      case 43 where part == .queryItem: decoded.append(32)
      default: decoded.append(byte)
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else { return nil }
    let isClean = text.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
        || part == .queryItem && (scalar == "\n" || scalar == "\r" || scalar == "\t")
    }
    return isClean ? text : nil
  }
}
