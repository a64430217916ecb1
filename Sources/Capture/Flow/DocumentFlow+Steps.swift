internal import BonafideDocumentAnalysis
internal import BonafideLiveness
internal import BonafideMedia
internal import BonafideObservations

extension DocumentFlow {
  /// Why a step cannot be done now; nil where it can.
  func refusal(of step: DocumentStep) -> DocumentFlowFailure? {
    func no(_ code: DocumentFlowFailure.Code) -> DocumentFlowFailure { DocumentFlowFailure(.refused, step, code) }
    if running != nil { return no(.anotherStepRuns) }
    let isPage = capture.type == .passport || capture.type == .visa
    switch step {
    case .typeCheck(.back), .scan(.back, _): return isPage ? no(.backNotNeeded) : nil
    case .typeCheck(.front): return nil
    case .scan(.front, _): return capture.recognised.contains(.front) ? nil : no(.typeCheckNeeded)
    case .hologram:
      guard capture.recognised.contains(.front) else { return no(.typeCheckNeeded) }
      return capture.type == .turkishCard ? nil : no(.elementsUnknown)
    case .conceal(let element):
      guard capture.sides[element.side] != nil else { return no(.scanNeeded) }
      return capture.type == .turkishCard ? nil : no(.elementsUnknown)
    }
  }

  func work(for step: DocumentStep) -> any DocumentWork {
    switch step {
    case .typeCheck(let side):
      let isKnown = capture.recognised.contains(.front) || capture.sides[.front] != nil
      return DocumentTypeWork(side, known: side == .back && isKnown ? capture.type : nil, engine)
    case .scan(let side, let detail):
      let other = capture.sides[side == .front ? .back : .front]?.reading
      return DocumentScanWork(side, detail, other: other, engine)
    case .hologram:
      let front = capture.sides[.front] == nil ? nil : capture.reading
      return DocumentFilmWork(HologramFilmWatch(timed(step)), scanned: front, engine)
    case .conceal(let element):
      return DocumentFilmWork(ConcealFilmWatch(element, timed(step)), scanned: capture.reading, engine)
    }
  }

  /// The step's own time counts, not that of the check.
  private func timed(_ step: DocumentStep) -> Settings {
    let seconds = step.seconds(options.settings)
    return options.settings.setting(.cardStartTimeout, to: seconds + 1).setting(.cardTimeout, to: seconds + 1)
  }

  // MARK: Frames

  func take(_ frame: Frame) async {
    let passed = isPaused ? 0 : lastTime.map { max(0, frame.time - $0) } ?? 0
    (lastTime, isPaused) = (frame.time, false)
    guard var now = running, now.waiter != nil, !now.isEnding else { return await idle(passed) }
    now.seconds += now.hasFrames ? passed : 0
    now.hasFrames = true
    let sight: DocumentSight
    do { sight = try now.work.observe(frame) } catch {
      return await end(now.number, DocumentFlowFailure(.negative, now.step, .internalFault))
    }
    running = now
    if let end = sight.end { return await conclude(end, now.number) }
    await show(.guidance(sight.guidance), now.number)
    if let outline = sight.outline { await show(.outline(outline), now.number) }
    await show(.stepProgress(sight.progress), now.number)
    guard now.seconds > now.step.seconds(options.settings) else { return }
    // What was seen until now may say more than that time is over.
    if let end = try? now.work.finish() { return await conclude(end, now.number) }
    keepRejected(now)
    await end(now.number, DocumentFlowFailure(.timeout, now.step, now.work.obstacle))
  }

  private func idle(_ passed: Double) async {
    guard running == nil, let run = camera?.run else { return }
    idleSeconds += passed
    guard idleSeconds > options.settings[.documentIdleTime] else { return }
    await breakOff(.timeout, DocumentFlowFailure.Code.idle.rawValue, of: run)
  }

  // MARK: Outcomes

  func conclude(_ end: DocumentSight.End, _ number: Int) async {
    guard let now = running, now.number == number, !now.isEnding else { return }
    switch end {
    case .failed(let kind, let reason):
      keepRejected(now)
      await self.end(number, DocumentFlowFailure(kind, now.step, reason))
    case .done(let finding):
      var recording: RecordedFilm?
      if now.isRecording {
        recording = try? await camera?.run.stopRecording()
        guard let recording else {
          return await self.end(number, DocumentFlowFailure(.recording, now.step, ErrorCode.cannotOpen.rawValue))
        }
        // The app may have stopped it in the meantime.
        guard running?.number == number else {
          scratch?.remove(recording.path)
          return
        }
      }
      let failure = keep(finding, recording, of: now)
      if failure != nil, let recording { scratch?.remove(recording.path) }
      if failure == nil {
        await show(.guidance(SideWatch.Hint.done.rawValue), number)
        await show(.stepProgress(1), number)
      }
      await self.end(number, failure)
    }
  }

  private func keepRejected(_ now: Running) {
    if let zone = now.work.rejectedZone?.zone { capture.rejectedZone = zone }
  }

  /// Takes what a step found into what is captured. Returns what speaks against it.
  private func keep(_ finding: DocumentFinding, _ recording: RecordedFilm?, of now: Running) -> DocumentFlowFailure? {
    capture.seconds[now.step] = now.seconds
    switch finding {
    case .type(let reading): keep(type: reading, now.step.side)
    case .side(let side, let reading):
      if let code = failing(reading) { return DocumentFlowFailure(.negative, now.step, code) }
      if now.step.side == .front, let other = hologramReading, isOther(reading, other) {
        return DocumentFlowFailure(.negative, now.step, .cardChanged)
      }
      capture.sides[now.step.side] = side
      capture.reading = reading
      if reading.type != .unknown { capture.type = reading.type }
      capture.rejectedZone = nil
    case .film(var film, let reading):
      film.recording = recording
      switch now.step {
      case .conceal(let element):
        remove(capture.conceals[element])
        capture.conceals[element] = film
      default:
        remove(capture.hologram)
        capture.hologram = film
        hologramReading = reading
      }
    }
    return nil
  }

  /// Another document than the one that was captured takes its place (C-039).
  private func keep(type reading: DocumentReading, _ side: DocumentSide) {
    if side == .front {
      if let captured = capture.reading, captured.type != reading.type || isOther(captured, reading) { forget() }
      if let filmed = hologramReading, isOther(filmed, reading) { forget() }
      capture.type = reading.type
    } else if capture.type == .unknown {
      capture.type = reading.type
    }
    capture.recognised.insert(side)
  }

  private func isOther(_ one: DocumentReading, _ other: DocumentReading) -> Bool {
    (try? engine.identity.isSame(one, other)) == .some(false)
  }

  private func failing(_ reading: DocumentReading) -> ReasonCode? {
    guard options.settings[.documentMismatchFails] >= 0.5, let code = reading.contradiction else { return nil }
    // A number that cannot be one says nothing about the document.
    if code == .identityNumberMismatch, !engine.isExpectationSound { return nil }
    return code
  }

  private func remove(_ film: DocumentCapture.Film?) {
    if let recording = film?.recording { scratch?.remove(recording.path) }
  }
}
