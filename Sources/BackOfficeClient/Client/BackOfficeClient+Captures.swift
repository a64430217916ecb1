package import BonafideBackOfficeAPI

/// What the client found is kept beside what the server finds; it never decides.
extension BackOfficeClient {
  package func saveFace(_ request: FaceRequest) async throws(BackOfficeError) -> SavedAnswer {
    try await sessionCall(API.faceSave, request)
  }

  package func saveDocument(_ request: DocumentRequest) async throws(BackOfficeError) -> SavedAnswer {
    try await sessionCall(API.documentSave, request)
  }

  package func saveHologram(_ request: FilmRequest) async throws(BackOfficeError) -> SavedAnswer {
    try await sessionCall(API.hologramSave, request)
  }

  package func saveConceal(_ request: FilmRequest) async throws(BackOfficeError) -> SavedAnswer {
    try await sessionCall(API.concealSave, request)
  }

  package func saveChip(_ request: ChipRequest) async throws(BackOfficeError) -> SavedAnswer {
    try await sessionCall(API.chipSave, request)
  }

  package func saveComparison(_ request: CompareRequest) async throws(BackOfficeError) -> CompareAnswer {
    try await sessionCall(API.compareSave, request)
  }

  /// Whether a document is blocked, and in how many other sessions it was read.
  package func checkDocument(_ request: DocumentCheckRequest) async throws(BackOfficeError) -> DocumentCheckAnswer {
    try await sessionCall(API.documentCheck, request)
  }

  /// Data of another system, such as consents. Any time between `initialize` and `sessionClose`.
  package func addIntegration(_ request: IntegrationRequest) async throws(BackOfficeError) {
    _ = try await sessionCall(API.integrationAdd, request)
  }

  package func signing() async throws(BackOfficeError) -> SigningAnswer { try await sessionCall(API.signingGet) }

  /// Adds a signed document, under a nonce of its own.
  ///
  /// - Parameters:
  ///   - data: Base64.
  package func addSigned(
    data: String, reference: String, documentReference: String? = nil, signature: String? = nil, key: String? = nil
  ) async throws(BackOfficeError) -> SigningAnswer {
    let nonce = try await nonce()
    return try await sessionCall(
      API.signingSet,
      SigningRequest(
        data: data, reference: reference, documentReference: documentReference, signature: signature, key: key,
        nonce: nonce))
  }

  package func finishSigning(reference: String) async throws(BackOfficeError) -> SigningAnswer {
    try await sessionCall(API.signingFinish, SigningFinishRequest(reference: reference))
  }

  /// For one write. A lost one costs nothing, so it may be asked for again.
  func nonce() async throws(BackOfficeError) -> String {
    let policy = try retries()
    var retry = 0
    while true {
      do throws(BackOfficeError) { return try await sessionCall(API.nonceIssue).nonce } catch {
        retry += 1
        guard error.isPassing, retry <= policy.retries else { throw error }
        try await pause(policy.wait(before: retry, after: error))
      }
    }
  }
}
