package import BonafideBackOfficeAPI
internal import Foundation

extension Office {
  /// Puts a new version of a flow's settings in the place of the present one.
  package func publish(
    _ callType: String = "NewCustomer", _ change: @Sendable (inout SettingsRequest) -> Void
  ) async throws {
    let path = ["callType": callType]
    let now = try await administer(API.settingsRead, path)
    var wish = SettingsRequest(
      previous: now.version, steps: now.steps, order: now.order, modules: now.modules, values: [:], uploads: [],
      recording: now.recording, times: now.times, look: now.look, concealElements: now.concealElements)
    change(&wish)
    _ = try await administer(API.settingsPut, path, wish)
  }

  /// Address of this office, with the program's credentials in it.
  package func address(port: UInt16? = nil, scheme: String = "http", host: String = "127.0.0.1") -> String {
    "\(scheme)://\(program.id):\(program.secret)@\(host):\(port ?? self.port)"
  }
}

extension Office {
  /// A token of the program, as the app's own server would fetch it.
  package func token(id: String, secret: String) async throws -> String {
    try await administer(API.tokenCreate, [:], TokenRequest(clientId: id, clientSecret: secret)).token
  }
}
