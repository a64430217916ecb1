internal import BonafideBackOfficeAPI
internal import BonafideBackOfficeClient
internal import Foundation

#if canImport(os)
  internal import os
#endif

/// Events of the flow, for developers here and for support there. Sent in small batches; what cannot be sent is let go.
@MainActor final class SessionJournal {
  /// Of a batch, as the interface has it.
  private static let mostLines = 200

  private(set) var lines: [LogEntry] = []
  private var isFlushing = false
  private var generation = 0

  #if canImport(os)
    private let system = Logger(subsystem: "EnQualify", category: "flow")
  #endif

  /// - `client`: nil before there is a session; then the lines wait for it.
  func note(_ event: String, _ detail: String?, _ level: LogLevel, to client: BackOfficeClient?) {
    let text = detail.map { "\(event): \($0)" } ?? event
    lines.append(LogEntry(at: Int(Date().timeIntervalSince1970 * 1000), level: level, text: String(text.prefix(300))))
    if lines.count > Self.mostLines { lines.removeFirst(lines.count - Self.mostLines) }
    #if canImport(os)
      system.log("\(text, privacy: .public)")
    #endif
    guard let client, !isFlushing else { return }
    isFlushing = true
    let mine = generation
    Task {
      try? await Task.sleep(for: .milliseconds(500))
      // What is noted after everything was forgotten is not for this client.
      guard mine == generation else { return }
      isFlushing = false
      await flush(to: client)
    }
  }

  func flush(to client: BackOfficeClient) async {
    let batch = lines
    guard !batch.isEmpty else { return }
    lines = []
    _ = try? await client.addLog(batch)
  }

  func forget() {
    (lines, isFlushing) = ([], false)
    generation += 1
  }
}
