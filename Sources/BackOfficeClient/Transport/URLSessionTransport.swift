#if canImport(Darwin)
  internal import Foundation
  internal import Security
  internal import Synchronization

  /// URLSession, with the trust of one channel.
  package struct URLSessionTransport: BackOfficeTransport {
    private let trust: ServerTrust

    package init(_ trust: ServerTrust = ServerTrust()) { self.trust = trust }

    package func send(_ request: TransportRequest) async throws(BackOfficeError) -> TransportResponse {
      guard let url = URL(string: request.address.url) else { throw BackOfficeError(.badAddress) }
      let parts = request.timeout.components
      var message = URLRequest(url: url)
      message.httpMethod = request.method
      message.timeoutInterval = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
      for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
      let body = try request.body.read()
      if !body.isEmpty { message.httpBody = Data(body) }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
      configuration.timeoutIntervalForResource = message.timeoutInterval
      // A session of its own for each request: the delegate then knows whose certificate it refused.
      let judge = TrustDelegate(trust)
      let session = URLSession(configuration: configuration, delegate: judge, delegateQueue: nil)
      defer { session.invalidateAndCancel() }
      do {
        let (bytes, response) = try await session.bytes(for: message)
        guard let response = response as? HTTPURLResponse else { throw BackOfficeError(.answerUnreadable) }
        var answer: [UInt8] = []
        for try await byte in bytes {
          guard answer.count < request.mostAnswerBytes else { throw BackOfficeError(.answerTooLarge) }
          answer.append(byte)
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
        return TransportResponse(status: response.statusCode, headers: headers, body: answer)
      } catch let error as BackOfficeError {
        throw error
      } catch {
        throw BackOfficeError(judge.refusal ?? Self.meaning(of: error))
      }
    }

    private static func meaning(of error: any Error) -> BackOfficeError.Code {
      guard !Task.isCancelled, let error = error as? URLError else { return .cancelled }
      return switch error.code {
      case .cancelled: .cancelled
      case .timedOut: .timeout
      case .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .dataNotAllowed:
        .noNetwork
      case .serverCertificateHasBadDate, .serverCertificateNotYetValid: .certificateExpired
      case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot: .certificateUntrusted
      case .secureConnectionFailed: .tlsFailed
      case .badURL, .unsupportedURL: .badAddress
      case .badServerResponse, .cannotParseResponse: .answerUnreadable
      default: .connectionLost
      }
    }
  }

  private final class TrustDelegate: NSObject, URLSessionTaskDelegate {
    private let trust: ServerTrust
    private let code = Mutex<BackOfficeError.Code?>(nil)

    /// Why the server's certificate was refused.
    var refusal: BackOfficeError.Code? { code.withLock { $0 } }

    init(_ trust: ServerTrust) { self.trust = trust }

    func urlSession(
      _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest
    ) async -> URLRequest? { nil }

    func urlSession(
      _: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      guard let server = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
      if case .only(let authorities) = trust.authorities {
        let certificates = authorities.compactMap { SecCertificateCreateWithData(nil, Data($0.der) as CFData) }
        SecTrustSetAnchorCertificates(server, certificates as CFArray)
        SecTrustSetAnchorCertificatesOnly(server, true)
      }
      var failure: CFError?
      guard SecTrustEvaluateWithError(server, &failure) else {
        switch failure.map(CFErrorGetCode) {
        case Int(errSecCertificateExpired), Int(errSecCertificateNotValidYet): return refuse(.certificateExpired)
        case Int(errSecHostNameMismatch): return refuse(.certificateWrongHost)
        default: return refuse(.certificateUntrusted)
        }
      }
      guard !trust.pins.isEmpty else { return (.useCredential, URLCredential(trust: server)) }
      let chain = SecTrustCopyCertificateChain(server) as? [SecCertificate]
      guard let own = chain?.first,
        trust.pins.match(certificate: Array(SecCertificateCopyData(own) as Data))
      else { return refuse(.pinMismatch) }
      return (.useCredential, URLCredential(trust: server))
    }

    private func refuse(
      _ why: BackOfficeError.Code
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
      code.withLock { $0 = why }
      return (.cancelAuthenticationChallenge, nil)
    }
  }
#endif
