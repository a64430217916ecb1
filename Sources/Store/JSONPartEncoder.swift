/// Takes one value. What nothing was written to is an empty object.
final class JSONPartEncoder: Encoder {
  var part = JSONPart.object(JSONObjectPart())

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object(let object) = part { return KeyedEncodingContainer(JSONObjectContainer(object: object)) }
    let object = JSONObjectPart()
    part = .object(object)
    return KeyedEncodingContainer(JSONObjectContainer(object: object))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .list(let list) = part { return JSONListContainer(list: list) }
    let list = JSONListPart()
    part = .list(list)
    return JSONListContainer(list: list)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { JSONSingleContainer(encoder: self) }
}

private struct JSONSingleContainer: SingleValueEncodingContainer {
  let encoder: JSONPartEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.part = .null }
  func encode(_ value: Bool) { encoder.part = .word(value ? "true" : "false") }
  func encode(_ value: String) { encoder.part = .text(value) }
  func encode(_ value: Double) throws { encoder.part = try JSONPart(number: value) }
  func encode(_ value: Float) throws { encoder.part = try JSONPart(number: value) }
  func encode(_ value: Int) { encoder.part = .word(String(value)) }
  func encode(_ value: Int8) { encoder.part = .word(String(value)) }
  func encode(_ value: Int16) { encoder.part = .word(String(value)) }
  func encode(_ value: Int32) { encoder.part = .word(String(value)) }
  func encode(_ value: Int64) { encoder.part = .word(String(value)) }
  func encode(_ value: UInt) { encoder.part = .word(String(value)) }
  func encode(_ value: UInt8) { encoder.part = .word(String(value)) }
  func encode(_ value: UInt16) { encoder.part = .word(String(value)) }
  func encode(_ value: UInt32) { encoder.part = .word(String(value)) }
  func encode(_ value: UInt64) { encoder.part = .word(String(value)) }
  func encode(_ value: some Encodable) throws { try value.encode(to: encoder) }
}

private struct JSONObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let object: JSONObjectPart
  var codingPath: [any CodingKey] { [] }

  private func add(_ part: JSONPart, _ key: any CodingKey) { object.members.append((key.stringValue, part)) }

  func encodeNil(forKey key: Key) { add(.null, key) }
  func encode(_ value: Bool, forKey key: Key) { add(.word(value ? "true" : "false"), key) }
  func encode(_ value: String, forKey key: Key) { add(.text(value), key) }
  func encode(_ value: Double, forKey key: Key) throws { add(try JSONPart(number: value), key) }
  func encode(_ value: Float, forKey key: Key) throws { add(try JSONPart(number: value), key) }
  func encode(_ value: Int, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: Int8, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: Int16, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: Int32, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: Int64, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: UInt, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: UInt8, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: UInt16, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: UInt32, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: UInt64, forKey key: Key) { add(.word(String(value)), key) }
  func encode(_ value: some Encodable, forKey key: Key) throws { add(try JSONPart(value), key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    later(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { later(key).unkeyedContainer() }
  func superEncoder() -> any Encoder {
    let encoder = JSONPartEncoder()
    object.members.append(("super", .later(encoder)))
    return encoder
  }
  func superEncoder(forKey key: Key) -> any Encoder { later(key) }

  private func later(_ key: Key) -> JSONPartEncoder {
    let encoder = JSONPartEncoder()
    add(.later(encoder), key)
    return encoder
  }
}

private struct JSONListContainer: UnkeyedEncodingContainer {
  let list: JSONListPart
  var codingPath: [any CodingKey] { [] }
  var count: Int { list.elements.count }

  func encodeNil() { list.elements.append(.null) }
  func encode(_ value: String) { list.elements.append(.text(value)) }
  func encode(_ value: some Encodable) throws { list.elements.append(try JSONPart(value)) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    later().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { later().unkeyedContainer() }
  func superEncoder() -> any Encoder { later() }

  private func later() -> JSONPartEncoder {
    let encoder = JSONPartEncoder()
    list.elements.append(.later(encoder))
    return encoder
  }
}
