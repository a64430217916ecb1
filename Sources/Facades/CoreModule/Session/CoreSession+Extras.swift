internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient

extension CoreSession {
  /// Sends data of other systems, any time between `initializeCompleted` and `sessionClose`.
  package func addIntegration(_ model: CoreIntegrationModel, module: ModuleName) {
    let request = IntegrationRequest(
      phone: model.phone, email: model.email, formUrl: model.formUrl, idRegistration: model.idRegistration,
      addressRegistration: model.addressRegistration, data: model.data)
    send(module) { client throws(BackOfficeError) in
      try await client.addIntegration(request)
    } done: {
      $0.integrationAddCompleted()
    } failed: { delegate, _ in
      delegate.integrationAddFailed()
    }
  }

  /// Adds a document that the person signed.
  package func setSigning(_ model: CoreSigningModel, module: ModuleName) {
    send(module) { client throws(BackOfficeError) in
      _ = try await client.addSigned(
        data: model.data, reference: model.reference, documentReference: model.documentReference,
        signature: model.signature, key: model.key)
    } done: {
      $0.signingSetCompleted()
    } failed: { delegate, error in
      delegate.signingSetFailed(error: error.code.rawValue)
    }
  }

  /// Tells the back office that signing is complete.
  package func finishSigning(reference: String, module: ModuleName) {
    send(module) { client throws(BackOfficeError) in
      _ = try await client.finishSigning(reference: reference)
    } done: {
      $0.signingCompleted()
    } failed: { delegate, error in
      delegate.signingSetFailed(error: error.code.rawValue)
    }
  }

  private func send(
    _ module: ModuleName, _ work: @escaping @Sendable (BackOfficeClient) async throws(BackOfficeError) -> Void,
    done: @escaping @MainActor (any EnQualifyCoreDelegate) -> Void,
    failed: @escaping @MainActor (any EnQualifyCoreDelegate, BackOfficeError) -> Void
  ) {
    let client = client
    Task {
      do throws(BackOfficeError) {
        guard isReady else { throw BackOfficeError(.notInitialized) }
        try await work(client)
        deliver(module, done)
      } catch {
        EnQualifyCore.lastError = error
        deliver(module) { failed($0, error) }
      }
    }
  }
}
