// Debian builds the library with its assertions, and version 1.4 fails some of them on ordinary pictures; it also has
// known accesses outside of arrays. So it never runs in the process of the caller.
#define _GNU_SOURCE
#include "zxing_shim.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_SECONDS = 60 };

static int allow(scmp_filter_ctx filter, int call) {
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
}

static int allow_memory(scmp_filter_ctx filter, int call) {
  return seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
}

/// Leaves memory, locks and the end.
static int shut_in(void) {
  const int calls[] = {
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(brk), SCMP_SYS(futex), SCMP_SYS(exit),
    SCMP_SYS(exit_group), SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(getpid), SCMP_SYS(gettid),
    SCMP_SYS(sched_yield), SCMP_SYS(clock_gettime), SCMP_SYS(getrandom),
  };
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
  if (!filter) return -1;
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    if (allow(filter, calls[index])) return -1;
  }
  if (allow_memory(filter, SCMP_SYS(mmap)) || allow_memory(filter, SCMP_SYS(mprotect))) return -1;
  return seccomp_load(filter);
}

/// What the child does. It never returns.
static void read_here(const bonafide_code_picture *picture, bonafide_codes *codes) {
  const int fatal[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGALRM, SIGXCPU};
  for (size_t index = 0; index < sizeof fatal / sizeof *fatal; index++) signal(fatal[index], SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // Sent when the thread that forked ends: it waits for us.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  alarm(LONGEST_SECONDS);
  // Failed assertions are of no use to anybody.
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, STDERR_FILENO);
  if (shut_in()) _exit(BONAFIDE_CODES_UNAVAILABLE);
  _exit(bonafide_codes_read(picture, codes));
}

static bonafide_codes_status outcome(pid_t child) {
  int state = 0;
  while (waitpid(child, &state, 0) < 0) {
    if (errno != EINTR) return BONAFIDE_CODES_FAILED;
  }
  if (!WIFEXITED(state)) return BONAFIDE_CODES_FAILED;
  const int status = WEXITSTATUS(state);
  return status == BONAFIDE_CODES_DONE || status == BONAFIDE_CODES_UNAVAILABLE ? (bonafide_codes_status)status
                                                                               : BONAFIDE_CODES_FAILED;
}

/// Takes over what the child wrote, but for what it cannot have meant.
static void take_over(const bonafide_codes *from, bonafide_codes *to) {
  memcpy(to, from, offsetof(bonafide_codes, text));
  if (to->count > BONAFIDE_CODES_MOST || to->text_length > BONAFIDE_CODES_TEXT) to->count = to->text_length = 0;
  memcpy(to->text, from->text, to->text_length);
  for (uint32_t index = 0; index < to->count; index++) {
    const bonafide_code *code = &to->codes[index];
    if (code->text_start > to->text_length || code->text_length > to->text_length - code->text_start) to->count = index;
  }
}

bonafide_codes_status bonafide_codes_read_apart(const bonafide_code_picture *picture, bonafide_codes *codes) {
  codes->count = 0;
  codes->text_length = 0;
  bonafide_codes *shared =
    mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return BONAFIDE_CODES_UNAVAILABLE;
  const pid_t child = fork();
  if (child == 0) read_here(picture, shared);
  const bonafide_codes_status status = child < 0 ? BONAFIDE_CODES_UNAVAILABLE : outcome(child);
  take_over(shared, codes);
  munmap(shared, sizeof *shared);
  return status;
}
