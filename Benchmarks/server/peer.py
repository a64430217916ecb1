"""The peer: what FastAPI, uvicorn and sqlite3 need for token, session and settings calls.

usage: PEER_DATA=folder uvicorn --app-dir Benchmarks/server peer:app --no-access-log

Written as one would: models that check the input, one connection in a pool of threads with a lock for
writing, WAL and synchronous=FULL as Bonafide has it, tokens and secrets stored as hashes, a session with
its challenge and nonce in one transaction. It does less than Bonafide: nothing is encrypted, there is no
audit chain, no webhook and no look-up by blind index.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import sqlite3
import threading
import time
from typing import Annotated, Any

from fastapi import FastAPI, Header, HTTPException, Query
from pydantic import BaseModel, ConfigDict, Field

SECRET = "peer-secret"
CLIENT = "0" * 32
STEPS = ["look", "smile", "left", "right", "blink"]


class TokenRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")
    clientId: str = Field(min_length=32, max_length=32)
    clientSecret: str = Field(min_length=1, max_length=200)


class SessionRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")
    callType: str = Field(min_length=1, max_length=64)
    reference: str = Field(min_length=1, max_length=200)
    userName: str | None = Field(None, max_length=200)
    surname: str | None = Field(None, max_length=200)


def connect() -> sqlite3.Connection:
    path = os.path.join(os.environ["PEER_DATA"], "peer.sqlite")
    database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    return database


writer, writing = connect(), threading.Lock()
local = threading.local()
writer.executescript("""
CREATE TABLE IF NOT EXISTS client (id TEXT PRIMARY KEY, secret BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS token (hash BLOB PRIMARY KEY, client TEXT NOT NULL, expires INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS session (
  id TEXT PRIMARY KEY, client TEXT NOT NULL, reference TEXT NOT NULL, details TEXT NOT NULL,
  challenge TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS session_by_reference ON session (reference);
CREATE TABLE IF NOT EXISTS nonce (session TEXT NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (session, hash));
CREATE TABLE IF NOT EXISTS setting (call_type TEXT PRIMARY KEY, version INTEGER NOT NULL, document TEXT NOT NULL);
""")


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


writer.execute("INSERT OR REPLACE INTO client VALUES (?, ?)", (CLIENT, digest(SECRET)))
document = os.environ.get("PEER_SETTINGS", "{}")
writer.execute("INSERT OR REPLACE INTO setting VALUES ('NewCustomer', 1, ?)", (document,))


def reader() -> sqlite3.Connection:
    if not hasattr(local, "database"):
        local.database = connect()
    return local.database


def envelope(data: Any) -> dict[str, Any]:
    now = int(time.time() * 1000)
    return {"ok": True, "data": data, "correlationId": secrets.token_hex(8), "serverTime": now}


def caller(authorization: str) -> str:
    row = reader().execute(
        "SELECT client, expires FROM token WHERE hash = ?", (digest(authorization.removeprefix("Bearer ")),)
    ).fetchone()
    if row is None or row[1] < time.time() * 1000:
        raise HTTPException(401, "token_invalid")
    return str(row[0])


app = FastAPI()


@app.get("/healthz")
async def health() -> dict[str, Any]:
    return envelope({"status": "ok"})


@app.post("/v1/token", status_code=201)
def token(wish: TokenRequest) -> dict[str, Any]:
    row = reader().execute("SELECT secret FROM client WHERE id = ?", (wish.clientId,)).fetchone()
    if row is None or not hmac.compare_digest(row[0], digest(wish.clientSecret)):
        raise HTTPException(401, "client_refused")
    text = secrets.token_urlsafe(32)
    expires = int(time.time() * 1000) + 3_600_000
    with writing:
        writer.execute("INSERT INTO token VALUES (?, ?, ?)", (digest(text), wish.clientId, expires))
    return envelope({"token": text, "expiresAt": expires, "scopes": ["session"]})


@app.post("/v1/sessions", status_code=201)
def session(wish: SessionRequest, authorization: Annotated[str, Header()]) -> dict[str, Any]:
    client = caller(authorization)
    row = reader().execute("SELECT version FROM setting WHERE call_type = ?", (wish.callType,)).fetchone()
    if row is None:
        raise HTTPException(404, "not_found")
    identifier, nonce, now = secrets.token_hex(16), secrets.token_urlsafe(32), int(time.time() * 1000)
    challenge = {"steps": secrets.SystemRandom().sample(STEPS, 4), "nonce": secrets.token_urlsafe(32)}
    expires = now + 3_600_000
    with writing:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute(
            "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)",
            (identifier, client, wish.reference, wish.model_dump_json(), json.dumps(challenge), now, expires),
        )
        writer.execute("INSERT INTO nonce VALUES (?, ?)", (identifier, digest(nonce)))
        writer.execute("COMMIT")
    return envelope(
        {
            "id": identifier, "status": "Ready", "callType": wish.callType, "reference": wish.reference,
            "settingsVersion": row[0], "challenge": challenge, "createdAt": now, "expiresAt": expires,
            "isContinued": False, "nonce": nonce, "handicapped": False, "canAutoClose": False, "warnings": [],
        }
    )


@app.get("/v1/settings")
def settings(callType: Annotated[str, Query()], authorization: Annotated[str, Header()]) -> dict[str, Any]:
    caller(authorization)
    query = "SELECT version, document FROM setting WHERE call_type = ?"
    row = reader().execute(query, (callType,)).fetchone()
    if row is None:
        raise HTTPException(404, "not_found")
    return envelope(json.loads(row[1]))
