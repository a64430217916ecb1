public import Foundation

/// What a session is opened with.
///
/// Objective-C has no optional `Bool`: there `isHandicapped` stands for `handicapped`.
#if canImport(ObjectiveC)
  @objcMembers
#endif
public class CoreSessionModel: NSObject {
  /// Name of the flow in the back office. An unknown one ends in `sessionAddFailed()`.
  public var callType: String
  public var userName: String?
  public var surname: String?
  /// International form, such as `+905551234567`.
  public var phone: String?
  public var email: String?
  /// `I` (identity card) or `P` (passport); long forms such as "TC. Kimlik Kartı" are understood.
  public var identityType: String?
  public var identityNo: String?
  /// The app's own id of the process; not empty.
  public var reference: String
  /// The back office closes the session when there is a result.
  public var canAutoClose: Bool
  /// Go on with the open session of the reference, if there is one.
  public var isContinue: Bool
  public var category: String?
  public var taxNumber: String?
  public var businessReference: String?
  /// The person has special needs: more time, and the steps of `EnQualifyCore.skippedSteps` are left out.
  public var handicapped: Bool?

  public init(
    callType: String, userName: String? = nil, surname: String? = nil, phone: String? = nil, email: String? = nil,
    identityType: String? = nil, identityNo: String? = nil, reference: String, canAutoClose: Bool = false,
    isContinue: Bool = false, category: String? = nil, taxNumber: String? = nil, businessReference: String? = nil,
    handicapped: Bool? = false
  ) {
    self.callType = callType
    self.userName = userName
    self.surname = surname
    self.phone = phone
    self.email = email
    self.identityType = identityType
    self.identityNo = identityNo
    self.reference = reference
    self.canAutoClose = canAutoClose
    self.isContinue = isContinue
    self.category = category
    self.taxNumber = taxNumber
    self.businessReference = businessReference
    self.handicapped = handicapped
  }

  #if canImport(ObjectiveC)
    /// The fields that have to be given; for Objective-C.
    public convenience init(callType: String, reference: String) {
      self.init(callType: callType, userName: nil, reference: reference)
    }

    public var isHandicapped: Bool {
      get { handicapped ?? false }
      set { handicapped = newValue }
    }
  #endif
}
