internal import BonafideObservations
internal import CMediaSystem
internal import Glibc

/// Closes its descriptor when nobody holds it any more.
final class FileDescriptor {
  let number: Int32

  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}

/// Anonymous memory that can be handed to another process as a descriptor.
enum MemoryFile {
  static func make() throws(BonafideError) -> FileDescriptor {
    let number = bonafide_memory_file("bonafide")
    guard number >= 0 else { throw BonafideError(.internal, "no memory for the worker") }
    return FileDescriptor(owning: number)
  }

  /// Holds these bytes; reading starts at the beginning.
  static func make(holding bytes: [UInt8]) throws(BonafideError) -> FileDescriptor {
    let file = try make()
    guard write(bytes[...], to: file) else { throw BonafideError(.internal, "no memory for the worker") }
    return file
  }

  /// Copies a pipe to its end. Throws `too_large` beyond `limit` bytes and `cannot_open` when reading fails.
  static func make(spooling source: Int32, limit: Int) throws(BonafideError) -> FileDescriptor {
    let file = try make()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var total = 0
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw BonafideError(.cannotOpen, "the input cannot be read") }
      if count == 0 { return file }
      total += count
      guard total <= limit else { throw BonafideError(.tooLarge, "the input has more than \(limit) bytes") }
      guard write(buffer[..<count], to: file) else { throw BonafideError(.internal, "no memory for the input") }
    }
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) -> Bool {
    bytes.withUnsafeBytes { raw in
      var done = 0
      while done < raw.count {
        guard let base = raw.baseAddress else { return false }
        let count = Glibc.write(file.number, base + done, raw.count - done)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }
}

/// One frame's place in memory that is shared with the worker; unmapped when nobody holds it any more.
final class SharedFrame {
  enum Access {
    case read
    case write
  }

  let bytes: UnsafeMutableRawBufferPointer

  /// Gives the file its size, and takes from everybody the means to change it: a mapping of a file that shrinks
  /// would raise SIGBUS here.
  init(sizing file: FileDescriptor, to byteCount: Int, for access: Access) throws(BonafideError) {
    guard byteCount > 0, ftruncate(file.number, byteCount) == 0, bonafide_seal_size(file.number) == 0 else {
      throw BonafideError(.internal, "no memory for a frame")
    }
    let protection = access == .read ? PROT_READ : PROT_READ | PROT_WRITE
    guard let address = mmap(nil, byteCount, protection, MAP_SHARED, file.number, 0), address != MAP_FAILED else {
      throw BonafideError(.internal, "no memory for a frame")
    }
    bytes = UnsafeMutableRawBufferPointer(start: address, count: byteCount)
  }

  deinit {
    munmap(bytes.baseAddress, bytes.count)
  }
}
