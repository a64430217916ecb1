internal import BonafideMediaWire
internal import BonafideObservations
internal import CMediaSystem
internal import Glibc

/// A running `bonafide-media` and the socket to it. Dies with this object; nothing that it says is trusted.
///
/// The worker has no parent-death signal, since that signal fires when the *thread* that started it ends, and threads
/// of a pool do. It ends by itself when the socket closes.
final class MediaWorker {
  let processID: pid_t
  let frameMemory: FileDescriptor
  private let socket: FileDescriptor
  private var secondsLeft: Double
  private let secondsPerFrame: Double
  private var isReaped = false

  /// Starts the worker with `file` as its standard input, which is a file to read, or to write when encoding.
  init(executable: String, file: FileDescriptor, limits: MediaLimits) throws(BonafideError) {
    frameMemory = try MemoryFile.make()
    secondsLeft = limits.secondsPerFile
    secondsPerFrame = limits.secondsPerFrame
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &pair) == 0 else { throw BonafideError(.internal, "no socket for the worker") }
    socket = FileDescriptor(owning: pair[0])
    let far = FileDescriptor(owning: pair[1])
    let memory = frameMemory
    processID = try withExtendedLifetime((file, far, memory)) { () throws(BonafideError) -> pid_t in
      try MediaWorker.spawn(executable, file: file.number, socket: far.number, memory: memory.number)
    }
  }

  deinit {
    stop()
  }

  /// Ends the worker and takes its process from the system's table.
  func stop() {
    guard !isReaped else { return }
    isReaped = true
    kill(processID, SIGKILL)
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0 && errno == EINTR {}
  }

  func send(_ order: WorkerOrder) throws(BonafideError) {
    let bytes = order.message.bytes
    while true {
      let count = Glibc.send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      if count < 0 && errno == EINTR { continue }
      guard count == bytes.count else { throw MediaWorker.died }
      return
    }
  }

  /// The next report. Throws `undecodable` when the worker dies, is silent for too long or talks nonsense, and the
  /// matching error when it reports a failure.
  func receive() throws(BonafideError) -> WorkerReport {
    try wait()
    // One byte more than a message has, so that a longer one shows.
    var buffer = [UInt8](repeating: 0, count: WorkerMessage.byteCount + 1)
    var count = -1
    repeat { count = recv(socket.number, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
    guard count > 0 else { throw MediaWorker.died }
    guard let report = try? WorkerReport(Array(buffer.prefix(count))) else {
      throw BonafideError(.undecodable, "the media worker sent something that is not a report")
    }
    if case .failed(let failure) = report { throw MediaWorker.error(for: failure) }
    return report
  }

  private func wait() throws(BonafideError) {
    let start = MediaWorker.now()
    let limit = min(secondsPerFrame, secondsLeft)
    while true {
      let spent = MediaWorker.now() - start
      guard spent < limit else {
        throw BonafideError(.undecodable, "the file takes too long to decode")
      }
      var descriptor = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      let ready = poll(&descriptor, 1, Int32(min((limit - spent) * 1000 + 1, 1e9)))
      if ready > 0 {
        secondsLeft -= MediaWorker.now() - start
        return
      }
      guard ready == 0 || errno == EINTR else { throw BonafideError(.internal, "waiting for the worker failed") }
    }
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static var died: BonafideError {
    BonafideError(.undecodable, "the media worker ended while it read the file")
  }

  private static func error(for failure: WorkerFailure) -> BonafideError {
    switch failure {
    case .notMedia: BonafideError(.notMedia, "this is neither a picture nor a video")
    case .truncated: BonafideError(.truncated, "the file ends before its first picture does")
    case .tooLarge: BonafideError(.tooLarge, "the picture has more pixels than are accepted")
    case .undecodable: BonafideError(.undecodable, "the file is damaged or of an unsupported kind")
    case .noFrames: BonafideError(.noFrames, "the file has no pictures")
    case .cannotWrite: BonafideError(.cannotOpen, "the video cannot be written", hint: "check the space that is left")
    case .unavailable: BonafideError(.serviceUnavailable, "the media worker cannot do this on this machine")
    case .protocolBroken: BonafideError(.internal, "the media worker was told something that it does not understand")
    }
  }

  private static func spawn(_ executable: String, file: Int32, socket: Int32, memory: Int32) throws(BonafideError)
    -> pid_t
  {
    // Moved out of the way first, so that no descriptor is overwritten before it is handed over.
    var moved: [FileDescriptor] = []
    for number in [file, socket, memory] {
      let copy = bonafide_duplicate(number, 16)
      guard copy >= 0 else { throw BonafideError(.internal, "no descriptor for the worker") }
      moved.append(FileDescriptor(owning: copy))
    }
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { throw WorkerLocator.unavailable }
    defer { posix_spawn_file_actions_destroy(&actions) }
    guard posix_spawnattr_init(&attributes) == 0 else { throw WorkerLocator.unavailable }
    defer { posix_spawnattr_destroy(&attributes) }

    for (from, to) in zip(moved, [WorkerDescriptor.file, WorkerDescriptor.socket, WorkerDescriptor.frameMemory]) {
      posix_spawn_file_actions_adddup2(&actions, from.number, to)
    }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    bonafide_close_from(&actions, WorkerDescriptor.frameMemory + 1)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

    // Nothing of the environment is handed on but where the libraries are.
    var environment: [UnsafeMutablePointer<CChar>?] = []
    if let path = getenv("LD_LIBRARY_PATH") { environment.append(strdup("LD_LIBRARY_PATH=" + String(cString: path))) }
    environment.append(nil)
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("bonafide-media"), nil]
    defer { for pointer in environment + arguments { free(pointer) } }
    var child: pid_t = 0
    let result = withExtendedLifetime(moved) {
      posix_spawn(&child, executable, &actions, &attributes, &arguments, &environment)
    }
    guard result == 0 else { throw WorkerLocator.unavailable }
    return child
  }
}
