internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideSecrets
internal import BonafideStore

/// Failures of other rooms as answers.
enum OfficeProblem {
  static let notFound = Problem(.notFound, "not_found", "there is nothing under this address")

  /// Problems and cancellations pass unchanged.
  static func mapped(_ error: any Error) -> any Error {
    switch error {
    case let error as StoreError: problem(error) ?? error
    case let flaw as SchemaFlaw: problem(flaw)
    case let error as BonafideError where error.code == .usage:
      Problem(.unprocessableContent, "bad_value", shown(error.message))
    default: error
    }
  }

  /// What may name a part of the request, as a detail may be: of bounded length, without control characters.
  private static func shown(_ message: String) -> String {
    let characters = message.unicodeScalars.prefix(400).map { scalar in
      scalar.properties.generalCategory == .control ? Character("\u{FFFD}") : Character(scalar)
    }
    return String(characters)
  }

  /// Nil for faults of ours.
  private static func problem(_ error: StoreError) -> Problem? {
    let code = error.code.rawValue
    return switch error.code {
    case .notFound, .missingReference: notFound
    case .erased: Problem(.gone, code, "the person was erased")
    case .exists, .stale, .leased, .leaseLost, .used, .mismatch, .conflict: Problem(.conflict, code, error.message)
    case .inFlight: Problem(.conflict, code, error.message, fields: ["Retry-After": "1"])
    case .expired: Problem(.gone, code, error.message)
    case .invalid: Problem(.unprocessableContent, code, error.message)
    case .tooLarge: Problem(.contentTooLarge, code, error.message)
    case .unavailable, .timeout, .outcomeUnknown, .full:
      Problem(.serviceUnavailable, code, "the store cannot do it now", fields: ["Retry-After": "2"])
    case .corrupt, .keyMissing, .schemaAltered, .schemaNewer, .internal: nil
    }
  }

  private static func problem(_ flaw: SchemaFlaw) -> Problem {
    let words =
      switch flaw.kind {
      case .unknownField: "is not known"
      case .missingField: "is missing"
      case .wrongType: "has the wrong type"
      case .badValue: "has a value that is not allowed"
      }
    let name = flaw.field.isEmpty ? "a value" : "'\(flaw.field)'"
    return Problem(.unprocessableContent, flaw.kind.rawValue, "\(name) \(words)")
  }

  /// A short code for logs and jobs: never a text with values.
  static func code(of error: any Error) -> String {
    switch error {
    case let error as StoreError: error.code.rawValue
    case let error as Problem: error.code
    case let error as BonafideError: error.code.rawValue
    case is CancellationError: "cancelled"
    default: "internal"
    }
  }
}
