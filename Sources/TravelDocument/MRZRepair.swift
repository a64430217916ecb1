internal import Foundation
package import BonafideObservations

/// A zone after repair.
package struct RepairedZone: Sendable, Hashable {
  package enum Outcome: String, Sendable {
    /// The check digits hold as it was read; nothing that they cover was changed.
    case sound
    /// The check digits hold after corrections.
    case repaired
    /// More than one reading is plausible, or there were too many to look at; none was taken.
    case ambiguous
    /// No plausible reading makes the check digits hold.
    case unrepaired
  }

  package let zone: MRZZone
  package let raw: MRZZone
  /// Also those in fields whose own check digit holds, and in columns for letters, when the whole could not be repaired.
  package let corrected: [MRZCorrection]
  package let outcome: Outcome
}

/// Finds the reading of a zone that its column types and check digits ask for.
///
/// First every column is held to the characters it may have: the likeliest of those counts, and where the recogniser
/// names none, the partner in the table of confusions. When the check digits then hold, that is the first reading.
/// Other candidates are tried as well: up to `mrz.repair.changes` columns at once, together at least
/// `mrz.repair.likelihood` as likely as the first. A correction is made where exactly one reading has all check digits
/// right; of two or more, none is taken. Readings that no check digit tells apart, such as 6 and G, are two
/// (`MRZDoubt`). A field whose own check digit does not hold in the end shows what was read.
package enum MRZRepair {
  /// Throws `no_mrz` when the lines have not the shape of the format. The time is bounded for any input.
  package static func repair(
    _ lines: [ReadLine], as format: MRZFormat, _ settings: Settings = .defaults
  ) throws(BonafideError) -> RepairedZone {
    guard lines.count == format.lineCount, lines.allSatisfy({ $0.characters.count == format.lineLength }) else {
      throw BonafideError(
        .noMRZ, "\(format.rawValue) has \(format.lineCount) lines of \(format.lineLength) characters")
    }
    let columns = MRZColumns.of(format)
    let characters = lines.flatMap(\.characters)
    let readings = zip(characters, columns.types).map { ColumnReading($0, type: $1, settings) }
    let raw = try MRZZone(format: format, bytes: readings.map(\.raw))
    let held = try MRZZone(format: format, bytes: readings.map(\.best))
    if raw.isSound { return RepairedZone(try uncovered(held, raw, columns), raw, .sound) }

    var start = held
    if !held.isSound, let formed = try formed(held, characters, settings), formed.isSound { start = formed }
    var search = MRZSearch(from: start, readings, columns, settings)
    switch search.run() {
    case .one(let found):
      var others = MRZSearch(around: found, readings, columns, settings)
      if others.findsNone(), MRZDoubt.isCertain(found, readings, columns, settings) {
        return RepairedZone(found, raw, .repaired)
      }
      return RepairedZone(try partial(held, raw, columns), raw, .ambiguous)
    case .none: return RepairedZone(try partial(held, raw, columns), raw, .unrepaired)
    case .several: return RepairedZone(try partial(held, raw, columns), raw, .ambiguous)
    }
  }

  /// Text of which nothing is known but that each character may be misread (`mrz.repair.misread`).
  package static func repair(_ zone: MRZZone, _ settings: Settings = .defaults) throws(BonafideError) -> RepairedZone {
    let certainty = log(1 - settings[.mrzRepairMisread])
    let lines = zone.lines.map { line in
      ReadLine(line.utf8.map { ReadCharacter([.init($0, logProbability: certainty)]) })
    }
    return try repair(lines, as: zone.format, settings)
  }

  /// The document number held to the form that its state gives it.
  private static func formed(
    _ zone: MRZZone, _ characters: [ReadCharacter], _ settings: Settings
  ) throws(BonafideError) -> MRZZone? {
    let layout = MRZLayout.of(zone.format)
    guard let places = NumberForm.places(zone.format, issuingState: zone.bytes[layout.issuingState]) else { return nil }
    var bytes = zone.bytes
    for (place, type) in zip(layout.number, places) {
      bytes[place] = ColumnReading(characters[place], type: type, settings).best
    }
    return try MRZZone(format: zone.format, bytes: bytes)
  }

  /// What was read where a check digit covers it, the corrections by column type elsewhere.
  private static func uncovered(
    _ held: MRZZone, _ raw: MRZZone, _ columns: MRZColumns
  ) throws(BonafideError) -> MRZZone {
    var bytes = raw.bytes
    for place in bytes.indices where columns.coverage[place] == 0 { bytes[place] = held.bytes[place] }
    return try MRZZone(format: raw.format, bytes: bytes)
  }

  /// What was read, with only those corrections by column type that their field's own check digit confirms, or that
  /// are in columns without a check digit of their own.
  private static func partial(
    _ held: MRZZone, _ raw: MRZZone, _ columns: MRZColumns
  ) throws(BonafideError) -> MRZZone {
    let checks = MRZChecks(held)
    var bytes = held.bytes
    for place in bytes.indices {
      let stays =
        switch columns.fields[place] {
        case .number: checks.documentNumber == true
        case .birth: checks.dateOfBirth == true
        case .expiry: checks.expiryDate == true
        case .optional: checks.optional == true
        case .composite: checks.composite == true
        case nil: true
        }
      if !stays { bytes[place] = raw.bytes[place] }
    }
    let zone = try MRZZone(format: held.format, bytes: bytes)
    // What was refused as a whole may not come together from its parts.
    return zone.isSound ? raw : zone
  }
}

extension RepairedZone {
  fileprivate init(_ zone: MRZZone, _ raw: MRZZone, _ outcome: Outcome) {
    self.zone = zone
    self.raw = raw
    self.outcome = outcome
    let length = zone.format.lineLength
    corrected = zip(raw.bytes, zone.bytes).enumerated().compactMap { place, bytes in
      guard bytes.0 != bytes.1 else { return nil }
      return MRZCorrection(
        line: place / length + 1, column: place % length + 1, from: String(UnicodeScalar(bytes.0)),
        to: String(UnicodeScalar(bytes.1)))
    }
  }
}

extension MRZZone {
  /// Whether all check digits hold and dates consist of digits and fillers.
  var isSound: Bool { MRZZone.isSound(bytes, .of(format)) }

  static func isSound(_ bytes: [UInt8], _ layout: MRZLayout) -> Bool {
    guard MRZChecks(bytes, layout).allHold else { return false }
    return bytes[layout.birth].allSatisfy(isDateCharacter)
      && layout.expiry.map { bytes[$0].allSatisfy(isDateCharacter) } ?? true
  }

  private static func isDateCharacter(_ byte: UInt8) -> Bool { MRZAlphabet.isDigit(byte) || byte == MRZAlphabet.filler }
}

/// One column: what was read, and what it may be, with what each costs.
struct ColumnReading {
  /// The recogniser's first choice.
  let raw: UInt8
  /// The first choice among what the column may hold; `raw` where there is none.
  let best: UInt8
  /// The other candidates that the column may hold, cheapest first. Costs are differences of natural logarithms, 0 or
  /// more.
  let others: [(byte: UInt8, cost: Double)]
  /// What a character that the recogniser did not name costs: what it left of probability beside its two first choices,
  /// shared by all others.
  let unnamedCost: Double

  init(_ character: ReadCharacter, type: MRZCharacterSet, _ settings: Settings) {
    var scores = [Double](repeating: -.infinity, count: MRZAlphabet.characters.count)
    for candidate in character.candidates where candidate.logProbability.isFinite {
      guard let index = MRZAlphabet.index(candidate.character) else { continue }
      scores[index] = max(scores[index], candidate.logProbability)
    }
    let named = scores.indices.filter { scores[$0].isFinite }
    let first = named.max { scores[$0] < scores[$1] }
    raw = first.map { MRZAlphabet.characters[$0] } ?? MRZAlphabet.filler

    let confusion = -log(settings[.mrzRepairConfusion])
    var options = named.map { (byte: MRZAlphabet.characters[$0], score: scores[$0]) }
    for (rank, partner) in Confusions.partners(of: raw).enumerated()
    where !options.contains(where: { $0.byte == partner }) {
      // The later ones in the table are the less likely ones.
      options.append((partner, (first.map { scores[$0] } ?? 0) - confusion - Double(rank)))
    }
    let allowed = options.filter { type.contains($0.byte) }.sorted { $0.score > $1.score }
    guard let top = allowed.first else {
      best = raw
      others = []
      unnamedCost = .infinity
      return
    }
    let leading = named.map { exp(scores[$0]) }.sorted(by: >).prefix(2)
    let share = (1 - leading.reduce(0, +)) / Double(MRZAlphabet.characters.count - leading.count)
    unnamedCost = share > 1e-12 ? max(0, top.score - log(share)) : .infinity
    best = top.byte
    others = allowed.dropFirst().map { ($0.byte, top.score - $0.score) }
  }
}
