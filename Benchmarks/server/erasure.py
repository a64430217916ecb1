"""Erasure: nothing of a person is left in the data folder, in the log, or in a copy that is made afterwards.

usage: python3 Benchmarks/server/erasure.py [--bonafide PROGRAM] [--store postgresql://…]

A person with a distinctive name, number, document and picture goes through a session; before and after
erasure all files are searched for names and numbers (UTF-8, UTF-16, Base64, hex), pieces of the picture
(64 bytes from every 512), hashes of the picture, the person's wrapped key and pieces of the encrypted
contents. Before, the first kinds must not be found either, for it is encrypted; the last two must be
found before, which shows that the search works. There is no command for backups: the copy is made by
SQLite's own function and of all other files. With --store only the folder and the log are searched.
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
    """Files by kind of what was found in them."""
    found: dict[str, set[str]] = {kind: set() for kind in wanted}
    for place in places:
        for path in [place] if place.is_file() else sorted(p for p in place.rglob("*") if p.is_file()):
            content = path.read_bytes()
            for kind, pieces in wanted.items():
                if any(piece in content for piece in pieces):
                    found[kind].add(str(path.name))
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


def secrets(server: Server, session: str) -> dict[str, list[bytes]]:
    """The person's wrapped key, and pieces of the encrypted contents."""
    with closing(sqlite3.connect(f"file:{server.data}/office.sqlite?mode=ro", uri=True)) as database:
        query = "SELECT subject.wrapped FROM subject JOIN session ON session.subject = subject.id WHERE session.id = ?"
        wrapped = bytes(database.execute(query, [session]).fetchone()[0])
    pieces = []
    for path in (server.data / "evidence").rglob("*"):
        if path.is_file() and path.stat().st_size > 8192:
            pieces.append(path.read_bytes()[4096:4160])
    return {"wrapped key": [wrapped, wrapped[-32:]], "encrypted contents": pieces}


def copy(server: Server) -> Path:
    target = server.folder / "copy"
    shutil.copytree(server.data, target, ignore=shutil.ignore_patterns("office.sqlite*"))
    with closing(sqlite3.connect(server.data / "office.sqlite")) as source:
        with closing(sqlite3.connect(target / "office.sqlite")) as database:
            source.backup(database)
    return target


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--store")
    options = parser.parse_args()
    failures: list[str] = []
    rows: list[list[str]] = []
    with Server(options.bonafide, options.store) as server:
        admin = server.admin()
        client = server.client(admin)
        # Somebody else, who stays.
        other = client.open_session(userName="Other")["id"]
        pictures = server.folder / "pictures"
        pictures.mkdir()
        picture = picture_of(server.program, pictures)
        wanted = needles(picture)
        session, evidence = fill(client, picture)
        path = f"/v1/review/sessions/{session}/evidence/{evidence}"
        if admin.raw("GET", path)[1] != picture:
            failures.append("the picture is not served before erasure")
        if not options.store:
            wanted |= secrets(server, session)
        places = [server.data, server.log]

        def note(when: str, places: list[Path], allowed: set[str]) -> None:
            for kind, files in search(places, wanted).items():
                rows.append([when, kind, str(len(wanted[kind])), ", ".join(sorted(files)) or "–"])
                if files and kind not in allowed:
                    failures.append(f"{when}: {kind} in {', '.join(sorted(files))}")
                if not files and when == "before" and kind in ("wrapped key", "encrypted contents"):
                    failures.append(f"the search does not find the {kind} that is there")

        note("before", places, {"hash of the picture", "wrapped key", "encrypted contents"})
        answer = admin.call("POST", "/v1/admin/erase", {"session": session})
        note("at once after", places, set())
        for method, gone in [("GET", path), ("GET", f"/v1/review/sessions/{session}")]:
            status = admin.raw(method, gone)[0]
            if status not in (404, 410):
                failures.append(f"{method} {gone} answers {status} after erasure")
        try:
            client.call("GET", f"/v1/sessions/{session}")
            failures.append("the session is still served after erasure")
        except Refused as refused:
            if refused.status not in (404, 410):
                failures.append(f"the session answers {refused.status} after erasure")
        if client.call("GET", f"/v1/sessions/{other}")["id"] != other:
            failures.append("another person's session is gone")
        if not admin.call("POST", "/v1/admin/audit/verify")["isIntact"]:
            failures.append("the audit chains are broken after erasure")
        if not options.store:
            note("copy made after", [copy(server)], set())
        server.stop()
        note("after the server's end", places, set())
        rows.append(["answer", "isSwept", "", str(answer["isSwept"])])
    table("Erasure", ["when", "what", "pieces", "found in"], rows)
    finish("server-erasure", rows, failures)


if __name__ == "__main__":
    main()
