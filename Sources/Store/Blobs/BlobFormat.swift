internal import BonafideSecrets

/// How a content lies in its file: a head, then frames of 64 KiB sealed one by one.
///
/// Head: `BFB1` | salt (32) | size of the plain content (8, big-endian) | HMAC-SHA256 over all that and the address (32).
/// The key of the frames and the one of the head come from the person's key and the salt, so no two files share them.
/// A frame's nonce is its number and whether it is the last: frames cannot be exchanged, left out or cut off.
enum BlobFormat {
  static let magic = Array("BFB1".utf8)
  static let saltCount = 32
  static let headCount = 4 + saltCount + 8 + 32
  /// Plain bytes of every frame but the last.
  static let frameCount = 65_536
  static let sealedFrameCount = frameCount + AESGCM.tagCount

  /// A content has one frame at least, which may be empty.
  static func frames(ofSize size: Int64) -> Int64 { max((size + Int64(frameCount) - 1) / Int64(frameCount), 1) }

  /// Bytes of the whole file.
  static func fileSize(ofSize size: Int64) -> Int64 {
    Int64(headCount) + size + frames(ofSize: size) * Int64(AESGCM.tagCount)
  }

  static func position(ofFrame number: Int64) -> Int64 { Int64(headCount) + number * Int64(sealedFrameCount) }

  /// Keys of one file.
  struct Keys: Sendable {
    let frames: SecretBytes
    let head: SecretBytes

    init(_ key: SubjectKey, salt: [UInt8]) throws {
      frames = try key.blobKey(salt: salt, purpose: "frames")
      head = try key.blobKey(salt: salt, purpose: "head")
    }

    func head(salt: [UInt8], size: Int64, address: String) throws -> [UInt8] {
      let start = magic + salt + bigEndian(size)
      return start + (try HMACSHA256.code(for: start + Array(address.utf8), key: head))
    }

    func seal(_ plain: UnsafeRawBufferPointer, frame: Int64, isLast: Bool) throws -> [UInt8] {
      try AESGCM.seal(plain, key: frames, nonce: nonce(frame, isLast), associated: [])
    }

    func open(_ sealed: UnsafeRawBufferPointer, frame: Int64, isLast: Bool) throws -> [UInt8] {
      try AESGCM.open(sealed, key: frames, nonce: nonce(frame, isLast), associated: [])
    }

    private func nonce(_ frame: Int64, _ isLast: Bool) -> [UInt8] { bigEndian(frame) + [0, 0, 0, isLast ? 1 : 0] }
  }

  static func bigEndian(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
