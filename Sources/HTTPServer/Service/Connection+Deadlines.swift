/// What takes too long.
extension Connection {
  /// Called about once a second.
  func sweep() {
    let now = loop.now
    if now >= deadline {
      switch stage {
      case .head where !input.isEmpty:
        return refuse(Problem(.requestTimeout, "head_timeout", "the head of the request took too long"))
      case .webSocket(let link):
        link.abandon(Problem(.requestTimeout, "connection_lost", "the other side does not close"))
        return close()
      default: return close()
      }
    }
    sweepBody(now)
    if isClosed { return }
    sweepOutput(now)
    if case .webSocket(let link) = stage { link.sweep(now) }
  }

  private func sweepBody(_ now: UInt64) {
    guard case .exchange(let exchange) = stage, !exchange.decoder.isFinished, !exchange.isPaused,
      exchange.continuation != .expected
    else { return bodyWatch.rest() }
    if bodyWatch.isTooSlow(at: now, time: loop.progressNanoseconds, minimum: loop.settings.progressBytes) {
      refuse(Problem(.requestTimeout, "body_timeout", "the content came too slowly"))
    }
  }

  private func sweepOutput(_ now: UInt64) {
    guard !output.isEmpty else { return writeWatch.rest() }
    if writeWatch.isTooSlow(at: now, time: loop.progressNanoseconds, minimum: loop.settings.progressBytes) { close() }
  }

  /// No further request is taken; one that is being handled is finished.
  func shutDown() {
    switch stage {
    case .handshaking: close()
    case .head: if input.isEmpty { linger() }
    case .exchange(let exchange): exchange.keepsAlive = false
    case .webSocket(let link): link.close(1001, "the server stops")
    case .lingering, .closed: break
    }
    updateWatch()
  }
}
