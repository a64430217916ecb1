package import BonafideSecrets

/// A failure of the store with a stable code. Texts never hold personal data, SQL or its values. Two errors are equal
/// when their codes are.
package struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Code: String, Sendable, CaseIterable, Codable {
    case notFound = "not_found"
    /// Something with this name or id is there already.
    case exists
    /// What a row belongs to is not there (any more).
    case missingReference = "missing_reference"
    /// A value that the schema does not take.
    case invalid
    /// Somebody else has changed it since it was read.
    case stale
    /// Another owner holds the lease.
    case leased
    /// The lease, or the job, has gone to another owner.
    case leaseLost = "lease_lost"
    case expired
    /// A single-use value was used before.
    case used
    /// A hash, size or place is not the declared one.
    case mismatch
    /// The same idempotency key came with another request.
    case conflict
    /// The request with this idempotency key is still being worked on.
    case inFlight = "in_flight"
    case tooLarge = "too_large"
    /// Stored bytes are damaged, were moved, or are not of the expected form.
    case corrupt
    /// The person was erased.
    case erased
    case keyMissing = "key_missing"
    /// A migration that was applied reads differently now.
    case schemaAltered = "schema_altered"
    /// The database was made by a newer version.
    case schemaNewer = "schema_newer"
    /// The database cannot be reached, or is too busy. Nothing was changed.
    case unavailable
    case timeout
    /// The connection was lost while committing: it may or may not have been done.
    case outcomeUnknown = "outcome_unknown"
    /// No room is left.
    case full
    case `internal`
  }

  package let code: Code
  package let message: String
  /// Whether the same transaction may succeed when it is simply run again (deadlock, serialisation).
  let isRetriable: Bool

  package init(_ code: Code, _ message: String) {
    self.init(code, message, isRetriable: false)
  }

  init(_ code: Code, _ message: String, isRetriable: Bool) {
    self.code = code
    self.message = message
    self.isRetriable = isRetriable
  }

  package var description: String { "\(code.rawValue): \(message)" }

  package static func == (left: StoreError, right: StoreError) -> Bool { left.code == right.code }

  /// The store's view of a failure of the cryptographic room.
  package init(_ error: SecretError) {
    switch error.code {
    case .notAuthentic, .unknownVersion, .badKey: self.init(.corrupt, error.message)
    case .keyMissing: self.init(.keyMissing, error.message)
    default: self.init(.internal, error.message)
    }
  }

  /// Errors of other rooms in the store's terms; a caller's own errors pass.
  static func mapped(_ error: any Error) -> any Error {
    (error as? SecretError).map { StoreError($0) } ?? error
  }
}
