internal import BonafideTravelDocument
internal import Foundation
public import FuzzDriver

/// Text with a zone in it, candidates of a recogniser, and names.
@_cdecl("FuzzTravelDocument_main")
public func main(_ count: CInt, _ arguments: FuzzArguments) -> CInt {
  fuzz(count, arguments) { bytes in
    guard let today = CalendarDate(year: 2026, month: 11, day: 30) else { return }
    if let zone = try? ZoneText.zone(in: bytes) {
      examine(zone, today)
      if let repaired = try? MRZRepair.repair(zone) { examine(repaired, today) }
    }
    if let (format, lines) = candidates(bytes), let repaired = try? MRZRepair.repair(lines, as: format) {
      examine(repaired, today)
    }
    let halves = bytes.split(separator: 0, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    if let printed = halves.first {
      let alternatives = Transliteration.alternatives(of: printed)
      precondition(alternatives.count <= 64)
      for spelling in alternatives where !spelling.isEmpty {
        precondition(Transliteration.matches(printed: printed, zone: spelling))
      }
      _ = Transliteration.matches(printed: printed, zone: halves.last ?? "", truncation: .possible)
    }
  }
}

/// What is read is encoded, and says the same when it is read again.
private func examine(_ zone: MRZZone, _ today: CalendarDate) {
  let mrz = MRZ(zone, today: today)
  _ = try? JSONEncoder().encode(MRZReport(mrz))
  let again = try? MRZ(lines: zone.lines.map { Array($0.utf8) }, today: today)
  // Only how the lines begin tells some formats from each other.
  precondition(again?.zone.lines == zone.lines)
}

private func examine(_ repaired: RepairedZone, _ today: CalendarDate) {
  var bytes = repaired.raw.bytes
  let length = repaired.zone.format.lineLength
  for change in repaired.corrected {
    bytes[(change.line - 1) * length + change.column - 1] = change.to.utf8.first ?? 0
  }
  precondition(bytes == repaired.zone.bytes)
  let isValid = MRZ(repaired.zone, today: today).isValid
  let wasValid = MRZ(repaired.raw, today: today).isValid
  switch repaired.outcome {
  case .sound: precondition(isValid && wasValid)
  case .repaired: precondition(isValid && !wasValid)
  case .ambiguous, .unrepaired: precondition(!isValid)
  }
  examine(repaired.zone, today)
}

/// Lines of one format: a byte for it, then for each column three candidates with the bits of their probabilities.
private func candidates(_ bytes: [UInt8]) -> (MRZFormat, [ReadLine])? {
  guard let first = bytes.first, bytes.count > 1 else { return nil }
  let format = MRZFormat.allCases[Int(first) % MRZFormat.allCases.count]
  var next = 1
  func byte() -> UInt8 {
    defer { next += 1 }
    return bytes[next % bytes.count]
  }
  let lines = (0..<format.lineCount).map { _ in
    ReadLine(
      (0..<format.lineLength).map { _ in
        ReadCharacter(
          (0..<3).map { _ in
            let character = byte()
            let scale = byte()
            let number =
              scale < 4 ? Double(bitPattern: UInt64(scale) << 62 | UInt64(byte()) << 52) : -Double(scale) / 24
            return .init(character, logProbability: number)
          })
      })
  }
  return (format, lines)
}
