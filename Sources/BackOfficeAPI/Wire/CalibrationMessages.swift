/// A calibration for a flow.
package struct CalibrationRequest: WireType, Hashable {
  /// The version of the settings that was seen.
  package var previous: Int
  /// What `bonafide evaluate liveness --calibrate` wrote; left out, the flow is judged by the server's own again.
  package var calibration: JSONValue?

  package init(previous: Int, calibration: JSONValue? = nil) {
    self.previous = previous
    self.calibration = calibration
  }

  package static let schema = Schema.object([
    .init(
      "previous", .integer(1...9_007_199_254_740_991), isRequired: true,
      "The version of the settings that was seen."),
    .init(
      "calibration", .anyObject, isRequired: false,
      "What `bonafide evaluate liveness --calibrate` wrote; left out, the flow is judged by the server's own again."),
  ])
}

/// The calibration of a version.
package struct CalibrationAnswer: WireType, Hashable {
  package var callType: String
  package var version: Int
  /// Of which kind of captures it is; none when the version has no calibration of its own.
  package var profile: String?
  package var calibration: JSONValue?

  package init(callType: String, version: Int, profile: String? = nil, calibration: JSONValue? = nil) {
    self.callType = callType
    self.version = version
    self.profile = profile
    self.calibration = calibration
  }

  package static let schema = Schema.object([
    .init("callType", .text(1...64, .name), isRequired: true, ""),
    .init("version", .integer(1...9_007_199_254_740_991), isRequired: true, ""),
    .init(
      "profile", .text(1...64, .name), isRequired: false,
      "Of which kind of captures it is; none when the version has no calibration of its own."),
    .init("calibration", .anyObject, isRequired: false, ""),
  ])
}
