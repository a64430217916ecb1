internal import BonafideSecrets
internal import Foundation

/// Writes one content, frame by frame, into a temporary file, and gives it its name when it is whole and on the disk.
final class BlobWriter {
  private let path: String
  private let key: SubjectKey
  private let keys: BlobFormat.Keys
  private let salt: [UInt8]
  private let file: DiskFile
  private let digest: SHA256Stream
  private var pending: [UInt8] = []
  private var size: Int64 = 0
  private var frame: Int64 = 0
  private var isFinished = false

  /// `folder` is where temporary files are.
  init(folder: String, key: SubjectKey) throws {
    try Disk.makeFolder(folder)
    path = folder + "/" + Hex.text(try SecureRandom.bytes(16))
    self.key = key
    salt = try SecureRandom.bytes(BlobFormat.saltCount)
    keys = try BlobFormat.Keys(key, salt: salt)
    digest = try SHA256Stream()
    file = try DiskFile(path, flags: O_RDWR | O_CREAT | O_EXCL)
  }

  deinit { if !isFinished { try? Disk.remove(path) } }

  func append(_ bytes: [UInt8]) throws {
    try digest.update(bytes)
    size += Int64(bytes.count)
    guard size <= Upload.maximumBytes else { throw StoreError(.tooLarge, "a content is too large") }
    pending += bytes
    // The last frame is told from the others, so one is always held back.
    var start = 0
    while pending.count - start > BlobFormat.frameCount {
      try write(pending[start..<start + BlobFormat.frameCount], isLast: false)
      start += BlobFormat.frameCount
    }
    pending.removeFirst(start)
  }

  /// Puts the file into `folder` under the address of its content.
  func finish(into folder: String) throws -> Blob {
    try write(pending[...], isLast: true)
    let sha256 = try digest.finish()
    let address = try key.address(of: sha256)
    try file.write(try keys.head(salt: salt, size: size, address: address), at: 0)
    try file.synchronise()
    try Disk.makeFolder(folder)
    try Disk.move(path, to: folder + "/" + address)
    isFinished = true
    return Blob(address: address, sha256: sha256, size: size)
  }

  private func write(_ plain: ArraySlice<UInt8>, isLast: Bool) throws {
    let sealed = try plain.withUnsafeBytes { try keys.seal($0, frame: frame, isLast: isLast) }
    try file.write(sealed, at: BlobFormat.position(ofFrame: frame))
    frame += 1
  }
}
