import CoreModule
import Foundation
import Testing

/// an app may leave out what it does not need.
private final class SilentApp: EnQualifyCoreDelegate {}

extension CoreModuleTests {
  @Suite("The delegate") @MainActor struct Delegates {
    @Test("A-041, A-C02: every method has an empty default; the module's name has the label moduleName")
    func defaults() {
      let app: any EnQualifyCoreDelegate = SilentApp()
      app.initializeCompleted(moduleName: "EnQualifyFace")
      app.initializeFailed(with: EnQualifyInitializeError.cameraUnavailable)
      app.tokenCreateCompleted()
      app.tokenCreateFailed()
      app.sessionAddFailed()
      app.settingGetFailed()
      app.settingsGetFailed()
      app.sessionCloseCompleted(status: "Closed")
      app.sessionCloseFailed()
      app.integrationAddCompleted()
      app.integrationAddFailed()
      app.signingSetCompleted()
      app.signingCompleted()
      app.signingSetFailed(error: "")
    }

    @Test("A-040: calls come in order, each in a turn of its own, after the code that asked for them")
    func order() async throws {
      try await withApp { app in
        await app.initialized()
        app.delegate.forget()
        ours {
          for number in 0..<5 { app.core.deliver(.face) { $0.sessionCloseCompleted(status: "\(number)") } }
        }
        #expect(app.delegate.calls.isEmpty)
        _ = await app.delegate.waits(for: "sessionCloseCompleted(4)")
        #expect(app.delegate.calls == (0..<5).map { "sessionCloseCompleted(\($0))" })
      }
    }
  }
}
