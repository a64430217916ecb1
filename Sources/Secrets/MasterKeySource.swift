internal import Foundation

/// Where the master keys come from: one key a line, the current one first, older ones behind it.
package enum MasterKeySource: Sendable, Hashable {
  /// A file that only its owner may read (mode 0600 or 0400).
  case file(String)
  /// A variable of the environment.
  case environment(String)
  /// The output of a command given to `/bin/sh -c`, which has ten seconds.
  case command(String)

  /// Throws `insecure_file`, `key_unavailable` or `bad_key`. Texts name neither path nor command.
  package func keyRing() throws(SecretError) -> KeyRing {
    let lines = try text().split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
    guard let first = lines.first, lines.count <= 64 else { throw SecretError(.badKey, "no key, or too many") }
    var older: [MasterKey] = []
    for line in lines.dropFirst() { older.append(try MasterKey(text: line)) }
    return KeyRing(current: try MasterKey(text: first), older: older)
  }

  private static let maximumBytes = 16_384

  private func text() throws(SecretError) -> String {
    switch self {
    case .file(let path): try MasterKeySource.read(path)
    case .environment(let name):
      if let value = ProcessInfo.processInfo.environment[name] {
        value
      } else {
        throw SecretError(.keyUnavailable, "the variable with the master key is not set")
      }
    case .command(let command):
      String(
        decoding: try ShellCommand(text: command, timeLimit: 10, maximumBytes: MasterKeySource.maximumBytes).output(),
        as: UTF8.self)
    }
  }

  private static func read(_ path: String) throws(SecretError) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw SecretError(.keyUnavailable, "the key file cannot be opened") }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SecretError(.insecureFile, "the key file is no plain file")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw SecretError(.insecureFile, "the key file may be read by others; give it mode 0600")
    }
    guard let data = try? handle.read(upToCount: maximumBytes) else {
      throw SecretError(.keyUnavailable, "the key file cannot be read, or is empty")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
