internal import BonafideMediaWire
internal import CMediaSystem
internal import CSeccomp
internal import Glibc

/// What the worker takes away from itself before it looks at the input.
enum Sandbox {
  enum Profile {
    /// Reading, without threads.
    case plain
    /// Reading; libde265 starts a thread whatever it is told.
    case threaded
    /// Also writes to its file.
    case writing
  }

  static func limitResources(_ limits: WorkerLimits) -> Bool {
    func limit(_ resource: __rlimit_resource, _ value: Int) -> Bool {
      var bounds = rlimit(rlim_cur: UInt(max(0, value)), rlim_max: UInt(max(0, value)))
      return setrlimit(__rlimit_resource_t(resource.rawValue), &bounds) == 0
    }
    return limit(RLIMIT_AS, limits.memory) && limit(RLIMIT_CPU, limits.processorTime)
      && limit(RLIMIT_FSIZE, limits.output) && limit(RLIMIT_CORE, 0)
      && limit(RLIMIT_NOFILE, Int(WorkerDescriptor.frameMemory) + 1)
  }

  /// After this only the calls below work; any other ends the process. Libseccomp also sets `no_new_privs`.
  static func enter(_ profile: Profile) -> Bool {
    guard let filter = seccomp_init(bonafide_scmp_kill_process()) else { return false }
    defer { seccomp_release(filter) }
    var calls = [
      "read", "pread64", "lseek", "fstat", "newfstatat", "close", "recvfrom", "recvmsg", "sendto", "sendmsg",
      "munmap", "mremap", "madvise", "brk", "futex", "exit", "exit_group", "rt_sigreturn", "rt_sigprocmask",
      "clock_gettime", "clock_getres", "gettimeofday", "time", "getrandom", "sched_getaffinity", "sched_yield",
      "getpid", "gettid", "restart_syscall", "sysinfo",
    ]
    if profile == .writing { calls += ["pwrite64", "write", "ftruncate"] }
    if profile == .threaded { calls += ["set_robust_list", "rseq", "clock_nanosleep", "nanosleep"] }
    for call in calls where !allow(filter, call, []) { return false }
    // Memory, but none that can be run.
    let notExecutable = scmp_arg_cmp(
      arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: scmp_datum_t(PROT_EXEC), datum_b: 0)
    for call in ["mmap", "mprotect"] where !allow(filter, call, [notExecutable]) { return false }
    if profile == .threaded {
      // Threads of this process, never a process: glibc falls back to clone, whose flags a filter can see.
      let thread = scmp_datum_t(bonafide_thread_flags())
      let isThread = scmp_arg_cmp(arg: 0, op: SCMP_CMP_MASKED_EQ, datum_a: thread, datum_b: thread)
      guard allow(filter, "clone", [isThread]), refuse(filter, "clone3", ENOSYS), refuse(filter, "prctl", EPERM)
      else { return false }
    }
    return seccomp_load(filter) == 0
  }

  private static func allow(_ filter: scmp_filter_ctx, _ name: String, _ conditions: [scmp_arg_cmp]) -> Bool {
    let number = seccomp_syscall_resolve_name(name)
    // Not every architecture has every call.
    guard number >= 0 else { return true }
    return seccomp_rule_add_array(filter, bonafide_scmp_allow(), number, UInt32(conditions.count), conditions) == 0
  }

  private static func refuse(_ filter: scmp_filter_ctx, _ name: String, _ code: Int32) -> Bool {
    let number = seccomp_syscall_resolve_name(name)
    guard number >= 0 else { return true }
    return seccomp_rule_add_array(filter, bonafide_scmp_errno(UInt16(code)), number, 0, nil) == 0
  }
}
