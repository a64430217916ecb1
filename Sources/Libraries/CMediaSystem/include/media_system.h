#pragma once
#include <spawn.h>
#include <sys/types.h>

/// Anonymous memory behind a descriptor that is closed on exec and may be sealed; -1 and errno on failure.
int bonafide_memory_file(const char *name);

/// Forbids the file to change its size, and any further seal; -1 and errno on failure.
int bonafide_seal_size(int descriptor);

/// A copy of a descriptor numbered `lowest` or above, closed on exec; -1 and errno on failure.
int bonafide_duplicate(int descriptor, int lowest);

/// Lets a process that is being started close all descriptors from `lowest` on; an error number on failure.
int bonafide_close_from(posix_spawn_file_actions_t *actions, int lowest);

/// Keeps malloc to one arena, whatever the number of threads.
void bonafide_single_arena(void);

/// The flags of clone(2) that make a thread and not a process.
unsigned long bonafide_thread_flags(void);
