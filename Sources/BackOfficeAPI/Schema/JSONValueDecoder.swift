extension JSONValue {
  /// The value as a type. Throws `DecodingError`, without places: what a client sent was checked by its schema before.
  package func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    if let value = self as? Value { return value }
    return try Value(from: JSONValueDecoder(value: self))
  }
}

/// Reads a value that is in memory already, so that the text is gone over only once.
private struct JSONValueDecoder: Decoder {
  let value: JSONValue

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let fields) = value else { throw JSONValue.mismatch(type) }
    return KeyedDecodingContainer(JSONFields(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let elements) = value else { throw JSONValue.mismatch([JSONValue].self) }
    return JSONElements(elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { JSONSingle(value: value) }
}

extension JSONValue {
  fileprivate static func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: [], debugDescription: "another type"))
  }

  fileprivate func read(_ type: Bool.Type) throws -> Bool {
    guard case .flag(let flag) = self else { throw JSONValue.mismatch(type) }
    return flag
  }

  fileprivate func read(_ type: String.Type) throws -> String {
    guard case .text(let text) = self else { throw JSONValue.mismatch(type) }
    return text
  }

  fileprivate func read<Number: BinaryFloatingPoint>(_ type: Number.Type) throws -> Number {
    guard let number else { throw JSONValue.mismatch(type) }
    return Number(number)
  }

  /// 1.0 is an integer for JSON Schema.
  fileprivate func read<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let found: Number? =
      switch self {
      case .integer(let value): Number(exactly: value)
      case .number(let value): Number(exactly: value)
      default: nil
      }
    guard let found else { throw JSONValue.mismatch(type) }
    return found
  }
}

private struct JSONFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: JSONValue]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

  private func value(_ key: any CodingKey) throws -> JSONValue {
    guard let value = fields[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "missing"))
    }
    return value
  }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try value(key) == .null }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).read(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).read(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).read(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).read(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).read(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).read(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).read(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).read(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).read(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).read(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).read(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).read(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).read(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).read(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try value(key).decoded() }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try JSONValueDecoder(value: value(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try JSONValueDecoder(value: value(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { JSONValueDecoder(value: fields["super"] ?? .null) }
  func superDecoder(forKey key: Key) throws -> any Decoder { JSONValueDecoder(value: try value(key)) }
}

private struct JSONElements: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  init(elements: [JSONValue]) { self.elements = elements }

  private mutating func next() throws -> JSONValue {
    guard !isAtEnd else { throw JSONValue.mismatch([JSONValue].self) }
    defer { currentIndex += 1 }
    return elements[currentIndex]
  }

  mutating func decodeNil() -> Bool {
    guard !isAtEnd, elements[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decoded() }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try JSONValueDecoder(value: next()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try JSONValueDecoder(value: next()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { JSONValueDecoder(value: try next()) }
}

private struct JSONSingle: SingleValueDecodingContainer {
  let value: JSONValue
  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { value == .null }
  func decode(_ type: Bool.Type) throws -> Bool { try value.read(type) }
  func decode(_ type: String.Type) throws -> String { try value.read(type) }
  func decode(_ type: Double.Type) throws -> Double { try value.read(type) }
  func decode(_ type: Float.Type) throws -> Float { try value.read(type) }
  func decode(_ type: Int.Type) throws -> Int { try value.read(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try value.read(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try value.read(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try value.read(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try value.read(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try value.read(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try value.read(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try value.read(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try value.read(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try value.read(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value.decoded() }
}
