package import BonafideObservations
internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A folder of this process for films and pictures that wait to be sent: only its owner can look in, it goes with this
/// object, and what a process that died has left is swept away by the next one.
package final class ScratchFolder: Sendable {
  package let path: String
  private let descriptor: Int32

  /// - `parent`: by default the system's place for temporary files.
  ///
  /// Throws `cannot_open` when there is no place to write, or somebody else prepared it.
  package init(in parent: String = NSTemporaryDirectory()) throws(BonafideError) {
    let room = try ScratchFolder.room(in: parent)
    ScratchFolder.sweep(room)
    let name = room + "/" + ScratchFolder.randomName()
    guard mkdir(name, 0o700) == 0 else { throw ScratchFolder.unusable }
    descriptor = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    path = name
    // Held for as long as the folder is in use: that is how a sweep knows.
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw ScratchFolder.unusable }
    ScratchFolder.protect(name)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    close(descriptor)
  }

  /// A path at which nothing is yet.
  package func newFile(_ fileExtension: String) -> String {
    path + "/" + ScratchFolder.randomName() + "." + fileExtension
  }

  /// Takes a file away; one that is gone already is fine.
  package func remove(_ file: String) {
    guard file.hasPrefix(path + "/") else { return }
    unlink(file)
  }

  /// Names of the files that are there, hidden ones too.
  package var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// Removes folders whose processes are gone; returns how many.
  @discardableResult
  package static func sweep(in parent: String = NSTemporaryDirectory()) -> Int {
    (try? room(in: parent)).map { sweep($0) } ?? 0
  }

  @discardableResult
  private static func sweep(_ room: String) -> Int {
    var count = 0
    for name in (try? FileManager.default.contentsOfDirectory(atPath: room)) ?? [] {
      let folder = room + "/" + name
      let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
      if (try? FileManager.default.removeItem(atPath: folder)) != nil { count += 1 }
    }
    return count
  }

  /// The folder of all scratch folders of this user; made when it is not there.
  private static func room(in parent: String) throws(BonafideError) -> String {
    let trimmed = parent.hasSuffix("/") ? String(parent.dropLast()) : parent
    let room = trimmed + "/bonafide-scratch-\(getuid())"
    guard mkdir(room, 0o700) == 0 || errno == EEXIST else { throw unusable }
    // Temporary places are often open to everybody: it has to be ours, and no link to somewhere else.
    var status = stat()
    guard lstat(room, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
      status.st_mode & 0o077 == 0
    else { throw unusable }
    return room
  }

  private static func randomName() -> String { String(UInt64.random(in: 0 ... .max), radix: 36) }

  private static func protect(_ folder: String) {
    #if os(iOS)
      // Written while the device locks, unreadable once it is.
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUnlessOpen], ofItemAtPath: folder)
    #endif
  }

  private static var unusable: BonafideError {
    BonafideError(.cannotOpen, "there is no private place for temporary files")
  }
}
