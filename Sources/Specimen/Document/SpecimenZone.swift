internal import BonafideObservations
internal import BonafideTravelDocument

extension SpecimenHolder {
  /// The zone of a document made out to this holder, with its check digits.
  func zone(_ kind: SpecimenDocumentKind) throws -> MRZZone {
    let birth = SpecimenHolder.six(dateOfBirth) + "0"
    let until = SpecimenHolder.six(expiryDate) + "0"
    let state = kind == .turkishCard ? "TUR" : "UTO"
    let sign = sex == .unspecified ? "<" : sex.rawValue
    let names = zoneNames(kind)
    let text: String =
      switch kind {
      case .turkishCard:
        "I<" + state + documentNumber + "0" + "<" + identityNumber + "<<<" + birth + sign + until + state
          + filled("", 11) + "0" + filled(names, 30)
      case .card:
        "I<" + state + documentNumber + "0" + filled(identityNumber, 15) + birth + sign + until + state
          + filled("", 11) + "0" + filled(names, 30)
      case .passport:
        "P<" + state + filled(names, 39) + documentNumber + "0" + state + birth + sign + until
          + filled(identityNumber, 14) + "00"
      }
    return try MRZZone.sealing(format: kind == .passport ? .td3 : .td1, bytes: Array(text.utf8))
  }

  private func zoneNames(_ kind: SpecimenDocumentKind) -> String {
    func written(_ name: String) -> String {
      let spelling =
        kind == .turkishCard
        ? String(name.map { SpecimenHolder.turkishLetters[$0] ?? $0 })
        : Transliteration.alternatives(of: name, limit: 1).first ?? ""
      return String(spelling.map { $0 == " " ? "<" : $0 })
    }
    return written(surname) + "<<" + written(givenNames)
  }

  /// C-104.
  private static let turkishLetters: [Character: Character] = [
    "Ç": "C", "Ğ": "G", "İ": "I", "Ö": "O", "Ş": "S", "Ü": "U",
  ]

  private static func six(_ date: CalendarDate) -> String {
    [date.year % 100, date.month, date.day].map { $0 < 10 ? "0\($0)" : String($0) }.joined()
  }

  private func filled(_ text: String, _ width: Int) -> String {
    String((text + String(repeating: "<", count: width)).prefix(width))
  }
}
