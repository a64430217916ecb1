/// What stands around every answer of success.
package struct Envelope<Value: WireType>: Codable, Sendable {
  package let ok: Bool
  package let data: Value
  package let correlationId: String
  /// Unix milliseconds.
  package let serverTime: Int

  package init(ok: Bool, data: Value, correlationId: String, serverTime: Int) {
    self.ok = ok
    self.data = data
    self.correlationId = correlationId
    self.serverTime = serverTime
  }
}

extension Envelope {
  package static var schema: Schema { EnvelopeSchema.around(Value.schema) }
}

package enum EnvelopeSchema {
  package static func around(_ data: Schema) -> Schema {
    .object([
      .init("ok", .flag, isRequired: true, "True."), .init("data", data, isRequired: true, ""),
      .init("correlationId", .text(8...64, .visible), isRequired: true, "The same as in the log."),
      .init("serverTime", .time, isRequired: true, "Unix milliseconds."),
    ])
  }

  /// `application/problem+json` (RFC 9457).
  package static let problem = Schema.object([
    .init("type", .text(1...200, .visible), isRequired: true, ""),
    .init("title", .text(1...200, .line), isRequired: true, ""),
    .init("status", .integer(400...599), isRequired: true, ""),
    .init("code", .text(1...64, .code), isRequired: true, "Stable; clients may branch on it."),
    .init("detail", .text(0...500, .line), isRequired: false, "For people."),
    .init("correlationId", .text(8...64, .visible), isRequired: true, "The same as in the log."),
  ])
}
