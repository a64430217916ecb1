internal import BonafideCapture
internal import BonafideObservations
internal import BonafideTravelDocument
public import CoreModule
public import Foundation

#if canImport(UIKit)
  internal import BonafideMedia
#else
  public import BonafideMedia
#endif

/// What was read from the document on this device: for showing it. What counts is what the back office reads.
///
/// Complete when `idDocCompleted()` comes. Another document and another session clear it.
#if canImport(ObjectiveC)
  @objcMembers
#endif
@MainActor public class CustomerIdentity: NSObject {
  public static let shared = CustomerIdentity()

  var values = IdentityValues()

  override nonisolated private init() { super.init() }

  func clear() { values = IdentityValues() }

  // MARK: Of the machine-readable zone; of the print where there is none

  /// Document code of the zone, such as `I` or `P`.
  public func getIdentityType() -> String? { values.type }
  /// ICAO code, three letters, or `D`.
  public func getIssuingState() -> String? { values.text(.issuingState) }
  public func getDocumentNumber() -> String? { values.text(.documentNumber) }
  /// The number by which the issuing state knows the person.
  public func getIdentityNumber() -> String? { values.text(.identityNumber) }
  /// `YYMMDD`
  public func getDateOfBirthDay() -> String? { values.day(.dateOfBirth) }
  /// The same under the name that chip readers ask for.
  public func getDateOfBirth() -> String? { getDateOfBirthDay() }
  /// `YYMMDD`
  public func getExpiryDate() -> String? { values.day(.expiryDate) }
  /// ICAO code, three letters, or `D`.
  public func getNationality() -> String? { values.text(.nationality) }
  public func getSurname() -> String? { values.text(.surname) }
  public func getName() -> String? { values.text(.givenNames) }
  /// `M`, `F`, or `X` where it is not specified.
  public func getGender() -> String? { values.text(.sex) }

  // MARK: Of the print on the front

  public func getFrontIdentityNumber() -> String? { values.printed(.identityNumber) }
  /// `dd.MM.yyyy`
  public func getFrontDateOfBirthDay() -> String? { values.printed(.dateOfBirth).map(DateText.dotted) }

  // MARK: Pictures

  public func getFrontImage() -> ConfidenceItem? { values.item("front") }
  public func getBackImage() -> ConfidenceItem? { values.item("back") }
  /// The printed photo; nil on documents without one, such as a child's.
  public func getPersonImage() -> ConfidenceItem? { values.item("person") }
  /// The front as the hologram is seen best.
  public func getHoloFrontImage() -> ConfidenceItem? { values.item("hologram") }

  // MARK: Elements that the card carries to be looked at; nil for one that was not seen, or not looked for

  public func getTuri1fFlag() -> ConfidenceItem? { values.item(SecurityElement.flag.rawValue) }
  /// Multiple laser image: the small portrait that changes with the angle.
  public func getTuri1fMli() -> ConfidenceItem? { values.item(SecurityElement.mli.rawValue) }
  public func getTuri1fSignature() -> ConfidenceItem? { values.item(SecurityElement.signature.rawValue) }
  /// Crescent and star.
  public func getTuri1fHologram1() -> ConfidenceItem? { values.item(SecurityElement.crescent.rawValue) }
  public func getTuri1bBarcod() -> ConfidenceItem? { values.item(SecurityElement.barcode.rawValue) }
  public func getTuri1bChip() -> ConfidenceItem? { values.item(SecurityElement.chip.rawValue) }
  public func getTuri1bICAOlogo() -> ConfidenceItem? { values.item(SecurityElement.icaoLogo.rawValue) }

  // MARK: Chip

  /// Document number, birth and expiry, each with its check digit, as access to the chip needs them. Nil when one of
  /// the three does not hold.
  public func getMrzKey() -> String? { values.accessKey }
  /// The photo of the chip, once it was read.
  public func getChipPhoto() -> UIImage? { CoreSession.shared.chipPortrait.flatMap { PictureFile.shown($0.picture) } }
}
