#pragma once
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// One POST with libcurl. Swift cannot call functions with variable arguments, so the whole call is here.

/// Whether an address is this machine's, its neighbours', or one that is not routed on the internet.
static inline int bonafide_is_inner_address(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)address;
    unsigned int ip = ntohl(four->sin_addr.s_addr);
    return (ip >> 24) == 0 || (ip >> 24) == 10 || (ip >> 24) == 127 || (ip >> 16) == 0xA9FE || (ip >> 20) == 0xAC1
      || (ip >> 16) == 0xC0A8 || (ip >> 22) == 0x191 || (ip >> 28) >= 0xE;
  }
  if (address->sa_family == AF_INET6) {
    const unsigned char *b = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
    static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
    static const unsigned char translated[12] = {0, 0x64, 0xFF, 0x9B};
    if (memcmp(b, mapped, 12) == 0 || memcmp(b, translated, 12) == 0) {
      struct sockaddr_in four;
      memset(&four, 0, sizeof four);
      four.sin_family = AF_INET;
      memcpy(&four.sin_addr, b + 12, 4);
      return bonafide_is_inner_address((const struct sockaddr *)(const void *)&four);
    }
    static const unsigned char zeros[12] = {0};
    return memcmp(b, zeros, 12) == 0 || (b[0] & 0xFE) == 0xFC || (b[0] == 0xFE && (b[1] & 0x80) == 0x80) || b[0] == 0xFF;
  }
  return 1;
}

/// Called with the address that was resolved, so that a name cannot lead to another one afterwards.
static curl_socket_t bonafide_open_socket(void *allows_inner, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)purpose;
  if (!*(const int *)allows_inner && bonafide_is_inner_address(&address->addr)) return CURL_SOCKET_BAD;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Answers are dropped; one that is too long ends the call.
static size_t bonafide_drop(char *bytes, size_t size, size_t count, void *left) {
  (void)bytes;
  size_t all = size * count;
  if (all > *(size_t *)left) return 0;
  *(size_t *)left -= all;
  return all;
}

static inline int bonafide_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

/// Posts JSON to an http or https address, without following redirects, through no proxy. The status of HTTP, or minus
/// the code of libcurl. `headers` ends with a null pointer.
static inline long bonafide_post(
  const char *url, const char *const *headers, const void *body, size_t count, long milliseconds, int allows_inner,
  size_t most) {
  CURL *call = curl_easy_init();
  if (!call) return -CURLE_FAILED_INIT;
  struct curl_slist *list = NULL;
  for (; *headers; headers++) {
    struct curl_slist *longer = curl_slist_append(list, *headers);
    if (!longer) {
      curl_slist_free_all(list);
      curl_easy_cleanup(call);
      return -CURLE_OUT_OF_MEMORY;
    }
    list = longer;
  }
  curl_easy_setopt(call, CURLOPT_URL, url);
  curl_easy_setopt(call, CURLOPT_PROTOCOLS_STR, "http,https");
  curl_easy_setopt(call, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(call, CURLOPT_PROXY, "");
  curl_easy_setopt(call, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
  curl_easy_setopt(call, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(call, CURLOPT_CONNECTTIMEOUT_MS, milliseconds);
  curl_easy_setopt(call, CURLOPT_TIMEOUT_MS, milliseconds);
  curl_easy_setopt(call, CURLOPT_OPENSOCKETFUNCTION, bonafide_open_socket);
  curl_easy_setopt(call, CURLOPT_OPENSOCKETDATA, &allows_inner);
  curl_easy_setopt(call, CURLOPT_WRITEFUNCTION, bonafide_drop);
  curl_easy_setopt(call, CURLOPT_WRITEDATA, &most);
  curl_easy_setopt(call, CURLOPT_USERAGENT, "bonafide");
  curl_easy_setopt(call, CURLOPT_POST, 1L);
  curl_easy_setopt(call, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  curl_easy_setopt(call, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(call, CURLOPT_HTTPHEADER, list);
  CURLcode done = curl_easy_perform(call);
  long status = 0;
  if (done == CURLE_OK) done = curl_easy_getinfo(call, CURLINFO_RESPONSE_CODE, &status);
  curl_slist_free_all(list);
  curl_easy_cleanup(call);
  return done == CURLE_OK ? status : -(long)done;
}

// For callers that put a transfer together themselves: functions with variable arguments, one form each.

static inline CURLcode bonafide_set_long(CURL *call, CURLoption option, long value) {
  return curl_easy_setopt(call, option, value);
}
static inline CURLcode bonafide_set_size(CURL *call, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(call, option, value);
}
/// A text, which libcurl copies, or a pointer, which it keeps.
static inline CURLcode bonafide_set_pointer(CURL *call, CURLoption option, const void *value) {
  return curl_easy_setopt(call, option, value);
}
/// For contents and for headers.
static inline CURLcode bonafide_set_writer(
  CURL *call, CURLoption option, size_t (*writer)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(call, option, writer);
}
/// Called when a connection stands, before anything is sent on it.
static inline CURLcode bonafide_set_before_request(CURL *call, curl_prereq_callback function, void *argument) {
  CURLcode done = curl_easy_setopt(call, CURLOPT_PREREQFUNCTION, function);
  return done == CURLE_OK ? curl_easy_setopt(call, CURLOPT_PREREQDATA, argument) : done;
}
/// Authorities in PEM, copied.
static inline CURLcode bonafide_set_authorities(CURL *call, const void *pem, size_t count) {
  struct curl_blob blob = {(void *)pem, count, CURL_BLOB_COPY};
  return curl_easy_setopt(call, CURLOPT_CAINFO_BLOB, &blob);
}
static inline CURLcode bonafide_get_long(CURL *call, CURLINFO info, long *value) {
  return curl_easy_getinfo(call, info, value);
}
/// The SSL of OpenSSL; null where TLS is of another library, or there is none.
static inline void *bonafide_get_openssl(CURL *call) {
  struct curl_tlssessioninfo *session = NULL;
  if (curl_easy_getinfo(call, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
  return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}
static inline CURLMcode bonafide_set_multi_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}
/// The next transfer that ended, and how; null when there is none.
static inline CURL *bonafide_next_ended(CURLM *multi, CURLcode *code) {
  int left = 0;
  for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
    if (message->msg == CURLMSG_DONE) {
      *code = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
