#if !canImport(Darwin)
  internal import CCurl
  internal import Foundation

  /// libcurl: URLSession on Linux has no say in whom TLS trusts.
  ///
  /// One thread carries all transfers, so that connections, and what TLS agreed on them, are used again.
  package final class CurlTransport: BackOfficeTransport {
    private let trust: ServerTrust
    private let loop: CurlLoop

    package init(_ trust: ServerTrust = ServerTrust()) throws(BackOfficeError) {
      self.trust = trust
      loop = try CurlLoop()
      loop.start()
    }

    deinit { loop.close() }

    package func send(_ request: TransportRequest) async throws(BackOfficeError) -> TransportResponse {
      let body = try request.body.read()
      let transfer = try CurlTransfer(request, body: body, trust: trust)
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          transfer.whenDone = { continuation.resume(returning: $0) }
          loop.submit(transfer)
        }
      } onCancel: {
        transfer.cancel()
        loop.wake()
      }
      return try result.get()
    }
  }
#endif
