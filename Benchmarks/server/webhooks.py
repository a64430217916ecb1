"""Webhooks: an event that was refused comes again with the same id, and its signature holds.

usage: python3 Benchmarks/server/webhooks.py [--bonafide PROGRAM]

A listener answers 500 twice, then 200; a case of one useless picture is decided, so that an event is
due. Takes about half a minute, because attempts are made further and further apart.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from office import Server, arguments, finish, png, table, wait_until


@dataclass(frozen=True)
class Event:
    at: float
    id: str
    kind: str
    signature: str
    body: bytes
    answered: int


def listener(events: list[Event], refusals: int) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            identifier = self.headers["Bonafide-Event-Id"]
            before = sum(event.id == identifier for event in events)
            status = 500 if before < refusals else 200
            signature = self.headers["Bonafide-Signature"]
            events.append(
                Event(time.time(), identifier, self.headers["Bonafide-Event"], signature, body, status)
            )
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def is_signed(event: Event, secret: str) -> bool:
    fields = dict(part.split("=", 1) for part in event.signature.split(","))
    expected = hmac.new(secret.encode(), fields["t"].encode() + b"." + event.body, hashlib.sha256)
    is_new = abs(int(fields["t"]) - event.at) < 10
    return is_new and hmac.compare_digest(expected.hexdigest(), fields["v1"])


def main() -> None:
    options = arguments(__doc__).parse_args()
    events: list[Event] = []
    failures: list[str] = []
    hook = listener(events, refusals=2)
    with Server(options.bonafide) as server:
        admin = server.admin()
        added = admin.call("POST", "/v1/admin/webhooks", {"url": f"http://127.0.0.1:{hook.server_port}/hook"})
        client = server.client(admin)
        session = client.open_session()
        client.upload(session["id"], "front", "image/png", png())
        client.call("POST", f"/v1/sessions/{session['id']}/decision", {"nonce": session["nonce"]})
        result = client.wait_for_result(session["id"])
        # Whatever was announced has to arrive: a 200 for each event that came.
        wait_until(
            lambda: bool(events)
            and {event.id for event in events} == {event.id for event in events if event.answered == 200},
            90,
        )
        time.sleep(2)
    rows = []
    for identifier in dict.fromkeys(event.id for event in events):
        attempts = [event for event in events if event.id == identifier]
        gaps = [f"{later.at - earlier.at:.1f} s" for earlier, later in zip(attempts, attempts[1:])]
        signed = [is_signed(event, added["secret"]) for event in attempts]
        is_same = all(event.body == attempts[0].body for event in attempts)
        named = all(json.loads(event.body)["id"] == identifier for event in attempts)
        answers = [event.answered for event in attempts]
        rows.append(
            [attempts[0].kind, str(answers), ", ".join(gaps), f"{sum(signed)}/{len(signed)}", str(is_same and named)]
        )
        if answers != [500, 500, 200]:
            failures.append(f"{attempts[0].kind}: answered {answers} instead of 500, 500, 200")
        if not all(signed):
            failures.append(f"{attempts[0].kind}: a signature does not hold")
        if not (is_same and named):
            failures.append(f"{attempts[0].kind}: not the same content in all attempts")
    table("Webhooks", ["event", "answered", "time between", "signatures hold", "same content and id"], rows)
    if not events:
        failures.append(f"no event came; the result was {result}")
    finish("server-webhooks", rows, failures)


if __name__ == "__main__":
    main()
