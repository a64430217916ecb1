/// Bytes that came and were not yet read.
struct InputBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { start == bytes.count }
  var slice: ArraySlice<UInt8> { bytes[start...] }

  mutating func append(_ new: UnsafeRawBufferPointer) {
    if isEmpty {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 17)
      start = 0
    } else if start > 1 << 16 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: new)
  }

  mutating func drop(_ count: Int) { start = min(bytes.count, start + count) }

  mutating func removeAll() {
    bytes = []
    start = 0
  }

  /// An idle connection keeps little memory.
  mutating func shrink() {
    if bytes.capacity > 4096 { removeAll() }
  }

  /// Moves bytes from the front to `target`; how many.
  mutating func take(into target: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(self.count, target.count)
    bytes.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + count)])) }
    start += count
    return count
  }
}

/// Bytes that are to be written, in pieces as they came.
struct OutputQueue {
  /// Up to how many bytes pieces are joined: to copy them takes less than one more call to the system, and one more
  /// packet for the client.
  static let mostJoined = 64 << 10

  private var pieces: [[UInt8]] = []
  private var first = 0
  /// What was written of the first piece.
  private var written = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    count += bytes.count
    // Small pieces are joined: one call to the system for all.
    if first < pieces.count, let last = pieces.last, last.count + bytes.count <= Self.mostJoined {
      pieces[pieces.count - 1] += bytes
    } else {
      pieces.append(bytes)
    }
  }

  mutating func removeAll() {
    pieces = []
    first = 0
    written = 0
    count = 0
  }

  /// Hands out the front; `body` says how much of it was written.
  mutating func withFront(_ body: (UnsafeRawBufferPointer) -> Int) {
    guard first < pieces.count else { return }
    let piece = pieces[first]
    let done = piece.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[written...])) }
    written += done
    count -= done
    guard written == piece.count else { return }
    written = 0
    pieces[first] = []
    first += 1
    if first == pieces.count {
      pieces.removeAll(keepingCapacity: true)
      first = 0
    } else if first > 64 {
      pieces.removeFirst(first)
      first = 0
    }
  }
}
