package import BonafideObservations

extension Setting {
  package static let elementConfidence = Setting(
    "document.elements.confidence.min", .probability, in: 0...1, default: 0.5,
    source: "design: the finder's confidence is made so that elements that are there lie above one half")
  package static let elementsMissingMost = Setting(
    "document.elements.missing.max", .count, in: 0...8, default: 2,
    source: "design: glare and a thumb may each hide one of the eight")
}

/// The settings of deciding about documents.
package enum DocumentPolicySettings {
  package static let declared: [Setting] = [.elementConfidence, .elementsMissingMost]
}
