/// What would have become of decided cases under other settings?
package struct PreviewRequest: WireType, Hashable {
  /// In place of the present version's values.
  package var values: [String: Double]
  /// How far back.
  package var days: Int

  package init(values: [String: Double], days: Int) {
    self.values = values
    self.days = days
  }

  package static let schema = Schema.object([
    .init(
      "values", .map(.number(-1e300...1e300), maximum: 1000), isRequired: true,
      "In place of the present version's values."),
    .init("days", .integer(1...31), isRequired: true, "How far back."),
  ])
}

package enum PreviewState: String, Codable, Sendable, Hashable, CaseIterable {
  case same
  case changed
  /// The stored values do not tell: `replay` judges with the models.
  case needsReplay = "needs_replay"
}

/// One case of a preview.
package struct PreviewCase: WireType, Hashable {
  package var session: String
  package var createdAt: Int
  package var state: PreviewState
  /// What the engine decided.
  package var from: DecisionVerdict
  /// Left out when the stored values do not tell.
  package var to: DecisionVerdict?
  /// Codes that it would have had; empty when the stored values do not tell.
  package var reasons: [String]

  package init(
    session: String, createdAt: Int, state: PreviewState, from: DecisionVerdict, to: DecisionVerdict? = nil,
    reasons: [String]
  ) {
    self.session = session
    self.createdAt = createdAt
    self.state = state
    self.from = from
    self.to = to
    self.reasons = reasons
  }

  package static let schema = Schema.object([
    .init("session", .identifier, isRequired: true, ""),
    .init("createdAt", .time, isRequired: true, ""),
    .init("state", .choice(of: PreviewState.self), isRequired: true, ""),
    .init("from", .choice(of: DecisionVerdict.self), isRequired: true, "What the engine decided."),
    .init("to", .choice(of: DecisionVerdict.self), isRequired: false, "Left out when the stored values do not tell."),
    .init(
      "reasons", .list(.text(1...64, .code), count: 0...200), isRequired: true,
      "Codes that it would have had; empty when the stored values do not tell."),
  ])
}

/// How many cases would have gone from one verdict to another.
package struct PreviewCount: WireType, Hashable {
  package var from: DecisionVerdict
  package var to: DecisionVerdict
  package var count: Int

  package init(from: DecisionVerdict, to: DecisionVerdict, count: Int) {
    self.from = from
    self.to = to
    self.count = count
  }

  package static let schema = Schema.object([
    .init("from", .choice(of: DecisionVerdict.self), isRequired: true, ""),
    .init("to", .choice(of: DecisionVerdict.self), isRequired: true, ""),
    .init("count", .integer(0...1_000_000), isRequired: true, ""),
  ])
}

/// What decided cases would have become, told from stored values: no model is run, and nothing is changed.
package struct PreviewAnswer: WireType, Hashable {
  /// The version whose values were the base.
  package var version: Int
  package var cases: Int
  package var same: Int
  package var changed: Int
  package var needsReplay: Int
  package var counts: [PreviewCount]
  /// Those that would change and those that need a replay, newest first; the first 500.
  package var listed: [PreviewCase]
  /// False when there were more cases than are looked at for one answer.
  package var isComplete: Bool

  package init(
    version: Int, cases: Int = 0, same: Int = 0, changed: Int = 0, needsReplay: Int = 0,
    counts: [PreviewCount] = [], listed: [PreviewCase] = [], isComplete: Bool = true
  ) {
    self.version = version
    self.cases = cases
    self.same = same
    self.changed = changed
    self.needsReplay = needsReplay
    self.counts = counts
    self.listed = listed
    self.isComplete = isComplete
  }

  package static let schema = Schema.object([
    .init(
      "version", .integer(0...9_007_199_254_740_991), isRequired: true, "The version whose values were the base."),
    .init("cases", .integer(0...1_000_000), isRequired: true, ""),
    .init("same", .integer(0...1_000_000), isRequired: true, ""),
    .init("changed", .integer(0...1_000_000), isRequired: true, ""),
    .init("needsReplay", .integer(0...1_000_000), isRequired: true, ""),
    .init("counts", .list(PreviewCount.schema, count: 0...9), isRequired: true, ""),
    .init(
      "listed", .list(PreviewCase.schema, count: 0...500), isRequired: true,
      "Those that would change and those that need a replay, newest first; the first 500."),
    .init(
      "isComplete", .flag, isRequired: true, "False when there were more cases than are looked at for one answer."),
  ])
}
