/// What differs between the databases.
enum Dialect: Sendable {
  case sqlite
  case postgres

  /// A statement in this database's words: `?` are places for values, `{lock}` keeps the rows found until the end of
  /// the transaction, `{skip}` does so and passes over rows that somebody else keeps. SQLite has one writer at a time
  /// and needs neither.
  func statement(_ text: String) -> String {
    var places = 0
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for character in text.replacing("{lock}", with: lock).replacing("{skip}", with: skip) {
      if self == .postgres, character == "?" {
        places += 1
        result += "$\(places)"
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// A migration in this database's words. It is written with PostgreSQL's types; `{strict}` ends a table.
  func schema(_ text: String) -> String {
    switch self {
    case .postgres: text.replacing("{strict}", with: "")
    case .sqlite:
      text.replacing("{strict}", with: " STRICT").replacing("BYTEA", with: "BLOB").replacing("BIGINT", with: "INTEGER")
    }
  }

  private var lock: String { self == .postgres ? " FOR UPDATE" : "" }
  private var skip: String { self == .postgres ? " FOR UPDATE SKIP LOCKED" : "" }
}
