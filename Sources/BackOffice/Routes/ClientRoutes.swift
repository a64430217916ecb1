internal import BonafideBackOfficeAPI
internal import BonafideHTTPServer
internal import BonafideStore

/// Programs that may call the interface.
enum ClientRoutes {
  static func add(to binder: inout RouteBinder) {
    binder.on(API.clientAdd) { call, new in
      let scopes = Set(new.scopes ?? [.session])
      return try await call.commit { transaction in
        let added = try transaction.addAPIClient(
          name: new.name, scopes: Set(scopes.map(\.rawValue)), rate: Int64(new.rate ?? 0))
        try AdministrationRoutes.note(
          "client.added", ["client": added.client.id.text], by: call.actor, in: transaction)
        return answer(added.client, secret: added.secret)
      }
    }
    binder.on(API.clientList) { call, _ in
      let (after, limit) = (call.query["afterName"]?.text, call.query["limit"]?.integer ?? 100)
      return try await call.desk.store.read { transaction in
        ClientList(clients: try transaction.apiClients(after: after, limit: limit).map { answer($0) })
      }
    }
    binder.on(API.clientChange) { call, change in
      let id = try call.id("client", of: APIClient.self)
      return try await call.desk.store.write { transaction in
        let client = try transaction.apiClient(id)
        try transaction.setAPIClient(
          id, scopes: change.scopes.map { Set($0.map(\.rawValue)) } ?? client.scopes,
          rate: change.rate.map { Int64($0) } ?? client.rate, isDisabled: change.isDisabled ?? client.isDisabled)
        try AdministrationRoutes.note("client.changed", ["client": id.text], by: call.actor, in: transaction)
        return answer(try transaction.apiClient(id))
      }
    }
    binder.on(API.clientRotate) { call, _ in
      let id = try call.id("client", of: APIClient.self)
      return try await call.desk.store.write { transaction in
        let secret = try transaction.renewSecret(of: id)
        try transaction.revokeTokens(of: .client(id))
        try AdministrationRoutes.note("client.rotated", ["client": id.text], by: call.actor, in: transaction)
        return answer(try transaction.apiClient(id), secret: secret)
      }
    }
  }

  private static func answer(_ client: APIClient, secret: String? = nil) -> ClientAnswer {
    ClientAnswer(
      id: client.id.text, name: client.name, scopes: client.scopes.sorted(), rate: Int(client.rate),
      isDisabled: client.isDisabled, createdAt: Int(client.created), secret: secret)
  }
}
