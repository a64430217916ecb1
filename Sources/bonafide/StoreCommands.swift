import BonafideObservations
import BonafideStore

/// `keys rotate`
enum KeysRotate: Command {
  static let words = ["keys", "rotate"]
  static let options = OfficeData.options + [.flag("new")]
  static let summary = "wrap all keys of a back office with the present master key"
  static let usage = """
    bonafide keys rotate [--new] [--config FILE] [--data DIR] [--store URL]

    --new puts a fresh key into DIR/master.key first. Where master keys come from elsewhere, put the new one before the old
    ones there. The server may go on running with the old key; start it anew afterwards. When this has ended, the older
    keys may be taken away, unless backups are still to be read.
    Example: bonafide keys rotate --new --data /var/lib/bonafide
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let data = try OfficeData(arguments)
    if arguments.has("new") { try data.addKey() }
    let count = try Blocking.wait {
      let (store, _) = try await data.open()
      let count = try await store.rotateKeys()
      await store.close()
      return count
    }
    terminal.print(
      terminal.format == .json ? JSON.object([("wrapped", .int(count))]).text : "\(count) keys wrapped anew")
    return .positive
  }
}

/// `store backup`
enum StoreBackup: Command {
  static let words = ["store", "backup"]
  static let options = OfficeData.options
  static let summary = "copy a back office's store on SQLite while it runs"
  static let usage = """
    bonafide store backup [--config FILE] [--data DIR] FOLDER

    FOLDER must not exist yet. It holds no master key: with a copy of DIR/master.key in it, it is a data folder for 'serve'.
    A store on PostgreSQL is backed up with pg_dump, and DIR/blobs with any copy that is made after it.
    Example: bonafide store backup --data /var/lib/bonafide /mnt/backup/2026-11-30
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    let folder = try arguments.inputs("FOLDER")[0]
    let data = try OfficeData(arguments)
    guard data.database == nil else { throw BonafideError(.usage, "PostgreSQL is backed up with pg_dump") }
    guard FileKind(of: folder) == .missing else { throw BonafideError(.cannotOpen, "'\(folder)' is there already") }
    try Blocking.wait {
      let (store, room) = try await data.open()
      try await room.backUp(to: folder)
      await store.close()
    }
    terminal.print(terminal.format == .json ? JSON.object([("folder", .string(folder))]).text : "wrote \(folder)")
    return .positive
  }
}

/// `store check`
enum StoreVerify: Command {
  static let words = ["store", "check"]
  static let options = OfficeData.options
  static let summary = "go over a back office's evidence and audit chains"
  static let usage = """
    bonafide store check [--config FILE] [--data DIR] [--store URL]

    Says whether every evidence has its whole content and every audit chain is intact; exit status 1 when not.
    Example: bonafide store check --data /var/lib/bonafide
    """

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws -> ExitStatus {
    _ = try arguments.inputs()
    let data = try OfficeData(arguments)
    let found = try Blocking.wait {
      let (store, room) = try await data.open()
      let found = try await room.check()
      await store.close()
      return found
    }
    let broken = found.brokenChains.map { "\($0)" }
    let damaged = found.damagedSessions + found.damagedEvidence
    if terminal.format == .json {
      terminal.print(
        JSON.object([
          ("sound", .bool(found.isSound)), ("sessions", .int(found.sessions)), ("evidence", .int(found.evidence)),
          ("chains", .int(found.chains)), ("damaged", .array(damaged.map(JSON.string))),
          ("brokenChains", .array(broken.map(JSON.string))),
        ]).text)
    } else {
      let counts = "\(found.sessions) sessions, \(found.evidence) pieces of evidence, \(found.chains) audit chains"
      terminal.print(
        ([found.isSound ? "sound: \(counts)" : "damaged: \(counts)"] + (damaged + broken).map { "  \($0)" })
          .joined(separator: "\n"))
    }
    return found.isSound ? .positive : .negative
  }
}
