package import BonafideObservations

extension Setting {
  package static let flowCameraSilence = Setting(
    "capture.camera.silence", .seconds, in: 1...120, default: 10,
    source: "design: a camera without a picture for so long, by the device's clock, is one that does not work")
  package static let flowCameraOpening = Setting(
    "capture.camera.opening", .seconds, in: 1...120, default: 20,
    source: "design: a camera of a network, and a person who is asked for a permission, take their time")
  package static let flowAttackEnds = Setting(
    "capture.attack.ends", .flag, in: 0...1, default: 1,
    source: "Appendix 1: signs of an attack end the flow on the device; 0 leaves them to the server")
  package static let flowAttackAfter = Setting(
    "capture.attack.after", .seconds, in: 0...60, default: 3,
    source: "design: signs of an attack are read from films of several seconds; before that, nobody is sent away")
  package static let flowRecordingRequired = Setting(
    "capture.recording.required", .flag, in: 0...1, default: 0,
    source: "B-132: 1 ends a flow that cannot be recorded; 0 lets it go on without a film")
}

/// The settings of flows that an app leads.
package enum FlowSettings {
  package static let declared: [Setting] = [
    .flowCameraSilence, .flowCameraOpening, .flowAttackEnds, .flowAttackAfter, .flowRecordingRequired,
  ]
}
