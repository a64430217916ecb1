internal import BonafideBackOfficeAPI
internal import BonafideObservations
internal import BonafideStore

/// A document in the one form that it is looked up by.
struct DocumentKey: Sendable {
  let text: String

  /// Nil without any letter or digit in the number. Blanks, fillers and signs between are not the same in print and zone.
  init?(type: String, number: String) {
    let plain = DocumentKey.plain(number)
    guard !plain.isEmpty else { return nil }
    text = type.uppercased() + "/" + plain
  }

  fileprivate static func plain(_ text: String) -> String {
    text.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

/// Holds the document that a judge read against those that are blocked, and against other sessions.
struct DocumentCheck: Sendable {
  static let part = "document_check"

  private let document: JudgedDocument
  private let key: DocumentKey
  private let holder: String?

  /// Nil for a document whose number was not read.
  init?(_ document: JudgedDocument?) {
    guard let document, let key = DocumentKey(type: document.type, number: document.number) else { return nil }
    self.document = document
    self.key = key
    holder = document.holder.map(DocumentKey.plain)
  }

  /// Makes the session findable by the document.
  func remember(_ session: Session, in transaction: WriteTransaction) throws {
    try transaction.add(Lookup(.documentNumber, key.text), to: session)
    if let holder { try transaction.add(Lookup(.documentHolder, key.text + "/" + holder), to: session) }
  }

  /// The result with what is known about its document. That a person has to look is the most that follows from it: a
  /// number may have been read wrongly.
  func apply(to result: JudgeResult, of session: Session, in transaction: some StoreReading) throws -> JudgeResult {
    let isBlocked = try transaction.isBlocked(document: key.text)
    let use = try transaction.use(of: key.text, holder: holder.map { key.text + "/" + $0 }, beside: session)
    var checked = result
    if isBlocked { checked.reasons.append(Reason(.documentBlocked)) }
    if use.otherHolders > 0 { checked.reasons.append(Reason(.documentOtherIdentity)) }
    if checked.reasons.count > result.reasons.count, result.verdict == .approved { checked.verdict = .review }
    checked.parts[DocumentCheck.part] = .object([
      "blocked": .flag(isBlocked), "duplicates": .integer(Int(use.sessions)),
      "otherIdentities": .integer(Int(use.otherHolders)), "score": document.score.map { .number($0) } ?? .null,
    ])
    return checked
  }
}
