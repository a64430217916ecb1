internal import CServerSystem
internal import Glibc
internal import Synchronization

/// One request on one connection. Neither number is ever used again.
struct ExchangeID: Sendable, Hashable {
  let connection: UInt64
  let number: UInt64
}

/// What tasks ask of a service thread. Commands about exchanges that are over do nothing.
enum LoopCommand: Sendable {
  case respond(ExchangeID, Response)
  case write(ExchangeID, [UInt8])
  case finish(ExchangeID, Ending)
  case resumeReading(ExchangeID)
  case sendContinue(ExchangeID)
  case sendMessage(ExchangeID, WebSocketMessage, cost: Int)
  case closeSocket(ExchangeID, code: Int, reason: String)
  case shutDown(graceNanoseconds: UInt64)

  enum Ending: Sendable { case whole, broken }
}

/// Commands on their way to a service thread, which is woken once for all that gather while it is busy.
final class LoopInbox: Sendable {
  private struct State {
    var commands: [LoopCommand] = []
    var isWoken = false
  }

  private let state = Mutex(State())
  let wakeDescriptor: Int32

  init?() {
    wakeDescriptor = bonafide_wake_create()
    if wakeDescriptor < 0 { return nil }
  }

  deinit {
    if wakeDescriptor >= 0 { close(wakeDescriptor) }
  }

  func post(_ command: LoopCommand) {
    let wakes = state.withLock { state in
      state.commands.append(command)
      defer { state.isWoken = true }
      return !state.isWoken
    }
    if wakes { bonafide_wake_signal(wakeDescriptor) }
  }

  /// All commands in their order. `spare` gives its memory to those to come.
  func take(into spare: inout [LoopCommand]) {
    spare.removeAll(keepingCapacity: true)
    state.withLock { state in
      guard state.isWoken else { return }
      state.isWoken = false
      swap(&state.commands, &spare)
    }
  }

  func clearWake() { bonafide_wake_clear(wakeDescriptor) }
}
