/// One request that is being handled, as its connection's service thread sees it.
final class Exchange {
  enum Answer {
    case waiting
    /// The head is out; `missing` is nil where chunks are sent or the end of the connection ends the content.
    case streaming(missing: Int?, isChunked: Bool)
    case done
  }

  /// Where the handling of `Expect: 100-continue` is.
  enum Continuation { case notExpected, expected, sent }

  /// Content that nobody read, and that is taken off a connection to keep it.
  static let mostDiscardedBytes = 256 << 10

  let id: ExchangeID
  let head: RequestHead
  let pipe: FlowPipe<[UInt8]>
  let credit = WriteCredit()
  var decoder: BodyDecoder
  var task: Task<Void, Never>?
  var answer = Answer.waiting
  var continuation: Continuation
  var isPaused = false
  var keepsAlive: Bool
  var discardedBytes = 0

  init(id: ExchangeID, head: RequestHead, inbox: LoopInbox) {
    self.id = id
    self.head = head
    decoder = BodyDecoder(head.framing)
    continuation = head.expectsContinue ? .expected : .notExpected
    keepsAlive = head.keepsAlive
    let expectsContinue = head.expectsContinue
    pipe = FlowPipe(
      pauseAt: RequestBody.pauseAt, resumeAt: RequestBody.resumeAt,
      onFirstAsk: { if expectsContinue { inbox.post(.sendContinue(id)) } },
      onResume: { inbox.post(.resumeReading(id)) })
  }

  var isAnswered: Bool {
    if case .done = answer { return true }
    return false
  }

  var isWaiting: Bool {
    if case .waiting = answer { return true }
    return false
  }

  /// Nothing more comes of it: its task is told.
  func abandon(_ problem: Problem) {
    pipe.end(.failed(problem))
    credit.close()
    task?.cancel()
  }
}

/// What the task of a request does: it has the handler make the answer, and sends it piece by piece.
enum ExchangeTask {
  static func run(
    _ request: Request, id: ExchangeID, credit: WriteCredit, inbox: LoopInbox,
    respond: @Sendable (Request) async -> Response
  ) async {
    let response = await respond(request)
    inbox.post(.respond(id, response))
    switch response.body {
    case .none, .bytes, .omitted, .webSocket: return
    case .stream, .file: break
    }
    guard !request.method.expectsNoContent, !response.status.forbidsContent else { return }
    let writer = ResponseWriter { bytes in
      try await credit.take(bytes.count)
      inbox.post(.write(id, bytes))
    }
    do {
      try await response.body.produce(into: writer)
      inbox.post(.finish(id, .whole))
    } catch {
      inbox.post(.finish(id, .broken))
    }
  }
}
