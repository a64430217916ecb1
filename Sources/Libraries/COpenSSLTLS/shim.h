#pragma once
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <string.h>

// Macros of OpenSSL that Swift does not see.

/// TLS 1.2 and 1.3 only, no renegotiation, writes that may take a part of what they are given.
static inline int bonafide_tls_configure(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1
    && SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL") == 1;
}

/// Chooses http/1.1 where it is offered, and nothing where it is not.
static inline int bonafide_tls_choose_protocol(
  SSL *session, const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
  unsigned int count, void *unused) {
  (void)session;
  (void)unused;
  for (unsigned int at = 0; at < count && at + 1 + offered[at] <= count; at += 1 + offered[at]) {
    if (offered[at] == 8 && memcmp(offered + at + 1, "http/1.1", 8) == 0) {
      *chosen = offered + at + 1;
      *length = 8;
      return SSL_TLSEXT_ERR_OK;
    }
  }
  return SSL_TLSEXT_ERR_ALERT_FATAL;
}

static inline void bonafide_tls_offer_http(SSL_CTX *context) {
  SSL_CTX_set_alpn_select_cb(context, bonafide_tls_choose_protocol, NULL);
}
