internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import BonafideTravelDocument
internal import Foundation

/// What two models come to: which server, as whom, trusting whom, for which case. Everything that can be wrong with
/// them is found here, before anything is sent.
struct InitializePlan {
  /// Two plans of the same key share token and session.
  struct Key: Hashable {
    let address: ServerAddress
    let holder: String
    let secret: Secret?
    let trust: ServerTrust
    let signalling: ServerTrust
    let signing: BackOfficeConnection.Signing
    let wish: SessionRequest
  }

  let key: Key
  let connection: BackOfficeConnection
  let wish: SessionRequest
  let fetchesSounds: Bool
  /// The number does not fit its kind. The document decides, not the app: so the session is opened all the same.
  let hasDoubtfulNumber: Bool

  @MainActor init(_ base: CoreBaseModel, _ session: CoreSessionModel) throws(EnQualifyInitializeError) {
    let place = try BaseAddress(base.baseURL)
    let credentials = try InitializePlan.credentials(place)
    let mode: Pins.Mode = EnQualifyCore.pinsExactCertificates ? .certificate : .publicKey
    let authorities = CoreSession.shared.authorities
    let trust = ServerTrust(
      authorities: authorities,
      pins: try InitializePlan.pins(base.mapiCertificateList, base.mapiCertificateBase64List, mode))
    let signalling = ServerTrust(
      authorities: authorities,
      pins: try InitializePlan.pins(base.signallingCertificateList, base.signallingCertificateBase64List, mode))
    let device = DeviceInfo(
      system: InitializePlan.system, app: InitializePlan.text(base.mobileUser),
      language: LocaleName(base.locale)?.language)
    var connection = BackOfficeConnection(
      address: place.address, credentials: credentials, trust: trust, signallingTrust: signalling, device: device)
    connection.signing = EnQualifyCore.signsMessages ? .perSession : .none
    self.connection = connection
    wish = try InitializePlan.wish(session)
    fetchesSounds = base.useEmbeddedLocalSound.map { $0.intValue == 0 } ?? false
    hasDoubtfulNumber = InitializePlan.isDoubtful(wish)
    let (holder, secret): (String, Secret?) =
      switch credentials {
      case .program(let id, let secret): (id, secret)
      case .provider(let identity, _): ("provider:" + identity, nil)
      }
    key = Key(
      address: place.address, holder: holder, secret: secret, trust: trust, signalling: signalling,
      signing: connection.signing, wish: wish)
  }

  @MainActor private static func credentials(
    _ place: BaseAddress
  ) throws(EnQualifyInitializeError) -> BackOfficeConnection.Credentials {
    if let provider = EnQualifyCore.tokenProvider {
      return .provider(identity: "app") {
        let token = try await provider()
        return AccessToken(Secret(token.text), lifetime: token.lifetime)
      }
    }
    guard let (id, secret) = place.credentials else { throw .invalidBaseModel("baseURL") }
    return .program(id: id, secret: secret)
  }

  /// The union of both lists; each name and text has to be a certificate.
  @MainActor private static func pins(
    _ files: [String]?, _ base64: [String]?, _ mode: Pins.Mode
  ) throws(EnQualifyInitializeError) -> Pins {
    let folder = EnQualifyCore.certificateFolder
    do throws(BackOfficeError) {
      return try Pins.load(files: files ?? [], in: folder, base64: base64 ?? [], mode: mode)
    } catch {
      let name = error.subject ?? ""
      let isThere = name.hasPrefix("base64[") || FileManager.default.fileExists(atPath: folder + "/" + name + ".der")
      throw isThere
        ? EnQualifyInitializeError(.certificateInvalid, subject: name, underlying: error)
        : EnQualifyInitializeError(.certificateNotFound, subject: name, underlying: error)
    }
  }

  @MainActor private static func wish(
    _ model: CoreSessionModel
  ) throws(EnQualifyInitializeError) -> SessionRequest {
    let wish = SessionRequest(
      callType: model.callType, userName: text(model.userName), surname: text(model.surname), phone: text(model.phone),
      email: text(model.email), identityType: IdentityTypeName.short(model.identityType),
      identityNo: text(model.identityNo), reference: model.reference, canAutoClose: model.canAutoClose,
      isContinue: model.isContinue, category: text(model.category), taxNumber: text(model.taxNumber),
      businessReference: text(model.businessReference), handicapped: model.handicapped,
      consent: EnQualifyCore.consent.map { Consent(text: $0.text, givenAt: $0.givenAtMilliseconds) },
      skipSteps: model.handicapped == true && !EnQualifyCore.skippedSteps.isEmpty ? EnQualifyCore.skippedSteps : nil)
    guard !blank(wish.callType) else { throw .invalidSessionModel("callType") }
    guard !blank(wish.reference) else { throw .invalidSessionModel("reference") }
    // Each field as the interface has it: the server would refuse the same.
    if let field = SessionFields.firstRefused(wish) { throw .invalidSessionModel(field) }
    return wish
  }

  private static func isDoubtful(_ wish: SessionRequest) -> Bool {
    guard wish.identityType == IdentityTypeName.card, let number = wish.identityNo else { return false }
    return NationalNumber.holds(number, of: "TUR") != true
  }

  private static func blank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

  /// Apps often give an empty text for nothing.
  private static func text(_ value: String?) -> String? { value.flatMap { blank($0) ? nil : $0 } }

  private static var system: String { ProcessInfo.processInfo.operatingSystemVersionString }
}
