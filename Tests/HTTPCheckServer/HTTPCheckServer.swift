internal import BonafideHTTPServer
internal import Glibc

/// A small server for checks by programs from outside: `http-check [port [certificate key]]`.
@main
struct HTTPCheckServer {
  struct Credentials: Decodable, Sendable {
    var user: String?
    var password: String?
  }

  static func main() async throws {
    let arguments = CommandLine.arguments
    var settings = ServerSettings()
    settings.port = arguments.count > 1 ? UInt16(arguments[1]) ?? 0 : 0
    if arguments.count > 3 { settings.tls = try TLSContext(certificate: arguments[2], key: arguments[3]) }
    let server = HTTPServer(settings, router: router())
    do {
      print("listening on port \(try server.start())")
      fflush(nil)
    } catch {
      print("http-check: \(error)")
      exit(1)
    }
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  static func router() -> Router {
    var router = Router()
    let metrics = router.metrics
    router.on(.get, "/healthz") { _ in .text("ok") }
    router.on(.get, "/metrics") { _ in .text(metrics.exposition()) }
    router.on(.post, "/v1/token") { request in
      let credentials = try await request.json(Credentials.self)
      return .json(bytes: Array("{\"token\":\"t\",\"named\":\(credentials.user != nil)}".utf8), status: .created)
    }
    router.on(.put, "/v1/upload", limits: RouteLimits(bodyBytes: 16 << 20)) { request in
      .json(bytes: Array("{\"bytes\":\(try await request.body.collect(upTo: 16 << 20).count)}".utf8))
    }
    router.on(.get, "/v1/large") { _ in
      .stream("application/octet-stream", length: 64 << 20) { writer in
        for _ in 0..<1024 { try await writer.write([UInt8](repeating: 7, count: 64 << 10)) }
      }
    }
    router.webSocket("/ws") { _, socket in
      for try await message in socket { try await socket.send(message) }
    }
    return router
  }
}
