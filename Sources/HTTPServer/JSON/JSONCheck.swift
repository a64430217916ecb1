/// JSON as it was read; members in their order.
package enum JSONTree: Sendable, Equatable {
  case null
  case flag(Bool)
  /// Its digits, as they were sent.
  case number(String)
  case text(String)
  case list([JSONTree])
  case object([(name: String, value: JSONTree)])

  package static func == (left: JSONTree, right: JSONTree) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.flag(let left), .flag(let right)): left == right
    case (.number(let left), .number(let right)), (.text(let left), .text(let right)): left == right
    case (.list(let left), .list(let right)): left == right
    case (.object(let left), .object(let right)):
      left.map(\.name) == right.map(\.name) && left.map(\.value) == right.map(\.value)
    default: false
    }
  }
}

/// Reads JSON (RFC 8259) strictly, and refuses what a decoder should not see.
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
    _ = try read(bytes, maximumDepth: maximumDepth)
  }

  package static func read(_ bytes: [UInt8], maximumDepth: Int = maximumDepth) throws(Problem) -> JSONTree {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Problem(.badRequest, "bad_utf8", "the content is not UTF-8")
    }
    var check = JSONCheck(bytes, maximumDepth: maximumDepth)
    check.skipBlanks()
    let tree = try check.value(depth: 0)
    check.skipBlanks()
    guard check.at == bytes.count else { throw check.bad }
    return tree
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

  private mutating func value(depth: Int) throws(Problem) -> JSONTree {
    switch next {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .list(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "t"):
      try word("true")
      return .flag(true)
    case UInt8(ascii: "f"):
      try word("false")
      return .flag(false)
    case UInt8(ascii: "n"):
      try word("null")
      return .null
    default: return .number(try number())
    }
  }

  private func checkDepth(_ depth: Int) throws(Problem) {
    guard depth <= maximumDepth else {
      throw Problem(.badRequest, "too_deep", "more than \(maximumDepth) levels of objects and arrays")
    }
  }

  private mutating func object(depth: Int) throws(Problem) -> [(name: String, value: JSONTree)] {
    try checkDepth(depth)
    at += 1
    skipBlanks()
    var members: [(name: String, value: JSONTree)] = []
    if next == UInt8(ascii: "}") {
      at += 1
      return members
    }
    // As texts, for the decoder takes two ways to write the same character for the same key.
    var keys: Set<String> = []
    while true {
      skipBlanks()
      let name = try string()
      guard keys.insert(name).inserted else {
        throw Problem(.badRequest, "duplicate_key", "an object has the same key twice")
      }
      skipBlanks()
      try expect(UInt8(ascii: ":"))
      skipBlanks()
      members.append((name, try value(depth: depth)))
      skipBlanks()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "}"): return members
      default: throw bad
      }
    }
  }

  private mutating func array(depth: Int) throws(Problem) -> [JSONTree] {
    try checkDepth(depth)
    at += 1
    skipBlanks()
    var elements: [JSONTree] = []
    if next == UInt8(ascii: "]") {
      at += 1
      return elements
    }
    while true {
      skipBlanks()
      elements.append(try value(depth: depth))
      skipBlanks()
      switch try take() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "]"): return elements
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

  private mutating func number() throws(Problem) -> String {
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
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// The string without its quotes and escapes.
  private mutating func string() throws(Problem) -> String {
    try expect(UInt8(ascii: "\""))
    let start = at
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { at += 1 }
    if next == UInt8(ascii: "\"") {
      at += 1
      return String(decoding: bytes[start..<(at - 1)], as: UTF8.self)
    }
    var text = Array(bytes[start..<at])
    while true {
      let byte = try take()
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
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
