internal import Foundation
internal import BonafideObservations

/// Looks for the changes after which all check digits of a zone hold.
struct MRZSearch {
  enum Result {
    case none
    case one(MRZZone)
    /// Or so many possibilities that not all were looked at.
    case several
  }

  private struct Change {
    let place: Int
    let byte: UInt8
    let cost: Double
  }

  /// More alternatives than these are not combined; the search then goes only as far as the cheapest one left out.
  private static let maximumAlternatives = 64
  private static let maximumTrials = 50_000

  private let layout: MRZLayout
  private let columns: MRZColumns
  private let format: MRZFormat
  private let alternatives: [Change]
  private let isCut: Bool
  private let budget: Double
  private let singleBudget: Double
  private let maximumChanges: Int
  private var bytes: [UInt8]
  private var chosen: [Change] = []
  private var solutions: [[Change]] = []
  private var trials = 0

  /// Looks for readings within the budget of the first one, which `zone` is.
  init(from zone: MRZZone, _ readings: [ColumnReading], _ columns: MRZColumns, _ settings: Settings) {
    self.init(zone, readings, columns, settings, changes: Int(settings[.mrzRepairChanges]), least: .mrzRepairLikelihood)
  }

  /// Looks for readings that are not much less likely than a repaired one, one step further away: two misreadings that
  /// make up for each other beside the one that was found.
  init(around zone: MRZZone, _ readings: [ColumnReading], _ columns: MRZColumns, _ settings: Settings) {
    self.init(zone, readings, columns, settings, changes: Int(settings[.mrzRepairChanges]) + 1, least: .mrzRepairDoubt)
  }

  private init(
    _ zone: MRZZone, _ readings: [ColumnReading], _ columns: MRZColumns, _ settings: Settings, changes: Int,
    least: Setting
  ) {
    format = zone.format
    layout = .of(zone.format)
    bytes = zone.bytes
    self.columns = columns
    maximumChanges = changes
    singleBudget = -log(settings[.mrzRepairLikelihoodSingle])
    let limit = -log(settings[least])
    var candidates: [Change] = []
    for (place, reading) in readings.enumerated() where columns.coverage[place] > 0 {
      let own = zone.bytes[place]
      let ownCost = reading.cost(of: own)
      for other in reading.others + [(reading.best, 0)] where other.byte != own && other.cost - ownCost <= limit {
        candidates.append(Change(place: place, byte: other.byte, cost: max(0, other.cost - ownCost)))
      }
    }
    candidates.sort { ($0.cost, $0.place, $0.byte) < ($1.cost, $1.place, $1.byte) }
    alternatives = Array(candidates.prefix(MRZSearch.maximumAlternatives))
    isCut = candidates.count > alternatives.count
    budget = isCut ? candidates[alternatives.count].cost.nextDown : limit
  }

  /// The zone it starts from counts as well.
  mutating func run() -> Result {
    if MRZZone.isSound(bytes, layout) { solutions.append([]) }
    extend(from: 0, cost: 0)
    guard trials <= MRZSearch.maximumTrials, solutions.count < 2 else { return .several }
    guard let solution = solutions.first, isPlausible(solution) else { return .none }
    var repaired = bytes
    for change in solution { repaired[change.place] = change.byte }
    guard let zone = try? MRZZone(format: format, bytes: repaired) else { return .none }
    return .one(zone)
  }

  /// Whether there is no such reading beside the one it starts from, and all could be looked at.
  mutating func findsNone() -> Bool {
    guard !isCut else { return false }
    extend(from: 0, cost: 0)
    return solutions.isEmpty && trials <= MRZSearch.maximumTrials
  }

  /// Tries every set of changes that begins with the chosen ones.
  private mutating func extend(from start: Int, cost: Double) {
    guard chosen.count < maximumChanges else { return }
    for index in alternatives.indices.dropFirst(start) {
      let change = alternatives[index]
      // They are in order: the ones that follow cost no less.
      guard cost + change.cost <= budget, solutions.count < 2, trials <= MRZSearch.maximumTrials else { return }
      guard !chosen.contains(where: { $0.place == change.place }) else { continue }
      let before = bytes[change.place]
      bytes[change.place] = change.byte
      chosen.append(change)
      trials += 1
      if MRZZone.isSound(bytes, layout) { solutions.append(chosen) }
      extend(from: index + 1, cost: cost + change.cost)
      chosen.removeLast()
      bytes[change.place] = before
    }
  }

  /// A single solution still has to be likely enough for the check digits that speak for it, and may not put a day or
  /// month into a date that no calendar has.
  private func isPlausible(_ solution: [Change]) -> Bool {
    let cost = solution.reduce(0) { $0 + $1.cost }
    let coverage = solution.map { columns.coverage[$0.place] }.min() ?? 2
    guard coverage > 1 || cost <= singleBudget else { return false }
    var repaired = bytes
    for change in solution { repaired[change.place] = change.byte }
    return [layout.birth, layout.expiry].compactMap { $0 }.allSatisfy { date in
      !solution.contains { date.contains($0.place) } || MRZSearch.couldBeDate(repaired[date])
    }
  }

  private static func couldBeDate(_ digits: ArraySlice<UInt8>) -> Bool {
    func number(_ offset: Int) -> Int? {
      let pair = digits.dropFirst(offset).prefix(2).compactMap(MRZAlphabet.digit)
      return pair.count == 2 ? pair[0] * 10 + pair[1] : nil
    }
    return number(2).map { (1...12).contains($0) } ?? true && number(4).map { (1...31).contains($0) } ?? true
  }
}
