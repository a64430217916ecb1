internal import BonafideObservations
internal import COpenSSL
internal import Foundation

/// A file of the models' folder whose bytes are the ones the manifest names.
struct ModelFile {
  let bytes: Data
  private let handle: FileHandle

  /// Maps the file and checks size and hash. The checked mapping is what is used afterwards, so that the file cannot
  /// be exchanged in between. Throws `model_missing` or `model_altered`.
  init(_ entry: ModelManifest.Entry, in folder: String) throws(BonafideError) {
    let path = folder + "/" + entry.file
    guard FileManager.default.fileExists(atPath: path) else {
      throw BonafideError(.modelMissing, "the model file '\(entry.file)' is missing")
    }
    guard let handle = FileHandle(forReadingAtPath: path),
      let data = try? Data(contentsOf: URL(fileURLWithPath: ModelFile.path(of: handle)), options: .alwaysMapped)
    else { throw BonafideError(.modelMissing, "the model file '\(entry.file)' cannot be read") }
    guard data.count == entry.byteCount, ModelFile.sha256(data) == entry.sha256 else {
      throw BonafideError(.modelAltered, "the model file '\(entry.file)' is not the one the manifest names")
    }
    bytes = data
    self.handle = handle
  }

  /// A path to the file that was checked, whatever has taken its place in the folder since. Good while this value lives.
  var checkedPath: String { ModelFile.path(of: handle) }

  private static func path(of handle: FileHandle) -> String { "/dev/fd/\(handle.fileDescriptor)" }

  /// Lower-case hex SHA-256.
  static func sha256(_ data: Data) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    data.withUnsafeBytes { source in
      _ = SHA256(source.bindMemory(to: UInt8.self).baseAddress, source.count, &digest)
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
