/// Modules that share the session, by the name that `initializeCompleted` tells.
package struct ModuleName: RawRepresentable, Sendable, Hashable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let face = Self(rawValue: "EnQualifyFace")
  package static let ocr = Self(rawValue: "EnQualifyOCR")
  package static let videoCall = Self(rawValue: "EnQualifyVideoCall")
  package static let nfc = Self(rawValue: "EnQualifyNFC")
  package static let utility = Self(rawValue: "EnQualifyUtility")
}

/// One run of a module's steps. What an older one still has to say is not said any more.
package struct FlowToken: Sendable, Hashable {
  package let module: ModuleName
  let number: Int
}
