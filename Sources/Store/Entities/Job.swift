/// Work that is done later, by one worker at a time, and done again when the worker dies.
package struct Job: Sendable, Hashable {
  package enum State: String, Sendable, Hashable, Codable, CaseIterable {
    case ready
    case running
    case done
    /// Tried too often.
    case dead
  }

  package let id: Identifier<Job>
  /// Whose key seals the payload; nil for work that is about nobody.
  package let session: Identifier<Session>?
  package let kind: String
  package let payload: JSONDocument
  package let state: State
  /// How often it was begun.
  package let attempts: Int64
  package let maximumAttempts: Int64
  package let runAfter: Int64
  /// A stable code of the last failure.
  package let error: String?
  package let created: Int64
  package let updated: Int64
}

/// A job that a worker holds. The number of its attempt tells the holder from one that was too slow.
package struct HeldJob: Sendable, Hashable {
  package let job: Job
  package let owner: String
  package let until: Int64
}

/// How long to wait before the next attempt.
package struct BackOff: Sendable, Hashable {
  /// Milliseconds before the second attempt; doubled for each further one.
  package let first: Int64
  package let longest: Int64

  package init(first: Int64, longest: Int64) {
    self.first = first
    self.longest = longest
  }

  package static let jobs = BackOff(first: 1_000, longest: 300_000)
  package static let webhooks = BackOff(first: 5_000, longest: 3_600_000)

  package func delay(after attempts: Int64) -> Int64 {
    let doublings = min(max(attempts, 1) - 1, 40)
    let delay = first.multipliedReportingOverflow(by: 1 << doublings)
    return delay.overflow ? longest : min(delay.partialValue, longest)
  }
}
