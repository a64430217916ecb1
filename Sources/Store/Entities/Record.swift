/// A typed document of a session: a client's log, a step of the flow, a signed document, an integration's data. Sealed.
package struct Record: Sendable, Hashable {
  package let id: Identifier<Record>
  package let session: Identifier<Session>
  package let kind: String
  package let document: JSONDocument
  package let created: Int64
}
