/// What comes in.
extension Connection {
  private var canTakeInput: Bool {
    switch stage {
    case .handshaking, .head, .lingering: true
    case .exchange(let exchange): !exchange.isPaused
    case .webSocket(let link): !link.isPaused
    case .closed: false
    }
  }

  var wantsInput: Bool {
    !hasInputEnded && input.count < Self.mostInputBytes && output.count < Self.mostOutputBytes && canTakeInput
  }

  /// Reads what is there, but not so much that other connections have to wait.
  func receive() {
    var turns = 4
    while turns > 0, wantsInput {
      turns -= 1
      switch transport.read(into: loop.scratch) {
      case .bytes(let count):
        lastReceived = loop.now
        if case .lingering = stage {
          lingeringBytes += count
          if lingeringBytes > Self.mostLingeringBytes { return close() }
          continue
        }
        if case .head = stage, input.isEmpty { deadline = loop.now + loop.settings.headTimeout.nanoseconds }
        input.append(UnsafeRawBufferPointer(rebasing: loop.scratch[..<count]))
        process()
        if count < loop.scratch.count, transport.tls == nil { return }
      case .nothing: return
      case .ended:
        hasInputEnded = true
        return inputEnded()
      case .failed: return close()
      }
    }
  }

  private func inputEnded() {
    switch stage {
    case .head: if output.isEmpty || !input.isEmpty { close() }
    case .lingering: if output.isEmpty { close() }
    case .exchange(let exchange):
      cut(exchange)
      // Mostly the client is gone. One that has only stopped sending still gets its answer.
      exchange.task?.cancel()
    case .webSocket, .handshaking: close()
    case .closed: break
    }
  }

  /// What is missing from the content will not come.
  private func cut(_ exchange: Exchange) {
    guard hasInputEnded, input.isEmpty, !exchange.decoder.isFinished else { return }
    exchange.keepsAlive = false
    exchange.pipe.end(.failed(Problem(.badRequest, "body_cut", "the content ended too early")))
  }

  /// Goes on with the input until it is used up or somebody has to do something first.
  func process() {
    while true {
      switch stage {
      case .head:
        guard !input.isEmpty else { return }
        do throws(Problem) {
          guard let count = try scanner.end(in: input.slice) else {
            // The rest of a head that will not come.
            return hasInputEnded ? linger() : ()
          }
          let head = try RequestHeadParser.parse(input.slice.prefix(count))
          input.drop(count)
          scanner = HeadScanner()
          begin(head)
        } catch {
          return refuse(error)
        }
      case .exchange(let exchange):
        guard feed(exchange) else { return }
        guard exchange.isAnswered, exchange.decoder.isFinished else { return }
        complete(exchange)
      case .webSocket(let link): return link.receive()
      case .lingering: return input.removeAll()
      case .handshaking, .closed: return
      }
    }
  }

  private func begin(_ head: RequestHead) {
    deadline = .max
    bodyWatch.rest()
    let exchange = Exchange(id: newExchangeID(), head: head, inbox: loop.inbox)
    if loop.isShuttingDown { exchange.keepsAlive = false }
    if !input.isEmpty, exchange.continuation == .expected { exchange.continuation = .sent }
    stage = .exchange(exchange)
    // Small contents are there before the handler asks for them.
    guard feed(exchange) else { return }
    let length: Int? =
      switch head.framing {
      case .none: 0
      case .length(let length): length
      case .chunked: nil
      }
    let request = Request(
      head,
      remoteAddress: ForwardedAddress.client(head.fields, peer: remoteAddress, trusting: loop.settings.trustedProxies),
      isEncrypted: transport.tls != nil,
      body: RequestBody(length: length, pipe: exchange.pipe))
    let (id, credit, inbox, respond) = (exchange.id, exchange.credit, loop.inbox, loop.respond)
    exchange.task = Task.detached {
      await ExchangeTask.run(request, id: id, credit: credit, inbox: inbox, respond: respond)
    }
  }

  /// Hands content to the handler. False when the connection has no further use for the exchange.
  private func feed(_ exchange: Exchange) -> Bool {
    while !exchange.isPaused, !input.isEmpty, !exchange.decoder.isFinished {
      var slice = input.slice
      let before = slice.count
      let chunk: [UInt8]
      do throws(Problem) {
        chunk = try exchange.decoder.decode(&slice, upTo: 64 << 10)
      } catch {
        exchange.pipe.end(.failed(error))
        refuse(error)
        return false
      }
      input.drop(before - slice.count)
      slice = []
      if chunk.isEmpty { continue }
      bodyWatch.note(chunk.count)
      // It did not wait to be told.
      if exchange.continuation == .expected { exchange.continuation = .sent }
      if exchange.isAnswered {
        exchange.discardedBytes += chunk.count
        guard exchange.discardedBytes <= Exchange.mostDiscardedBytes else {
          linger()
          return false
        }
      } else if exchange.pipe.push(chunk, cost: chunk.count) == .pause {
        exchange.isPaused = true
        bodyWatch.rest()
      }
    }
    if exchange.decoder.isFinished { exchange.pipe.end(.finished) }
    cut(exchange)
    return true
  }

  private func complete(_ exchange: Exchange) {
    exchange.credit.close()
    guard exchange.keepsAlive, !loop.isShuttingDown else { return linger() }
    stage = .head
    let time = input.isEmpty ? loop.settings.idleTimeout : loop.settings.headTimeout
    deadline = loop.now + time.nanoseconds
    if input.isEmpty { input.shrink() }
    if hasInputEnded, input.isEmpty { flush() }
  }
}
