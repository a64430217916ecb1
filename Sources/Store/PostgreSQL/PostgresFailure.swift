/// SQLSTATE (PostgreSQL manual, appendix A) in the store's terms.
enum PostgresFailure {
  static let lost = StoreError(.unavailable, "the connection to the database server was lost")

  static func error(_ state: String) -> StoreError {
    let (code, text) = meaning(state)
    return StoreError(code, "\(text) (SQLSTATE \(state))", isRetriable: state == "40001" || state == "40P01")
  }

  private static func meaning(_ state: String) -> (StoreError.Code, String) {
    switch state {
    case "23505": (.exists, "it is there already")
    case "23503": (.missingReference, "something that a row belongs to is not there")
    case "57014": (.timeout, "a statement took too long")
    case "55P03": (.timeout, "a lock took too long")
    case "40001", "40P01": (.unavailable, "transactions were in each other's way")
    case "53100", "53200": (.full, "no room is left for the database")
    case "25P02": (.internal, "an earlier statement of the transaction failed")
    case _ where state.hasPrefix("22") || state.hasPrefix("23"): (.invalid, "a value is out of its range")
    case _ where ["08", "53", "57", "25"].contains(state.prefix(2)): (.unavailable, "the database server is not ready")
    case _ where state.hasPrefix("XX00"): (.corrupt, "the database is damaged")
    case _ where state.hasPrefix("54"): (.tooLarge, "a value is too large")
    default: (.internal, "a statement failed")
    }
  }
}
