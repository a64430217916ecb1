// These calls are hidden behind _GNU_SOURCE or take a variable number of arguments.
#define _GNU_SOURCE
#include "media_system.h"

#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <sys/mman.h>

int bonafide_memory_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int bonafide_seal_size(int descriptor) {
  return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
}

int bonafide_duplicate(int descriptor, int lowest) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, lowest);
}

int bonafide_close_from(posix_spawn_file_actions_t *actions, int lowest) {
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

void bonafide_single_arena(void) {
  mallopt(M_ARENA_MAX, 1);
}

unsigned long bonafide_thread_flags(void) {
  return CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
}
