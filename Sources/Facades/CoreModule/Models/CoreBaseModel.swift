public import Foundation

/// Where the back office is, whom to trust on the way, and in which language.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public class CoreBaseModel: NSObject {
  /// Names of `.der` files of the app's bundle, without the extension: the channel in real time is pinned to them.
  public var signallingCertificateList: [String]?
  /// The same for the interface over HTTP.
  public var mapiCertificateList: [String]?
  /// Certificates as Base64 of their DER; together with the files of the same channel.
  public var signallingCertificateBase64List: [String]?
  public var mapiCertificateBase64List: [String]?
  /// `https://host[:port][/prefix]`. May carry the program's credentials (`https://id:secret@host`); an app that is
  /// given to people had better leave the secret at a server of its own: `EnQualifyCore.tokenProvider`.
  public var baseURL: String
  /// Such as `TR`, `tr` or `tr-TR`.
  public var locale: String?
  /// An anonymous name of the app's user, which the back office notes with the token.
  public var mobileUser: String?
  /// ISO 3166-1 alpha-3, such as `TUR`.
  public var countryCode: String?
  /// 1: sounds of the app only. 0: those of the back office are fetched when they changed. Nil is 1.
  public var useEmbeddedLocalSound: NSNumber?

  public init(
    signallingCertificateList: [String]? = nil, mapiCertificateList: [String]? = nil,
    signallingCertificateBase64List: [String]? = nil, mapiCertificateBase64List: [String]? = nil, baseURL: String,
    locale: String? = nil, mobileUser: String? = nil, countryCode: String? = nil,
    useEmbeddedLocalSound: NSNumber? = nil
  ) {
    self.signallingCertificateList = signallingCertificateList
    self.mapiCertificateList = mapiCertificateList
    self.signallingCertificateBase64List = signallingCertificateBase64List
    self.mapiCertificateBase64List = mapiCertificateBase64List
    self.baseURL = baseURL
    self.locale = locale
    self.mobileUser = mobileUser
    self.countryCode = countryCode
    self.useEmbeddedLocalSound = useEmbeddedLocalSound
  }
}
