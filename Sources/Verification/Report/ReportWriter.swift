package import BonafideObservations

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Writes a report as a whole or not at all.
package enum ReportWriter {
  /// Replaces an ordinary file of that name. Only the owner may read the result: it holds a person's pictures.
  /// Throws `cannot_open`, and then leaves everything as it was.
  package static func write(_ html: String, to path: String) throws(BonafideError) {
    try checkDestination(path)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    let temporary = "\(folder).bonafide-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw cannotWrite(path, errno) }
    var fault = writeAll(html, to: file)
    // A failed close may be the first to tell that the disk is full.
    if close(file) != 0, fault == nil { fault = errno }
    if fault == nil, rename(temporary, path) != 0 { fault = errno }
    if let fault {
      unlink(temporary)
      throw cannotWrite(path, fault)
    }
    syncFolder(folder)
  }

  /// A name that stands for something else than a file, such as a device, would be replaced by one.
  private static func checkDestination(_ path: String) throws(BonafideError) {
    guard !path.isEmpty, !path.utf8.contains(0), !path.hasSuffix("/") else {
      throw BonafideError(.cannotOpen, "'\(path)' is not the name of a file")
    }
    var found = stat()
    if stat(path, &found) == 0, found.st_mode & S_IFMT != S_IFREG {
      throw BonafideError(.cannotOpen, "'\(path)' is there and is not an ordinary file")
    }
  }

  private static func cannotWrite(_ path: String, _ fault: Int32) -> BonafideError {
    BonafideError(.cannotOpen, "'\(path)' cannot be written: \(String(cString: strerror(fault)))")
  }
}

/// Writes and brings to the disk; the error number when that fails.
private func writeAll(_ text: String, to file: Int32) -> Int32? {
  var text = text
  let fault = text.withUTF8 { bytes -> Int32? in
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = write(file, base + done, bytes.count - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      done += count
    }
    return nil
  }
  return fault ?? (fsync(file) == 0 ? nil : errno)
}

/// Makes the new name last through a power cut where the file system can; the file itself is complete either way.
private func syncFolder(_ path: String) {
  let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard folder >= 0 else { return }
  fsync(folder)
  close(folder)
}
