import BonafideLiveness
import BonafideObservations
import BonafideTravelDocument
import Foundation

/// Valid zones of all formats that nobody has, and misreadings of them.
struct RandomZones {
  /// A zone with some characters read as others.
  struct Misread {
    let zone: MRZZone
    /// Places that were read wrongly, and whether the table of confusions has that pair.
    let places: [Int: Bool]
  }

  private var chance: SeededGenerator

  private static let digits = Array("0123456789".utf8)
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
  private static let filler = MRZAlphabet.filler
  private static let states = ["TUR", "D", "FRA", "ESP", "ROU", "NLD", "POL", "UTO", "USA", "JPN", "SWE", "ITA"]
  /// Its own table, not the one that the repair works with.
  private static let confusions: [UInt8: [UInt8]] = {
    var table: [UInt8: [UInt8]] = [:]
    for pair in ["0O", "0D", "0Q", "1I", "2Z", "5S", "6G", "8B", "1L", "7T", "4A", "VY", "MN", "CG", "EF", "KX", "UV"] {
      let bytes = Array(pair.utf8)
      table[bytes[0], default: []].append(bytes[1])
      table[bytes[1], default: []].append(bytes[0])
    }
    return table
  }()

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  mutating func zone() throws(BonafideError) -> MRZZone {
    let format = pick(MRZFormat.allCases)
    return try MRZZone.sealing(format: format, bytes: unsealed(format))
  }

  /// One to three misreadings in columns that a check digit covers, half of them confusions where there is one.
  mutating func misread(_ zone: MRZZone) throws(BonafideError) -> Misread {
    let covered = zone.coveredPlaces
    var bytes = zone.bytes
    var places: [Int: Bool] = [:]
    let count = Int.random(in: 1...3, using: &chance)
    while places.count < count {
      let place = pick(covered)
      guard places[place] == nil else { continue }
      let truth = bytes[place]
      if let partners = RandomZones.confusions[truth], Bool.random(using: &chance) {
        bytes[place] = pick(partners)
        places[place] = true
      } else {
        bytes[place] = pick(MRZAlphabet.characters.filter { $0 != truth })
        places[place] = RandomZones.confusions[truth]?.contains(bytes[place]) ?? false
      }
    }
    return Misread(zone: try MRZZone(format: zone.format, bytes: bytes), places: places)
  }

  /// What a recogniser might say: sure of what it read rightly, half sure of a misreading. The truth is its second
  /// choice for a confusion and for half of the other misreadings, and in those that are left its third, or, for one in
  /// ten, not named at all.
  /// - `decades`: how sure it is of what it read rightly, as the negative decimal logarithm of what it leaves to others.
  mutating func recogniser(_ truth: MRZZone, _ misread: Misread, decades: ClosedRange<Double>) -> [ReadLine] {
    let length = truth.format.lineLength
    var characters: [ReadCharacter] = []
    for place in truth.bytes.indices {
      let read = misread.zone.bytes[place]
      var others = [pick(RandomZones.confusions[read] ?? MRZAlphabet.characters), pick(MRZAlphabet.characters)]
      var certainty = 1 - pow(10, -Double.random(in: decades, using: &chance))
      if let isConfusion = misread.places[place] {
        certainty = Double.random(in: 0.5...0.95, using: &chance)
        if isConfusion || Bool.random(using: &chance) {
          others[0] = truth.bytes[place]
        } else if Int.random(in: 0..<10, using: &chance) > 0 {
          others[1] = truth.bytes[place]
        }
      }
      let left = 1 - certainty
      characters.append(
        ReadCharacter([
          .init(read, logProbability: log(certainty)), .init(others[0], logProbability: log(left * 0.8)),
          .init(others[1], logProbability: log(left * 0.15)),
        ]))
    }
    return stride(from: 0, to: characters.count, by: length).map { ReadLine(Array(characters[$0..<($0 + length)])) }
  }

  /// Fields in the order in which each format has them, with zeros in place of the check digits.
  private mutating func unsealed(_ format: MRZFormat) -> [UInt8] {
    let state = format == .idfra ? "FRA" : pick(RandomZones.states)
    let nationality = filled(pick(RandomZones.states), 3)
    let number = documentNumber(format, state)
    let head = filled(RandomZones.documentCode(format), 2) + filled(state, 3)
    let birth = date() + [0x30]
    let sex = pick(Array("MF<".utf8))
    let expiry = date() + [0x30]
    switch format {
    case .td1:
      return head + number + [0x30] + optional(15) + birth + [sex] + expiry + nationality + optional(11) + [0x30]
        + names(30)
    case .td2:
      return head + names(31) + number + [0x30] + nationality + birth + [sex] + expiry + optional(7) + [0x30]
    case .td3:
      return head + names(39) + number + [0x30] + nationality + birth + [sex] + expiry + optional(14) + [0x30, 0x30]
    case .mrva: return head + names(39) + number + [0x30] + nationality + birth + [sex] + expiry + optional(16)
    case .mrvb: return head + names(31) + number + [0x30] + nationality + birth + [sex] + expiry + optional(8)
    case .idfra:
      let serial = some(RandomZones.digits, 12)
      return head + names(25) + some(RandomZones.digits, 6) + serial + [0x30] + names(14) + birth + [sex] + [0x30]
    }
  }

  private static func documentCode(_ format: MRZFormat) -> String {
    switch format {
    case .td1, .idfra: "ID"
    case .td2: "I"
    case .td3: "P"
    case .mrva, .mrvb: "V"
    }
  }

  private mutating func documentNumber(_ format: MRZFormat, _ state: String) -> [UInt8] {
    if state == "TUR", format == .td1 {
      return some(RandomZones.letters, 1) + some(RandomZones.digits, 2) + some(RandomZones.letters, 1)
        + some(RandomZones.digits, 5)
    }
    if state == "D" { return some(Array("0123456789CFGHJKLMNPRTVWXYZ".utf8), 9) }
    let letters = some(RandomZones.letters, Int.random(in: 0...3, using: &chance))
    let digits = some(RandomZones.digits, Int.random(in: 5...6, using: &chance))
    return filled(String(decoding: letters + digits, as: UTF8.self), 9)
  }

  private mutating func date() -> [UInt8] {
    func two(_ number: Int) -> [UInt8] { [0x30 + UInt8(number / 10), 0x30 + UInt8(number % 10)] }
    return two(Int.random(in: 0...99, using: &chance)) + two(Int.random(in: 1...12, using: &chance))
      + two(Int.random(in: 1...28, using: &chance))
  }

  private mutating func optional(_ width: Int) -> [UInt8] {
    switch Int.random(in: 0...2, using: &chance) {
    case 0: filled("", width)
    case 1: filled(String(decoding: some(RandomZones.digits, min(11, width)), as: UTF8.self), width)
    default:
      filled(
        String(
          decoding: some(RandomZones.digits + RandomZones.letters, Int.random(in: 1...width, using: &chance)),
          as: UTF8.self),
        width)
    }
  }

  private mutating func names(_ width: Int) -> [UInt8] {
    let parts = (0..<Int.random(in: 1...3, using: &chance)).map { _ in
      some(RandomZones.letters, Int.random(in: 2...9, using: &chance))
    }
    let text = parts.dropFirst().reduce(parts[0]) { $0 + [RandomZones.filler, RandomZones.filler] + $1 }
    return filled(String(decoding: text, as: UTF8.self), width)
  }

  private func filled(_ text: String, _ width: Int) -> [UInt8] {
    Array((Array(text.utf8) + [UInt8](repeating: RandomZones.filler, count: width)).prefix(width))
  }

  private mutating func some(_ characters: [UInt8], _ count: Int) -> [UInt8] {
    (0..<count).map { _ in pick(characters) }
  }

  /// Never asked for one of nothing.
  private mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: 0..<items.count, using: &chance)] }
}
