/// What is written into an audit chain.
package struct AuditEvent: Sendable {
  package let chain: AuditChain
  /// An account's or client's id, or the name of a part of the system. Never a person's name.
  package let actor: String
  /// A stable code such as `evidence.viewed`.
  package let action: String
  /// Sealed: in a session's chain under the person's key, so that it goes with the person.
  package let details: JSONDocument?

  package init(chain: AuditChain, actor: String, action: String, details: JSONDocument? = nil) {
    self.chain = chain
    self.actor = actor
    self.action = action
    self.details = details
  }

  /// Somebody looked at a picture or film.
  package static func viewed(_ evidence: Evidence, by actor: String) throws -> AuditEvent {
    AuditEvent(
      chain: .session(evidence.session), actor: actor, action: "evidence.viewed",
      details: try JSONDocument(encoding: ["evidence": evidence.id.text, "kind": evidence.kind]))
  }
}

/// Where an entry belongs.
package enum AuditChain: Sendable, Hashable {
  case session(Identifier<Session>)
  /// Accounts, settings, keys: what is about no session.
  case system

  var name: String {
    switch self {
    case .session(let id): id.text
    case .system: "system"
    }
  }
}

/// One link of a chain. Its hash covers the hash before it and all of its own fields, details as they are stored.
package struct AuditEntry: Sendable, Hashable {
  /// From 1, without gaps.
  package let sequence: Int64
  package let time: Int64
  package let actor: String
  package let action: String
  /// Nil when there are none, and after the person was erased.
  package let details: JSONDocument?
  /// SHA-256.
  package let hash: [UInt8]
}

/// What checking a chain found.
package enum AuditVerdict: Sendable, Hashable {
  /// Whole, with this many links.
  case intact(links: Int64)
  /// The first place at which something is wrong.
  case broken(at: Int64, AuditFlaw)
}

package enum AuditFlaw: String, Sendable, Hashable, Codable {
  /// The link does not hash to what it says.
  case altered
  /// A link is missing.
  case gap
  /// Links at the end are missing, or were added behind it.
  case wrongEnd = "wrong_end"
  /// The end was not sealed by this store.
  case forgedEnd = "forged_end"
}
