internal import COpenSSL

/// Bytes that are never printed and are overwritten when the last owner lets go.
package final class SecretBytes: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  // Written in the initialisers only.
  private nonisolated(unsafe) let storage: UnsafeMutableRawBufferPointer

  package var count: Int { storage.count }

  /// Copies; the source stays with the caller.
  package init(_ bytes: some Collection<UInt8>) {
    storage = .allocate(byteCount: bytes.count, alignment: 16)
    storage.copyBytes(from: bytes)
  }

  /// Copies and overwrites the source. Other copies that were made of it before are not reached.
  package convenience init(taking bytes: inout [UInt8]) {
    self.init(bytes)
    bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    bytes = []
  }

  /// Lets `fill` write the bytes in place, so that no copy is left behind.
  package init(count: Int, fill: (UnsafeMutableRawBufferPointer) throws(SecretError) -> Void) throws(SecretError) {
    storage = .allocate(byteCount: count, alignment: 16)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    // When it throws, `deinit` frees: all properties are set.
    try fill(storage)
  }

  deinit {
    OPENSSL_cleanse(storage.baseAddress, storage.count)
    storage.deallocate()
  }

  package func withBytes<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(storage))
  }

  /// Whether both hold the same, found out in a time that does not depend on where they differ.
  package func matches(_ other: SecretBytes) -> Bool {
    withBytes { left in other.withBytes { right in Comparison.equal(left, right) } }
  }

  package var description: String { "<secret>" }
  package var debugDescription: String { "<secret>" }
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Comparison in constant time.
package enum Comparison {
  /// Equal length and equal bytes. Only the length may be learned from the time it takes.
  package static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    guard let first = left.baseAddress, let second = right.baseAddress else { return true }
    return CRYPTO_memcmp(first, second, left.count) == 0
  }

  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.withUnsafeBytes { left in right.withUnsafeBytes { right in equal(left, right) } }
  }
}
