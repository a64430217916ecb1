internal import BonafideSecrets

extension StoreReading {
  /// Throws `not_found`.
  package func job(_ id: Identifier<Job>) throws -> Job {
    guard let row = try connection.row("SELECT \(Job.columns) FROM job WHERE id = ?", [.id(id)]) else {
      throw StoreError(.notFound, "there is no such job")
    }
    return try Job(row, context)
  }

  package func jobs(of session: Identifier<Session>) throws -> [Job] {
    try connection.rows(
      "SELECT \(Job.columns) FROM job WHERE session = ? ORDER BY created, id LIMIT 10000", [.id(session)]
    ).map { try Job($0, context) }
  }

  /// How many there are in each state, for metrics.
  package func jobCounts() throws -> [Job.State: Int64] {
    var counts: [Job.State: Int64] = [:]
    for var row in try connection.rows("SELECT state, COUNT(*) FROM job GROUP BY state") {
      counts[try row.code()] = try row.integer()
    }
    return counts
  }
}

extension WriteTransaction {
  package func addJob(
    _ kind: String, payload: JSONDocument, session: Identifier<Session>?, delay: Int64 = 0, maximumAttempts: Int64 = 5
  ) throws -> Job {
    let id = try Identifier<Job>()
    try connection.change(
      """
      INSERT INTO job (\(Job.columns), lease_owner, lease_until)
      VALUES (?, ?, ?, ?, ?, 0, ?, ?, NULL, ?, ?, NULL, NULL)
      """,
      [
        .id(id), .id(session), .string(kind),
        context.key(of: session).seal(payload, Job.payloadColumn, row: id.text), .string(Job.State.ready.rawValue),
        .number(maximumAttempts), .number(later(by: delay)), .number(now), .number(now),
      ])
    return try job(id)
  }

  /// The next job whose turn it is, of these kinds, for `duration` milliseconds; nil when there is none. One whose worker
  /// let its time pass is given again, or is `dead` when it was tried often enough.
  package func takeJob(kinds: [String], owner: String, duration: Int64) throws -> HeldJob? {
    guard !kinds.isEmpty else { return nil }
    let places = Array(repeating: "?", count: kinds.count).joined(separator: ", ")
    let names = kinds.map { SQLValue.string($0) }
    try connection.change(
      """
      UPDATE job SET state = 'dead', error = 'worker_lost', lease_owner = NULL, lease_until = NULL, updated = ?
      WHERE id IN (
        SELECT id FROM job WHERE state = 'running' AND lease_until <= ? AND attempts >= maximum_attempts
          AND kind IN (\(places)) LIMIT 100{skip}
      )
      """, [.number(now), .number(now)] + names)
    // Two steps, so that each finds its jobs by the index.
    for (state, time) in [("ready", "run_after"), ("running", "lease_until")] {
      while var row = try connection.row(
        """
        UPDATE job SET state = 'running', attempts = attempts + 1, lease_owner = ?, lease_until = ?, updated = ?
        WHERE id = (
          SELECT id FROM job WHERE state = '\(state)' AND \(time) <= ? AND attempts < maximum_attempts
            AND kind IN (\(places)) ORDER BY run_after, id LIMIT 1{skip}
        ) RETURNING id, \(Job.columns)
        """,
        [.string(owner), .number(later(by: duration)), .number(now), .number(now)] + names)
      {
        let id = try row.id(of: Job.self)
        do {
          return HeldJob(job: try Job(row, context), owner: owner, until: later(by: duration))
        } catch  where isCorrupt(error) {
          // It must not stand in the way of the others.
          try connection.change(
            "UPDATE job SET state = 'dead', error = 'corrupt', lease_owner = NULL, lease_until = NULL WHERE id = ?",
            [.id(id)])
        }
      }
    }
    return nil
  }

  /// More time for a job. Throws `lease_lost`.
  package func renew(_ held: HeldJob, duration: Int64) throws -> HeldJob {
    try reach("lease_until = ?", [.number(later(by: duration))], held)
    return HeldJob(job: held.job, owner: held.owner, until: later(by: duration))
  }

  /// Ends a job, in the transaction that keeps its result. Throws `lease_lost` when it has gone to another worker: then
  /// nothing of the transaction is kept.
  package func complete(_ held: HeldJob) throws {
    try reach("state = 'done', error = NULL, lease_owner = NULL, lease_until = NULL", [], held)
  }

  /// Ends an attempt without success. `code` is a stable code, never a text with data of persons.
  package func fail(_ held: HeldJob, code: String, backOff: BackOff = .jobs, isFinal: Bool = false) throws {
    let isDead = isFinal || held.job.attempts >= held.job.maximumAttempts
    try reach(
      "state = ?, error = ?, run_after = ?, lease_owner = NULL, lease_until = NULL",
      [
        .string((isDead ? Job.State.dead : .ready).rawValue), .string(code),
        .number(later(by: backOff.delay(after: held.job.attempts))),
      ], held)
  }

  /// Removes jobs that ended before this time; answers how many.
  package func removeEndedJobs(before time: Int64, limit: Int = 1000) throws -> Int {
    try connection.change(
      """
      DELETE FROM job WHERE id IN (
        SELECT id FROM job WHERE state IN ('done', 'dead') AND updated < ? ORDER BY updated LIMIT ?{skip}
      )
      """, [.number(time), .number(Int64(limit))])
  }

  private func reach(_ change: String, _ values: [SQLValue], _ held: HeldJob) throws {
    let reached = try connection.change(
      "UPDATE job SET \(change), updated = ? WHERE id = ? AND state = 'running' AND lease_owner = ? AND attempts = ?",
      values + [.number(now), .id(held.job.id), .string(held.owner), .number(held.job.attempts)])
    guard reached == 1 else { throw StoreError(.leaseLost, "the job has gone to another worker") }
  }
}

extension Job {
  static let columns =
    "id, session, kind, payload, state, attempts, maximum_attempts, run_after, error, created, updated"
  static let payloadColumn = Column("job", "payload")

  init(_ source: SQLRow, _ context: TransactionContext) throws {
    var row = source
    id = try row.id()
    session = try row.optionalID()
    kind = try row.text()
    payload = try JSONDocument(context.key(of: session).open(row.bytes(), Job.payloadColumn, row: id.text))
    state = try row.code()
    attempts = try row.integer()
    maximumAttempts = try row.integer()
    runAfter = try row.integer()
    error = try row.optionalText()
    created = try row.integer()
    updated = try row.integer()
  }
}
