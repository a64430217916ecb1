/// What kind of document a picture shows. The raw values are stable.
public enum DocumentType: String, Sendable, Hashable, Codable, CaseIterable {
  /// The Turkish identity card.
  case turkishCard = "TUR-ID"
  /// Any other identity or residence card.
  case card = "ID"
  case passport = "PASSPORT"
  case visa = "VISA"
  case unknown = "UNKNOWN"
}

/// Which of the two pictures of a document something was seen in.
public enum DocumentSide: String, Sendable, Hashable, Codable, CaseIterable {
  case front
  case back
}

/// What a document says about its holder and itself, under the names that all outputs use.
public enum DocumentField: String, Sendable, Hashable, Codable, CaseIterable {
  case documentNumber
  case identityNumber
  case surname
  case givenNames
  case dateOfBirth
  case expiryDate
  case sex
  case nationality
  case issuingState
}

/// What the Turkish identity card carries to be looked at (C-051). The raw values are stable.
public enum SecurityElement: String, Sendable, Hashable, Codable, CaseIterable {
  case flag
  /// Multiple laser image: a small portrait that changes with the angle.
  case mli
  case signature
  /// Crescent and star of the hologram.
  case crescent
  case barcode
  case chip
  /// The sign of a document with a chip (ICAO Doc 9303-9).
  case icaoLogo = "icao_logo"
  /// Ink that changes its colour with the angle.
  case ovi

  public var side: DocumentSide {
    switch self {
    case .flag, .mli, .signature, .crescent: .front
    case .barcode, .chip, .icaoLogo, .ovi: .back
    }
  }
}

/// Whether print and machine-readable zone say the same.
public struct CrossCheck: Sendable, Hashable, Codable {
  public let field: DocumentField
  /// What the zone says; nil when it does not say it legibly.
  public let mrz: String?
  /// What is printed; nil when it was not read surely.
  public let printed: String?
  /// Nil when there is nothing to compare, or when the difference may lie in the reading.
  public let agrees: Bool?

  public init(field: DocumentField, mrz: String?, printed: String?, agrees: Bool?) {
    self.field = field
    self.mrz = mrz
    self.printed = printed
    self.agrees = agrees
  }
}
