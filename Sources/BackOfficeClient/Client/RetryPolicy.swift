package import BonafideBackOfficeAPI

/// How often something is tried again, and after what wait.
package struct RetryPolicy: Sendable, Hashable {
  /// After the first try; for uploads in a row without a byte stored in between.
  package var retries: Int
  /// Of each try.
  package var timeout: Duration
  /// Before the second try; twice as long before each further one.
  package var firstWait: Duration
  package var mostWait: Duration

  package init(
    retries: Int, timeout: Duration, firstWait: Duration = .milliseconds(500), mostWait: Duration = .seconds(30)
  ) {
    self.retries = retries
    self.timeout = timeout
    self.firstWait = firstWait
    self.mostWait = mostWait
  }

  /// As the back office has it.
  package init(_ settings: RecordingSettings) {
    self.init(
      retries: settings.screenRecordUploadRetryCount, timeout: .seconds(settings.screenRecordUploadTimeout))
  }

  static func once(_ timeout: Duration) -> RetryPolicy { RetryPolicy(retries: 0, timeout: timeout) }

  /// Between half of the wait and all of it, so that apps that failed together do not come back together. What the server
  /// asks for counts when it is longer, up to two minutes.
  func wait(before retry: Int, after error: BackOfficeError) -> Duration {
    let doubled = firstWait * (1 << min(max(retry - 1, 0), 20))
    let wait = min(doubled, mostWait) * Double.random(in: 0.5...1)
    return max(wait, min(error.retryAfter ?? .zero, .seconds(120)))
  }
}

extension BackOfficeError {
  /// Whether the same request may pass another time.
  var isPassing: Bool {
    switch code {
    case .noNetwork, .connectionLost, .timeout: true
    case .inFlight: true
    default: [408, 429, 500, 502, 503, 504].contains(status)
    }
  }
}

extension BackOfficeError.Code {
  /// The same idempotency key is being worked on.
  static let inFlight = Self(rawValue: "in_flight")
}
