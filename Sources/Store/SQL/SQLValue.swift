/// A value on its way into or out of a statement.
enum SQLValue: Sendable, Hashable {
  case null
  case number(Int64)
  case string(String)
  case data([UInt8])

  static func text(_ text: String?) -> SQLValue { text.map { .string($0) } ?? .null }
  static func integer(_ number: Int64?) -> SQLValue { number.map { .number($0) } ?? .null }
  static func bytes(_ bytes: [UInt8]?) -> SQLValue { bytes.map { .data($0) } ?? .null }
  static func id<Owner>(_ id: Identifier<Owner>?) -> SQLValue { text(id?.text) }
  static func flag(_ flag: Bool) -> SQLValue { .number(flag ? 1 : 0) }
}

/// A row, read from left to right. Every value is checked: a database is outside data.
struct SQLRow {
  private let values: [SQLValue]
  private var place = 0

  init(_ values: [SQLValue]) { self.values = values }

  mutating func text() throws(StoreError) -> String {
    guard case .string(let text) = try next() else { throw SQLRow.corrupt }
    return text
  }

  mutating func integer() throws(StoreError) -> Int64 {
    guard case .number(let number) = try next() else { throw SQLRow.corrupt }
    return number
  }

  mutating func bytes() throws(StoreError) -> [UInt8] {
    guard case .data(let bytes) = try next() else { throw SQLRow.corrupt }
    return bytes
  }

  mutating func flag() throws(StoreError) -> Bool { try integer() != 0 }

  mutating func id<Owner>(of owner: Owner.Type = Owner.self) throws(StoreError) -> Identifier<Owner> {
    guard let id = Identifier<Owner>(try text()) else { throw SQLRow.corrupt }
    return id
  }

  mutating func optionalText() throws(StoreError) -> String? {
    if try skipNull() { return nil }
    return try text()
  }

  mutating func optionalInteger() throws(StoreError) -> Int64? {
    if try skipNull() { return nil }
    return try integer()
  }

  mutating func optionalBytes() throws(StoreError) -> [UInt8]? {
    if try skipNull() { return nil }
    return try bytes()
  }

  mutating func optionalID<Owner>(of owner: Owner.Type = Owner.self) throws(StoreError) -> Identifier<Owner>? {
    if try skipNull() { return nil }
    return try id(of: owner)
  }

  mutating func code<Code: RawRepresentable<String>>(_ type: Code.Type = Code.self) throws(StoreError) -> Code {
    guard let code = Code(rawValue: try text()) else { throw SQLRow.corrupt }
    return code
  }

  private mutating func skipNull() throws(StoreError) -> Bool {
    guard place < values.count else { throw SQLRow.corrupt }
    guard values[place] == .null else { return false }
    place += 1
    return true
  }

  private mutating func next() throws(StoreError) -> SQLValue {
    guard place < values.count else { throw SQLRow.corrupt }
    defer { place += 1 }
    return values[place]
  }

  private static let corrupt = StoreError(.corrupt, "a stored row has another form than expected")
}
