internal import BonafideHTTPServer
internal import Testing
internal import SocketSupport

/// How the common suite reaches a router.
enum Way: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case socket

  var testDescription: String { rawValue }

  /// Runs `body` with a client of that kind.
  func with<Value: Sendable>(_ router: Router, _ body: @Sendable (any APIClient) async throws -> Value) async throws
    -> Value
  {
    switch self {
    case .memory: try await body(MemoryClient(router: router))
    case .socket: try await withServer(router) { try await body(SocketClient(port: $0)) }
    }
  }
}

/// One request, one answer.
protocol APIClient: Sendable {
  func send(_ method: String, _ target: String, _ fields: [(String, String)], _ body: [UInt8]) async throws -> Answer
}

extension APIClient {
  func send(
    _ method: String, _ target: String, fields: [(String, String)] = [], json: String? = nil, body: [UInt8] = []
  ) async throws -> Answer {
    let type = json == nil ? [] : [("Content-Type", "application/json")]
    return try await send(method, target, fields + type, json.map { Array($0.utf8) } ?? body)
  }
}

struct MemoryClient: APIClient {
  let router: Router

  func send(_ method: String, _ target: String, _ fields: [(String, String)], _ body: [UInt8]) async throws -> Answer {
    var all = HTTPFields()
    for (name, value) in fields { all.append(name, value) }
    let response: Response
    do throws(Problem) {
      guard let method = HTTPMethod(rawValue: method) else { throw Problem(.notImplemented, "method_not_implemented") }
      response = await router.respond(to: try Request(method, target, fields: all, body: body))
    } catch {
      response = error.response(correlationID: CorrelationID.make())
    }
    var answer = Answer(status: response.status.code)
    for field in response.fields { answer.fields[field.name.lowercased()] = field.value }
    answer.body = try await response.collect()
    return answer
  }
}

struct SocketClient: APIClient {
  let port: UInt16

  func send(_ method: String, _ target: String, _ fields: [(String, String)], _ body: [UInt8]) async throws -> Answer {
    let port = port
    return try await onThread {
      let connection = try RawConnection(port: port)
      var head = "\(method) \(target) HTTP/1.1\r\nHost: x\r\n"
      for (name, value) in fields { head += "\(name): \(value)\r\n" }
      if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
      connection.send(Array((head + "\r\n").utf8) + body)
      return try connection.answer(hasContent: method != "HEAD")
    }
  }
}
