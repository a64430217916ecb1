internal import CHTTPParser

/// The same head, read by http_parser: where it sees another request than we do, somebody is hiding something.
enum HeadSecondOpinion {
  /// `head` is what our own, stricter reading made of `bytes`.
  static func agrees(_ bytes: ArraySlice<UInt8>, with head: RequestHead) -> Bool {
    guard head.method == .query else { return agrees(bytes, head, head.method) }
    // It does not know the method, which is framed as this one is.
    let known = HTTPMethod.post
    return agrees(Array(known.rawValue.utf8)[...] + bytes.dropFirst(head.method.rawValue.utf8.count), head, known)
  }

  private static func agrees(_ bytes: ArraySlice<UInt8>, _ head: RequestHead, _ method: HTTPMethod) -> Bool {
    var parser = http_parser()
    http_parser_init(&parser, HTTP_REQUEST)
    var settings = http_parser_settings()
    http_parser_settings_init(&settings)
    let read = bytes.withUnsafeBytes { raw in
      http_parser_execute(&parser, &settings, raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count)
    }
    guard parser.http_errno == HPE_OK.rawValue, read == bytes.count,
      parser.http_major == 1, Int(parser.http_minor) == head.minorVersion,
      let name = http_method_str(http_method(rawValue: parser.method)),
      method.rawValue == String(cString: name)
    else { return false }
    let isChunked = parser.flags & F_CHUNKED.rawValue != 0
    let hasLength = parser.flags & F_CONTENTLENGTH.rawValue != 0
    switch head.framing {
    case .chunked: return isChunked && !hasLength
    case .length(let length): return hasLength && !isChunked && parser.content_length == UInt64(length)
    case .none: return !isChunked && (!hasLength || parser.content_length == 0 || parser.content_length == .max)
    }
  }
}
