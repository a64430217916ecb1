extension EvidenceRoom {
  /// Erases a person: key, rows and contents. Answers false when old pages of the database file are still read by
  /// somebody; `sweep` removes them later. Throws `not_found` or `erased`.
  @discardableResult
  package func erase(_ subject: Identifier<Subject>, actor: String) async throws -> Bool {
    try await store.write { try $0.eraseSubject(subject, actor: actor) }
    try await removeBlobs(of: subject)
    return try await store.sweepDeleted()
  }

  /// Removes what has been kept long enough; answers how many sessions.
  package func purge(before time: Int64, actor: String) async throws -> Int {
    var count = 0
    while case let sessions = try await store.read({ try $0.expired(before: time) }), !sessions.isEmpty {
      for session in sessions {
        let purge: Purge
        do {
          purge = try await store.write { try $0.purge(session, actor: actor) }
        } catch let error as StoreError where error.code == .notFound || error.code == .erased {
          // Another server was faster.
          continue
        }
        if purge.erasedSubject { try await removeBlobs(of: purge.subject) }
        for address in purge.blobs { try await blobs.remove(address, subject: purge.subject) }
        count += 1
      }
    }
    if count > 0 { _ = try await store.sweepDeleted() }
    return count
  }

  /// Removes what crashes and expiry have left: contents of erased persons, contents without a row that are older than
  /// `age` milliseconds, uploads whose time is over. Answers how many things were removed.
  @discardableResult
  package func sweep(olderThan age: Int64 = 3_600_000) async throws -> Int {
    var count = 0
    while case let erasures = try await store.read({ try $0.erasures(pending: true) }), !erasures.isEmpty {
      for erasure in erasures { try await removeBlobs(of: erasure.subject) }
      count += erasures.count
    }
    while case let uploads = try await store.write({ try $0.removeExpiredUploads(limit: 100) }), !uploads.isEmpty {
      for upload in uploads { try await blobs.removePieces(of: upload.upload, subject: upload.subject) }
      count += uploads.count
    }
    let limit = StoreClock.system.now() - age
    for subject in try await blobs.subjects() {
      switch try await store.read({ try $0.presence(of: subject) }) {
      case .present: break
      case .erased:
        try await removeBlobs(of: subject)
        count += 1
        continue
      // Of another database, perhaps: not ours to remove.
      case .unknown: continue
      }
      try await blobs.removeUnfinished(of: subject, storedBefore: limit)
      // Pieces are stored after their upload's row, so those without one are left over.
      for upload in try await blobs.uploads(of: subject) where try await !store.read({ try $0.isOpen(upload) }) {
        try await blobs.removePieces(of: upload, subject: subject)
        count += 1
      }
      for address in try await blobs.addresses(of: subject, storedBefore: limit) {
        if try await store.read({ try $0.isUsed(blob: address) }) { continue }
        try await blobs.remove(address, subject: subject)
        count += 1
      }
    }
    _ = try await store.sweepDeleted()
    return count
  }

  /// Copies a SQLite store into a folder that does not exist yet: first the database, then the contents that it names,
  /// all of which are stored before their rows.
  package func backUp(to folder: String) async throws {
    try await FileThreads(count: 1).run { try Disk.makeFolder(folder) }
    try await store.backUp(to: folder + "/bonafide.sqlite")
    try await blobs.backUp(to: folder + "/blobs")
  }

  /// Goes over everything: whether every evidence has its whole content and every audit chain is intact.
  package func check() async throws -> StoreCheck {
    var result = StoreCheck()
    var place: PageKey?
    repeat {
      let after = place
      let page = try await store.read { try $0.sessions(after: after, limit: 100) }
      result.damagedSessions += page.damaged
      for session in page.elements { try await check(session, &result) }
      place = page.next
    } while place != nil
    var chain: AuditChain?
    while case let after = chain, case let chains = try await store.read({ try $0.auditChains(after: after) }),
      let last = chains.last
    {
      for chain in chains {
        result.chains += 1
        if case .broken = try await store.read({ try $0.verifyAudit(chain) }) { result.brokenChains.append(chain) }
      }
      chain = last
    }
    return result
  }

  private func check(_ session: Session, _ result: inout StoreCheck) async throws {
    result.sessions += 1
    var place: PageKey?
    repeat {
      let after = place
      let page = try await store.read { try $0.evidence(of: session.id, after: after) }
      result.damagedEvidence += page.damaged
      result.evidence += page.damaged.count
      for evidence in page.elements {
        result.evidence += 1
        if try await !isWhole(evidence) { result.damagedEvidence.append(evidence.id.text) }
      }
      place = page.next
    } while place != nil
  }

  private func isWhole(_ evidence: Evidence) async throws -> Bool {
    do {
      let blob = try await open(evidence)
      var offset: Int64 = 0
      while offset < blob.size { offset += Int64(try await blob.read(at: offset, count: 1 << 20).count) }
      return true
    } catch let error as StoreError where error.code == .corrupt {
      return false
    }
  }

  private func removeBlobs(of subject: Identifier<Subject>) async throws {
    try await blobs.removeAll(of: subject)
    try await store.write { try $0.markBlobsGone(subject) }
  }
}

/// What a check of a whole store found.
package struct StoreCheck: Sendable {
  package var sessions = 0
  package var evidence = 0
  package var chains = 0
  /// Ids of rows that cannot be read.
  package var damagedSessions: [String] = []
  /// Ids of evidence whose row or content is damaged.
  package var damagedEvidence: [String] = []
  package var brokenChains: [AuditChain] = []

  package var isSound: Bool { damagedSessions.isEmpty && damagedEvidence.isEmpty && brokenChains.isEmpty }
}
