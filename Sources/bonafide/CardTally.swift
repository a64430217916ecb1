import BonafideCapture
import BonafideObservations
import BonafideSpecimen
import BonafideVerification

/// What many cards came to.
struct CardTally {
  private struct Field {
    var right = 0
    var wrong = 0
    var unread = 0
  }

  private var fields: [DocumentField: Field] = [:]
  private var decisions: [DocumentDecision: Int] = [:]
  private var reasons: [ReasonCode: Int] = [:]
  private var disagreeing = 0
  private var unseen = 0
  private var portraits = 0
  private var elements: [SecurityElement: Int] = [:]
  private var cards = 0
  private var wrongPairs: [DocumentDecision: Int] = [:]
  private var wrongPairsThatDoNotDisagree = 0
  private var times: [Double] = []
  private var misses: [String] = []

  mutating func add(_ card: DrawnCard) {
    cards += 1
    times.append(card.milliseconds)
    guard let verdict = card.verdict else {
      unseen += 1
      return
    }
    let reading = verdict.reading
    decisions[verdict.decision, default: 0] += 1
    for reason in verdict.reasons {
      reasons[reason.code, default: 0] += 1
      misses.append("seed \(card.truth.first?.seed ?? 0) \(reason.code.rawValue)")
    }
    let against = reading.crossChecks.filter { $0.agrees == false }
    if !against.isEmpty { disagreeing += 1 }
    for check in against {
      let (zone, print) = (check.mrz ?? "-", check.printed ?? "-")
      misses.append("seed \(card.truth.first?.seed ?? 0) \(check.field.rawValue): zone \(zone), print \(print)")
    }
    if reading.portrait?.image == .front { portraits += 1 }
    for element in reading.elements where element.confidence >= 0.5 { elements[element.element, default: 0] += 1 }
    guard let truth = card.truth.first else { return }
    for field in DocumentField.allCases {
      guard let printed = truth.field(field.rawValue) else { continue }
      let isName = field == .surname || field == .givenNames
      let wanted = isName ? printed.printed : printed.value
      let value = reading.printedValue(of: field)
      if value == wanted {
        fields[field, default: Field()].right += 1
      } else if value == nil {
        fields[field, default: Field()].unread += 1
      } else {
        fields[field, default: Field()].wrong += 1
        misses.append("seed \(truth.seed) wrong \(field.rawValue)")
      }
    }
  }

  mutating func addWrong(_ verdict: DocumentVerdict?) {
    guard let verdict else { return }
    wrongPairs[verdict.decision, default: 0] += 1
    if !verdict.reading.crossChecks.contains(where: { $0.agrees == false }) { wrongPairsThatDoNotDisagree += 1 }
  }

  var members: [(String, JSON)] {
    [
      ("unseen", .int(unseen)),
      (
        "fields",
        .object(
          DocumentField.allCases.compactMap { field in
            fields[field].map {
              (
                field.rawValue,
                JSON.object([("right", .int($0.right)), ("wrong", .int($0.wrong)), ("notRead", .int($0.unread))])
              )
            }
          })
      ),
      ("rightPairs", counts(decisions) { $0.rawValue }), ("rightPairsThatDisagree", .int(disagreeing)),
      ("reasonsOfRightPairs", counts(reasons) { $0.rawValue }),
      ("wrongPairs", counts(wrongPairs) { $0.rawValue }),
      ("wrongPairsThatDoNotDisagree", .int(wrongPairsThatDoNotDisagree)), ("portraits", .int(portraits)),
      ("elements", counts(elements) { $0.rawValue }), ("medianCPUMilliseconds", .number(median, decimals: 1)),
      ("misses", .array(misses.prefix(100).map(JSON.string))),
    ]
  }

  private func counts<Key: Hashable & CaseIterable>(_ counts: [Key: Int], _ name: (Key) -> String) -> JSON {
    .object(Key.allCases.compactMap { key in counts[key].map { (name(key), .int($0)) } })
  }

  private var median: Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }

  var text: String {
    var lines = [
      "  \(cards) cards, \(unseen) not seen, \(JSON.number(median, decimals: 0).text) ms of processor time for both sides"
    ]
    for field in DocumentField.allCases {
      guard let own = fields[field] else { continue }
      lines.append("  \(field.words): \(own.right) right, \(own.wrong) wrong, \(own.unread) not read")
    }
    lines.append("  right pairs: \(counts(decisions) { $0.rawValue }.text), \(disagreeing) said to disagree")
    lines.append("    \(counts(reasons) { $0.rawValue }.text)")
    lines.append(
      "  wrong pairs: \(counts(wrongPairs) { $0.rawValue }.text), \(wrongPairsThatDoNotDisagree) without disagreement")
    lines.append("  portraits on \(portraits) fronts; elements \(counts(elements) { $0.rawValue }.text)")
    return (lines + misses.prefix(30).map { "  \($0)" }).joined(separator: "\n")
  }
}
