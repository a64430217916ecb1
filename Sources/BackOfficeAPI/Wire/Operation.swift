/// Whether the server works.
package struct HealthAnswer: WireType, Hashable {
  package var status: HealthStatus
  package var store: Bool?
  package var workers: Bool?

  package init(status: HealthStatus, store: Bool? = nil, workers: Bool? = nil) {
    self.status = status
    self.store = store
    self.workers = workers
  }

  package static let schema = Schema.object([
    .init("status", .choice(of: HealthStatus.self), isRequired: true, ""),
    .init("store", .flag, isRequired: false, ""),
    .init("workers", .flag, isRequired: false, ""),
  ])
}

package enum HealthStatus: String, Codable, Sendable, Hashable, CaseIterable {
  case ok
  case unavailable
}
