/// What tasks ask for.
extension Connection {
  func respond(_ id: ExchangeID, _ response: Response) {
    guard let exchange = exchange(id), exchange.isWaiting else {
      // Its request was refused meanwhile, or the connection is gone.
      return
    }
    if case .webSocket(let upgrade) = response.body { return self.upgrade(exchange, response, upgrade) }
    if loop.isShuttingDown { exchange.keepsAlive = false }
    // A client that was not told to continue may send its content, or not: nobody knows what comes next.
    if exchange.continuation == .expected, !exchange.decoder.isFinished { exchange.keepsAlive = false }
    let hasContent = !exchange.head.method.expectsNoContent && !response.status.forbidsContent
    let length = self.length(of: response, for: exchange)
    send(response, length: length, connection: exchange.keepsAlive && length != .untilClose ? .keepAlive : .close)
    exchange.answer = .done
    if hasContent {
      switch response.body {
      case .bytes(let bytes): output.append(bytes)
      case .stream, .file:
        exchange.answer = .streaming(missing: response.body.length, isChunked: length == .chunked)
        if length == .untilClose { exchange.keepsAlive = false }
      case .none, .omitted, .webSocket: break
      }
    }
    advance(exchange)
  }

  private func length(of response: Response, for exchange: Exchange) -> ResponseHead.Length {
    if response.status.forbidsContent { return .absent }
    if let known = response.body.length { return .known(known) }
    if case .omitted = response.body { return .absent }
    if exchange.head.method.expectsNoContent { return .absent }
    return exchange.head.minorVersion == 1 ? .chunked : .untilClose
  }

  func write(_ id: ExchangeID, _ bytes: [UInt8]) {
    guard let exchange = exchange(id), case .streaming(let missing, let isChunked) = exchange.answer else { return }
    exchange.credit.arrived(bytes.count)
    if let missing {
      guard bytes.count <= missing else { return close() }
      exchange.answer = .streaming(missing: missing - bytes.count, isChunked: false)
    }
    if isChunked {
      output.append(Array((String(bytes.count, radix: 16) + "\r\n").utf8))
      output.append(bytes)
      output.append([FieldGrammar.carriageReturn, FieldGrammar.lineFeed])
    } else {
      output.append(bytes)
    }
    flush()
    updateWatch()
  }

  /// Content that is not whole ends with the connection, so that nobody takes it for whole.
  func finish(_ id: ExchangeID, _ ending: LoopCommand.Ending) {
    guard let exchange = exchange(id), case .streaming(let missing, let isChunked) = exchange.answer else { return }
    guard ending == .whole, (missing ?? 0) == 0 else { return close() }
    if isChunked { output.append(Array("0\r\n\r\n".utf8)) }
    exchange.answer = .done
    advance(exchange)
  }

  func resumeReading(_ id: ExchangeID) {
    if let exchange = exchange(id) {
      exchange.isPaused = false
    } else if let link = webSocket(id) {
      link.isPaused = false
    } else {
      return
    }
    goOn()
  }

  func sendContinue(_ id: ExchangeID) {
    guard let exchange = exchange(id), exchange.continuation == .expected, exchange.isWaiting else { return }
    exchange.continuation = .sent
    output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    bodyWatch.rest()
    flush()
    updateWatch()
  }

  /// The answer is out, or on its way: what is left of the content is dropped, and the next request has its turn.
  private func advance(_ exchange: Exchange) {
    flush()
    if isClosed { return }
    if exchange.isAnswered {
      if exchange.isPaused {
        exchange.pipe.end(.failed(Problem(.badRequest, "answered", "the request is answered already")))
        exchange.isPaused = false
      }
      if !exchange.keepsAlive || hasInputEnded && !exchange.decoder.isFinished {
        exchange.credit.close()
        linger()
        return updateWatch()
      }
    }
    goOn()
  }

  private func goOn() {
    process()
    if !isClosed { receive() }
    if !isClosed { updateWatch() }
  }

  // MARK: WebSocket

  private func upgrade(_ exchange: Exchange, _ response: Response, _ upgrade: WebSocketUpgrade) {
    guard exchange.head.minorVersion == 1, !loop.isShuttingDown, !hasInputEnded,
      let link = WebSocketLink(connection: self, exchange: exchange, upgrade: upgrade)
    else { return refuse(Problem(.serviceUnavailable, "no_upgrade", "no WebSocket can be opened now")) }
    send(response, length: .absent, connection: .upgrade)
    stage = .webSocket(link)
    deadline = .max
    flush()
    if isClosed { return }
    link.start()
    goOn()
  }

  func sendMessage(_ id: ExchangeID, _ message: WebSocketMessage, cost: Int) {
    guard let link = webSocket(id) else { return }
    link.credit.arrived(cost)
    link.send(message)
    updateWatch()
  }

  func closeSocket(_ id: ExchangeID, code: Int, reason: String) {
    guard let link = webSocket(id) else { return }
    link.close(code, reason)
    updateWatch()
  }
}
