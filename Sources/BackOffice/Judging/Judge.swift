package import BonafideBackOfficeAPI
package import BonafideObservations

/// What looks at the evidence of a session and comes to a decision. What the client said is not shown to it.
///
/// It may be called again for the same session after a process died. A thrown error is tried again, and becomes
/// `review` when it was tried often enough. It runs on threads of its own, so it may work without a pause; it should end
/// soon after its task is cancelled.
package protocol Judge: Sendable {
  func judge(_ work: JudgeWork) async throws -> JudgeResult

  /// The name of the capture profile of a calibration, a JSON document. Throws `usage` for one that cannot be judged by.
  func profile(ofCalibration json: [UInt8]) throws -> String

  /// What a decided case would have come to under other settings, told from what was stored of it alone: quick, and
  /// without a model. Nil when the stored values do not tell.
  func reconsider(_ decided: DecidedCase, under settings: Settings) -> ReconsideredCase?
}

extension Judge {
  /// A judge that knows nothing of stored values.
  package func reconsider(_ decided: DecidedCase, under settings: Settings) -> ReconsideredCase? { nil }
}

/// Kinds of parts that are named in more than one room.
package enum PartKind {
  /// What was measured over time, for the person who looks at the case. Apps do not get it.
  package static let curves = "curves"
}

/// What a judge found in a case, as it was stored.
package struct DecidedCase: Sendable {
  package let verdict: DecisionVerdict
  package let reasons: [String]
  /// The server's values by check.
  package let parts: [String: JSONValue]
  package let ruleSet: String
  /// What it was judged by.
  package let settings: Settings
  package let modules: [String]

  package init(
    verdict: DecisionVerdict, reasons: [String], parts: [String: JSONValue], ruleSet: String, settings: Settings,
    modules: [String]
  ) {
    self.verdict = verdict
    self.reasons = reasons
    self.parts = parts
    self.ruleSet = ruleSet
    self.settings = settings
    self.modules = modules
  }
}

/// What a case would have come to.
package struct ReconsideredCase: Sendable, Hashable {
  package let verdict: DecisionVerdict
  package let reasons: [String]

  package init(verdict: DecisionVerdict, reasons: [String]) {
    self.verdict = verdict
    self.reasons = reasons
  }
}

/// One case for a judge.
package struct JudgeWork: Sendable {
  /// A stored content, decrypted. The file is removed when the judge returns or throws.
  package struct File: Sendable, Hashable {
    package let kind: EvidenceKind
    package let path: String
    package let mediaType: String
    /// Of the content, lower-case hex.
    package let sha256: String
    package let evidence: String
    /// Seconds at which a film broke off and went on.
    package var cuts: [Double] = []
  }

  package let session: String
  package let callType: String
  /// What the person was asked to do, in order.
  package let steps: [String]
  package let challengeNonce: String
  /// What the server asked to be covered in the film of the touch test; nil where it asked for nothing.
  package let concealElement: String?
  /// Oldest first.
  package let files: [File]
  /// The thresholds of the version that the session is judged by.
  package let settings: Settings
  package let settingsVersion: Int64
  /// The calibration of that version, a JSON document; nil where it has none.
  package let calibration: [UInt8]?
  /// Modules that the flow asks for, such as `face` and `document`.
  package let modules: [String]
  /// As the app gave them.
  package let identityType: String?
  package let identityNumber: String?
  package let isHandicapped: Bool
  /// Base64 of what was read from the chip, by name; empty without chip. Its signature is for the judge to check.
  package let chip: [String: String]
  /// Private to this work; what is written there is removed with it.
  package let folder: String

  /// The latest of a kind.
  package func file(_ kind: EvidenceKind) -> File? { files.last { $0.kind == kind } }
}

/// What a judge found.
package struct JudgeResult: Sendable {
  package struct Model: Sendable, Hashable {
    package let name: String
    /// Lower-case hex.
    package let sha256: String

    package init(name: String, sha256: String) {
      self.name = name
      self.sha256 = sha256
    }
  }

  package var verdict: DecisionVerdict
  /// Nil when no number of a document was read.
  package var document: JudgedDocument?
  package var reasons: [Reason]
  /// The server's values by check: `liveness`, `comparison`, `document`, `hologram`, `conceal`…
  package var parts: [String: JSONValue]
  /// Name and version of the rules.
  package var ruleSet: String
  package var models: [Model]

  package init(
    verdict: DecisionVerdict, reasons: [Reason], parts: [String: JSONValue], ruleSet: String, models: [Model],
    document: JudgedDocument? = nil
  ) {
    self.verdict = verdict
    self.reasons = reasons
    self.parts = parts
    self.ruleSet = ruleSet
    self.models = models
    self.document = document
  }
}

/// What a judge read of a document, to hold it against other cases.
package struct JudgedDocument: Sendable, Hashable {
  /// `TUR-ID`, `ID`, `PASSPORT`…
  package let type: String
  package let number: String
  /// What stays the same for one holder: the identity number, or else the day of birth. Nil when neither was read.
  package let holder: String?
  /// Share of the checks of the document that held, 0…1; nil when none could be made.
  package let score: Double?

  package init(type: String, number: String, holder: String?, score: Double?) {
    self.type = type
    self.number = number
    self.holder = holder
    self.score = score
  }
}
