package import BonafideSecrets
internal import Foundation

/// Contents in files: `<root>/<subject>/<address>`, pieces of uploads in `<root>/<subject>/pieces/<upload>/<position>-<fingerprint>`,
/// unfinished files in `<root>/<subject>/unfinished`. All of a person is in one folder, which is removed as a whole.
/// Several servers may share the root.
package final class DiskBlobStore: BlobStore {
  private let root: String
  private let threads: FileThreads

  package init(root: String, threads: Int = 4) throws {
    self.root = root
    self.threads = FileThreads(count: max(threads, 1))
    try Disk.makeFolder(root)
  }

  package func put(
    subject: Identifier<Subject>, key: SubjectKey, next: @escaping @Sendable () throws -> [UInt8]?
  ) async throws -> Blob {
    try await threads.run { [self] in
      let writer = try BlobWriter(folder: unfinished(subject), key: key)
      while let bytes = try next() { try writer.append(bytes) }
      return try writer.finish(into: folder(subject))
    }
  }

  package func open(
    _ address: String, subject: Identifier<Subject>, key: SubjectKey
  ) async throws -> any BlobReading {
    try await threads.run { [self] in
      try BlobReader(path: path(address, subject), address: address, key: key, threads: threads)
    }
  }

  package func putPiece(
    _ bytes: [UInt8], named piece: Piece, of upload: Identifier<Upload>, subject: Identifier<Subject>, key: SubjectKey
  ) async throws {
    try await threads.run { [self] in
      let name = try DiskBlobStore.name(of: piece)
      let sealed = try key.seal(bytes, table: "piece", column: "bytes", row: "\(upload.text)/\(name)")
      try Disk.makeFolder(unfinished(subject))
      try Disk.makeFolder(pieces(upload, subject))
      let temporary = unfinished(subject) + "/" + Hex.text(try SecureRandom.bytes(16))
      do {
        let file = try DiskFile(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
        try file.write(sealed, at: 0)
        try file.synchronise()
        try Disk.move(temporary, to: pieces(upload, subject) + "/" + name)
      } catch {
        try? Disk.remove(temporary)
        throw error
      }
    }
  }

  package func join(
    _ upload: Identifier<Upload>, pieces: [Piece], subject: Identifier<Subject>, key: SubjectKey
  ) async throws -> Blob {
    try await threads.run { [self] in
      let writer = try BlobWriter(folder: unfinished(subject), key: key)
      for piece in pieces {
        let name = try DiskBlobStore.name(of: piece)
        let file = try DiskFile(self.pieces(upload, subject) + "/" + name, flags: O_RDONLY | O_NOFOLLOW)
        let sealed = try file.read(at: 0, count: Int(min(file.size(), Int64(DiskBlobStore.maximumPieceBytes) + 64)))
        try writer.append(key.open(sealed, table: "piece", column: "bytes", row: "\(upload.text)/\(name)"))
      }
      return try writer.finish(into: folder(subject))
    }
  }

  package func removePieces(of upload: Identifier<Upload>, subject: Identifier<Subject>) async throws {
    try await threads.run { [self] in try Disk.removeFolder(pieces(upload, subject)) }
  }

  package func remove(_ address: String, subject: Identifier<Subject>) async throws {
    try await threads.run { [self] in try Disk.remove(path(address, subject)) }
  }

  package func removeAll(of subject: Identifier<Subject>) async throws {
    try await threads.run { [self] in try Disk.removeFolder(folder(subject)) }
  }

  package func subjects() async throws -> [Identifier<Subject>] {
    try await threads.run { [self] in Disk.names(in: root).compactMap { Identifier<Subject>($0) } }
  }

  package func addresses(of subject: Identifier<Subject>, storedBefore time: Int64) async throws -> [String] {
    try await threads.run { [self] in
      Disk.names(in: folder(subject)).filter { name in
        DiskBlobStore.isAddress(name) && Disk.lastChange(of: folder(subject) + "/" + name).map { $0 < time } ?? false
      }
    }
  }

  package func uploads(of subject: Identifier<Subject>) async throws -> [Identifier<Upload>] {
    try await threads.run { [self] in
      Disk.names(in: folder(subject) + "/pieces").compactMap { Identifier<Upload>($0) }
    }
  }

  package func removeUnfinished(of subject: Identifier<Subject>, storedBefore time: Int64) async throws {
    try await threads.run { [self] in
      for name in Disk.names(in: unfinished(subject)) {
        let path = unfinished(subject) + "/" + name
        if let changed = Disk.lastChange(of: path), changed < time { try Disk.remove(path) }
      }
    }
  }

  package func backUp(to target: String) async throws {
    try await threads.run { [self] in
      guard !FileManager.default.fileExists(atPath: target) else {
        throw StoreError(.exists, "the folder of the copy is there already")
      }
      try Disk.makeFolder(target)
      for subject in Disk.names(in: root).compactMap({ Identifier<Subject>($0) }) {
        try Disk.makeFolder(target + "/" + subject.text)
        for name in Disk.names(in: folder(subject)) where DiskBlobStore.isAddress(name) {
          try Disk.link(folder(subject) + "/" + name, to: target + "/" + subject.text + "/" + name)
        }
      }
    }
  }

  /// 8 MiB.
  package static let maximumPieceBytes = 8 << 20

  private func folder(_ subject: Identifier<Subject>) -> String { root + "/" + subject.text }
  private func unfinished(_ subject: Identifier<Subject>) -> String { folder(subject) + "/unfinished" }
  private func pieces(_ upload: Identifier<Upload>, _ subject: Identifier<Subject>) -> String {
    folder(subject) + "/pieces/" + upload.text
  }

  private func path(_ address: String, _ subject: Identifier<Subject>) throws -> String {
    guard DiskBlobStore.isAddress(address) else { throw StoreError(.invalid, "an address is malformed") }
    return folder(subject) + "/" + address
  }

  private static func name(of piece: Piece) throws -> String {
    guard isAddress(piece.fingerprint) else { throw StoreError(.invalid, "a fingerprint is malformed") }
    return "\(piece.position)-\(piece.fingerprint)"
  }

  private static func isAddress(_ name: String) -> Bool { name.utf8.count == 64 && Hex.bytes(name) != nil }
}
