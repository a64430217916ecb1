import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideCapture
import BonafideLiveness
import BonafideMedia
import BonafideMediaCodecs
import BonafideObservations

/// The films of the card in a case: of its hologram, and of a finger that covers the element that the server drew.
struct CardFilms {
  struct Outcome {
    /// Also of the flow's module that asks for it.
    let name: String
    /// Nil when there was not enough to decide by.
    let verified: Bool?
    let reasons: [Reason]
    let json: JSON
  }

  private let engine: Engine
  private let work: JudgeWork

  init(_ engine: Engine, _ work: JudgeWork) {
    self.engine = engine
    self.work = work
  }

  /// Of films that were sent, and of those that the flow asks for.
  func judged() throws -> [Outcome] {
    [
      try judged("hologram", .hologramVideo, nil, HologramCheck(settings: work.settings)),
      try judged("conceal", .concealVideo, work.concealElement, concealment),
    ].compactMap(\.self)
  }

  /// Nil when nothing was drawn. Never what the client says that it covered: then it could send the film that it has.
  private var concealment: ConcealmentCheck? {
    work.concealElement.flatMap(SecurityElement.init(rawValue:)).map { ConcealmentCheck($0, settings: work.settings) }
  }

  private func judged<Check: CardFilmCheck>(
    _ name: String, _ kind: BonafideBackOfficeAPI.EvidenceKind, _ element: String?, _ check: Check?
  ) throws -> Outcome? {
    guard let file = work.file(kind) else {
      guard work.modules.contains(name) else { return nil }
      return missing(name, element, "The film of the card that the flow asks for was not sent.")
    }
    guard let check else {
      return missing(name, element, "Nothing was drawn that a film of the card could be held against.")
    }
    guard let outcome = try EvidenceFile.ifReadable({ try run(check, file) }) else {
      return missing(name, element, "The film of the card cannot be read.")
    }
    return Outcome(
      name: name, verified: outcome.verified, reasons: outcome.reasons,
      json: .object([
        ("verified", .optional(outcome.verified)), ("confidence", .number(outcome.confidence)),
        ("time", .number(outcome.time)), ("element", .optional(element)), ("reasons", JSON(outcome.reasons)),
      ]))
  }

  private func missing(_ name: String, _ element: String?, _ why: String) -> Outcome {
    let reasons = [Reason(.notEvaluated, why)]
    return Outcome(
      name: name, verified: nil, reasons: reasons,
      json: .object([("verified", .null), ("element", .optional(element)), ("reasons", JSON(reasons))]))
  }

  private func run(_ check: some CardFilmCheck, _ file: JudgeWork.File) throws -> CardCheck {
    var check = check
    let source = try engine.reader.open(file.path).frames
    while let frame = try source.next() {
      if let outcome = try check.observe(frame) { return outcome }
    }
    return check.finish()
  }
}

/// A content of a case.
enum EvidenceFile {
  /// What cannot be read is missing evidence; what fails in the engine is a fault, and is tried again.
  static func ifReadable<Value>(_ body: () throws -> Value?) throws -> Value? {
    do {
      return try body()
    } catch let error as BonafideError where error.code.exitStatus.concernsInput {
      return nil
    }
  }
}
