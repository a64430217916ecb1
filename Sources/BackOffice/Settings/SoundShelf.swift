internal import BonafideBackOfficeAPI
internal import BonafideSecrets
internal import Foundation

/// The sounds in a folder, as they were when the server started.
struct SoundShelf: Sendable {
  static let maximumBytes = 4 << 20

  let files: [SoundFile]
  private let folder: String

  /// What is no plain file with a harmless name is left out.
  init(folder: String?) {
    self.folder = folder ?? ""
    let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    let found = names.sorted().prefix(500)
    files = found.compactMap { name in
      guard let folder, name.utf8.count <= 100, TextForm.name.matches(name),
        let values = try? URL(filePath: folder + "/" + name).resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
        values.isRegularFile == true, (values.fileSize ?? .max) <= SoundShelf.maximumBytes,
        let data = try? Data(contentsOf: URL(filePath: folder + "/" + name))
      else { return nil }
      return SoundFile(name: name, sha256: Hex.text(SHA256Digest.of(Array(data))), size: data.count)
    }
  }

  /// Only names of the list have a path.
  func path(of name: String) -> String? { files.contains { $0.name == name } ? folder + "/" + name : nil }
}
