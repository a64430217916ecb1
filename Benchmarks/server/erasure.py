"""Erasure: nothing of a person is left in the data folder, in the log, or in a backup that is made afterwards.

usage: python3 Benchmarks/server/erasure.py [--bonafide PROGRAM] [--postgres]

A person with a distinctive name, number, document and picture goes through a session; before and after
erasure all files are searched for names and numbers (UTF-8, UTF-16, Base64, hex), pieces of the picture
(64 bytes from every 512), hashes of the picture, the person's wrapped key and pieces of the encrypted
contents. Before, the first kinds must not be found either, for it is encrypted; the last two must be
found before, which shows that the search works. The backup is that of `bonafide store backup`.

--postgres has a cluster of its own (/usr/lib/postgresql/*/bin; as root it runs as the user `postgres`), whose
files and log are searched as well (one in 32 pieces of the picture), at once after erasure and after
VACUUM FULL, two checkpoints and a new segment of the write-ahead log. The backup is that of pg_dump and a copy of
blobs/. The wrapped key may be left in dead rows before VACUUM and in the write-ahead log at any time; this
is shown, not counted as a failure: it is worthless without the master key, and nothing else is excused.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

from office import API, Refused, Server, arguments, finish, table
from postgres import Postgres

NAME, SURNAME = "Qwzxvyndra", "Ştørkjølmünster"
NUMBER, PHONE, EMAIL = "98317254606", "+905551928374", "qwzxvyndra@storkjol.example"
SERIAL, REFERENCE, LOG = "Z93X7716Q", "ref-kjolm-55172", "kjolmlogline"


def needles(picture: bytes) -> dict[str, list[bytes]]:
    texts: list[bytes] = []
    for text in (NAME, SURNAME, NUMBER, PHONE, EMAIL, SERIAL, REFERENCE, LOG, NAME.upper(), SURNAME.upper()):
        plain = text.encode()
        texts += [plain, text.encode("utf-16-le"), plain.hex().encode(), plain.hex().upper().encode()]
        # Base64 at each of the three places; the ends, which depend on neighbours, are cut off.
        for shift in range(3):
            coded = base64.b64encode(b"\0" * shift + plain)
            texts.append(coded[4 if shift else 0 : len(coded) // 4 * 4 - 4])
    pieces = [picture[start : start + 64] for start in range(0, len(picture) - 64, 512)]
    pieces += [base64.b64encode(piece[:48]) for piece in pieces[::16]]
    digest = hashlib.sha256(picture)
    hashes = [digest.digest(), digest.hexdigest().encode()]
    return {"names and numbers": texts, "picture": pieces, "hash of the picture": hashes}


def search(places: list[Path], wanted: dict[str, list[bytes]]) -> dict[str, set[str]]:
    """Files, by their path in their place, by kind of what was found in them."""
    found: dict[str, set[str]] = {kind: set() for kind in wanted}
    for place in places:
        for path in [place] if place.is_file() else sorted(p for p in place.rglob("*") if p.is_file()):
            try:
                content = path.read_bytes()
            except FileNotFoundError:
                continue  # A running database removes some.
            for kind, pieces in wanted.items():
                if any(piece in content for piece in pieces):
                    found[kind].add(path.name if path == place else str(path.relative_to(place)))
    return found


def fill(client: API, picture: bytes) -> tuple[str, str]:
    """A session in which everything that takes text about a person has got some; and the front's evidence."""
    opened = client.open_session(
        userName=NAME, surname=SURNAME, phone=PHONE, email=EMAIL, identityNo=NUMBER, reference=REFERENCE
    )
    session = opened["id"]
    base = f"/v1/sessions/{session}"
    front = client.upload(session, "front", "image/jpeg", picture)["evidence"]
    client.upload(session, "back", "image/jpeg", picture[::-1])
    fields = {"name": NAME, "surname": SURNAME, "documentNumber": SERIAL, "personalNumber": NUMBER}
    now = int(time.time() * 1000)
    client.call("POST", f"{base}/document", {"type": "ID", "fields": fields})
    client.call("POST", f"{base}/events", {"events": [{"name": "typed", "at": now, "detail": f"{NAME} {NUMBER}"}]})
    line = {"at": now, "level": "info", "text": f"{LOG} {NAME} {SURNAME}"}
    client.call("POST", f"{base}/logs", {"lines": [line]})
    # An idempotent answer is kept as well.
    again = {"callType": "NewCustomer", "reference": REFERENCE, "isContinue": True}
    client.call("POST", "/v1/sessions", again, {"Idempotency-Key": "key-of-erasure"})
    client.call("POST", f"{base}/decision", {"nonce": opened["nonce"]})
    client.wait_for_result(session)
    return session, front


def picture_of(program: Path, folder: Path) -> bytes:
    command = [str(program), "specimen", "card", "--scene", "--seed", "11", "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return (folder / "front.jpg").read_bytes()


WRAPPED = "FROM subject JOIN session ON session.subject = subject.id WHERE session.id ="


def secrets(server: Server, session: str, postgres: Postgres | None) -> dict[str, list[bytes]]:
    """The person's wrapped key, and pieces of the encrypted contents."""
    if postgres:
        query = f"SELECT encode(subject.wrapped, 'hex') {WRAPPED} '{session}'"
        wrapped = bytes.fromhex(postgres.ask(query)[0][0])
    else:
        with closing(sqlite3.connect(f"file:{server.data}/bonafide.sqlite?mode=ro", uri=True)) as database:
            wrapped = bytes(database.execute(f"SELECT subject.wrapped {WRAPPED} ?", [session]).fetchone()[0])
    pieces = []
    for path in (server.data / "blobs").rglob("*"):
        if path.is_file() and path.stat().st_size > 8192:
            pieces.append(path.read_bytes()[4096:4160])
    return {"wrapped key": [wrapped, wrapped[-32:], wrapped.hex().encode()], "encrypted contents": pieces}


def backup(server: Server, postgres: Postgres | None) -> Path:
    """As Documentation/Operations.md has it, of the running server."""
    target = server.folder / "backup"
    if postgres:
        target.mkdir()
        postgres.dump(target / "dump.sql")
        shutil.copytree(server.data / "blobs", target / "blobs")
    else:
        command = [str(server.program), "store", "backup", "--data", str(server.data), str(target)]
        subprocess.run(command, check=True, capture_output=True)
    return target


class Search:
    """Rows of what was found, and failures."""

    def __init__(self, server: Server, postgres: Postgres | None, wanted: dict[str, list[bytes]]) -> None:
        self.server, self.postgres, self.wanted = server, postgres, wanted
        self.rows: list[list[str]] = []
        self.failures: list[str] = []

    def note(self, when: str, places: list[Path], allowed: set[str]) -> None:
        found = search(places, self.wanted)
        for kind, files in found.items():
            shown = sorted({path.split("/")[0] for path in files})
            self.rows.append([when, kind, str(len(self.wanted[kind])), ", ".join(shown) or "–"])
            if files and kind not in allowed:
                self.failures.append(f"{when}: {kind} in {', '.join(sorted(files))}")
            there = {"encrypted contents"} if self.postgres else {"encrypted contents", "wrapped key"}
            if not files and when == "before" and kind in there:
                self.failures.append(f"the search does not find the {kind} that is there")

    def note_cluster(self, when: str, excused: tuple[str, ...]) -> None:
        """In the files of PostgreSQL; `excused` are folders in which the wrapped key may be."""
        if not self.postgres:
            return
        # What lies in the database's memory only would not be found.
        self.postgres.ask("CHECKPOINT")
        names = self.postgres.relations()
        wanted = self.wanted | {"picture": self.wanted["picture"][::32]}
        for kind, files in search([self.postgres.folder], wanted).items():
            inside = {path.removeprefix("db/") for path in files}
            shown = sorted({"pg_wal" if path.startswith("pg_wal/") else names.get(path, path) for path in inside})
            self.rows.append([f"{when}, cluster", kind, str(len(wanted[kind])), ", ".join(shown) or "–"])
            if inside and (kind != "wrapped key" or any(not path.startswith(excused) for path in inside)):
                self.failures.append(f"{when}: {kind} in the cluster's {', '.join(shown)}")
            if not inside and when == "before" and kind == "wrapped key":
                self.failures.append("the search does not find the wrapped key that is in the cluster")


def check_absence(server: Server, admin: API, client: API, paths: list[str], session: str) -> list[str]:
    failures = []
    for path in paths:
        status = admin.raw("GET", path)[0]
        if status not in (404, 410):
            failures.append(f"GET {path} answers {status} after erasure")
    try:
        client.call("GET", f"/v1/sessions/{session}")
        failures.append("the session is still served after erasure")
    except Refused as refused:
        if refused.status not in (404, 410):
            failures.append(f"the session answers {refused.status} after erasure")
    if not admin.call("POST", "/v1/admin/audit/verify")["isIntact"]:
        failures.append("the audit chains are broken after erasure")
    return failures


def measure(program: Path, postgres: Postgres | None) -> tuple[list[list[str]], list[str]]:
    with Server(program, postgres.address if postgres else None) as server:
        admin = server.admin()
        client = server.client(admin)
        # Somebody else, who stays.
        other = client.open_session(userName="Other")["id"]
        pictures = server.folder / "pictures"
        pictures.mkdir()
        picture = picture_of(server.program, pictures)
        session, evidence = fill(client, picture)
        path = f"/v1/review/sessions/{session}/evidence/{evidence}"
        wanted = needles(picture) | secrets(server, session, postgres)
        run = Search(server, postgres, wanted)
        if admin.raw("GET", path)[1] != picture:
            run.failures.append("the picture is not served before erasure")
        places = [server.data, server.log]
        run.note("before", places, {"hash of the picture", "wrapped key", "encrypted contents"})
        run.note_cluster("before", ("base/", "pg_wal/"))
        answer = admin.call("POST", "/v1/admin/erase", {"session": session})
        run.rows.append(["answer", "isSwept", "", str(answer["isSwept"])])
        run.note("at once after", places, set())
        run.note_cluster("at once after", ("base/", "pg_wal/"))
        # The search may have taken longer than a connection may rest.
        admin, client = server.api(admin.token), server.api(client.token)
        run.failures += check_absence(server, admin, client, [path, f"/v1/review/sessions/{session}"], session)
        if client.call("GET", f"/v1/sessions/{other}")["id"] != other:
            run.failures.append("another person's session is gone")
        run.note("backup made after", [backup(server, postgres)], set())
        if postgres:
            postgres.ask("VACUUM FULL")
            postgres.ask("CHECKPOINT")
            postgres.ask("SELECT pg_switch_wal()")
            run.note_cluster("after VACUUM FULL", ("pg_wal/",))
        server.stop()
        run.note("after the server's end", places, set())
        return run.rows, run.failures


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    if options.postgres:
        with Postgres() as postgres:
            rows, failures = measure(options.bonafide, postgres)
    else:
        rows, failures = measure(options.bonafide, None)
    name = "PostgreSQL" if options.postgres else "SQLite"
    table(f"Erasure on {name}", ["when", "what", "pieces", "found in"], rows)
    finish(f"server-erasure-{name.lower()}", rows, failures)


if __name__ == "__main__":
    main()
