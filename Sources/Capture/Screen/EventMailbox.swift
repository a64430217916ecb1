internal import BonafideObservations
internal import Foundation

/// Events on their way from a camera to the one who analyses them. A newer frame takes the place of one that nobody has
/// taken; happenings stay, in order.
final class EventMailbox: @unchecked Sendable {
  enum Item: Sendable {
    case event(CameraEvent)
    case over
    case failure(BonafideError)
  }

  enum Opening: Sendable {
    /// The caller has to open the camera.
    case mine
    case isOpen
    case failed(BonafideError)
  }

  private enum Phase {
    case idle
    case opening
    case open(any CameraFeed)
    case closed(BonafideError?)
  }

  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<Result<CameraRun.Wait, BonafideError>, Never>
  }

  private let lock = NSLock()
  private var phase = Phase.idle
  private var items: [Item] = []
  private var waiter: Waiter?
  private var openers: [CheckedContinuation<Opening, Never>] = []
  private var isReading = false
  private var count = 0

  var isOpen: Bool { lock.withLock { if case .open = phase { true } else { false } } }
  var feed: (any CameraFeed)? { lock.withLock { if case .open(let feed) = phase { feed } else { nil } } }

  // MARK: Opening and closing

  func beginOpening() async -> Opening {
    await withCheckedContinuation { (continuation: CheckedContinuation<Opening, Never>) in
      let known = lock.withLock { () -> Opening? in
        switch phase {
        case .idle:
          phase = .opening
          return .mine
        case .opening:
          openers.append(continuation)
          return nil
        case .open: return .isOpen
        // A run that is over gives nil and not an error; one that could not begin says why, again.
        case .closed(let error): return error.map { .failed($0) } ?? .isOpen
        }
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// False when the run was closed in the meantime.
  func opened(_ feed: any CameraFeed) -> Bool {
    let (isWanted, waiting) = lock.withLock { () -> (Bool, [CheckedContinuation<Opening, Never>]) in
      guard case .opening = phase else { return (false, takeOpeners()) }
      phase = .open(feed)
      return (true, takeOpeners())
    }
    for opener in waiting { opener.resume(returning: .isOpen) }
    return isWanted
  }

  func openingFailed(_ error: BonafideError) {
    let waiting = lock.withLock {
      if case .opening = phase { phase = .closed(error) }
      return takeOpeners()
    }
    for opener in waiting { opener.resume(returning: .failed(error)) }
  }

  /// Whether the camera was running.
  func close() -> Bool {
    let (wasOpen, last, waiting) = lock.withLock { () -> (Bool, Waiter?, [CheckedContinuation<Opening, Never>]) in
      var wasOpen = false
      if case .open = phase { wasOpen = true }
      if case .closed = phase {} else { phase = .closed(nil) }
      items = []
      defer { waiter = nil }
      return (wasOpen, waiter, takeOpeners())
    }
    last?.continuation.resume(returning: .success(.over))
    for opener in waiting { opener.resume(returning: .isOpen) }
    return wasOpen
  }

  private func takeOpeners() -> [CheckedContinuation<Opening, Never>] {
    defer { openers = [] }
    return openers
  }

  // MARK: Events

  /// Whether a read has to be started: none is on its way, and nothing waits to be taken.
  func wantsReading() -> Bool {
    lock.withLock {
      guard case .open = phase, !isReading, items.isEmpty else { return false }
      isReading = true
      return true
    }
  }

  func put(_ item: Item) {
    let served = lock.withLock { () -> Waiter? in
      isReading = false
      guard case .open = phase else { return nil }
      if let first = waiter {
        waiter = nil
        keepEnd(item)
        return first
      }
      if case .event(.frame) = item, case .event(.frame)? = items.last { items.removeLast() }
      items.append(item)
      return nil
    }
    served?.continuation.resume(returning: EventMailbox.result(item))
  }

  func take(within limit: Duration?) async throws(BonafideError) -> CameraRun.Wait {
    let number = lock.withLock {
      count += 1
      return count
    }
    var alarm: Task<Void, Never>?
    if let limit {
      alarm = Task { [weak self] in
        guard (try? await Task.sleep(for: limit)) != nil else { return }
        self?.giveUp(number)
      }
    }
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<CameraRun.Wait, BonafideError>, Never>) in
      let known = lock.withLock { () -> Item? in
        guard case .open = phase else { return .over }
        if let first = items.first {
          items.removeFirst()
          keepEnd(first)
          return first
        }
        waiter = Waiter(number: number, continuation: continuation)
        return nil
      }
      if let known { continuation.resume(returning: EventMailbox.result(known)) }
    }
    alarm?.cancel()
    return try result.get()
  }

  private func giveUp(_ number: Int) {
    let late = lock.withLock { () -> Waiter? in
      guard let first = waiter, first.number == number else { return nil }
      waiter = nil
      return first
    }
    late?.continuation.resume(returning: .success(.late))
  }

  /// The end is said to everybody who asks.
  private func keepEnd(_ item: Item) {
    if case .event = item { return }
    items = [item]
  }

  private static func result(_ item: Item) -> Result<CameraRun.Wait, BonafideError> {
    switch item {
    case .event(let event): .success(.event(event))
    case .over: .success(.over)
    case .failure(let error): .failure(error)
    }
  }
}
