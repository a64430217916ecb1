internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideObservations
internal import BonafideStore

/// What decided cases would have become under other settings. Nothing is judged with models, and nothing is changed.
struct SettingsPreview: Sendable {
  /// Cases that are looked at for one answer.
  private static let mostCases = 5000
  /// Sessions that are read in one transaction.
  private static let part = 50
  private static let mostListed = 500

  private let call: Call
  private let callType: String

  init(_ call: Call, callType: String) {
    self.call = call
    self.callType = callType
  }

  /// Throws 422 `bad_value` for values that settings may not have, 404 without such a flow.
  func run(_ wish: PreviewRequest) async throws -> PreviewAnswer {
    let desk = call.desk
    let (version, document, calibration) = try await desk.store.read { [callType] transaction in
      let latest = try transaction.settings(of: callType)
      return (
        latest.version, try latest.document.decoded(as: SettingsRequest.self), try Calibration(latest)?.document
      )
    }
    _ = try Settings(wish.values, declared: desk.catalog.declared)
    let after = try desk.catalog.values(document, changed: wish.values)
    let oldest = call.now - Int64(wish.days) * 86_400_000
    var tally = Tally(version: Int(version))
    var place: PageKey?
    repeat {
      let start = place
      let (page, cases) = try await desk.store.read { [self] transaction in
        let page = try transaction.sessions(
          SessionFilter(callType: callType), after: start, limit: SettingsPreview.part)
        let young = page.elements.filter { $0.created >= oldest }
        return (page, try young.map { ($0, try decided($0, in: transaction)) })
      }
      for case (let session, let decided?) in cases {
        // By other limits than those of then, measured values are judged that only the judge has.
        let isSame = decided.calibration == calibration
        tally.add(
          session, decided.outcome, isSame ? desk.judge.reconsider(decided.outcome, under: after) : nil)
      }
      let isOld = page.elements.last.map { $0.created < oldest } ?? true
      place = isOld ? nil : page.next
      if tally.answer.cases >= SettingsPreview.mostCases, place != nil {
        tally.answer.isComplete = false
        break
      }
      try Task.checkCancellation()
    } while place != nil
    return tally.finished
  }

  private struct Stored: Sendable {
    let outcome: DecidedCase
    let calibration: JSONValue?
  }

  /// What the engine found at first; nil for a case that it did not decide.
  private func decided(_ session: Session, in transaction: ReadTransaction) throws -> Stored? {
    let results = try transaction.results(of: session.id).filter { $0.run == 0 }
    guard let last = results.first(where: { $0.kind == ResultView.verdictPart }),
      let verdict = try last.serverValue?.decoded(as: StoredVerdict.self)
    else { return nil }
    let number = last.provenance?.settingsVersion ?? session.settingsVersion
    let settings = try transaction.settings(of: session.callType, version: number)
    let document = try settings.document.decoded(as: SettingsRequest.self)
    var parts: [String: JSONValue] = [:]
    for result in results where result.kind != ResultView.verdictPart {
      if let value = result.serverValue { parts[result.kind] = try value.decoded() }
    }
    let outcome = DecidedCase(
      verdict: verdict.verdict, reasons: verdict.reasons.map(\.code), parts: parts,
      ruleSet: last.provenance?.ruleSet ?? "", settings: try call.desk.catalog.values(document),
      modules: document.modules)
    return Stored(outcome: outcome, calibration: try Calibration(settings)?.document)
  }

  private struct Tally {
    var answer: PreviewAnswer
    private var counts: [DecisionVerdict: [DecisionVerdict: Int]] = [:]

    init(version: Int) { answer = PreviewAnswer(version: version) }

    mutating func add(_ session: Session, _ decided: DecidedCase, _ outcome: ReconsideredCase?) {
      answer.cases += 1
      let state: PreviewState
      if let outcome {
        counts[decided.verdict, default: [:]][outcome.verdict, default: 0] += 1
        state = outcome.verdict == decided.verdict ? .same : .changed
      } else {
        state = .needsReplay
      }
      switch state {
      case .same: answer.same += 1
      case .changed: answer.changed += 1
      case .needsReplay: answer.needsReplay += 1
      }
      guard state != .same, answer.listed.count < SettingsPreview.mostListed else { return }
      answer.listed.append(
        PreviewCase(
          session: session.id.text, createdAt: Int(session.created), state: state, from: decided.verdict,
          to: outcome?.verdict, reasons: outcome?.reasons ?? []))
    }

    var finished: PreviewAnswer {
      var answer = answer
      for from in DecisionVerdict.allCases {
        for to in DecisionVerdict.allCases {
          guard let count = counts[from]?[to] else { continue }
          answer.counts.append(PreviewCount(from: from, to: to, count: count))
        }
      }
      return answer
    }
  }
}
