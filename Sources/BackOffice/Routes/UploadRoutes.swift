internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideSecrets
internal import BonafideStore

/// Contents in pieces: declared, sent from any place on that is stored, and evidence only when the hash holds.
enum UploadRoutes {
  static let mostOpen = 32

  static func add(to binder: inout RouteBinder) {
    binder.on(API.uploadAdd) { call, wish in
      guard let sha256 = Hex.bytes(wish.sha256) else {
        throw Problem(.unprocessableContent, "bad_value", "'sha256' has a value that is not allowed")
      }
      return try await call.commit { transaction in
        let session = try call.openSession(in: transaction)
        let document = try call.desk.shelf.volume(
          of: session.callType, version: session.settingsVersion, in: transaction
        ).document
        let limit = document.limit(of: wish.kind)
        guard limit.mediaTypes.contains(wish.mediaType) else {
          throw Problem(.conflict, "media_type_not_allowed", "this kind has other media types")
        }
        guard wish.size <= limit.maximumBytes else {
          throw Problem(.contentTooLarge, "upload_too_large", "at most \(limit.maximumBytes) bytes for this kind")
        }
        guard try transaction.uploads(of: session.id).filter({ $0.state == .open }).count < mostOpen else {
          throw Problem(.conflict, "too_many_uploads", "finish the open uploads first")
        }
        let upload = try transaction.addUpload(
          NewEvidence(
            session: session.id, kind: wish.kind.rawValue, mediaType: wish.mediaType,
            clientValues: wish.clientValues.map { try JSONDocument(encoding: $0) }),
          size: Int64(wish.size), sha256: sha256, lifetime: Int64(document.times.uploadLifetime) * 1000)
        return answer(upload)
      }
    }
    binder.on(API.uploadList) { call, _ in
      try await call.desk.store.read { transaction in
        let session = try call.ownSession(in: transaction)
        return UploadsAnswer(uploads: try transaction.uploads(of: session.id).map(answer))
      }
    }
    binder.on(API.uploadGet) { call, _ in
      try await call.desk.store.read { answer(try ownUpload(call, in: $0)) }
    }
    binder.on(API.uploadAppend) { call, _ in
      let upload = try await call.desk.store.read { transaction in
        _ = try call.openSession(in: transaction)
        return try ownUpload(call, in: transaction)
      }
      // One piece, of limited size, is all that is ever in memory.
      let bytes = try await call.request.body.collect(upTo: API.pieceBytes)
      guard !bytes.isEmpty else { throw Problem(.unprocessableContent, "empty_piece", "a piece has content") }
      let place = Int64(call.headers["Upload-Offset"]?.integer ?? -1)
      return answer(try await call.desk.room.append(bytes, to: upload.id, at: place))
    }
    binder.on(API.uploadFinish) { call, _ in
      let upload = try await call.desk.store.read { transaction in
        let upload = try ownUpload(call, in: transaction)
        if upload.state != .finished { _ = try call.openSession(in: transaction) }
        return upload
      }
      let actor = call.actor
      _ = try await call.desk.room.finish(upload.id) { transaction, evidence in
        try transaction.append(.stored(evidence, by: actor))
      }
      return answer(try await call.desk.store.read { try $0.upload(upload.id) })
    }
  }

  private static func ownUpload(_ call: Call, in transaction: some StoreReading) throws -> Upload {
    let session = try call.ownSession(in: transaction)
    let upload = try transaction.upload(call.id("upload", of: Upload.self))
    guard upload.session == session.id else { throw OfficeProblem.notFound }
    return upload
  }

  private static func answer(_ upload: Upload) -> UploadAnswer {
    UploadAnswer(
      id: upload.id.text, kind: EvidenceKind(rawValue: upload.kind) ?? .stepPicture, mediaType: upload.mediaType,
      size: Int(upload.size), received: Int(upload.received),
      state: UploadState(rawValue: upload.state.rawValue) ?? .refused,
      evidence: upload.evidence?.text, expiresAt: Int(upload.expires))
  }
}
