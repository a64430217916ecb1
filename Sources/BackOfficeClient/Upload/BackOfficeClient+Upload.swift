package import BonafideBackOfficeAPI

/// How far an upload is, for a person who waits.
package struct UploadProgress: Sendable, Hashable {
  /// Bytes that the server has stored.
  package let stored: Int
  package let size: Int
  /// Failures in a row since the last byte was stored; 0 while all is well.
  package let failures: Int

  package var fraction: Double { size > 0 ? Double(stored) / Double(size) : 0 }
}

extension BackOfficeClient {
  /// Declares a content, sends it in pieces, and makes it evidence of the session; returns the evidence's id.
  ///
  /// After a failure it goes on from what the server has stored, also when it is called again, in another process: for a
  /// day the same content of the same kind is the same upload.
  ///
  /// - Parameters:
  ///   - policy: Nil for what the back office's settings say.
  ///   - progress: Called after every piece and every failure.
  ///
  /// Throws codes of the server that another try would not change, the last failure when all tries are spent, and
  /// `upload_too_large` and `media_type_not_allowed` before anything is sent.
  @discardableResult
  package func upload(
    _ source: UploadSource, as kind: EvidenceKind, mediaType: String, clientValues: JSONValue? = nil,
    policy: RetryPolicy? = nil, progress: @escaping @Sendable (UploadProgress) -> Void = { _ in }
  ) async throws(BackOfficeError) -> String {
    let open = try openSession()
    let settings = try kept(settings)
    let limit = settings.uploads.first { $0.kind == kind }
    if let limit, !limit.mediaTypes.contains(mediaType) { throw BackOfficeError(.mediaTypeNotAllowed) }
    let measure = try await source.measure(most: limit?.maximumBytes ?? Int.max)
    guard measure.size > 0 else { throw BackOfficeError(.requestInvalid, subject: "size") }
    let uploader = Uploader(
      client: self, session: open.answer.id, source: source, measure: measure,
      request: UploadRequest(
        kind: kind, mediaType: mediaType, size: measure.size, sha256: measure.sha256, clientValues: clientValues),
      pieceBytes: min(max(settings.pieceBytes, 1), API.pieceBytes),
      policy: policy ?? RetryPolicy(settings.recording), progress: progress)
    return try await uploader.run()
  }
}
