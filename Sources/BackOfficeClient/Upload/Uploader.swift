internal import BonafideBackOfficeAPI

/// One content on its way.
struct Uploader: Sendable {
  let client: BackOfficeClient
  let session: String
  let source: UploadSource
  let measure: UploadSource.Measure
  let request: UploadRequest
  let pieceBytes: Int
  let policy: RetryPolicy
  let progress: @Sendable (UploadProgress) -> Void

  func run() async throws(BackOfficeError) -> String {
    // In a row, without a byte stored in between.
    var failures = 0
    // One whose bytes changed on the way, or whose time is over while its declaration is still known, is declared anew
    // under another key.
    for round in 0..<3 {
      let body = try WireMessage.encoded(request)
      let key = try Hex.text(ContentHash.of(Array("\(session)/\(round)/".utf8) + body))
      let declared = try await patiently(&failures, at: 0) { () async throws(BackOfficeError) in
        try await client.sessionCall(
          API.uploadAdd, body: .bytes(body), key: key, policy: .once(policy.timeout), of: session)
      }
      if let evidence = try await send(declared.id, &failures) { return evidence }
    }
    throw BackOfficeError(.uploadRefused)
  }

  /// The evidence's id; nil when the server refused the upload, or has it no more.
  private func send(_ upload: String, _ failures: inout Int) async throws(BackOfficeError) -> String? {
    let path = ["upload": upload]
    // The declaration may be an old one, of which only its first answer is kept.
    var place: Int?
    var stored = 0
    while true {
      do throws(BackOfficeError) {
        let answer: UploadAnswer
        if let start = place {
          if start == measure.size {
            answer = try await client.sessionCall(
              API.uploadFinish, path: path, policy: .once(policy.timeout), of: session)
          } else {
            let end = min(start + pieceBytes, measure.size)
            answer = try await client.sessionCall(
              API.uploadAppend, path: path, headers: [("Upload-Offset", String(start))],
              body: source.piece(start..<end), policy: .once(policy.timeout), of: session)
            guard answer.received > start else { throw BackOfficeError(.uploadStuck) }
          }
        } else {
          answer = try await client.sessionCall(API.uploadGet, path: path, policy: .once(policy.timeout), of: session)
        }
        switch answer.state {
        case .finished:
          guard let evidence = answer.evidence else { throw BackOfficeError(.answerUnreadable) }
          progress(UploadProgress(stored: measure.size, size: measure.size, failures: 0))
          return evidence
        case .refused: return nil
        case .open: break
        }
        guard (0...measure.size).contains(answer.received) else { throw BackOfficeError(.uploadStuck) }
        if answer.received > stored { (stored, failures) = (answer.received, 0) }
        place = answer.received
        progress(UploadProgress(stored: answer.received, size: measure.size, failures: failures))
      } catch {
        if error.status == 404 || error.code == .expired { return nil }
        // Somebody, or an earlier try, was faster, or a hash did not hold: the server knows where the upload is.
        let isElsewhere = error.status == 409 && error.code != .sessionNotOpen
        guard error.isPassing || isElsewhere else { throw error }
        try await wait(&failures, error, at: stored)
        place = nil
      }
    }
  }

  private func patiently<Value>(
    _ failures: inout Int, at place: Int, _ body: () async throws(BackOfficeError) -> Value
  ) async throws(BackOfficeError) -> Value {
    while true {
      do throws(BackOfficeError) { return try await body() } catch {
        guard error.isPassing else { throw error }
        try await wait(&failures, error, at: place)
      }
    }
  }

  private func wait(_ failures: inout Int, _ error: BackOfficeError, at place: Int) async throws(BackOfficeError) {
    failures += 1
    guard failures <= policy.retries else { throw error }
    progress(UploadProgress(stored: place, size: measure.size, failures: failures))
    try await client.pause(policy.wait(before: failures, after: error))
  }
}

extension BackOfficeError.Code {
  /// Of an upload: its time is over.
  static let expired = Self(rawValue: "expired")
  static let sessionNotOpen = Self(rawValue: "session_not_open")
}
