internal import BonafideObservations
internal import Foundation

/// Whether a repaired zone may hold a misreading that no check digit tells: two characters whose values differ by a
/// multiple of ten, such as 6 and G, 1 and L, or 0, A, K, U and the filler, are the same to all of them. Where one
/// character was misread another may be, and then the check digits are no proof.
enum MRZDoubt {
  /// Whether every such twin is too unlikely (`mrz.repair.doubt`), or shown to be wrong by something else.
  static func isCertain(
    _ zone: MRZZone, _ readings: [ColumnReading], _ columns: MRZColumns, _ settings: Settings
  ) -> Bool {
    let limit = -log(settings[.mrzRepairDoubt])
    let vouched = vouchedPlaces(zone)
    for (place, byte) in zone.bytes.enumerated() where columns.coverage[place] > 0 {
      let reading = readings[place]
      let type = columns.types[place]
      let ownCost = reading.cost(of: byte)
      for twin in twins(of: byte) where type.contains(twin) {
        // The recogniser's own candidates count even where something else vouches for the place.
        let cost = vouched.contains(place) ? reading.namedCost(of: twin) : reading.cost(of: twin)
        if cost - ownCost <= limit { return false }
      }
    }
    return true
  }

  /// Where something beside the check digits tells what may stand: a number in the form of its state, optional data
  /// that is empty or a valid national number, and the digits of dates, in which a filler is rare.
  private static func vouchedPlaces(_ zone: MRZZone) -> Set<Int> {
    let layout = MRZLayout.of(zone.format)
    var places = Set(
      [layout.birth, layout.expiry].compactMap { $0 }.joined().filter { zone.bytes[$0] != MRZAlphabet.filler })
    places.insert(layout.numberCheck)
    if let check = layout.optionalCheck { places.insert(check) }
    if let form = NumberForm.places(zone.format, issuingState: zone.bytes[layout.issuingState]),
      zip(layout.number, form).allSatisfy({ $1.isNarrow && $1.contains(zone.bytes[$0]) })
    {
      places.formUnion(layout.number)
    }
    let number = DocumentNumber(zone.bytes, layout)
    guard number.rest == nil else { return places }
    for field in [layout.optional, layout.optional2].compactMap({ $0 }) {
      let bytes = zone.bytes[field]
      if bytes.allSatisfy({ $0 == MRZAlphabet.filler })
        || NationalNumber.isValid(bytes, issuingState: zone.bytes[layout.issuingState])
      {
        places.formUnion(field)
      }
    }
    return places
  }

  private static func twins(of byte: UInt8) -> [UInt8] {
    guard let index = MRZAlphabet.index(byte) else { return [] }
    return twinsByIndex[index]
  }

  private static let twinsByIndex: [[UInt8]] = MRZAlphabet.characters.map { byte in
    MRZAlphabet.characters.filter { $0 != byte && CheckDigit.of([$0]) == CheckDigit.of([byte]) }
  }
}

extension ColumnReading {
  /// What a character costs that the recogniser named, or the table of confusions; infinite for another.
  func namedCost(of byte: UInt8) -> Double {
    byte == best ? 0 : others.first { $0.byte == byte }?.cost ?? .infinity
  }

  func cost(of byte: UInt8) -> Double { min(namedCost(of: byte), byte == best ? 0 : unnamedCost) }
}
