/// Where a request goes: a checked path, cut into decoded segments, and a decoded query (RFC 9112 §3.2).
package struct RequestTarget: Sendable, Equatable {
  package enum Form: Sendable, Equatable {
    case path
    /// `*`, the server as a whole, for OPTIONS.
    case server
  }

  package struct QueryItem: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  package static let maximumBytes = 8192

  package let form: Form
  /// As it was sent, without the query.
  package let path: String
  /// Decoded. `/` has none; `/a/` has `a` and an empty one.
  package let segments: [String]
  package let query: [QueryItem]

  /// Throws 414 `target_too_long`, 400 `bad_target`, `bad_path` or `bad_query`.
  package init(_ text: String) throws(Problem) { try self.init(Array(text.utf8)[...]) }

  init(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    guard bytes.count <= Self.maximumBytes else {
      throw Problem(.targetTooLong, "target_too_long", "the target has more than \(Self.maximumBytes) bytes")
    }
    if bytes.elementsEqual("*".utf8) {
      form = .server
      path = "*"
      segments = []
      query = []
      return
    }
    form = .path
    let origin = try Self.withoutAuthority(bytes)
    let pathEnd = origin.firstIndex(of: 63) ?? origin.endIndex
    let pathBytes = origin[..<pathEnd]
    segments = try Self.segments(pathBytes)
    path = String(decoding: pathBytes, as: UTF8.self)
    query = pathEnd < origin.endIndex ? try Self.items(origin[(pathEnd + 1)...]) : []
  }

  /// The first value of that name.
  package func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// What follows `http://host` of the absolute form.
  private static func withoutAuthority(_ bytes: ArraySlice<UInt8>) throws(Problem) -> ArraySlice<UInt8> {
    if bytes.first == 47 { return bytes }
    for scheme in ["http://", "https://"]
    where bytes.prefix(scheme.utf8.count).map(FieldGrammar.lowercased).elementsEqual(scheme.utf8) {
      let rest = bytes.dropFirst(scheme.utf8.count)
      let end = rest.firstIndex { $0 == 47 || $0 == 63 } ?? rest.endIndex
      guard end > rest.startIndex, rest[..<end].allSatisfy(isAuthority) else { break }
      if end < rest.endIndex, rest[end] == 47 { return rest[end...] }
      return ([47] + rest[end...])[...]
    }
    throw Problem(.badRequest, "bad_target", "the target is neither a path nor an http address")
  }

  /// What a host and port are made of. Names with a user are refused (RFC 9110 §4.2.4).
  static func isAuthority(_ byte: UInt8) -> Bool {
    FieldGrammar.isUnreservedOrDelimiter(byte) || byte == 58 || byte == 91 || byte == 93
  }

  private static func segments(_ path: ArraySlice<UInt8>) throws(Problem) -> [String] {
    let rest = path.dropFirst()
    if rest.isEmpty { return [] }
    var found: [String] = []
    for raw in rest.split(separator: 47, omittingEmptySubsequences: false) {
      guard raw.allSatisfy({ FieldGrammar.isPath($0) || $0 == 37 }),
        let segment = PercentDecoding.decode(raw, as: .segment)
      else { throw Problem(.badRequest, "bad_path", "the path has characters or escapes that are not allowed") }
      guard segment != ".", segment != "..", !segment.utf8.contains(47), !segment.utf8.contains(92) else {
        throw Problem(.badRequest, "bad_path", "the path walks out of its folder")
      }
      found.append(segment)
    }
    return found
  }

  private static func items(_ query: ArraySlice<UInt8>) throws(Problem) -> [QueryItem] {
    var found: [QueryItem] = []
    for pair in query.split(separator: 38) {
      let nameEnd = pair.firstIndex(of: 61) ?? pair.endIndex
      guard pair.allSatisfy({ FieldGrammar.isQuery($0) || $0 == 37 }),
        let name = PercentDecoding.decode(pair[..<nameEnd], as: .queryItem),
        let value = PercentDecoding.decode(pair[nameEnd...].dropFirst(), as: .queryItem)
      else { throw Problem(.badRequest, "bad_query", "the query has characters or escapes that are not allowed") }
      found.append(QueryItem(name: name, value: value))
    }
    return found
  }
}
