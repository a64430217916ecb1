#pragma once
#include <seccomp.h>

// Macros with casts, which are not imported.
static inline unsigned int bonafide_scmp_kill_process(void) { return SCMP_ACT_KILL_PROCESS; }
static inline unsigned int bonafide_scmp_allow(void) { return SCMP_ACT_ALLOW; }
static inline unsigned int bonafide_scmp_errno(unsigned short code) { return SCMP_ACT_ERRNO(code); }
