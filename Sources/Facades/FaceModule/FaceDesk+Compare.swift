internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import BonafideCapture
internal import BonafideFaceAnalysis
internal import BonafideObservations
internal import BonafideVerification
internal import CoreModule

/// `faceCompare`: this device's own comparison, for the person who waits. The server makes its own.
extension FaceDesk {
  func compare() {
    guard core.isReady, var run, run.stage == .saved || run.stage == .comparing, let record = run.record else {
      let text = core.isReady ? FaceTexts.notCompleted : FaceTexts.notReady
      return refuse("faceCompare") { $0.faceCompareFailed(error: .comparison(text)) }
    }
    guard run.stage == .saved else {
      return refuse("faceCompare") { $0.faceCompareFailed(error: .comparison(FaceTexts.comparing)) }
    }
    let references = [
      core.chipPortrait.map { (CompareReference.chip, $0) },
      core.documentPortrait.map { (CompareReference.document, $0) },
    ].compactMap(\.self)
    run.stage = .comparing
    let (token, analyzer) = (run.token, run.analyzer)
    tell(token) { $0.faceCompareStarted() }
    run.work = Task {
      let failure = await self.carryOutComparison(record, references, analyzer, token)
      guard self.run?.token == token, !Task.isCancelled else { return }
      self.run?.stage = .saved
      if let failure {
        self.core.log("compare.failed", detail: failure.code, level: .warning)
        self.tell(token) { $0.faceCompareFailed(error: .comparison(failure.text)) }
      } else {
        self.tell(token) { $0.faceCompareCompleted() }
      }
    }
    self.run = run
  }

  private struct Failure {
    let code: String
    let text: String
  }

  /// Nil when each reference shows the same face, and the back office knows it.
  private func carryOutComparison(
    _ record: FaceRecord, _ references: [(CompareReference, FaceReference)], _ analyzer: FaceAnalyzer,
    _ token: FlowToken
  ) async -> Failure? {
    guard !references.isEmpty else { return Failure(code: "no_reference_face", text: FaceTexts.noReference) }
    let results: [CompareReference: FaceComparison]
    do { results = try await Self.measure(record, references, analyzer) } catch {
      EnQualifyCore.lastError = error
      return Failure(code: "not_evaluated", text: FaceTexts.noFace)
    }
    guard run?.token == token else { return nil }
    CustomerFace.shared.values.take(chip: results[.chip], document: results[.document])
    guard let worst = results.values.min(by: { $0.similarity < $1.similarity }) else {
      return Failure(code: "not_evaluated", text: FaceTexts.noFace)
    }
    do throws(BackOfficeError) {
      _ = try await core.client.saveComparison(
        CompareRequest(
          references: results.keys.sorted { $0.rawValue < $1.rawValue },
          confidence: Int(worst.confidence.rounded()), distance: worst.distance, details: Self.details(results)))
    } catch {
      EnQualifyCore.lastError = error
      return Failure(code: error.code.rawValue, text: FaceTexts.notSent)
    }
    guard results.values.allSatisfy(\.isMatch) else {
      return Failure(code: "face_mismatch", text: Reason(.faceMismatch).message)
    }
    return nil
  }

  /// Throws when a face is too small to be compared: that is not the same as another person.
  @concurrent nonisolated private static func measure(
    _ record: FaceRecord, _ references: [(CompareReference, FaceReference)], _ analyzer: FaceAnalyzer
  ) async throws -> [CompareReference: FaceComparison] {
    guard let face = record.captures.first else { throw BonafideError(.noFace, "there is no straight face") }
    let probe = try record.template ?? analyzer.template(of: face.face, in: face.picture)
    var results: [CompareReference: FaceComparison] = [:]
    for (kind, reference) in references {
      let template = try analyzer.template(of: reference.face, in: reference.picture)
      results[kind] = FaceComparison(similarity: probe.similarity(to: template), settings: analyzer.settings)
    }
    return results
  }

  private static func details(_ results: [CompareReference: FaceComparison]) -> JSONValue {
    var values: [String: JSONValue] = [:]
    for (kind, result) in results {
      values[kind.rawValue] = .object([
        "confidence": .number(result.confidence), "distance": .number(result.distance),
        "distanceValidityLevel": .integer(result.validityLevel.rawValue), "isMatch": .flag(result.isMatch),
      ])
    }
    return .object(values)
  }
}
