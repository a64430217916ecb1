/// One version of a call type's settings. Versions are never changed.
package struct SettingsVersion: Sendable, Hashable {
  package let callType: String
  /// From 1.
  package let version: Int64
  package let document: JSONDocument
  /// An account's id, or the name of a part of the system.
  package let author: String
  package let created: Int64
}

/// How long the sessions of a call type are kept after they have ended.
package struct Retention: Sendable, Hashable {
  package let callType: String
  /// Milliseconds.
  package let keep: Int64

  package init(callType: String, keep: Int64) {
    self.callType = callType
    self.keep = keep
  }
}
