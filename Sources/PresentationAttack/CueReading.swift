/// What an analyser measured, before it is judged.
package struct CueReading: Sendable, Hashable {
  /// Stable name, e.g. `planarity`.
  package let name: String
  /// In the cue's own unit; nil when it could not be measured.
  package let value: Double?
  /// One line for the reviewer, without personal data.
  package let detail: String

  package init(name: String, value: Double?, detail: String) {
    self.name = name
    self.value = value
    self.detail = detail
  }

  init(_ name: String, _ value: Double?, _ detail: String) {
    self.init(name: name, value: value, detail: detail)
  }
}
