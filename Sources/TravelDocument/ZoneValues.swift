package import BonafideObservations

extension MRZ {
  /// What the zone says of a field, as all outputs write it; nil where it does not say it soundly.
  package func value(of field: DocumentField) -> String? {
    switch field {
    case .documentNumber: documentNumber.flaw == nil ? documentNumber.value : nil
    case .identityNumber: nationalNumber?.value
    case .surname: name.surname.value
    case .givenNames: name.givenNames.value
    case .dateOfBirth: dateOfBirth.flaw == nil ? dateOfBirth.value?.description : nil
    case .expiryDate: expiryDate?.flaw == nil ? expiryDate?.value?.description : nil
    case .sex: sex.value?.rawValue
    case .nationality: nationality.value
    case .issuingState: issuingState.value
    }
  }

  /// Whether a printed value says the same as the zone. Nil where the zone does not say it.
  ///
  /// Names may be transliterated in every way that the standard and the states allow, and cut at the end where the zone
  /// is full. Dates are `YYYY-MM-DD`. A printed national number that no field of the zone is known to hold may stand
  /// anywhere in its optional data.
  package func agrees(_ field: DocumentField, printed: String) -> Bool? {
    switch field {
    case .surname, .givenNames:
      guard let own = value(of: field) else {
        // A zone of one name has no given names; whoever has but one name may print it as either.
        return nil
      }
      let truncation: NameTruncation = name.isTruncated ? .possible : .none
      // Blanks between names are narrow in print and may be lost in reading it.
      let joined = own.filter { $0 != " " }
      return [printed, MRZ.withoutParticles(printed)].contains {
        Transliteration.matches(printed: $0, zone: own, truncation: truncation)
      } || Transliteration.matches(printed: printed.filter { $0 != " " }, zone: joined, truncation: truncation)
    case .identityNumber:
      let number = printed.filter { !$0.isWhitespace }
      if let own = nationalNumber?.value { return own == number }
      let optional = [optional.value, optional2?.value].compactMap { $0?.filter { $0 != " " } }
      return optional.contains { !number.isEmpty && $0.contains(number) } ? true : nil
    case .nationality, .issuingState:
      return value(of: field).map { StateCode.normalised($0) == StateCode.normalised(printed) }
    case .documentNumber, .dateOfBirth, .expiryDate, .sex:
      return value(of: field).map { $0 == printed }
    }
  }
}

extension MRZ {
  /// Some states leave the small words of a name out of the zone: `GARÇÃO DE MAGALHÃES` is `GARCAO<MAGALHAES`.
  private static func withoutParticles(_ name: String) -> String {
    name.split(separator: " ").filter { !particles.contains($0.uppercased()) }.joined(separator: " ")
  }

  private static let particles: Set<String> = [
    "DE", "DA", "DO", "DAS", "DOS", "DEL", "DI", "LA", "LAS", "LOS", "E", "Y", "VAN", "VON", "DER", "DEN", "ZU",
  ]
}

extension StateCode {
  /// One code for states that are written in two ways: Germany is `D` in zones, `DEU` elsewhere.
  static func normalised(_ code: String) -> String { code == "D" ? "DEU" : code }
}
