internal import Foundation

/// A command whose output is a secret. Not Foundation's `Process`: that waits for daemons which the command leaves behind.
struct ShellCommand {
  let text: String
  /// Seconds.
  let timeLimit: Double
  let maximumBytes: Int

  /// What it prints. Throws `key_unavailable` when it fails, takes too long or prints too much.
  func output() throws(SecretError) -> [UInt8] {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw ShellCommand.failed }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    guard let child = start(output: ends[1]) else {
      close(ends[1])
      throw ShellCommand.failed
    }
    close(ends[1])
    let deadline = Date(timeIntervalSinceNow: timeLimit)
    var bytes: [UInt8] = []
    var status: Int32 = 0
    var hasEnded = false
    while true {
      // What was printed before the end is in the pipe by then.
      if !hasEnded { hasEnded = waitpid(child, &status, WNOHANG) == child }
      let count = read(ends[0], waiting: hasEnded ? 0 : 50, &bytes)
      if hasEnded, count <= 0 { break }
      if Date() > deadline || bytes.count > maximumBytes {
        kill(-child, SIGKILL)
        if !hasEnded { waitpid(child, &status, 0) }
        throw ShellCommand.failed
      }
    }
    guard status == 0 else { throw ShellCommand.failed }
    return bytes
  }

  private func start(output: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0, posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // A group of its own, to be ended with all that it has started.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var child: pid_t = 0
    let words: [UnsafeMutablePointer<CChar>?] = ["/bin/sh", "-c", text].map { (word: String) in strdup(word) }
    defer { for word in words { free(word) } }
    return posix_spawn(&child, "/bin/sh", &actions, &attributes, words + [nil], environ) == 0 ? child : nil
  }

  /// Negative when nothing came in this time, 0 at the end.
  private func read(_ descriptor: Int32, waiting milliseconds: Int32, _ bytes: inout [UInt8]) -> Int {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, milliseconds) > 0 else { return -1 }
    var piece = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &piece, piece.count)
    if count > 0 { bytes += piece.prefix(count) }
    // The command has closed its output but goes on.
    if count == 0 { usleep(10_000) }
    return count
  }

  private static let failed = SecretError(.keyUnavailable, "the key command failed")
}
