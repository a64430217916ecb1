internal import CCurl
internal import Dispatch

/// Posts with libcurl, on threads of its own.
enum WebhookClient {
  /// Nobody answered, the address is not allowed, or the answer was too long.
  struct Failure: Error {}

  /// Bytes of an answer; its content is not used.
  static let mostAnswerBytes = 64 << 10

  private static let queue = DispatchQueue(label: "webhooks", attributes: .concurrent)
  private static let isReady = bonafide_curl_start() != 0

  /// Whether an address may be registered at all.
  static func isAllowed(_ url: String) -> Bool {
    let lower = url.lowercased()
    guard lower.hasPrefix("https://") || lower.hasPrefix("http://"), !url.contains("@") else { return false }
    return !url.utf8.contains { $0 <= 0x20 || $0 >= 0x7F }
  }

  /// The status of HTTP.
  static func post(
    _ message: WebhookMessage, to url: String, within time: Duration, allowsInner: Bool
  ) async throws -> Int {
    guard isAllowed(url) else { throw Failure() }
    let milliseconds = Int(time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000)
    let status = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: postNow(message, url, milliseconds, allowsInner)) }
    }
    guard status > 0 else { throw Failure() }
    return status
  }

  private static func postNow(
    _ message: WebhookMessage, _ url: String, _ milliseconds: Int, _ allowsInner: Bool
  ) -> Int {
    guard isReady else { return -1 }
    let headers = [
      "Content-Type: application/json", "Expect:", "\(WebhookSignature.field): \(message.signature)",
      "Bonafide-Event: \(message.event)", "Bonafide-Event-Id: \(message.id)",
    ]
    let texts = headers.map { $0.utf8CString }
    return withPointers(texts[...]) { pointers in
      (pointers + [nil]).withUnsafeBufferPointer { list in
        message.body.withUnsafeBytes { body in
          bonafide_post(
            url, list.baseAddress, body.baseAddress, body.count, milliseconds, allowsInner ? 1 : 0, mostAnswerBytes)
        }
      }
    }
  }

  private static func withPointers(
    _ texts: ArraySlice<ContiguousArray<CChar>>, _ pointers: [UnsafePointer<CChar>?] = [],
    _ body: ([UnsafePointer<CChar>?]) -> Int
  ) -> Int {
    guard let first = texts.first else { return body(pointers) }
    return first.withUnsafeBufferPointer { withPointers(texts.dropFirst(), pointers + [$0.baseAddress], body) }
  }
}
