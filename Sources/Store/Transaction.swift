internal import BonafideSecrets

/// What a transaction works with. Only on its thread, only while its body runs.
package final class TransactionContext {
  let connection: any SQLConnection
  let ring: KeyRing
  let keys: SystemKeys
  /// Unix milliseconds; the same during the whole transaction.
  package let now: Int64
  private var subjectKeys: [Identifier<Subject>: SubjectKey] = [:]

  init(connection: any SQLConnection, ring: KeyRing, keys: SystemKeys, now: Int64) {
    self.connection = connection
    self.ring = ring
    self.keys = keys
    self.now = now
  }

  /// Throws `erased`, `not_found`, `key_missing` or `corrupt`.
  func key(of subject: Identifier<Subject>) throws -> SubjectKey {
    if let key = subjectKeys[subject] { return key }
    guard
      var row = try connection.row("SELECT master, wrapped FROM subject WHERE id = ?", [.id(subject)])
    else {
      let erased = try connection.row("SELECT 1 FROM erasure WHERE subject = ?", [.id(subject)])
      throw erased == nil
        ? StoreError(.notFound, "there is no such person") : StoreError(.erased, "the person was erased")
    }
    let wrapped = WrappedKey(masterKey: try row.text(), bytes: try row.bytes())
    let key = try SubjectKey(wrapped, owner: subject.text, ring: ring)
    subjectKeys[subject] = key
    return key
  }

  /// The key of the person whom a session is about.
  func key(of session: Identifier<Session>) throws -> SubjectKey {
    guard var row = try connection.row("SELECT subject FROM session WHERE id = ?", [.id(session)]) else {
      throw StoreError(.notFound, "there is no such session")
    }
    return try key(of: row.id(of: Subject.self))
  }

  /// The person's key, or the store's own for what is about nobody.
  func key(of session: Identifier<Session>?) throws -> SubjectKey {
    try session.map { try key(of: $0) } ?? keys.columns
  }

  func remember(_ key: SubjectKey, of subject: Identifier<Subject>) { subjectKeys[subject] = key }

  func forget(_ subject: Identifier<Subject>) { subjectKeys[subject] = nil }
}

/// A place of one sealed value.
struct Column: Sendable {
  let table: String
  let name: String

  init(_ table: String, _ name: String) {
    self.table = table
    self.name = name
  }
}

extension SubjectKey {
  func seal(_ document: JSONDocument?, _ column: Column, row: String) throws -> SQLValue {
    guard let document else { return .null }
    return .data(try seal(document.bytes, table: column.table, column: column.name, row: row))
  }

  func seal(_ bytes: [UInt8], _ column: Column, row: String) throws -> SQLValue {
    .data(try seal(bytes, table: column.table, column: column.name, row: row))
  }

  func open(_ sealed: [UInt8], _ column: Column, row: String) throws -> [UInt8] {
    try open(sealed, table: column.table, column: column.name, row: row)
  }

  func open(_ sealed: [UInt8]?, _ column: Column, row: String) throws -> JSONDocument? {
    guard let sealed else { return nil }
    return try JSONDocument(open(sealed, column, row: row))
  }
}

/// What can be asked.
package protocol StoreReading {
  var context: TransactionContext { get }
}

/// Sees one state of the database.
package struct ReadTransaction: StoreReading {
  package let context: TransactionContext
}

/// May change things; all of its changes are kept, or none.
package struct WriteTransaction: StoreReading {
  package let context: TransactionContext
}

extension StoreReading {
  /// The time of the transaction, Unix milliseconds.
  package var now: Int64 { context.now }

  var connection: any SQLConnection { context.connection }

  /// The time in so many milliseconds; the end of time when it would be later than that.
  func later(by duration: Int64) -> Int64 {
    let sum = now.addingReportingOverflow(max(duration, 0))
    return sum.overflow ? Int64.max : sum.partialValue
  }
}

/// Numbers that count rows. They come from the database, so they are not trusted.
enum Counter {
  static func next(after number: Int64) throws -> Int64 {
    guard number >= 0, number < Int64.max else { throw StoreError(.corrupt, "a stored number is out of range") }
    return number + 1
  }
}
