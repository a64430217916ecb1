/// `openapi.json`, made from the route table.
package enum OpenAPI {
  package static func document(of endpoints: [EndpointDescription] = API.all) -> JSONValue {
    var paths: [String: [String: JSONValue]] = [:]
    var schemas: [String: JSONValue] = ["Problem": EnvelopeSchema.problem.document]
    for endpoint in endpoints {
      if case .json(let name, let schema) = endpoint.input { schemas[name] = schema.document }
      if case .json(let name, let schema) = endpoint.output { schemas[name] = schema.document }
      paths[endpoint.path, default: [:]][endpoint.method.rawValue.lowercased()] = operation(endpoint)
    }
    return [
      "openapi": "3.1.0",
      "info": ["title": "Bonafide back office", "version": "1.0.0"],
      "paths": .object(paths.mapValues { .object($0) }),
      "components": [
        "schemas": .object(schemas),
        "securitySchemes": [
          "token": ["type": "http", "scheme": "bearer"],
          "console": ["type": "apiKey", "in": "cookie", "name": .text(API.ConsoleFields.cookie)],
          "csrf": ["type": "apiKey", "in": "header", "name": .text(API.ConsoleFields.csrf)],
        ],
      ],
    ]
  }

  private static func operation(_ endpoint: EndpointDescription) -> JSONValue {
    var fields: [String: JSONValue] = [
      "operationId": .text(endpoint.name), "summary": .text(endpoint.summary), "responses": responses(endpoint),
    ]
    switch endpoint.access {
    case .anybody: fields["security"] = []
    case .tokenHolder: fields["security"] = [["token": []], browser(endpoint)]
    case .scope(let scope):
      fields["security"] = Role.admin.scopes.contains(scope) ? [["token": []], browser(endpoint)] : [["token": []]]
      fields["x-scope"] = .text(scope.rawValue)
    case .localOr(let scope):
      fields["security"] = [[:], ["token": []]]
      fields["x-scope"] = .text(scope.rawValue)
    }
    switch endpoint.input {
    case .none: break
    case .json(let name, _):
      fields["requestBody"] = ["required": true, "content": ["application/json": ["schema": reference(name)]]]
    case .bytes(let type):
      fields["requestBody"] = [
        "required": true,
        "content": .object([
          type: ["schema": ["type": "string", "minLength": 1, "maxLength": .integer(endpoint.limits.bodyBytes)]]
        ]),
      ]
    }
    let parameters = parameters(endpoint)
    if !parameters.isEmpty { fields["parameters"] = .list(parameters) }
    return .object(fields)
  }

  /// The cookie of the console, and for what changes something the field that only its pages can send.
  private static func browser(_ endpoint: EndpointDescription) -> JSONValue {
    endpoint.method == .get ? ["console": []] : ["console": [], "csrf": []]
  }

  private static func parameters(_ endpoint: EndpointDescription) -> [JSONValue] {
    let path = endpoint.pathParameters.map { name in
      parameter(.init(name, API.pathSchema(name), isRequired: true), in: "path")
    }
    var headers = endpoint.headers
    if endpoint.isIdempotent { headers.append(API.idempotencyKey) }
    return path + endpoint.query.map { parameter($0, in: "query") } + headers.map { parameter($0, in: "header") }
  }

  private static func parameter(_ parameter: EndpointDescription.Parameter, in place: String) -> JSONValue {
    [
      "name": .text(parameter.name), "in": .text(place), "required": .flag(parameter.isRequired),
      "schema": parameter.schema.document, "description": .text(parameter.words),
    ]
  }

  private static func responses(_ endpoint: EndpointDescription) -> JSONValue {
    let content: JSONValue =
      switch endpoint.output {
      case .none: [:]
      case .json(let name, _):
        [
          "application/json": [
            "schema": [
              "type": "object", "additionalProperties": false,
              "required": ["ok", "data", "correlationId", "serverTime"],
              "properties": [
                "ok": ["const": true], "data": reference(name), "correlationId": ["type": "string"],
                "serverTime": Schema.time.document,
              ],
            ]
          ]
        ]
      case .bytes(let type): .object([type: [:]])
      }
    var done: [String: JSONValue] = ["description": "Done.", "content": content]
    let links = links(from: endpoint)
    if !links.isEmpty { done["links"] = .object(links) }
    var responses: [String: JSONValue] = [
      String(endpoint.status): .object(done),
      "default": [
        "description": "A problem with a stable code.",
        "content": ["application/problem+json": ["schema": reference("Problem")]],
      ],
    ]
    if endpoint.name == API.evidenceView.description.name {
      responses["200"] = ["description": "The content.", "content": ["*/*": [:]]]
      responses["206"] = ["description": "A range of the content.", "content": ["*/*": [:]]]
    }
    if endpoint.name == API.ready.description.name {
      responses["503"] = ["description": "Not ready.", "content": content]
    }
    return .object(responses)
  }

  /// Where the id of what was made is needed.
  private static func links(from endpoint: EndpointDescription) -> [String: JSONValue] {
    let made = [
      "sessionAdd": "session", "uploadAdd": "upload", "accountAdd": "account", "clientAdd": "client",
      "webhookAdd": "webhook",
    ]
    guard let parameter = made[endpoint.name] else { return [:] }
    var links: [String: JSONValue] = [:]
    for target in API.all where target.pathParameters.last == parameter && target.name != endpoint.name {
      var values: [String: JSONValue] = [parameter: "$response.body#/data/id"]
      if parameter == "upload" { values["session"] = "$request.path.session" }
      links[target.name] = ["operationId": .text(target.name), "parameters": .object(values)]
    }
    return links
  }

  private static func reference(_ name: String) -> JSONValue { ["$ref": .text("#/components/schemas/" + name)] }
}

extension API {
  package static let idempotencyKey = EndpointDescription.Parameter(
    "Idempotency-Key", .text(8...128, .visible), "Made by the sender; the same request with it is done once.")

  /// What a name in a path may be.
  package static func pathSchema(_ name: String) -> Schema {
    switch name {
    case "callType": .text(1...64, .name)
    case "name": .text(1...100, .name)
    default: .identifier
    }
  }
}
