internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Calibrations of flows.
enum CalibrationRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.calibrationPut) { call, new in
      let callType = try SettingsRoutes.callType(in: call)
      let calibration = new.calibration.map { Calibration($0) }
      let profile = try calibration.map { try Self.profileName(of: $0, call) }
      let actor = call.actor
      return try await call.desk.store.write { transaction in
        let latest = try transaction.settings(of: callType)
        var settings = try latest.document.decoded(as: SettingsRequest.self)
        settings.previous = new.previous
        let added = try transaction.addSettings(
          of: callType, document: Calibration.document(settings, with: calibration), author: actor,
          previous: Int64(new.previous))
        try AdministrationRoutes.note(
          "calibration.changed",
          ["call_type": callType, "version": String(added.version), "profile": profile ?? "none"], by: actor,
          in: transaction)
        return CalibrationAnswer(
          callType: callType, version: Int(added.version), profile: profile, calibration: calibration?.document)
      }
    }
    binder.on(API.calibrationGet) { call, _ in
      let callType = try SettingsRoutes.callType(in: call)
      let number = call.query["version"]?.integer.map { Int64($0) }
      let version = try await call.desk.store.read { try $0.settings(of: callType, version: number) }
      let calibration = try Calibration(version)
      return CalibrationAnswer(
        callType: callType, version: Int(version.version),
        profile: try calibration.map { try Self.profileName(of: $0, call) },
        calibration: calibration?.document)
    }
  }

  /// Throws `usage` for what the judge cannot use.
  private static func profileName(of calibration: Calibration, _ call: Call) throws -> String {
    try call.desk.judge.profile(ofCalibration: JSONDocument(encoding: calibration.document).bytes)
  }
}
