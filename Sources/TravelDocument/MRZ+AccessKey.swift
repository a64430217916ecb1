extension MRZ {
  /// What a chip's access is protected with (ICAO Doc 9303-11, sections 4.3.2 and 4.4.1): document number, date of birth
  /// and date of expiry, each with its check digit. A number of less than nine characters is filled up.
  ///
  /// Nil when one of the three does not hold; other fields do not matter.
  package var accessKey: String? {
    guard checks.documentNumber != false, checks.dateOfBirth != false, checks.expiryDate != false,
      let number = documentNumber.value, let expiryDate
    else { return nil }
    let padded = number + String(repeating: "<", count: max(0, 9 - number.utf8.count))
    return [padded, dateOfBirth.raw, expiryDate.raw].map { $0 + String(CheckDigit.of($0.utf8)) }.joined()
  }
}
