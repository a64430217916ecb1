import BonafideObservations
import BonafideSecrets
import BonafideStore
import Foundation

/// Where a back office keeps everything: a folder, and a database in it or elsewhere.
struct OfficeData: Sendable {
  static let options: [Arguments.Option] = [.value("data"), .value("store"), Configuration.option]
  private static let keyVariable = "BONAFIDE_MASTER_KEY"
  private static let commandVariable = "BONAFIDE_MASTER_KEY_COMMAND"

  let folder: String
  /// Nil for SQLite in the folder.
  let database: String?

  init(_ arguments: Arguments) throws(BonafideError) {
    folder = arguments.value("data") ?? "bonafide-data"
    database = arguments.value("store")
    guard let database else { return }
    guard database.hasPrefix("postgresql://") || database.hasPrefix("postgres://") else {
      throw BonafideError(.usage, "--store takes postgresql://…; without it SQLite is used")
    }
  }

  /// Makes what is missing. Throws `cannot_open` or `service_unavailable`.
  func open() async throws -> (DatabaseStore, EvidenceRoom) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw BonafideError(.cannotOpen, "the folder '\(folder)' cannot be made")
    }
    do {
      let ring = try keyRing()
      let store =
        if let database {
          try await DatabaseStore.postgres(PostgresSettings(address: database), ring: ring)
        } else {
          try await DatabaseStore.sqlite(path: folder + "/bonafide.sqlite", ring: ring)
        }
      return (store, EvidenceRoom(store: store, blobs: try DiskBlobStore(root: folder + "/blobs")))
    } catch let error as SecretError {
      throw BonafideError(.cannotOpen, "the master key cannot be used: \(error.message)")
    } catch let error as StoreError {
      throw BonafideError(.serviceUnavailable, "the store cannot be opened: \(error.message)")
    }
  }

  /// From the environment, or of the folder's own file, which is made when there is none.
  private func keyRing() throws -> KeyRing {
    let environment = ProcessInfo.processInfo.environment
    if environment[OfficeData.keyVariable] != nil {
      return try MasterKeySource.environment(OfficeData.keyVariable).keyRing()
    }
    if let command = environment[OfficeData.commandVariable] { return try MasterKeySource.command(command).keyRing() }
    let path = folder + "/master.key"
    if !FileManager.default.fileExists(atPath: path) { try OfficeData.write(OfficeData.freshKey(), to: path) }
    return try MasterKeySource.file(path).keyRing()
  }

  /// Puts a fresh key before those in the folder's file, which go on opening what they sealed. Throws `usage` where keys
  /// come from elsewhere.
  func addKey() throws {
    let environment = ProcessInfo.processInfo.environment
    guard environment[OfficeData.keyVariable] == nil, environment[OfficeData.commandVariable] == nil else {
      throw BonafideError(.usage, "master keys come from the environment: put the new one before the old ones there")
    }
    let path = folder + "/master.key"
    guard let old = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw BonafideError(.cannotOpen, "there is no master key in '\(folder)'")
    }
    let partial = path + ".new"
    try? FileManager.default.removeItem(atPath: partial)
    try OfficeData.write(OfficeData.freshKey() + old, to: partial)
    guard rename(partial, path) == 0 else { throw BonafideError(.cannotOpen, "the master key cannot be replaced") }
  }

  private static func freshKey() throws -> String { Hex.text(try SecureRandom.bytes(32)) + "\n" }

  /// Never over a file that is there.
  private static func write(_ text: String, to path: String) throws {
    let file = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      if errno == EEXIST { return }
      throw BonafideError(.cannotOpen, "the master key cannot be written to the data folder")
    }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.synchronize()
  }
}
