package import BonafideObservations

/// One thing that is done with a document before the camera.
package enum DocumentStep: Sendable, Hashable {
  /// What a side is read for.
  package enum Detail: Sendable, Hashable {
    case data
    /// Also the elements that it carries to be looked at (C-012).
    case dataAndElements
  }

  /// Which document it is, and whether this side of it is shown.
  case typeCheck(DocumentSide)
  case scan(DocumentSide, Detail)
  case hologram
  /// An element is covered with a finger (C-084).
  case conceal(SecurityElement)

  /// The side of the document that has to be shown.
  package var side: DocumentSide {
    switch self {
    case .typeCheck(let side), .scan(let side, _): side
    case .hologram: .front
    case .conceal(let element): element.side
    }
  }

  /// What may be recorded of it.
  package var film: DocumentFilm? {
    switch self {
    case .typeCheck, .scan: nil
    case .hologram: .hologram
    case .conceal: .conceal
    }
  }

  /// What the person is asked for at the beginning.
  var request: String {
    switch self {
    case .typeCheck(let side), .scan(let side, _): side == .front ? "show_front" : "show_back"
    case .hologram: "tilt"
    case .conceal(let element): "cover_" + element.rawValue
    }
  }
}

/// Kinds of films of a document.
package enum DocumentFilm: String, Sendable, Hashable, CaseIterable {
  case hologram
  case conceal
}

/// Why a step, or the time between two, came to nothing.
package struct DocumentFlowFailure: Error, Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// The time of the step is over.
    case timeout
    /// It was not begun, because it cannot be now; nothing else is disturbed by it.
    case refused
    /// Something speaks against what was shown.
    case negative
    /// App, person or system ended it.
    case interrupted
    /// The camera gives no pictures.
    case camera
    /// What had to be recorded was not.
    case recording
  }

  package let kind: Kind
  /// Nil between two steps.
  package let step: DocumentStep?
  /// A stable code: one of `ReasonCode`, `SideWatch.Hint` or `DocumentFlowFailure.Code`.
  package let reason: String

  init(_ kind: Kind, _ step: DocumentStep?, _ reason: String) {
    self.kind = kind
    self.step = step
    self.reason = reason
  }

  init(_ kind: Kind, _ step: DocumentStep?, _ code: Code) { self.init(kind, step, code.rawValue) }
  init(_ kind: Kind, _ step: DocumentStep?, _ code: ReasonCode) { self.init(kind, step, code.rawValue) }

  /// Codes that only the flow has. Raw values are stable.
  package enum Code: String, Sendable, CaseIterable {
    case anotherStepRuns = "another_step_runs"
    case typeCheckNeeded = "type_check_needed"
    case scanNeeded = "scan_needed"
    /// A passport has one page.
    case backNotNeeded = "back_not_needed"
    /// Only the Turkish card's elements are known.
    case elementsUnknown = "elements_unknown"
    /// Whether it is the card of the scan cannot be told.
    case cardNotCompared = "card_not_compared"
    case closedByPerson = "closed_by_person"
    case cameraSilent = "camera_silent"
    case cameraEnded = "camera_ended"
    case idle
    case stopped
  }
}
