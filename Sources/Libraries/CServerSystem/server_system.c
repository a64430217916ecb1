// epoll, eventfd and accept4 are hidden behind _GNU_SOURCE or missing from the Glibc module.
#define _GNU_SOURCE
#include "server_system.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
  most_events = 256,
  // Else the system keeps megabytes for every client that does not read, out of memory that all connections share.
  most_unsent_bytes = 128 << 10
};

int bonafide_epoll_create(void) {
  return epoll_create1(EPOLL_CLOEXEC);
}

int bonafide_epoll_watch(int epoll, bonafide_watch action, int descriptor, uint64_t tag, int readable, int writable) {
  struct epoll_event event = {0};
  event.events = (readable ? EPOLLIN : 0) | (writable ? EPOLLOUT : 0);
  event.data.u64 = tag;
  int operation = action == bonafide_watch_add ? EPOLL_CTL_ADD
    : action == bonafide_watch_change ? EPOLL_CTL_MOD : EPOLL_CTL_DEL;
  return epoll_ctl(epoll, operation, descriptor, &event);
}

int bonafide_epoll_wait(int epoll, bonafide_event *events, int capacity, int milliseconds) {
  struct epoll_event found[most_events];
  int count = epoll_wait(epoll, found, capacity < most_events ? capacity : most_events, milliseconds);
  if (count < 0) return errno == EINTR ? 0 : -1;
  for (int i = 0; i < count; i++) {
    events[i].tag = found[i].data.u64;
    events[i].readable = (found[i].events & EPOLLIN) != 0;
    events[i].writable = (found[i].events & EPOLLOUT) != 0;
    events[i].broken = (found[i].events & (EPOLLERR | EPOLLHUP)) != 0;
  }
  return count;
}

int bonafide_wake_create(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void bonafide_wake_signal(int descriptor) {
  uint64_t one = 1;
  ssize_t written = write(descriptor, &one, sizeof one);
  (void)written;
}

void bonafide_wake_clear(int descriptor) {
  uint64_t count;
  ssize_t taken = read(descriptor, &count, sizeof count);
  (void)taken;
}

int bonafide_listen(const char *host, uint16_t *port, int backlog) {
  struct addrinfo wish = {0};
  wish.ai_socktype = SOCK_STREAM;
  wish.ai_flags = AI_PASSIVE | AI_NUMERICHOST;
  struct addrinfo *found = NULL;
  if (getaddrinfo(host, NULL, &wish, &found) != 0 || !found) {
    errno = EADDRNOTAVAIL;
    return -1;
  }
  struct sockaddr_storage address = {0};
  socklen_t length = found->ai_addrlen;
  memcpy(&address, found->ai_addr, length);
  freeaddrinfo(found);
  if (address.ss_family == AF_INET) ((struct sockaddr_in *)&address)->sin_port = htons(*port);
  else ((struct sockaddr_in6 *)&address)->sin6_port = htons(*port);

  int listener = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (listener < 0) return -1;
  int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, length) != 0 || listen(listener, backlog) != 0
      || getsockname(listener, (struct sockaddr *)&address, &length) != 0) {
    int reason = errno;
    close(listener);
    errno = reason;
    return -1;
  }
  *port = ntohs(address.ss_family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port
                                             : ((struct sockaddr_in6 *)&address)->sin6_port);
  return listener;
}

int bonafide_accept(int listener, char *address, size_t room) {
  struct sockaddr_storage peer = {0};
  socklen_t length = sizeof peer;
  int descriptor = accept4(listener, (struct sockaddr *)&peer, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor < 0) return -1;
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  int unsent = most_unsent_bytes;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
  address[0] = 0;
  const void *number = &((struct sockaddr_in *)&peer)->sin_addr;
  int family = peer.ss_family;
  if (family == AF_INET6) {
    const struct in6_addr *six = &((struct sockaddr_in6 *)&peer)->sin6_addr;
    number = six;
    if (IN6_IS_ADDR_V4MAPPED(six)) {
      family = AF_INET;
      number = &six->s6_addr[12];
    }
  }
  if (!inet_ntop(family, number, address, (socklen_t)room)) address[0] = 0;
  return descriptor;
}

long bonafide_send(int descriptor, const void *bytes, size_t count) {
  return send(descriptor, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

long bonafide_receive(int descriptor, void *bytes, size_t count) {
  return recv(descriptor, bytes, count, MSG_DONTWAIT);
}

int bonafide_open_file(const char *path, int64_t *size) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -1;
  struct stat status;
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(descriptor);
    errno = ENOENT;
    return -1;
  }
  *size = status.st_size;
  return descriptor;
}

uint64_t bonafide_monotonic(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

typedef struct {
  void (*body)(void *);
  void *argument;
} start;

static void *run(void *argument) {
  start own = *(start *)argument;
  free(argument);
  own.body(own.argument);
  return NULL;
}

int bonafide_thread_start(void (*body)(void *), void *argument, const char *name, uint64_t *thread) {
  start *own = malloc(sizeof *own);
  if (!own) return ENOMEM;
  own->body = body;
  own->argument = argument;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t made;
  int failure = pthread_create(&made, NULL, run, own);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure != 0) {
    free(own);
    return failure;
  }
  pthread_setname_np(made, name);
  if (thread) *thread = (uint64_t)made;
  else pthread_detach(made);
  return 0;
}

void bonafide_thread_join(uint64_t thread) {
  pthread_join((pthread_t)thread, NULL);
}
