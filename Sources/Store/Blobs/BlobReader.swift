internal import BonafideSecrets
internal import Foundation

/// Reads any part of a stored content. Stays good while the content is being removed.
final class BlobReader: BlobReading {
  let size: Int64
  private let file: DiskFile
  private let keys: BlobFormat.Keys
  private let threads: FileThreads

  /// Checks the head: that the file is this content of this person, and has its full length.
  init(path: String, address: String, key: SubjectKey, threads: FileThreads) throws {
    file = try DiskFile(path, flags: O_RDONLY | O_NOFOLLOW)
    self.threads = threads
    let head = try file.read(at: 0, count: BlobFormat.headCount)
    guard head.count == BlobFormat.headCount, head.starts(with: BlobFormat.magic) else { throw BlobReader.corrupt }
    let salt = Array(head[4..<4 + BlobFormat.saltCount])
    let bytes = head[(4 + BlobFormat.saltCount)..<(12 + BlobFormat.saltCount)]
    size = bytes.reduce(0) { $0 << 8 | Int64($1) }
    guard size >= 0, size <= Upload.maximumBytes else { throw BlobReader.corrupt }
    keys = try BlobFormat.Keys(key, salt: salt)
    guard Comparison.equal(head, try keys.head(salt: salt, size: size, address: address)),
      try file.size() == BlobFormat.fileSize(ofSize: size)
    else { throw BlobReader.corrupt }
  }

  func read(at offset: Int64, count: Int) async throws -> [UInt8] {
    try await threads.run { [self] in try readNow(at: offset, count: count) }
  }

  func readNow(at offset: Int64, count: Int) throws -> [UInt8] {
    guard offset >= 0, count >= 0 else { throw StoreError(.invalid, "a place is out of range") }
    let end = offset + min(Int64(count), max(size - offset, 0))
    var bytes: [UInt8] = []
    guard offset < end else { return bytes }
    bytes.reserveCapacity(Int(end - offset))
    let frameCount = Int64(BlobFormat.frameCount)
    let last = BlobFormat.frames(ofSize: size) - 1
    for frame in offset / frameCount...(end - 1) / frameCount {
      let sealed = try file.read(at: BlobFormat.position(ofFrame: frame), count: BlobFormat.sealedFrameCount)
      let plain = try sealed.withUnsafeBytes { try keys.open($0, frame: frame, isLast: frame == last) }
      let start = frame * frameCount
      let from = Int(max(offset - start, 0))
      let to = Int(min(end - start, Int64(plain.count)))
      guard from <= to else { throw BlobReader.corrupt }
      bytes += plain[from..<to]
    }
    guard bytes.count == Int(end - offset) else { throw BlobReader.corrupt }
    return bytes
  }

  private static let corrupt = StoreError(.corrupt, "a stored content is damaged or not the one it should be")
}
