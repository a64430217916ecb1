#if !canImport(Darwin)
  internal import CCurl
  internal import Foundation
  internal import Synchronization

  /// The thread that carries the transfers of one `CurlTransport`.
  final class CurlLoop: Sendable {
    /// libcurl lets other threads wake it; all else happens on the loop's own thread.
    private final class Multi: @unchecked Sendable {
      let pointer: UnsafeMutableRawPointer

      init(_ pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

      deinit { curl_multi_cleanup(pointer) }
    }

    private struct Inbox {
      var new: [CurlTransfer] = []
      var isClosed = false
    }

    /// Seconds a connection may have been idle and is still used again: less than servers keep it.
    private static let idleSeconds = 30
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let multi: Multi
    private let inbox = Mutex(Inbox())

    init() throws(BackOfficeError) {
      guard CurlLoop.isReady, let pointer = curl_multi_init() else { throw BackOfficeError(.internal) }
      multi = Multi(pointer)
      bonafide_set_multi_long(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, 6)
    }

    func start() {
      let thread = Thread { self.run() }
      thread.name = "back office client"
      thread.start()
    }

    /// Every transfer that is submitted ends, also after `close`.
    func submit(_ transfer: CurlTransfer) {
      let isTaken = inbox.withLock { inbox in
        if inbox.isClosed { return false }
        inbox.new.append(transfer)
        return true
      }
      if isTaken { wake() } else { transfer.end(with: .failure(BackOfficeError(.cancelled))) }
    }

    func wake() { curl_multi_wakeup(multi.pointer) }

    /// Cancels what is on its way; the thread ends.
    func close() {
      inbox.withLock { $0.isClosed = true }
      wake()
    }

    private func run() {
      // OpenSSL writes to sockets that the other side has closed. Blocked here, it is an error as any other.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
      while true {
        let (new, isClosed) = inbox.withLock { inbox in
          defer { inbox.new = [] }
          return (inbox.new, inbox.isClosed)
        }
        for transfer in new {
          transfer.keepIdleConnections(seconds: CurlLoop.idleSeconds)
          if curl_multi_add_handle(multi.pointer, transfer.handle) == CURLM_OK {
            running[transfer.handle] = transfer
          } else {
            transfer.end(with: .failure(BackOfficeError(.internal)))
          }
        }
        for (handle, transfer) in running where isClosed || transfer.isCancelled {
          curl_multi_remove_handle(multi.pointer, handle)
          running[handle] = nil
          transfer.end(with: .failure(BackOfficeError(.cancelled)))
        }
        if isClosed { return }
        var count: Int32 = 0
        curl_multi_perform(multi.pointer, &count)
        var code = CURLE_OK
        while let handle = bonafide_next_ended(multi.pointer, &code) {
          curl_multi_remove_handle(multi.pointer, handle)
          if let transfer = running.removeValue(forKey: handle) { transfer.end(with: transfer.result(code)) }
        }
        // Whoever submits or cancels wakes it; timers of libcurl shorten the wait by themselves.
        curl_multi_poll(multi.pointer, nil, 0, 60_000, nil)
      }
    }
  }
#endif
