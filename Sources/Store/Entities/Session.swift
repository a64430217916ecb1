/// One verification of a person.
package struct Session: Sendable, Hashable {
  package let id: Identifier<Session>
  package let subject: Identifier<Subject>
  /// The client that opened it.
  package let client: Identifier<APIClient>?
  package let callType: String
  package let state: SessionState
  /// What the app gave about the person. Sealed.
  package let details: JSONDocument
  package let challenge: Challenge
  /// The version of the call type's settings that it is judged by.
  package let settingsVersion: Int64
  /// Counts changes; a change has to name the one that it saw.
  package let version: Int64
  package let created: Int64
  package let updated: Int64
  package let expires: Int64
  /// What the app said when it closed the session: that the flow was done, or that it was broken off. Nil before.
  package let isFinished: Bool?
}

/// Where a session is on its way.
package enum SessionState: String, Sendable, Hashable, Codable, CaseIterable {
  case open
  case processing
  case decided
  case closed
  case expired

  /// A session never goes back, except that more evidence may be asked for.
  package func mayBecome(_ next: SessionState) -> Bool {
    switch (self, next) {
    case (.open, .processing), (.open, .decided), (.open, .closed), (.open, .expired), (.processing, .open),
      (.processing, .decided), (.processing, .closed), (.processing, .expired), (.decided, .processing),
      (.decided, .closed):
      true
    default: self == next
    }
  }
}

/// What the server asked the person to do, bound to the session.
package struct Challenge: Sendable, Hashable, Codable {
  package let steps: [String]
  /// Random text that ties what is sent back to this challenge.
  package let nonce: String
  /// The element of the document that has to be covered with a finger; nil where none is asked for.
  package let element: String?

  package init(steps: [String], nonce: String, element: String? = nil) {
    self.steps = steps
    self.nonce = nonce
    self.element = element
  }
}

/// What a session is opened with.
package struct NewSession: Sendable {
  package var callType: String
  package var client: Identifier<APIClient>?
  /// Nil for a person who is not known yet.
  package var subject: Identifier<Subject>?
  package var details: JSONDocument
  package var challenge: Challenge
  package var settingsVersion: Int64
  /// Milliseconds until it expires.
  package var lifetime: Int64
  /// By what it can be found again, already in one form.
  package var lookups: [Lookup]

  package init(
    callType: String, client: Identifier<APIClient>? = nil, subject: Identifier<Subject>? = nil,
    details: JSONDocument, challenge: Challenge, settingsVersion: Int64, lifetime: Int64, lookups: [Lookup] = []
  ) {
    self.callType = callType
    self.client = client
    self.subject = subject
    self.details = details
    self.challenge = challenge
    self.settingsVersion = settingsVersion
    self.lifetime = lifetime
    self.lookups = lookups
  }
}

/// A value that sessions are found by. Only its keyed fingerprint is kept.
package struct Lookup: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case reference
    case identityNumber = "identity_number"
    case documentNumber = "document_number"
    /// A document with its holder.
    case documentHolder = "document_holder"
  }

  package let kind: Kind
  package let value: String

  package init(_ kind: Kind, _ value: String) {
    self.kind = kind
    self.value = value
  }
}

/// Which sessions are asked for; nil takes all.
package struct SessionFilter: Sendable {
  package var state: SessionState?
  package var callType: String?
  package var client: Identifier<APIClient>?

  package init(state: SessionState? = nil, callType: String? = nil, client: Identifier<APIClient>? = nil) {
    self.state = state
    self.callType = callType
    self.client = client
  }
}

/// What is to be changed of a session; nil leaves it.
package struct SessionChange: Sendable {
  package var state: SessionState?
  package var details: JSONDocument?
  package var challenge: Challenge?
  package var expires: Int64?
  package var isFinished: Bool?

  package init(
    state: SessionState? = nil, details: JSONDocument? = nil, challenge: Challenge? = nil, expires: Int64? = nil,
    isFinished: Bool? = nil
  ) {
    self.state = state
    self.details = details
    self.challenge = challenge
    self.expires = expires
    self.isFinished = isFinished
  }
}
