/// Reads a whole head, strictly: what RFC 9112 lets a server be lenient about is refused, because two programs in a
/// row that are lenient in different ways see different requests.
package enum RequestHeadParser {
  /// `bytes` as `HeadScanner` measured them. Throws the answer that the client is to get before it is cut off.
  package static func parse(_ bytes: ArraySlice<UInt8>) throws(Problem) -> RequestHead {
    guard bytes.count <= RequestHead.maximumBytes else {
      throw Problem(.fieldsTooLarge, "fields_too_large", "the head has more than \(RequestHead.maximumBytes) bytes")
    }
    var rest = bytes
    // RFC 9112 §2.2: an empty line that some clients send after their content.
    if rest.prefix(2).elementsEqual([13, 10]) { rest = rest.dropFirst(2) }
    let whole = rest
    let line = try takeLine(&rest)
    let (method, target, minor) = try requestLine(line)
    var fields = HTTPFields()
    while true {
      let line = try takeLine(&rest)
      if line.isEmpty { break }
      guard fields.count < RequestHead.maximumFields else {
        throw Problem(.fieldsTooLarge, "fields_too_large", "more than \(RequestHead.maximumFields) fields")
      }
      let (name, value) = try field(line)
      fields.append(name, value)
    }
    guard rest.isEmpty else { throw bad("bad_head", "the head has an empty line in it") }
    try checkHost(fields, minor: minor)
    let framing = try framing(fields, minor: minor)
    let head = RequestHead(
      method: method, target: target, fields: fields, framing: framing,
      keepsAlive: minor == 1 && !fields.tokens("Connection").contains("close"),
      expectsContinue: try expectsContinue(fields, minor: minor, framing: framing), minorVersion: minor)
    guard HeadSecondOpinion.agrees(whole, with: head) else {
      throw bad("bad_head", "the head can be understood in two ways")
    }
    return head
  }

  private static func bad(_ code: String, _ detail: String) -> Problem { Problem(.badRequest, code, detail) }

  /// The line without its CR LF.
  private static func takeLine(_ rest: inout ArraySlice<UInt8>) throws(Problem) -> ArraySlice<UInt8> {
    guard let end = rest.firstIndex(of: FieldGrammar.lineFeed), end > rest.startIndex,
      rest[end - 1] == FieldGrammar.carriageReturn
    else { throw bad("bad_line_end", "lines of the head end in CR LF") }
    let line = rest[..<(end - 1)]
    rest = rest[(end + 1)...]
    return line
  }

  private static func requestLine(
    _ line: ArraySlice<UInt8>
  ) throws(Problem) -> (HTTPMethod, RequestTarget, minor: Int) {
    let parts = line.split(separator: FieldGrammar.space, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(FieldGrammar.isToken),
      parts[1].allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw bad("bad_request_line", "the request line is not 'method target version'") }
    let version = Array(parts[2])
    guard version.count == 8, version.starts(with: "HTTP/".utf8), FieldGrammar.isDigit(version[5]), version[6] == 46,
      FieldGrammar.isDigit(version[7])
    else { throw bad("bad_version", "the version is not of the form HTTP/1.1") }
    guard version[5] == 49, version[7] == 48 || version[7] == 49 else {
      throw Problem(.versionNotSupported, "version_not_supported", "versions 1.0 and 1.1 are spoken here")
    }
    guard let method = HTTPMethod(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
      throw Problem(.notImplemented, "method_not_implemented", "this method is not known here")
    }
    let target = try RequestTarget(parts[1])
    guard target.form == .path || method == .options else {
      throw bad("bad_target", "only OPTIONS asks about the server as a whole")
    }
    return (method, target, Int(version[7] - 48))
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(Problem) -> (String, String) {
    guard let colon = line.firstIndex(of: 58), colon > line.startIndex,
      line[..<colon].allSatisfy(FieldGrammar.isToken)
    else { throw bad("bad_field", "a line of the head is not 'name: value'") }
    var value = line[(colon + 1)...]
    while value.first == FieldGrammar.space || value.first == FieldGrammar.tab { value.removeFirst() }
    while value.last == FieldGrammar.space || value.last == FieldGrammar.tab { value.removeLast() }
    guard value.allSatisfy(FieldGrammar.isValue), let text = String(validating: value, as: UTF8.self) else {
      throw bad("bad_field", "a field has control characters or is not UTF-8")
    }
    return (String(decoding: line[..<colon], as: UTF8.self), text)
  }

  private static func checkHost(_ fields: HTTPFields, minor: Int) throws(Problem) {
    let hosts = fields.values("Host")
    guard hosts.count == 1 || minor == 0 && hosts.isEmpty else { throw bad("bad_host", "one Host field is needed") }
    guard hosts.allSatisfy({ $0.utf8.count <= 255 && $0.utf8.allSatisfy(RequestTarget.isAuthority) }) else {
      throw bad("bad_host", "the Host field is not a name and a port")
    }
  }

  private static func framing(_ fields: HTTPFields, minor: Int) throws(Problem) -> RequestHead.Framing {
    let lengths = fields.values("Content-Length")
    let codings = fields.values("Transfer-Encoding")
    if !codings.isEmpty {
      guard lengths.isEmpty else { throw bad("bad_framing", "both Content-Length and Transfer-Encoding") }
      guard minor == 1 else { throw bad("bad_framing", "HTTP/1.0 has no Transfer-Encoding") }
      guard codings.count == 1, codings[0].lowercased() == "chunked" else {
        throw Problem(.notImplemented, "coding_not_implemented", "the only transfer coding here is 'chunked'")
      }
      return .chunked
    }
    guard let text = lengths.first else { return .none }
    guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy(FieldGrammar.isDigit) else {
      throw bad("bad_length", "Content-Length is not one number")
    }
    guard text.utf8.count <= 18, let length = Int(text) else {
      throw Problem(.contentTooLarge, "content_too_large", "nobody has that much")
    }
    return length == 0 ? .none : .length(length)
  }

  private static func expectsContinue(
    _ fields: HTTPFields, minor: Int, framing: RequestHead.Framing
  ) throws(Problem) -> Bool {
    let expectations = fields.values("Expect")
    if expectations.isEmpty { return false }
    guard expectations.count == 1, expectations[0].lowercased() == "100-continue" else {
      throw Problem(.expectationFailed, "expectation_failed", "the only expectation here is '100-continue'")
    }
    return minor == 1 && framing != .none
  }
}
