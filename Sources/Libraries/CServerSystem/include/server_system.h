#pragma once
#include <stddef.h>
#include <stdint.h>

/// What a descriptor is watched for, and what is reported of it.
typedef struct {
  uint64_t tag;
  int32_t readable;
  int32_t writable;
  /// The other side is gone, or the socket has failed.
  int32_t broken;
} bonafide_event;

typedef enum { bonafide_watch_add, bonafide_watch_change, bonafide_watch_remove } bonafide_watch;

/// A new epoll descriptor, closed on exec; -1 and errno on failure.
int bonafide_epoll_create(void);

/// Adds, changes or removes a descriptor; -1 and errno on failure. Level-triggered.
int bonafide_epoll_watch(int epoll, bonafide_watch action, int descriptor, uint64_t tag, int readable, int writable);

/// Waits for at most 256 events; their number, 0 also after a signal, or -1 and errno.
int bonafide_epoll_wait(int epoll, bonafide_event *events, int capacity, int milliseconds);

/// A counter that wakes who waits for it; -1 and errno on failure.
int bonafide_wake_create(void);
void bonafide_wake_signal(int descriptor);
void bonafide_wake_clear(int descriptor);

/// Binds a non-blocking listener. `host` is a numeric address; `*port` 0 chooses one, and is set to what was bound.
/// -1 and errno on failure.
int bonafide_listen(const char *host, uint16_t *port, int backlog);

/// Accepts one connection, non-blocking, without Nagle's delay; `address` takes the numeric address of the other
/// side and has room for 64 characters. -1 and errno when there is none.
int bonafide_accept(int listener, char *address, size_t room);

/// As send(2) and recv(2), without SIGPIPE and without waiting.
long bonafide_send(int descriptor, const void *bytes, size_t count);
long bonafide_receive(int descriptor, void *bytes, size_t count);

/// Opens a plain file for reading, closed on exec; -1 and errno on failure, also for all that is not a plain file.
int bonafide_open_file(const char *path, int64_t *size);

/// Nanoseconds of the monotonic clock.
uint64_t bonafide_monotonic(void);

/// Starts a thread that no signal of the process is delivered to; without `thread` nobody has to join it. 0 or an
/// error number.
int bonafide_thread_start(void (*body)(void *), void *argument, const char *name, uint64_t *thread);
void bonafide_thread_join(uint64_t thread);
