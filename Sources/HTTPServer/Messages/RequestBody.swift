/// A request's content as it arrives: chunks of bytes, for one reader, once. The client is slowed down to the pace
/// at which they are taken.
package struct RequestBody: Sendable, AsyncSequence {
  package typealias Element = [UInt8]

  /// Bytes that may wait for the reader before the client is made to wait, and at which it may go on.
  static let pauseAt = 128 << 10
  static let resumeAt = 32 << 10

  /// Bytes, when the client told them beforehand; nil for chunked content.
  package let length: Int?
  private let pipe: FlowPipe<[UInt8]>
  private let limit: Int

  init(length: Int?, pipe: FlowPipe<[UInt8]>, limit: Int = .max) {
    self.length = length
    self.pipe = pipe
    self.limit = limit
  }

  /// A body that is there already.
  package init(_ bytes: [UInt8] = []) {
    let pipe = FlowPipe<[UInt8]>(pauseAt: .max, resumeAt: 0) {}
    if !bytes.isEmpty { _ = pipe.push(bytes, cost: bytes.count) }
    pipe.end(.finished)
    self.init(length: bytes.count, pipe: pipe)
  }

  /// The same body, which fails with 413 `content_too_large` when it turns out to have more than `bytes`.
  func limited(to bytes: Int) -> RequestBody { RequestBody(length: length, pipe: pipe, limit: Swift.min(limit, bytes)) }

  /// The whole body. Throws 413 `content_too_large` before more than `bytes` are kept, 400 `body_cut` or
  /// `bad_chunk`, 408 `body_timeout`, or `CancellationError`.
  package func collect(upTo bytes: Int) async throws -> [UInt8] {
    let cap = Swift.min(bytes, limit)
    if let length, length > cap { throw Self.tooLarge(cap) }
    var whole: [UInt8] = []
    for try await chunk in self {
      if whole.isEmpty, chunk.count == length { return chunk }
      guard whole.count + chunk.count <= cap else { throw Self.tooLarge(cap) }
      if whole.isEmpty, let length { whole.reserveCapacity(length) }
      whole += chunk
    }
    return whole
  }

  package func makeAsyncIterator() -> Iterator { Iterator(pipe: pipe, left: limit, limit: limit) }

  package struct Iterator: AsyncIteratorProtocol {
    let pipe: FlowPipe<[UInt8]>
    var left: Int
    let limit: Int

    package mutating func next() async throws -> [UInt8]? {
      guard let chunk = try await pipe.next() else { return nil }
      guard chunk.count <= left else { throw RequestBody.tooLarge(limit) }
      left -= chunk.count
      return chunk
    }
  }

  static func tooLarge(_ limit: Int) -> Problem {
    Problem(.contentTooLarge, "content_too_large", "at most \(limit) bytes are taken here")
  }
}
