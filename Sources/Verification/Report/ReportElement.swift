/// Something on a document that is there to be looked at.
package struct ReportElement: Sendable, Hashable {
  /// A raw value of `SecurityElement`; anything else is shown as it is.
  package var name: String
  /// 0…1; nil when it was not seen.
  package var confidence: Double?
  /// What was found there, cut out.
  package var picture: ReportPicture?

  package init(name: String, confidence: Double?, picture: ReportPicture? = nil) {
    self.name = name
    self.confidence = confidence
    self.picture = picture
  }
}
