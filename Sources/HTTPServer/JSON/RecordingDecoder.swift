/// Hands everything on to another decoder, and notes which keys were asked for.
struct RecordingDecoder: Decoder {
  let base: any Decoder
  let record: FieldRecord

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    record.add(
      present: try base.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue), at: FieldRecord.name(codingPath))
    return KeyedDecodingContainer(RecordingObject(base: try base.container(keyedBy: type), record: record))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    RecordingArray(base: try base.unkeyedContainer(), record: record)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    RecordingValue(base: try base.singleValueContainer())
  }
}

private struct RecordingObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>
  let record: FieldRecord

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  private func asked(_ key: Key) -> Key {
    record.ask(key.stringValue, at: FieldRecord.name(codingPath))
    return key
  }

  func contains(_ key: Key) -> Bool { base.contains(asked(key)) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: asked(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try base.decode(type, forKey: asked(key)) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try base.decode(type, forKey: asked(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try base.decode(RecordedValue<Value>.self, forKey: asked(key)).value
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    record.add(
      present: try base.nestedContainer(keyedBy: AnyKey.self, forKey: asked(key)).allKeys.map(\.stringValue),
      at: FieldRecord.name(codingPath + [key]))
    return KeyedDecodingContainer(
      RecordingObject<Nested>(base: try base.nestedContainer(keyedBy: type, forKey: key), record: record))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    RecordingArray(base: try base.nestedUnkeyedContainer(forKey: asked(key)), record: record)
  }

  func superDecoder() throws -> any Decoder {
    record.ask("super", at: FieldRecord.name(codingPath))
    return RecordingDecoder(base: try base.superDecoder(), record: record)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    RecordingDecoder(base: try base.superDecoder(forKey: asked(key)), record: record)
  }
}

private struct RecordingArray: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer
  let record: FieldRecord

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try base.decode(RecordedValue<Value>.self).value
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try RecordingDecoder(base: base.superDecoder(), record: record).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    RecordingArray(base: try base.nestedUnkeyedContainer(), record: record)
  }

  mutating func superDecoder() throws -> any Decoder {
    RecordingDecoder(base: try base.superDecoder(), record: record)
  }
}

private struct RecordingValue: SingleValueDecodingContainer {
  let base: any SingleValueDecodingContainer

  var codingPath: [any CodingKey] { base.codingPath }

  func decodeNil() -> Bool { base.decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Numbers, texts and truth values as they are; all others may hold objects.
    if type is any LosslessStringConvertible.Type { return try base.decode(type) }
    return try base.decode(RecordedValue<Value>.self).value
  }
}
