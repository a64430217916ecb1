import CoreModule
import Foundation
import OCRModule

// Every signature of the vendor's OCR and Touch Test document, as an app writes it.

/// The delegate, written as in the chapters 3.2 and Touch Test 2.2.
final class OCRDelegate: EnQualifyOCRDelegate {
  var calls: [String] = []

  func hologramCheckVerified() { calls.append("hologramCheckVerified") }
  func idDocTypeCheckVerified(isFront: Bool) { calls.append("idDocTypeCheckVerified \(isFront)") }
  func idDocFrontCompleted() { calls.append("idDocFrontCompleted") }
  func idDocBackCompleted() { calls.append("idDocBackCompleted") }
  func idDocCompleted() { calls.append("idDocCompleted") }
  func idDocFailed(error: EnQualifyOcrError) { calls.append("idDocFailed: " + OCRTexts.told(error)) }

  func frontCrescentConcealVerified() { calls.append("frontCrescentConcealVerified") }
  func frontMLIConcealVerified() { calls.append("frontMLIConcealVerified") }
  func frontSignatureConcealVerified() { calls.append("frontSignatureConcealVerified") }
  func backOVIConcealVerified() { calls.append("backOVIConcealVerified") }
  func idDocConcealCompleted() { calls.append("idDocConcealCompleted") }
  func idDocConcealFailed() { calls.append("idDocConcealFailed") }

  func initializeCompleted(moduleName: String) { calls.append("initializeCompleted \(moduleName)") }
  func initializeFailed(with key: CustomNSError) { calls.append("initializeFailed \(key.errorCode)") }
  func sessionCloseCompleted(status: String) { calls.append("sessionCloseCompleted \(status)") }
  func sessionCloseFailed() { calls.append("sessionCloseFailed") }
  func tokenCreateCompleted() { calls.append("tokenCreateCompleted") }
  func tokenCreateFailed() { calls.append("tokenCreateFailed") }
  func integrationAddCompleted() { calls.append("integrationAddCompleted") }
  func integrationAddFailed() { calls.append("integrationAddFailed") }
  func sessionAddFailed() { calls.append("sessionAddFailed") }
  func settingGetFailed() { calls.append("settingGetFailed") }
  func signingSetCompleted() { calls.append("signingSetCompleted") }
  func signingCompleted() { calls.append("signingCompleted") }
  func signingSetFailed(error: String) { calls.append("signingSetFailed") }
}

/// The reference's other names for the type check.
final class OtherNamesDelegate: EnQualifyOCRDelegate {
  var calls: [String] = []

  func idDocTypeCheckVerifiedFront() { calls.append("front") }
  func idDocTypeCheckVerifiedBack() { calls.append("back") }
}

enum OCRTexts {
  static func told(_ error: EnQualifyOcrError) -> String {
    switch error {
    case .timeout(let state, let message): "timeout \(state): \(message)"
    case .idDocSave(let message): "save: \(message)"
    case .idDocFailed(let state, let message): "failed \(state): \(message)"
    case .cameraSetup(let message): "camera: \(message)"
    }
  }
}

@MainActor enum OCRSignatures {
  static let initialize: @MainActor (Any?, SessionModelOCR?, BaseModelOCR?) -> Void =
    EnQualifyOCR.initialize(_:sessionModel:baseModel:)
  static let typeCheck: @MainActor (UIViewController, Bool) -> Void = EnQualifyOCR.idDocTypeCheckStart(in:isFront:)
  static let front: @MainActor (UIViewController, Bool) -> Void = EnQualifyOCR.idDocFrontStart(in:withVisualAnalysis:)
  static let hologram: @MainActor (UIViewController) -> Void = EnQualifyOCR.hologramCheckStart(in:)
  static let back: @MainActor (UIViewController, Bool) -> Void = EnQualifyOCR.idDocBackStart(in:withVisualAnalysis:)
  static let complete: @MainActor (TimeInterval) -> Void = EnQualifyOCR.idDocComplete(withDelay:)
  static let conceals: [@MainActor (UIViewController) -> Void] = [
    EnQualifyOCR.performFrontCrescentConceal(in:), EnQualifyOCR.performFrontMLIConceal(in:),
    EnQualifyOCR.performFrontSignatureConceal(in:), EnQualifyOCR.performBackOVIConceal(in:),
  ]
  static let concealComplete: @MainActor (TimeInterval) -> Void = EnQualifyOCR.idDocConcealComplete(withDelay:)
  static let sessionClose: @MainActor (Bool) -> Void = EnQualifyOCR.sessionClose(finished:)
  static let replaceSound: @MainActor ([String], String) -> Void = EnQualifyOCR.replaceSound(currentVoice:newVoice:)

  static func asInTheDocument(_ screen: UIViewController, _ delegate: OCRDelegate) {
    EnQualifyOCR.initialize(delegate)
    EnQualifyOCR.idDocTypeCheckStart(in: screen, isFront: true)
    EnQualifyOCR.idDocTypeCheckStartFront(in: screen)
    EnQualifyOCR.idDocTypeCheckStartBack(in: screen)
    EnQualifyOCR.idDocFrontStart(in: screen, withVisualAnalysis: true)
    EnQualifyOCR.hologramCheckStart(in: screen)
    EnQualifyOCR.idDocBackStart(in: screen, withVisualAnalysis: true)
    EnQualifyOCR.idDocComplete()
    EnQualifyOCR.idDocComplete(withDelay: 0.0)
    EnQualifyOCR.performFrontCrescentConceal(in: screen)
    EnQualifyOCR.performFrontMLIConceal(in: screen)
    EnQualifyOCR.performFrontSignatureConceal(in: screen)
    EnQualifyOCR.performBackOVIConceal(in: screen)
    EnQualifyOCR.idDocConcealComplete(withDelay: 0.0)
    EnQualifyOCR.replaceSound(currentVoice: ["fail_ocr_voice"], newVoice: "go_to_videocall")
    EnQualifyOCR.sessionClose(finished: false)
  }

  static func models() -> (BaseModelOCR, SessionModelOCR) {
    let baseModelOCR = BaseModelOCR(
      signallingCertificateList: ["AI_CERT_1", "AI_CERT_2"],
      mapiCertificateList: ["MAPI_CERT_1", "MAPI_CERT_2"],
      signallingCertificateBase64List: ["QUlDRVJU", "Q0VSVF8y"],
      mapiCertificateBase64List: ["TU9SRSB", "Q0VSVF8z"],
      baseURL: "API_SERVER_URL",
      locale: "TR",
      mobileUser: "mobile",
      countryCode: "TUR"
    )
    let sessionModelOCR = SessionModelOCR(
      callType: "NewCustomer",
      userName: "Enqura",
      surname: "Information",
      phone: "+905551234567",
      email: "enqualifyplus@enqura.com",
      identityType: "TC. Kimlik Kartı",
      identityNo: "12345678901",
      reference: "REF123456",
      canAutoClose: true,
      isContinue: true,
      category: "category",
      taxNumber: "9876543210",
      businessReference: "COMPANY",
      handicapped: false
    )
    return (baseModelOCR, sessionModelOCR)
  }

  static var texts: [String?] {
    let card = CustomerIdentity.shared
    return [
      card.getIdentityType(), card.getIssuingState(), card.getDocumentNumber(), card.getIdentityNumber(),
      card.getDateOfBirthDay(), card.getExpiryDate(), card.getNationality(), card.getSurname(), card.getName(),
      card.getGender(), card.getFrontIdentityNumber(), card.getFrontDateOfBirthDay(),
    ]
  }

  static var items: [ConfidenceItem?] {
    let card = CustomerIdentity.shared
    return [
      card.getFrontImage(), card.getBackImage(), card.getPersonImage(), card.getHoloFrontImage(),
      card.getTuri1fFlag(), card.getTuri1fMli(), card.getTuri1fSignature(), card.getTuri1fHologram1(),
      card.getTuri1bBarcod(), card.getTuri1bChip(), card.getTuri1bICAOlogo(),
    ]
  }

  /// As the document's example shows what was read.
  static func shown() -> ([String], [UIImage?]) {
    let customerCard = CustomerIdentity.shared
    let texts = [
      customerCard.getName() ?? "",
      customerCard.getSurname() ?? "",
      (customerCard.getFrontDateOfBirthDay() ?? "").convertDateFormat(),
      customerCard.getIdentityNumber() ?? "",
      customerCard.getDocumentNumber() ?? "",
      customerCard.getGender() ?? "",
      customerCard.getNationality() ?? "",
      (customerCard.getExpiryDate() ?? "").convertDateFormat(),
    ]
    let pictures = [
      customerCard.getHoloFrontImage()?.image,
      customerCard.getFrontImage()?.image,
      customerCard.getBackImage()?.image,
    ]
    return (texts, pictures)
  }
}
