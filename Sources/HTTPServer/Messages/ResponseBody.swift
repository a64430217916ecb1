internal import Synchronization

/// Where an answer's content comes from.
package enum ResponseBody: Sendable {
  case none
  case bytes([UInt8])
  case stream(length: Int?, @Sendable (ResponseWriter) async throws -> Void)
  /// A range of a file, in bytes from its beginning.
  case file(FileContent, Range<Int>)
  /// Left out of the answer to HEAD; `length` is told where it is known.
  case omitted(length: Int?)
  /// The connection becomes a WebSocket.
  case webSocket(WebSocketUpgrade)

  /// Bytes, where that is known beforehand.
  package var length: Int? {
    switch self {
    case .none, .webSocket: 0
    case .bytes(let bytes): bytes.count
    case .stream(let length, _): length
    case .file(_, let range): range.count
    case .omitted(let length): length
    }
  }

  /// Writes all of it. Throws what the producer throws.
  func produce(into writer: ResponseWriter) async throws {
    switch self {
    case .none, .omitted, .webSocket: break
    case .bytes(let bytes): try await writer.write(bytes)
    case .stream(_, let produce): try await produce(writer)
    case .file(let file, let range):
      for start in stride(from: range.lowerBound, to: range.upperBound, by: FileContent.blockBytes) {
        try await writer.write(
          file.read(at: start, count: Swift.min(FileContent.blockBytes, range.upperBound - start)))
      }
    }
  }
}

/// What a producer of content writes to.
package struct ResponseWriter: Sendable {
  private let sink: @Sendable ([UInt8]) async throws -> Void

  init(_ sink: @escaping @Sendable ([UInt8]) async throws -> Void) { self.sink = sink }

  /// Sends some bytes, and waits while the client is slow to take those before. Throws `CancellationError` once the
  /// connection is gone.
  package func write(_ bytes: [UInt8]) async throws {
    if !bytes.isEmpty { try await sink(bytes) }
  }
}

/// Content that is kept in memory.
final class CollectedContent: Sendable {
  private let kept = Mutex<[UInt8]>([])
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var bytes: [UInt8] { kept.withLock { $0 } }

  func append(_ bytes: [UInt8]) throws {
    try kept.withLock { kept in
      guard bytes.count <= limit - kept.count else { throw RequestBody.tooLarge(limit) }
      kept += bytes
    }
  }
}
