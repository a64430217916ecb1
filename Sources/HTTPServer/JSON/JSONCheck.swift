/// Reads JSON (RFC 8259) without keeping it, to refuse what a decoder should not see.
///
/// Codes: `bad_utf8`, `bad_json`, `too_deep`, `duplicate_key`, each with status 400.
package struct JSONCheck {
  package static let maximumDepth = 64
  /// Digits, signs and points of one number.
  static let maximumNumberBytes = 64

  private let bytes: [UInt8]
  private var at = 0
  private let maximumDepth: Int

  private init(_ bytes: [UInt8], maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  package static func check(_ bytes: [UInt8], maximumDepth: Int = maximumDepth) throws(Problem) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Problem(.badRequest, "bad_utf8", "the content is not UTF-8")
    }
    var check = JSONCheck(bytes, maximumDepth: maximumDepth)
    check.skipBlanks()
    try check.value(depth: 0)
    check.skipBlanks()
    guard check.at == bytes.count else { throw check.bad }
  }

  private var bad: Problem { Problem(.badRequest, "bad_json", "the content is not JSON") }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take() throws(Problem) -> UInt8 {
    guard let byte = next else { throw bad }
    at += 1
    return byte
  }

  private mutating func expect(_ byte: UInt8) throws(Problem) {
    guard try take() == byte else { throw bad }
  }

  private mutating func skipBlanks() {
    while let byte = next, byte == 32 || byte == 9 || byte == 10 || byte == 13 { at += 1 }
  }

  private mutating func value(depth: Int) throws(Problem) {
    switch next {
    case UInt8(ascii: "{"): try object(depth: depth + 1)
    case UInt8(ascii: "["): try array(depth: depth + 1)
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private func checkDepth(_ depth: Int) throws(Problem) {
    guard depth <= maximumDepth else {
      throw Problem(.badRequest, "too_deep", "more than \(maximumDepth) levels of objects and arrays")
    }
  }

  private mutating func object(depth: Int) throws(Problem) {
    try checkDepth(depth)
    at += 1
    skipBlanks()
    if next == UInt8(ascii: "}") {
      at += 1
      return
    }
    // As texts, for the decoder takes two ways to write the same character for the same key.
    var keys: Set<String> = []
    while true {
      skipBlanks()
      guard keys.insert(String(decoding: try string(), as: UTF8.self)).inserted else {
        throw Problem(.badRequest, "duplicate_key", "an object has the same key twice")
      }
      skipBlanks()
      try expect(UInt8(ascii: ":"))
      skipBlanks()
      try value(depth: depth)
      skipBlanks()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "}"): return
      default: throw bad
      }
    }
  }

  private mutating func array(depth: Int) throws(Problem) {
    try checkDepth(depth)
    at += 1
    skipBlanks()
    if next == UInt8(ascii: "]") {
      at += 1
      return
    }
    while true {
      skipBlanks()
      try value(depth: depth)
      skipBlanks()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "]"): return
      default: throw bad
      }
    }
  }

  private mutating func word(_ word: StaticString) throws(Problem) {
    let count = word.utf8CodeUnitCount
    guard bytes.count - at >= count, bytes[at..<(at + count)].elementsEqual(word.description.utf8) else { throw bad }
    at += count
  }

  private mutating func digits() throws(Problem) {
    guard let first = next, FieldGrammar.isDigit(first) else { throw bad }
    while let byte = next, FieldGrammar.isDigit(byte) { at += 1 }
  }

  private mutating func number() throws(Problem) {
    let start = at
    if next == UInt8(ascii: "-") { at += 1 }
    if next == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      at += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
    guard at - start <= Self.maximumNumberBytes else { throw bad }
  }

  /// The string without its quotes and escapes, as UTF-8.
  private mutating func string() throws(Problem) -> [UInt8] {
    try expect(UInt8(ascii: "\""))
    let start = at
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { at += 1 }
    var text = Array(bytes[start..<at])
    while true {
      let byte = try take()
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"): text += try escape()
      case 0x20...: text.append(byte)
      default: throw bad
      }
    }
  }

  private mutating func escape() throws(Problem) -> [UInt8] {
    switch try take() {
    case UInt8(ascii: "\""): [0x22]
    case UInt8(ascii: "\\"): [0x5C]
    case UInt8(ascii: "/"): [0x2F]
    case UInt8(ascii: "b"): [8]
    case UInt8(ascii: "f"): [12]
    case UInt8(ascii: "n"): [10]
    case UInt8(ascii: "r"): [13]
    case UInt8(ascii: "t"): [9]
    case UInt8(ascii: "u"): try escapedScalar()
    default: throw bad
    }
  }

  private mutating func escapedScalar() throws(Problem) -> [UInt8] {
    var value = try fourDigits()
    if (0xD800...0xDBFF).contains(value) {
      try expect(UInt8(ascii: "\\"))
      try expect(UInt8(ascii: "u"))
      let low = try fourDigits()
      guard (0xDC00...0xDFFF).contains(low) else { throw bad }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw bad }
    return Array(String(scalar).utf8)
  }

  private mutating func fourDigits() throws(Problem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = FieldGrammar.hexValue(try take()) else { throw bad }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
