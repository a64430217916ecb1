package import BonafideObservations

/// What the reading of a document came to. Values only; the policy turns them into a decision.
package struct DocumentEvidence: Sendable {
  /// The machine-readable zone.
  package enum Zone: Sendable, Hashable {
    /// Not seen on any side.
    case missing
    /// Its check digits do not hold, and characters of it were hard to read.
    case unclear
    /// Clearly read, and its check digits do not hold.
    case invalid
    case valid
  }

  /// What is wrong with the choice of pictures.
  package enum Shown: Sendable, Hashable {
    case backMissing, frontMissing, sidesSwapped, sameSideTwice, backNotNeeded
    /// Both pictures carry a zone, and they are not the same.
    case twoDocuments
  }

  package var type: DocumentType
  package var zone: Zone
  package var shown: Set<Shown> = []
  package var crossChecks: [CrossCheck] = []
  /// Whether zone and print are on different sides, so that a disagreement is one between the sides.
  package var zoneIsOnOtherSide = false
  /// Fields that disagree unless a character of the zone was misread that was hard to read.
  package var doubtfulInZone: Set<DocumentField> = []
  package var expired: Bool?
  /// A date that no calendar has, a birth in the future, or an expiry before it.
  package var hasImpossibleDate = false
  /// Whether the holder's national number holds; nil where the state has none that is known, or it was not read.
  package var nationalNumberHolds: Bool?
  /// Whether the number is the expected one (C-016); nil when none is expected or none was read.
  package var isExpectedNumber: Bool?
  package var isNumberExpected = false
  package var isGreyCopy: Bool?
  package var isScreen: Bool?
  /// Confidences of the elements that were looked for; nil for one that was not seen.
  package var elements: [SecurityElement: Double?] = [:]
  package var hasPortrait = false

  package init(type: DocumentType, zone: Zone) {
    self.type = type
    self.zone = zone
  }
}
