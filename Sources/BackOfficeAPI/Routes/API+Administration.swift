extension API {
  package static let settingsPut = Endpoint<SettingsRequest, SettingsAnswer>(
    "settingsPut", .put, "/v1/admin/settings/{callType}", .scope(.admin), "A new version of a flow's settings.",
    limits: large)
  package static let settingsRead = Endpoint<NoContent, SettingsAnswer>(
    "settingsRead", .get, "/v1/admin/settings/{callType}", .scope(.admin), "A version of a flow's settings.",
    query: [.init("version", .integer(1...1_000_000_000))])
  package static let settingsHistory = Endpoint<NoContent, SettingsHistory>(
    "settingsHistory", .get, "/v1/admin/settings/{callType}/history", .scope(.admin), "All versions, newest first.")
  package static let calibrationPut = Endpoint<CalibrationRequest, CalibrationAnswer>(
    "calibrationPut", .put, "/v1/admin/settings/{callType}/calibration", .scope(.admin),
    "A new version of a flow's settings with another calibration of signs of an attack.")
  package static let calibrationGet = Endpoint<NoContent, CalibrationAnswer>(
    "calibrationGet", .get, "/v1/admin/settings/{callType}/calibration", .scope(.admin),
    "The calibration of a version of a flow's settings.", query: [.init("version", .integer(1...1_000_000_000))])
  package static let callTypeList = Endpoint<NoContent, CallTypesAnswer>(
    "callTypeList", .get, "/v1/admin/settings", .scope(.admin), "Flows that have settings.")
  package static let settingsPreview = Endpoint<PreviewRequest, PreviewAnswer>(
    "settingsPreview", .post, "/v1/admin/settings/{callType}/preview", .scope(.admin),
    "What decided cases would have become under other values, as far as their stored values tell.",
    limits: .init(seconds: 120, concurrent: 2))
  package static let retentionGet = Endpoint<NoContent, RetentionAnswer>(
    "retentionGet", .get, "/v1/admin/settings/{callType}/retention", .scope(.admin), "How long sessions are kept.")
  package static let retentionPut = Endpoint<RetentionRequest, DoneAnswer>(
    "retentionPut", .put, "/v1/admin/settings/{callType}/retention", .scope(.admin), "How long sessions are kept.")

  package static let accountAdd = Endpoint<AccountRequest, AccountAnswer>(
    "accountAdd", .post, "/v1/admin/accounts", .scope(.admin), "Adds an account.", status: 201, isIdempotent: true)
  package static let accountList = Endpoint<NoContent, AccountList>(
    "accountList", .get, "/v1/admin/accounts", .scope(.admin), "Accounts by name.",
    query: [limit, .init("afterName", .text(1...100, .line))])
  package static let accountChange = Endpoint<AccountChange, AccountAnswer>(
    "accountChange", .patch, "/v1/admin/accounts/{account}", .scope(.admin), "Changes an account.")

  package static let clientAdd = Endpoint<ClientRequest, ClientAnswer>(
    "clientAdd", .post, "/v1/admin/clients", .scope(.admin), "Adds a program.", status: 201, isIdempotent: true)
  package static let clientList = Endpoint<NoContent, ClientList>(
    "clientList", .get, "/v1/admin/clients", .scope(.admin), "Programs by name.",
    query: [limit, .init("afterName", .text(1...100, .line))])
  package static let clientChange = Endpoint<ClientChange, ClientAnswer>(
    "clientChange", .patch, "/v1/admin/clients/{client}", .scope(.admin), "Changes a program.")
  package static let clientRotate = Endpoint<NoContent, ClientAnswer>(
    "clientRotate", .post, "/v1/admin/clients/{client}/secret", .scope(.admin),
    "A new secret in place of the old one; old tokens end.", status: 201)

  package static let webhookAdd = Endpoint<WebhookRequest, WebhookAnswer>(
    "webhookAdd", .post, "/v1/admin/webhooks", .scope(.admin), "Where events are to be sent.", status: 201,
    isIdempotent: true)
  package static let webhookList = Endpoint<NoContent, WebhookList>(
    "webhookList", .get, "/v1/admin/webhooks", .scope(.admin), "All webhooks.")
  package static let webhookRemove = Endpoint<NoContent, DoneAnswer>(
    "webhookRemove", .delete, "/v1/admin/webhooks/{webhook}", .scope(.admin), "Removes a webhook.")
  package static let deliveryList = Endpoint<NoContent, DeliveryList>(
    "deliveryList", .get, "/v1/admin/webhooks/{webhook}/deliveries", .scope(.admin), "Events, newest first.",
    query: [limit])

  package static let blockedDocumentAdd = Endpoint<BlockedDocumentRequest, BlockedDocumentAnswer>(
    "blockedDocumentAdd", .post, "/v1/admin/blocked-documents", .scope(.admin),
    "A document that is not taken any more.",
    status: 201)
  package static let blockedDocumentList = Endpoint<NoContent, BlockedDocumentList>(
    "blockedDocumentList", .get, "/v1/admin/blocked-documents", .scope(.admin), "Blocked documents, oldest first.",
    query: [limit, after])
  package static let blockedDocumentRemove = Endpoint<NoContent, DoneAnswer>(
    "blockedDocumentRemove", .delete, "/v1/admin/blocked-documents/{document}", .scope(.admin),
    "Takes a document again.")

  package static let erase = Endpoint<EraseRequest, EraseAnswer>(
    "erase", .post, "/v1/admin/erase", .scope(.erase), "Erases a person.", limits: .init(seconds: 120))
  package static let auditVerify = Endpoint<NoContent, AuditVerdictAnswer>(
    "auditVerify", .post, "/v1/admin/audit/verify", .scope(.audit), "Goes over all audit chains.",
    limits: .init(seconds: 300, concurrent: 2))

  static let administration: [EndpointDescription] = [
    settingsPut.description, settingsRead.description, settingsHistory.description, callTypeList.description,
    calibrationPut.description, calibrationGet.description, settingsPreview.description,
    retentionGet.description, retentionPut.description, accountAdd.description, accountList.description,
    accountChange.description,
    clientAdd.description, clientList.description, clientChange.description, clientRotate.description,
    webhookAdd.description, webhookList.description, webhookRemove.description, deliveryList.description,
    blockedDocumentAdd.description, blockedDocumentList.description, blockedDocumentRemove.description,
    erase.description, auditVerify.description,
  ]

  package static let live = Endpoint<NoContent, HealthAnswer>(
    "live", .get, "/healthz", .anybody, "Whether the server answers.")
  package static let ready = Endpoint<NoContent, HealthAnswer>(
    "ready", .get, "/readyz", .anybody, "Whether the store can be reached and work is done.")
  package static let metrics = Endpoint<NoContent, NoContent>(
    "metrics", .get, "/metrics", .localOr(.metrics), "Numbers for Prometheus.", sends: "text/plain")
  package static let openAPI = Endpoint<NoContent, NoContent>(
    "openAPI", .get, "/openapi.json", .anybody, "This description.", sends: "application/json")

  static let operation: [EndpointDescription] = [
    live.description, ready.description, metrics.description, openAPI.description,
  ]
}
