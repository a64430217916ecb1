#if !canImport(Darwin)
  internal import CCurl
  internal import COpenSSLTLS
  internal import Foundation
  internal import Synchronization

  /// One request on its way. After it was submitted only the loop's thread touches it, but for `cancel`.
  final class CurlTransfer: @unchecked Sendable {
    private static let mostHeaderBytes = 64 << 10
    /// A connection that does not stand by then will not.
    private static let connectMilliseconds = 15_000

    let handle: UnsafeMutableRawPointer
    var whenDone: (@Sendable (Result<TransportResponse, BackOfficeError>) -> Void)?

    private let request: TransportRequest
    private let trust: ServerTrust
    /// libcurl keeps pointers to both.
    private let body: UnsafeMutableBufferPointer<UInt8>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private let cancelled = Atomic<Bool>(false)

    private var headers: [String: String] = [:]
    private var headerBytes = 0
    private var answer: [UInt8] = []
    private var isTooLarge = false
    private var isPinMismatch = false
    private var isBegun = false

    init(_ request: TransportRequest, body bytes: [UInt8], trust: ServerTrust) throws(BackOfficeError) {
      guard let handle = curl_easy_init() else { throw BackOfficeError(.internal) }
      self.handle = handle
      self.request = request
      self.trust = trust
      body = .allocate(capacity: bytes.count)
      _ = body.initialize(from: bytes)
      try addHeaders()
      try setUp()
    }

    deinit {
      curl_easy_cleanup(handle)
      curl_slist_free_all(headerList)
      body.deallocate()
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() { cancelled.store(true, ordering: .releasing) }

    func end(with result: Result<TransportResponse, BackOfficeError>) {
      whenDone?(result)
      whenDone = nil
    }

    func keepIdleConnections(seconds: Int) { bonafide_set_long(handle, CURLOPT_MAXAGE_CONN, seconds) }

    private func addHeaders() throws(BackOfficeError) {
      // libcurl would name a content of its own making, and wait for leave to send it.
      var lines = ["Expect:"]
      if !request.headers.contains(where: { $0.0.lowercased() == "content-type" }) { lines.append("Content-Type:") }
      for (name, value) in request.headers {
        guard !name.isEmpty, (name + value).utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
          throw BackOfficeError(.requestInvalid, subject: "header")
        }
        lines.append(name + ": " + value)
      }
      for line in lines {
        guard let longer = curl_slist_append(headerList, line) else { throw BackOfficeError(.internal) }
        headerList = longer
      }
    }

    private func setUp() throws(BackOfficeError) {
      let parts = request.timeout.components
      let milliseconds = Int(min(max(parts.seconds, 0), 86_400) * 1000 + parts.attoseconds / 1_000_000_000_000_000)
      let address = request.address
      let this = Unmanaged.passUnretained(self).toOpaque()
      var codes = [
        bonafide_set_pointer(handle, CURLOPT_URL, address.url),
        bonafide_set_pointer(handle, CURLOPT_PROTOCOLS_STR, address.server.isEncrypted ? "https" : "http"),
        bonafide_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
        bonafide_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
        bonafide_set_long(handle, CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)),
        bonafide_set_long(handle, CURLOPT_NOSIGNAL, 1),
        bonafide_set_long(handle, CURLOPT_TIMEOUT_MS, max(milliseconds, 1)),
        bonafide_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, min(max(milliseconds, 1), Self.connectMilliseconds)),
        bonafide_set_pointer(handle, CURLOPT_USERAGENT, "bonafide-client"),
        bonafide_set_pointer(handle, CURLOPT_HTTPHEADER, headerList),
        bonafide_set_pointer(handle, CURLOPT_CUSTOMREQUEST, request.method),
        bonafide_set_writer(handle, CURLOPT_WRITEFUNCTION, takeContent),
        bonafide_set_pointer(handle, CURLOPT_WRITEDATA, this),
        bonafide_set_writer(handle, CURLOPT_HEADERFUNCTION, takeHeader),
        bonafide_set_pointer(handle, CURLOPT_HEADERDATA, this),
        bonafide_set_before_request(handle, beforeRequest, this),
      ]
      if address.server.isThisMachine { codes.append(bonafide_set_pointer(handle, CURLOPT_PROXY, "")) }
      if request.method != "GET", request.method != "DELETE" || !body.isEmpty {
        codes.append(bonafide_set_long(handle, CURLOPT_POST, 1))
        codes.append(bonafide_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        codes.append(bonafide_set_pointer(handle, CURLOPT_POSTFIELDS, UnsafeRawPointer(body.baseAddress)))
      }
      if address.server.isEncrypted { codes += setUpTrust() }
      guard codes.allSatisfy({ $0 == CURLE_OK }) else { throw BackOfficeError(.internal) }
    }

    private func setUpTrust() -> [CURLcode] {
      var codes = [
        bonafide_set_long(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
        bonafide_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1), bonafide_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2),
      ]
      if case .only(let authorities) = trust.authorities {
        let pem = Array(authorities.map(\.pem).joined().utf8)
        codes.append(pem.withUnsafeBytes { bonafide_set_authorities(handle, $0.baseAddress, $0.count) })
        // The system's folder would be trusted beside it.
        codes.append(bonafide_set_pointer(handle, CURLOPT_CAPATH, nil))
      }
      guard !trust.pins.isEmpty else { return codes }
      switch trust.pins.mode {
      case .publicKey:
        let pins = trust.pins.certificates.map { "sha256//" + Data($0.keyHash).base64EncodedString() }
        codes.append(bonafide_set_pointer(handle, CURLOPT_PINNEDPUBLICKEY, pins.joined(separator: ";")))
      case .certificate: break  // In `mayBegin`.
      }
      return codes
    }

    fileprivate func take(content: UnsafeRawBufferPointer) -> Bool {
      guard content.count <= request.mostAnswerBytes - answer.count else {
        isTooLarge = true
        return false
      }
      answer += content
      return true
    }

    fileprivate func take(header: UnsafeRawBufferPointer) -> Bool {
      headerBytes += header.count
      guard headerBytes <= Self.mostHeaderBytes else {
        isTooLarge = true
        return false
      }
      let line = String(decoding: header, as: UTF8.self)
      if line.hasPrefix("HTTP/") {
        headers = [:]
      } else if let colon = line.firstIndex(of: ":") {
        headers[line[..<colon].lowercased()] =
          line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
      }
      return true
    }

    /// The connection stands, and nothing was sent on it.
    ///
    /// When a connection that was used before breaks without an answer, libcurl would send the request a second time on
    /// a new one. Whether that is safe is not for it to say.
    fileprivate func mayBegin() -> Bool {
      guard !isBegun else { return false }
      isBegun = true
      guard request.address.server.isEncrypted, !trust.pins.isEmpty, trust.pins.mode == .certificate else {
        return true
      }
      return isCertificatePinned()
    }

    private func isCertificatePinned() -> Bool {
      isPinMismatch = true
      guard let session = bonafide_get_openssl(handle),
        let certificate = SSL_get1_peer_certificate(OpaquePointer(session))
      else { return false }
      defer { X509_free(certificate) }
      let count = i2d_X509(certificate, nil)
      guard count > 0 else { return false }
      var der = [UInt8](repeating: 0, count: Int(count))
      let written = der.withUnsafeMutableBufferPointer { buffer -> Int32 in
        var place = buffer.baseAddress
        return i2d_X509(certificate, &place)
      }
      guard written == count, trust.pins.match(certificate: der) else { return false }
      isPinMismatch = false
      return true
    }

    func result(_ code: CURLcode) -> Result<TransportResponse, BackOfficeError> {
      if code == CURLE_OK {
        var status = 0
        bonafide_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        return .success(TransportResponse(status: status, headers: headers, body: answer))
      }
      if isPinMismatch { return .failure(BackOfficeError(.pinMismatch)) }
      if isTooLarge { return .failure(BackOfficeError(.answerTooLarge)) }
      var verified = 0
      bonafide_get_long(handle, CURLINFO_SSL_VERIFYRESULT, &verified)
      return .failure(BackOfficeError(CurlTransfer.meaning(of: code, verified: verified)))
    }

    private static func meaning(of code: CURLcode, verified: Int) -> BackOfficeError.Code {
      switch code {
      case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT: .noNetwork
      case CURLE_OPERATION_TIMEDOUT: .timeout
      case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .connectionLost
      case CURLE_SSL_PINNEDPUBKEYNOTMATCH: .pinMismatch
      case CURLE_PEER_FAILED_VERIFICATION:
        switch Int32(truncatingIfNeeded: verified) {
        // The host is compared after all else was found good; libcurl has no code for that.
        case X509_V_OK, X509_V_ERR_UNSPECIFIED, X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
          .certificateWrongHost
        case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: .certificateExpired
        default: .certificateUntrusted
        }
      case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE: .tlsFailed
      case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .badAddress
      case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_UNSUPPORTED_PROTOCOL: .answerUnreadable
      default: .connectionLost
      }
    }
  }

  private func transfer(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer? {
    pointer.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private func takeContent(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ pointer: UnsafeMutableRawPointer?
  ) -> Int {
    let content = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(pointer)?.take(content: content) == true ? content.count : -1
  }

  private func takeHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ pointer: UnsafeMutableRawPointer?
  ) -> Int {
    let content = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer(pointer)?.take(header: content) == true ? content.count : -1
  }

  private func beforeRequest(
    _ pointer: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?, _: Int32,
    _: Int32
  ) -> Int32 {
    transfer(pointer)?.mayBegin() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
  }
#endif
