internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Settings, look and sounds.
enum SettingsRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.encoded(API.settingsGet) { call in
      try await latest(call, callType: call.query["callType"]?.text ?? "").answer
    }
    binder.on(API.lookGet) { call, _ in
      let callType = call.query["callType"]?.text ?? ""
      let volume = try await latest(call, callType: callType)
      return LookAnswer(callType: callType, version: Int(volume.version), look: volume.document.look)
    }
    binder.on(API.soundsList) { call, _ in SoundsAnswer(sounds: call.desk.sounds.files) }
    binder.raw(API.soundGet) { call in
      guard let name = call.request.parameters["name"], let path = call.desk.sounds.path(of: name) else {
        throw OfficeProblem.notFound
      }
      return try Response.file(path, type: "application/octet-stream", for: call.request)
    }
    binder.on(API.settingsPut) { call, new in
      let callType = try callType(in: call)
      try call.desk.catalog.check(new)
      let actor = call.actor
      let version = try await call.desk.store.write { transaction in
        let calibration = new.previous > 0 ? try Calibration(transaction.settings(of: callType)) : nil
        return try transaction.addSettings(
          of: callType, document: Calibration.document(new, with: calibration), author: actor,
          previous: Int64(new.previous))
      }
      return try call.desk.catalog.answer(version, sounds: call.desk.sounds.files)
    }
    binder.on(API.settingsRead) { call, _ in
      let callType = try callType(in: call)
      let number = call.query["version"]?.integer.map { Int64($0) }
      let version = try await call.desk.store.read { try $0.settings(of: callType, version: number) }
      return try call.desk.catalog.answer(version, sounds: call.desk.sounds.files)
    }
    CalibrationRoutes.add(to: &binder)
    binder.on(API.settingsHistory) { call, _ in
      let callType = try callType(in: call)
      let versions = try await call.desk.store.read { try $0.settingsHistory(of: callType, limit: 500) }
      return SettingsHistory(
        versions: versions.map {
          SettingsVersionAnswer(
            callType: $0.callType, version: Int($0.version), author: $0.author, createdAt: Int($0.created))
        })
    }
    binder.on(API.callTypeList) { call, _ in
      CallTypesAnswer(callTypes: try await call.desk.store.read { try $0.callTypes() })
    }
    binder.on(API.settingsPreview) { call, wish in
      try await SettingsPreview(call, callType: callType(in: call)).run(wish)
    }
    binder.on(API.retentionGet) { call, _ in
      let callType = try callType(in: call)
      let kept = try await call.desk.store.read { transaction in
        _ = try transaction.settings(of: callType)
        return try transaction.retention(of: callType)
      }
      return RetentionAnswer(days: kept.map { Double($0.keep) / 86_400_000 })
    }
    binder.on(API.retentionPut) { call, new in
      let callType = try callType(in: call)
      let keep = Int64(new.days * 86_400_000)
      let actor = call.actor
      try await call.desk.store.write { transaction in
        _ = try transaction.settings(of: callType)
        try transaction.setRetention(Retention(callType: callType, keep: keep))
        try transaction.append(
          AuditEvent(
            chain: .system, actor: actor, action: "retention.changed",
            details: JSONDocument(encoding: ["call_type": callType, "milliseconds": String(keep)])))
      }
      return DoneAnswer(done: true)
    }
  }

  static func callType(in call: Call) throws(Problem) -> String {
    guard let name = call.request.parameters["callType"], (try? API.pathSchema("callType").check(.text(name))) != nil
    else { throw OfficeProblem.notFound }
    return name
  }

  private static func latest(_ call: Call, callType: String) async throws -> SettingsShelf.Volume {
    let shelf = call.desk.shelf
    do {
      return try await call.desk.store.read { try shelf.volume(of: callType, in: $0) }
    } catch let error as StoreError where error.code == .notFound {
      throw Problem(.notFound, "unknown_call_type", "there is no such call type")
    }
  }
}
