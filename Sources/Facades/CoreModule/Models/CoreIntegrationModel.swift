/// Data for other systems that goes with the session, such as consents.
public struct CoreIntegrationModel: Sendable, Hashable {
  public var phone: String?
  public var email: String?
  public var formUrl: String?
  public var idRegistration: Bool?
  public var addressRegistration: Bool?
  /// A JSON text.
  public var data: String

  public init(
    phone: String? = nil, email: String? = nil, formUrl: String? = nil, idRegistration: Bool? = nil,
    addressRegistration: Bool? = nil, data: String
  ) {
    self.phone = phone
    self.email = email
    self.formUrl = formUrl
    self.idRegistration = idRegistration
    self.addressRegistration = addressRegistration
    self.data = data
  }
}

/// A document that the person signed.
public struct CoreSigningModel: Sendable, Hashable {
  /// Base64.
  public var data: String
  public var reference: String
  public var documentReference: String?
  public var signature: String?
  public var key: String?

  public init(
    data: String, reference: String, documentReference: String? = nil, signature: String? = nil, key: String? = nil
  ) {
    self.data = data
    self.reference = reference
    self.documentReference = documentReference
    self.signature = signature
    self.key = key
  }
}
