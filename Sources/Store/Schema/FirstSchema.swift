extension Migration {
  /// Columns that hold something about a person are BYTEA and sealed under the person's key; so is what a blind index is
  /// made of. Times are Unix milliseconds. `{strict}` and the types are explained at `Dialect.schema`.
  package static let firstSchema = Migration(
    name: "0001-first",
    sql: """
      CREATE TABLE vault_key (
        name TEXT PRIMARY KEY, master TEXT NOT NULL, wrapped BYTEA NOT NULL
      ){strict};
      CREATE TABLE subject (
        id TEXT PRIMARY KEY, master TEXT NOT NULL, wrapped BYTEA NOT NULL, created BIGINT NOT NULL
      ){strict};
      CREATE INDEX subject_by_master ON subject (master, id);
      CREATE TABLE erasure (
        subject TEXT PRIMARY KEY, erased BIGINT NOT NULL, blobs_gone BIGINT
      ){strict};

      CREATE TABLE setting (
        call_type TEXT NOT NULL, version BIGINT NOT NULL, document BYTEA NOT NULL, author TEXT NOT NULL,
        created BIGINT NOT NULL, PRIMARY KEY (call_type, version)
      ){strict};
      CREATE TABLE retention (
        call_type TEXT PRIMARY KEY, keep BIGINT NOT NULL CHECK (keep >= 0), updated BIGINT NOT NULL
      ){strict};

      CREATE TABLE account (
        id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL, password TEXT NOT NULL,
        failures BIGINT NOT NULL, locked_until BIGINT, disabled BIGINT NOT NULL, created BIGINT NOT NULL,
        updated BIGINT NOT NULL
      ){strict};
      CREATE TABLE api_client (
        id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, secret BYTEA NOT NULL, scopes TEXT NOT NULL,
        rate BIGINT NOT NULL CHECK (rate >= 0), disabled BIGINT NOT NULL, created BIGINT NOT NULL
      ){strict};

      CREATE TABLE session (
        id TEXT PRIMARY KEY, subject TEXT NOT NULL REFERENCES subject (id) ON DELETE CASCADE,
        client TEXT REFERENCES api_client (id), call_type TEXT NOT NULL, state TEXT NOT NULL, details BYTEA NOT NULL,
        challenge BYTEA NOT NULL, settings_version BIGINT NOT NULL, version BIGINT NOT NULL, snapshot BYTEA,
        snapshot_format BIGINT, finished BIGINT, lease_owner TEXT, lease_until BIGINT, lease_number BIGINT NOT NULL,
        created BIGINT NOT NULL, updated BIGINT NOT NULL, expires BIGINT NOT NULL
      ){strict};
      CREATE INDEX session_by_time ON session (created, id);
      CREATE INDEX session_by_state ON session (state, created, id);
      CREATE INDEX session_by_subject ON session (subject);
      CREATE INDEX session_by_end ON session (call_type, updated, id);
      CREATE TABLE lookup (
        session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, kind TEXT NOT NULL, fingerprint BYTEA NOT NULL,
        created BIGINT NOT NULL, PRIMARY KEY (session, kind, fingerprint)
      ){strict};
      CREATE INDEX lookup_by_fingerprint ON lookup (kind, fingerprint, created, session);

      CREATE TABLE token (
        id TEXT PRIMARY KEY, hash BYTEA NOT NULL UNIQUE, client TEXT REFERENCES api_client (id) ON DELETE CASCADE,
        account TEXT REFERENCES account (id) ON DELETE CASCADE, session TEXT REFERENCES session (id) ON DELETE CASCADE,
        scopes TEXT NOT NULL, created BIGINT NOT NULL, expires BIGINT NOT NULL, revoked BIGINT
      ){strict};
      CREATE INDEX token_by_expiry ON token (expires);
      CREATE INDEX token_by_session ON token (session);
      CREATE TABLE nonce (
        scope TEXT NOT NULL, hash BYTEA NOT NULL, expires BIGINT NOT NULL, used BIGINT, PRIMARY KEY (scope, hash)
      ){strict};
      CREATE INDEX nonce_by_expiry ON nonce (expires);
      CREATE TABLE idempotency (
        client TEXT NOT NULL, key_hash BYTEA NOT NULL, request BYTEA NOT NULL, state TEXT NOT NULL, status BIGINT,
        answer BYTEA, session TEXT REFERENCES session (id) ON DELETE CASCADE, created BIGINT NOT NULL,
        claimed_until BIGINT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (client, key_hash)
      ){strict};
      CREATE INDEX idempotency_by_expiry ON idempotency (expires);
      CREATE INDEX idempotency_by_session ON idempotency (session);

      CREATE TABLE evidence (
        id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        address TEXT NOT NULL, sha256 BYTEA NOT NULL, size BIGINT NOT NULL CHECK (size >= 0), media_type TEXT NOT NULL,
        client_values BYTEA, created BIGINT NOT NULL
      ){strict};
      CREATE INDEX evidence_by_session ON evidence (session, created, id);
      CREATE INDEX evidence_by_address ON evidence (address);
      CREATE TABLE upload (
        id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        media_type TEXT NOT NULL, size BIGINT NOT NULL CHECK (size > 0), sha256 BYTEA NOT NULL,
        received BIGINT NOT NULL CHECK (received >= 0 AND received <= size), state TEXT NOT NULL, evidence TEXT,
        client_values BYTEA, created BIGINT NOT NULL, expires BIGINT NOT NULL
      ){strict};
      CREATE INDEX upload_by_session ON upload (session);
      CREATE INDEX upload_by_expiry ON upload (expires);
      CREATE TABLE upload_chunk (
        upload TEXT NOT NULL REFERENCES upload (id) ON DELETE CASCADE, position BIGINT NOT NULL, length BIGINT NOT NULL,
        fingerprint TEXT NOT NULL, PRIMARY KEY (upload, position)
      ){strict};

      CREATE TABLE result (
        session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, kind TEXT NOT NULL, run BIGINT NOT NULL,
        client_value BYTEA, server_value BYTEA, provenance TEXT, created BIGINT NOT NULL, updated BIGINT NOT NULL,
        PRIMARY KEY (session, kind, run)
      ){strict};
      CREATE TABLE decision (
        id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, sequence BIGINT NOT NULL,
        verdict TEXT NOT NULL, reasons TEXT NOT NULL, provenance TEXT NOT NULL, author TEXT, second TEXT, note BYTEA,
        created BIGINT NOT NULL, UNIQUE (session, sequence), CHECK (second IS NULL OR second <> author)
      ){strict};
      CREATE TABLE record (
        id TEXT PRIMARY KEY, session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        document BYTEA NOT NULL, created BIGINT NOT NULL
      ){strict};
      CREATE INDEX record_by_session ON record (session, created, id);

      CREATE TABLE job (
        id TEXT PRIMARY KEY, session TEXT REFERENCES session (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        payload BYTEA NOT NULL, state TEXT NOT NULL, attempts BIGINT NOT NULL, maximum_attempts BIGINT NOT NULL,
        run_after BIGINT NOT NULL, lease_owner TEXT, lease_until BIGINT, error TEXT, created BIGINT NOT NULL,
        updated BIGINT NOT NULL
      ){strict};
      CREATE INDEX job_by_turn ON job (state, run_after, id);
      CREATE INDEX job_by_session ON job (session);

      CREATE TABLE webhook (
        id TEXT PRIMARY KEY, client TEXT REFERENCES api_client (id) ON DELETE CASCADE, url TEXT NOT NULL,
        secret BYTEA NOT NULL, events TEXT NOT NULL, disabled BIGINT NOT NULL, created BIGINT NOT NULL
      ){strict};
      CREATE TABLE delivery (
        id TEXT PRIMARY KEY, webhook TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
        session TEXT REFERENCES session (id) ON DELETE CASCADE, event TEXT NOT NULL, payload BYTEA NOT NULL,
        state TEXT NOT NULL, attempts BIGINT NOT NULL, next_try BIGINT NOT NULL, lease_owner TEXT, lease_until BIGINT,
        status BIGINT, created BIGINT NOT NULL, updated BIGINT NOT NULL
      ){strict};
      CREATE INDEX delivery_by_turn ON delivery (state, next_try, id);
      CREATE INDEX delivery_by_session ON delivery (session);
      CREATE INDEX delivery_by_webhook ON delivery (webhook, created, id);

      CREATE TABLE audit (
        chain TEXT NOT NULL, sequence BIGINT NOT NULL, time BIGINT NOT NULL, actor TEXT NOT NULL, action TEXT NOT NULL,
        details BYTEA NOT NULL, hash BYTEA NOT NULL, PRIMARY KEY (chain, sequence)
      ){strict};
      CREATE TABLE audit_head (
        chain TEXT PRIMARY KEY, sequence BIGINT NOT NULL, hash BYTEA NOT NULL, seal BYTEA NOT NULL
      ){strict}
      """)
}
