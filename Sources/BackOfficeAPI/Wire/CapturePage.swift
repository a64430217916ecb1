/// Languages that the pages speak.
package enum PageLanguage: String, Codable, Sendable, Hashable, CaseIterable {
  case turkish = "tr"
  case english = "en"
  case portuguese = "pt"
  case spanish = "es"
}

/// A program asks for an address at which a person without an app can be verified.
package struct CaptureLinkRequest: WireType, Hashable {
  /// Where the person goes on afterwards.
  package var returnUrl: String?
  package var language: PageLanguage?

  package init(returnUrl: String? = nil, language: PageLanguage? = nil) {
    self.returnUrl = returnUrl
    self.language = language
  }

  package static let schema = Schema.object([
    .init("returnUrl", .text(1...2000, .url), isRequired: false, "Where the person goes on afterwards."),
    .init("language", .choice(of: PageLanguage.self), isRequired: false, ""),
  ])
}

package struct CaptureLinkAnswer: WireType, Hashable {
  /// Good for this session only, and for nothing but capturing.
  package var token: String
  package var path: String
  package var expiresAt: Int

  package init(token: String, path: String, expiresAt: Int) {
    self.token = token
    self.path = path
    self.expiresAt = expiresAt
  }

  package static let schema = Schema.object([
    .init(
      "token", .text(43...43, .visible), isRequired: true, "Good for this session only, and for nothing but capturing."),
    .init("path", .text(1...100, .visible), isRequired: true, ""),
    .init("expiresAt", .time, isRequired: true, ""),
  ])
}

/// What has to be captured, in this order.
package enum CapturePart: String, Codable, Sendable, Hashable, CaseIterable {
  case face
  case front
  case back
  case hologram
  case touch
}

package enum CapturePartState: String, Codable, Sendable, Hashable, CaseIterable {
  case todo
  case done
}

package struct CapturePartAnswer: WireType, Hashable {
  package var name: CapturePart
  package var state: CapturePartState

  package init(name: CapturePart, state: CapturePartState) {
    self.name = name
    self.state = state
  }

  package static let schema = Schema.object([
    .init("name", .choice(of: CapturePart.self), isRequired: true, ""),
    .init("state", .choice(of: CapturePartState.self), isRequired: true, ""),
  ])
}

package enum CaptureState: String, Codable, Sendable, Hashable, CaseIterable {
  case open
  case processing
  case completed
  case closed
  case expired
}

/// What the person is told of the outcome: reasons that something can be done about, and nothing of how attacks are seen.
package struct CaptureResult: WireType, Hashable {
  package var verdict: DecisionVerdict
  package var reasons: [ReasonAnswer]

  package init(verdict: DecisionVerdict, reasons: [ReasonAnswer]) {
    self.verdict = verdict
    self.reasons = reasons
  }

  package static let schema = Schema.object([
    .init("verdict", .choice(of: DecisionVerdict.self), isRequired: true, ""),
    .init("reasons", .list(ReasonAnswer.schema, count: 0...50), isRequired: true, ""),
  ])
}

/// A part of a card, in shares of its width and height.
package struct CardArea: WireType, Hashable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package static let schema = Schema.object([
    .init("x", .number(0...1), isRequired: true, ""), .init("y", .number(0...1), isRequired: true, ""),
    .init("width", .number(0...1), isRequired: true, ""), .init("height", .number(0...1), isRequired: true, ""),
  ])
}

/// All that the capture page has to know.
package struct CaptureAnswer: WireType, Hashable {
  package var state: CaptureState
  package var parts: [CapturePartAnswer]
  package var hasConsent: Bool
  /// The operator's words; the page has its own.
  package var consentText: String?
  /// The challenge.
  package var steps: [String]
  /// Steps that the person may leave out.
  package var alternatives: [String]
  /// What has to be covered in the touch test, and where it is on the card.
  package var touchElement: String?
  package var touchArea: CardArea?
  package var language: PageLanguage?
  package var returnUrl: String?
  package var look: Look
  /// Whether some tab or phone is capturing just now.
  package var isActive: Bool
  package var result: CaptureResult?

  package init(
    state: CaptureState, parts: [CapturePartAnswer], hasConsent: Bool, consentText: String?, steps: [String],
    alternatives: [String], touchElement: String? = nil, touchArea: CardArea? = nil, language: PageLanguage?,
    returnUrl: String?, look: Look, isActive: Bool, result: CaptureResult?
  ) {
    self.state = state
    self.parts = parts
    self.hasConsent = hasConsent
    self.consentText = consentText
    self.steps = steps
    self.alternatives = alternatives
    self.touchElement = touchElement
    self.touchArea = touchArea
    self.language = language
    self.returnUrl = returnUrl
    self.look = look
    self.isActive = isActive
    self.result = result
  }

  package static let schema = Schema.object([
    .init("state", .choice(of: CaptureState.self), isRequired: true, ""),
    .init("parts", .list(CapturePartAnswer.schema, count: 0...10), isRequired: true, ""),
    .init("hasConsent", .flag, isRequired: true, ""),
    .init("consentText", .text(0...1000, .free), isRequired: false, "The operator's words; the page has its own."),
    .init("steps", .list(.text(1...32, .code), count: 0...20), isRequired: true, "The challenge."),
    .init(
      "alternatives", .list(.text(1...32, .code), count: 0...20), isRequired: true,
      "Steps that the person may leave out."),
    .init("touchElement", .text(1...64, .code), isRequired: false, "What has to be covered in the touch test."),
    .init("touchArea", CardArea.schema, isRequired: false, ""),
    .init("language", .choice(of: PageLanguage.self), isRequired: false, ""),
    .init("returnUrl", .text(1...2000, .url), isRequired: false, ""),
    .init("look", Look.schema, isRequired: true, ""),
    .init("isActive", .flag, isRequired: true, "Whether some tab or phone is capturing just now."),
    .init("result", CaptureResult.schema, isRequired: false, ""),
  ])
}

/// The person agrees.
package struct ConsentRequest: WireType, Hashable {
  package var accepted: Bool
  package var language: PageLanguage
  /// Which words were shown.
  package var textVersion: String

  package init(accepted: Bool, language: PageLanguage, textVersion: String) {
    self.accepted = accepted
    self.language = language
    self.textVersion = textVersion
  }

  package static let schema = Schema.object([
    .init("accepted", .flag, isRequired: true, ""),
    .init("language", .choice(of: PageLanguage.self), isRequired: true, ""),
    .init("textVersion", .text(1...64, .name), isRequired: true, "Which words were shown."),
  ])
}

/// The person cannot do some of the steps.
package struct AlternativesRequest: WireType, Hashable {
  package var leaveOut: [String]

  package init(leaveOut: [String]) {
    self.leaveOut = leaveOut
  }

  package static let schema = Schema.object([
    .init("leaveOut", .list(.text(1...32, .code), count: 0...20), isRequired: true, "")
  ])
}
