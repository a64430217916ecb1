package import BonafideCapture
package import BonafideMedia

/// What a specimen does in front of one camera. Called in order, one call at a time.
package protocol SpecimenPerformer: Sendable {
  /// Pictures a second; nil where any will do.
  var rate: Double? { get }
  /// The camera was opened, at time 0.
  mutating func begin()
  /// The screen shows something.
  mutating func see(_ message: ScreenMessage, at time: Double)
  /// The picture at a time; times rise.
  mutating func picture(at time: Double, _ scene: SpecimenBehaviour.Scene) throws -> Image
}

extension SpecimenPerformer {
  package var rate: Double? { nil }
}
