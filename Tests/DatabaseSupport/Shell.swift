package import Foundation

/// Commands of the tests. Not Foundation's `Process`, which waits for the servers that a command leaves behind.
package enum Shell {
  package struct Failed: Error { package let status: Int32 }

  package static func run(_ script: String, _ arguments: String...) throws {
    var status: Int32 = 0
    let child = try spawn(["/bin/sh", "-c", "cd /\n" + script] + arguments, output: nil)
    guard waitpid(child, &status, 0) == child, status == 0 else { throw Failed(status: status) }
  }

  /// Does not wait.
  package static func start(_ script: String) throws {
    _ = try spawn(["/bin/sh", "-c", script], output: "/dev/null")
  }

  /// Starts a program, with its output in a file when one is named, and its errors in `<file>.errors`.
  package static func spawn(_ words: [String], output: String?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      posix_spawn_file_actions_addopen(
        &actions, 2, output == "/dev/null" ? output : output + ".errors", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    }
    let copies: [UnsafeMutablePointer<CChar>?] = words.map { (word: String) in strdup(word) }
    defer { for copy in copies { free(copy) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, words[0], &actions, nil, copies + [nil], environ)
    guard status == 0 else { throw Failed(status: status) }
    return child
  }
}
