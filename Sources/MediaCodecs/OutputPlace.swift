internal import BonafideObservations
internal import Glibc

/// A file that comes into being as a whole: it is written under a hidden name beside its destination and renamed at
/// the end. Without `complete()` nothing stays behind.
final class OutputPlace {
  let file: FileDescriptor
  private let destination: String
  private let temporary: String
  private var isOpen = true

  /// Throws `cannot_open`.
  init(_ destination: String) throws(BonafideError) {
    guard !destination.isEmpty, !destination.utf8.contains(0), !destination.hasSuffix("/") else {
      throw BonafideError(.cannotOpen, "'\(destination)' is not the name of a file")
    }
    var status = stat()
    // Renaming would put a file in the place of a device.
    guard stat(destination, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw BonafideError(.cannotOpen, "'\(destination)' is there and is not a file")
    }
    self.destination = destination
    let directory = destination.lastIndex(of: "/").map { destination[...$0] } ?? ""
    let name = "\(directory).bonafide-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let number = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else {
      throw BonafideError(.cannotOpen, "'\(destination)' cannot be written: \(String(cString: strerror(errno)))")
    }
    temporary = name
    file = FileDescriptor(owning: number)
  }

  deinit {
    discard()
  }

  /// Throws `cannot_open`.
  func complete() throws(BonafideError) {
    guard isOpen else { throw BonafideError(.cannotOpen, "'\(destination)' was given up before") }
    guard fsync(file.number) == 0, rename(temporary, destination) == 0 else {
      discard()
      throw BonafideError(.cannotOpen, "'\(destination)' cannot be written")
    }
    isOpen = false
  }

  func discard() {
    guard isOpen else { return }
    isOpen = false
    unlink(temporary)
  }

  /// Throws `cannot_open` when not all of it can be written.
  func write(_ bytes: UnsafeRawBufferPointer) throws(BonafideError) {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = Glibc.write(file.number, base + done, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        throw BonafideError(.cannotOpen, "'\(destination)' cannot be written", hint: "check the space that is left")
      }
      done += count
    }
  }
}
