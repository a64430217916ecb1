import BonafideBackOffice
import BonafideBackOfficeAPI
import BonafideHTTPServer
import BonafideStore
import Foundation
import Synchronization
import Testing

@Suite struct WebhookTests {
  struct Message: Sendable {
    let body: [UInt8]
    let signature: String
    let id: String
  }

  /// Refuses the first messages, and keeps all.
  final class Receiver: Sendable {
    private let messages = Mutex<[Message]>([])
    let refusals: Int

    init(refusals: Int = 0) { self.refusals = refusals }

    var all: [Message] { messages.withLock { $0 } }

    var router: Router {
      var router = Router()
      router.on(.post, "/hook") { [self] request in
        let body = try await request.body.collect(upTo: 1 << 20)
        let count = messages.withLock { messages in
          messages.append(
            Message(
              body: body, signature: request.fields["Bonafide-Signature"] ?? "",
              id: request.fields["Bonafide-Event-Id"] ?? ""))
          return messages.count
        }
        return Response(count <= refusals ? .internalServerError : .ok)
      }
      return router
    }
  }

  @Test("A receiver hears of the decision, again after a failure", arguments: Engine.available)
  func delivery(_ engine: Engine) async throws {
    let bench = try await Bench(engine)
    let receiver = Receiver(refusals: 2)
    try await withServer(receiver.router) { port in
      let hook = try await bench.call(
        API.webhookAdd, WebhookRequest(url: "http://127.0.0.1:\(port)/hook", events: [.decisionMade]),
        token: bench.admin.token
      ).value(201)
      let secret = try #require(hook.secret)
      try await bench.working {
        let session = try await bench.flow.complete()
        try await eventually {
          bench.clock.advance(1000)
          return receiver.all.count == 3
        }
        let messages = receiver.all
        #expect(Set(messages.map(\.id)).count == 1)
        for message in messages {
          #expect(
            WebhookSignature.isValid(
              message.signature, for: message.body, secret: secret, now: bench.clock.now / 1000, tolerance: 3600))
          #expect(
            !WebhookSignature.isValid(
              message.signature, for: message.body + [32], secret: secret, now: bench.clock.now / 1000, tolerance: 3600)
          )
        }
        let json = try JSONDecoder().decode(JSONValue.self, from: Data(messages[2].body))
        #expect(json["event"] == "decision.made" && json["data"]?["session"]?.text == session.id)
        #expect(json["data"]?["verdict"] == "approved")
        #expect(!String(decoding: messages[2].body, as: UTF8.self).contains("Yılmaz"))
        try await eventually {
          let list = try await bench.call(API.deliveryList, ["webhook": hook.id], token: bench.admin.token).value()
          return list.deliveries.first?.state == .delivered && list.deliveries.first?.attempts == 3
        }
      }
    }
    await bench.store.close()
  }

  @Test func inwardAddressesAreNotCalled() async throws {
    let bench = try await Bench {
      $0.allowsInnerWebhooks = false; $0.webhookAttempts = 1
    }
    let receiver = Receiver()
    try await withServer(receiver.router) { port in
      for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433"] {
        try await bench.call(
          API.webhookAdd, WebhookRequest(url: "http://\(host):\(port)/hook"), token: bench.admin.token
        ).expect(201)
      }
      try await bench.working {
        _ = try await bench.flow.open()
        try await eventually {
          let hooks = try await bench.call(API.webhookList, token: bench.admin.token).value().webhooks
          for hook in hooks {
            let list = try await bench.call(API.deliveryList, ["webhook": hook.id], token: bench.admin.token).value()
            if list.deliveries.first?.state != .dead { return false }
          }
          return hooks.count == 6
        }
      }
    }
    #expect(receiver.all.isEmpty)
  }

  @Test(arguments: ["ftp://example.org/x", "file:///etc/passwd", "http://user@example.org/", "gopher://x", "httpx"])
  func addressesThatAreNoHTTP(_ url: String) async throws {
    let bench = try await Bench()
    let reply = try await bench.call(API.webhookAdd, WebhookRequest(url: url), token: bench.admin.token)
    reply.expect(422, "bad_value")
  }

  @Test func aRemovedWebhookHearsNothing() async throws {
    let bench = try await Bench()
    let hook = try await bench.call(
      API.webhookAdd, WebhookRequest(url: "https://example.org/hook"), token: bench.admin.token
    ).value(201)
    try await bench.call(API.webhookRemove, ["webhook": hook.id], token: bench.admin.token).expect(200)
    try await bench.call(API.webhookRemove, ["webhook": hook.id], token: bench.admin.token).expect(404)
    #expect(try await bench.call(API.webhookList, token: bench.admin.token).value().webhooks.isEmpty)
  }
}
