internal import Foundation

/// An open file that throws the store's errors and closes itself. Positions are explicit, so several threads may read.
final class DiskFile: Sendable {
  private let descriptor: Int32

  /// Throws `not_found`, `full` or `unavailable`.
  init(_ path: String, flags: Int32, mode: mode_t = 0o600) throws(StoreError) {
    descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw DiskFile.error() }
  }

  deinit { close(descriptor) }

  func size() throws(StoreError) -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw DiskFile.error() }
    return Int64(status.st_size)
  }

  func write(_ bytes: [UInt8], at position: Int64) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(position) + off_t(done))
      }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw DiskFile.error()
      }
    }
  }

  /// Fewer bytes only at the end of the file.
  func read(at position: Int64, count: Int) throws(StoreError) -> [UInt8] {
    var done = 0
    var failure: StoreError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { place, initialised in
      while done < count {
        let got = pread(descriptor, place.baseAddress.map { $0 + done }, count - done, off_t(position) + off_t(done))
        if got == 0 { break }
        if got > 0 {
          done += got
        } else if errno != EINTR {
          failure = DiskFile.error()
          break
        }
      }
      initialised = done
    }
    if let failure { throw failure }
    return bytes
  }

  func synchronise() throws(StoreError) {
    guard fsync(descriptor) == 0 else { throw DiskFile.error() }
  }

  /// What the last call of the system failed with.
  static func error() -> StoreError {
    switch errno {
    case ENOENT, ENOTDIR: StoreError(.notFound, "a file is not there")
    case ENOSPC, EDQUOT, EFBIG: StoreError(.full, "no room is left for files")
    case EEXIST: StoreError(.exists, "a file is there already")
    case let code: StoreError(.unavailable, "a file cannot be used (errno \(code))")
    }
  }
}

/// Folders, and files that appear whole or not at all.
enum Disk {
  /// Makes a folder for the owner only, with those above it.
  static func makeFolder(_ path: String) throws(StoreError) {
    if mkdir(path, 0o700) == 0 { return synchroniseFolder(above: path) }
    if errno == EEXIST { return }
    let parent = URL(filePath: path).deletingLastPathComponent().path
    guard errno == ENOENT, parent != path else { throw DiskFile.error() }
    try makeFolder(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw DiskFile.error() }
    synchroniseFolder(above: path)
  }

  /// Puts a finished file in its place, in the same file system; it is there after a crash.
  static func move(_ source: String, to target: String) throws(StoreError) {
    guard rename(source, target) == 0 else { throw DiskFile.error() }
    synchroniseFolder(above: target)
  }

  /// That it is not there does not matter.
  static func remove(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw DiskFile.error() }
  }

  static func removeFolder(_ path: String) throws(StoreError) {
    do { try FileManager.default.removeItem(atPath: path) } catch {
      guard !FileManager.default.fileExists(atPath: path) else {
        throw StoreError(.unavailable, "a folder cannot be removed")
      }
    }
    synchroniseFolder(above: path)
  }

  /// Empty when the folder is not there.
  static func names(in path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Milliseconds; nil when it is not there.
  static func lastChange(of path: String) -> Int64? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
  }

  /// A second name for the same bytes, or a copy where the file system knows no such thing.
  static func link(_ source: String, to target: String) throws(StoreError) {
    if Glibc.link(source, target) == 0 { return }
    // Removed in the meantime: its person was erased.
    if errno == ENOENT { return }
    do { try FileManager.default.copyItem(atPath: source, toPath: target) } catch {
      throw StoreError(.unavailable, "a file cannot be copied")
    }
  }

  private static func synchroniseFolder(above path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
