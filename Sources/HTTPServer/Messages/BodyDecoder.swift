/// Cuts one request's content out of what arrives on a connection.
struct BodyDecoder: Sendable {
  private enum Kind: Sendable {
    case length(missing: Int)
    case chunked(ChunkedDecoder)
  }

  private var kind: Kind

  init(_ framing: RequestHead.Framing) {
    switch framing {
    case .none: kind = .length(missing: 0)
    case .length(let length): kind = .length(missing: length)
    case .chunked: kind = .chunked(ChunkedDecoder())
    }
  }

  var isFinished: Bool {
    switch kind {
    case .length(let missing): missing == 0
    case .chunked(let decoder): decoder.isFinished
    }
  }

  /// At most `limit` bytes of content from the front of `input`. Throws as `ChunkedDecoder` does.
  mutating func decode(_ input: inout ArraySlice<UInt8>, upTo limit: Int) throws(Problem) -> [UInt8] {
    switch kind {
    case .length(let missing):
      let part = input.prefix(min(missing, limit))
      input = input.dropFirst(part.count)
      kind = .length(missing: missing - part.count)
      return Array(part)
    case .chunked(var decoder):
      defer { kind = .chunked(decoder) }
      return try decoder.decode(&input, upTo: limit)
    }
  }
}
