internal import BonafideObservations
internal import BonafideTravelDocument

extension PrintedAssembly {
  typealias Part = (piece: Int, range: Range<Int>)

  /// Without those that stand where a nearer label of the other field claims the same print.
  func apart<A, B>(_ own: [Candidate<A>], from others: [Candidate<B>]) -> [Candidate<A>] {
    own.filter { candidate in
      !others.contains { other in
        other.distance <= candidate.distance
          && other.parts.contains { part in candidate.parts.contains { $0.piece == part.piece } }
      }
    }
  }

  /// The candidate that was read surely, when all of them give its value.
  func chosen<Value>(_ candidates: [Candidate<Value>]) -> Candidate<Value>? {
    guard Set(candidates.map(\.value)).count == 1 else { return nil }
    return candidates.first { isSure($0.parts) }
  }

  private func isSure(_ parts: [Part]) -> Bool {
    parts.allSatisfy { part in
      let confidence = search.pieces[part.piece].confidence(of: part.range)
      return confidence.mean >= settings[.printedConfidenceLeast]
        && confidence.least >= settings[.printedCharacterLeast]
    }
  }

  func field<Value>(
    _ value: Value, _ parts: [Part], _ locatedBy: PrintedFields.LocatedBy
  ) -> PrintedFields.Field<Value> {
    PrintedFields.Field(
      value: value, text: parts.map { search.pieces[$0.piece].text.text($0.range) }.joined(separator: " "),
      confidence: parts.map { search.pieces[$0.piece].confidence(of: $0.range).mean }.min() ?? 0,
      leastConfidence: leastConfidence(parts), box: box(parts), locatedBy: locatedBy)
  }

  func leastConfidence(_ parts: [Part]) -> Double {
    parts.map { search.pieces[$0.piece].confidence(of: $0.range).least }.min() ?? 0
  }

  private func box(_ parts: [Part]) -> Rect {
    let boxes = parts.map { search.pieces[$0.piece].box(of: $0.range) }
    let corners = boxes.flatMap { [Point(x: $0.x, y: $0.y), Point(x: $0.maxX, y: $0.maxY)] }
    return Rect(around: corners) ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }

  /// Remembers what was read of a field that stays nil.
  mutating func doubt<Value>(
    _ name: DocumentField, _ candidates: [Candidate<Value>], _ text: (Value) -> String
  ) {
    for candidate in candidates {
      let doubt = PrintedFields.Doubt(
        field: name, text: text(candidate.value), box: box(candidate.parts),
        leastConfidence: leastConfidence(candidate.parts))
      if !doubts.contains(doubt) { doubts.append(doubt) }
    }
  }

  /// The value at the label; where there is none, or it was misread, or is another one altogether, print that reads as
  /// the zone does; else nothing, and a doubt.
  ///
  /// - `difference`: of a candidate to the zone. Nil without a zone.
  /// - `located`: print anywhere that reads as the zone.
  mutating func settled<Value>(
    _ name: DocumentField, _ candidates: [Candidate<Value>], text: (Value) -> String,
    difference: ((Candidate<Value>) -> PrintedDifference)?, located: () -> PrintedFields.Field<Value>?
  ) -> PrintedFields.Field<Value>? {
    let own = chosen(candidates)
    if let own {
      switch difference?(own) {
      case nil, PrintedDifference.none?, .few: return field(own.value, own.parts, .label)
      case .misreading:
        if let located = located() { return located }
      case .many: return located() ?? field(own.value, own.parts, .label)
      }
    } else if let located = located() {
      return located
    }
    doubt(name, candidates, text)
    return nil
  }

  /// A value of one word: misread where it differs from the zone and is not sure.
  mutating func settled<Value: Equatable>(
    _ name: DocumentField, _ candidates: [Candidate<Value>], text: (Value) -> String, zone: Value?
  ) -> PrintedFields.Field<Value>? {
    let difference = zone.map { zone in
      { [self] (candidate: Candidate<Value>) -> PrintedDifference in
        guard candidate.value != zone else { return .none }
        return leastConfidence(candidate.parts) < settings[.printedCharacterSure] ? .misreading : .few
      }
    }
    return settled(name, candidates, text: text, difference: difference, located: { nil })
  }
}
