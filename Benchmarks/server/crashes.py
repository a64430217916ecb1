"""kill -9 at random moments during uploads and decisions: nothing acknowledged is lost, nothing half is served.

usage: python3 Benchmarks/server/crashes.py [--bonafide PROGRAM] [--postgres] [--uploads 200] [--decisions 200]
                                            [--seconds 150] [--seed 1] [--servers 1]

Twelve senders declare, send (in two pieces), and finish small uploads, and ask for decisions about one-pixel
pictures, which end in `review`; they send again, with the same idempotency key, what was not answered. A
reader looks at finished evidence all the time. The server is killed 0.2 to 3 s after each start. In the
end every upload that was acknowledged as finished has to be listed so and its evidence has to be served as
it was sent; every evidence that a case names has to be whole; every decision that was accepted has to be
made. --postgres runs on PostgreSQL (/usr/lib/postgresql/*/bin) with a cluster of its own in a temporary
folder, as the user `postgres` when the script runs as root. With --servers 2 a second server works on the
same data and is never killed, and the first one is killed every 20 s.
"""

from __future__ import annotations

import hashlib
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from office import API, Answer, Refused, Server, arguments, declaration, finish, piece_headers, png, table, wait_until
from postgres import Postgres


SENDERS = 12


@dataclass
class Sent:
    """What was acknowledged."""

    session: str
    content: bytes
    upload: str = ""
    received: int = 0
    evidence: str = ""
    is_decision_accepted: bool = False


@dataclass
class Run:
    server: Server
    admin: API
    client: API
    end: float
    ports: list[int]
    generator: random.Random
    uploads: list[Sent] = field(default_factory=list)
    decisions: list[Sent] = field(default_factory=list)
    repeats: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    is_over: bool = False

    def own(self, api: API) -> API:
        return API(self.generator.choice(self.ports), api.token, 20)

    def insist(self, api: API, what: str, *call: Any) -> Answer:
        """Until it is answered. The same request is sent with the same key."""
        while True:
            try:
                return api.call(*call)
            except ConnectionError:
                with self.lock:
                    self.repeats[f"{what}: no answer"] += 1
                api.port = self.generator.choice(self.ports)
            except Refused as refused:
                code = refused.body.get("code", "")
                with self.lock:
                    self.repeats[f"{what}: {refused.status} {code}"] += 1
                # In work under a server that died: its claim ends after a minute.
                if refused.status not in (409, 503) or time.monotonic() > self.end + 120:
                    raise
                if refused.status == 409 and code != "in_flight":
                    raise
                time.sleep(1)
            if time.monotonic() > self.end + 120:
                raise TimeoutError(what)
            time.sleep(0.05)

    def send_upload(self, api: API, sent: Sent, kind: str) -> None:
        base = f"/v1/sessions/{sent.session}/uploads"
        key = {"Idempotency-Key": os.urandom(8).hex()}
        wish = declaration(kind, "image/png", sent.content)
        sent.upload = self.insist(api, "declare", "POST", base, wish, key)["id"]
        middle = len(sent.content) // 2
        for start, piece in [(0, sent.content[:middle]), (middle, sent.content[middle:])]:
            path = f"{base}/{sent.upload}"
            answer = self.insist(api, "piece", "PATCH", path, piece, piece_headers(start))
            sent.received = max(sent.received, answer["received"])
        answer = self.insist(api, "finish", "POST", f"{base}/{sent.upload}/finish")
        if answer["state"] != "finished":
            self.failures.append(f"finish answers {answer['state']}")
        sent.evidence = answer.get("evidence", "")

    def open(self, api: API) -> Answer:
        wish = {"callType": "NewCustomer", "reference": os.urandom(8).hex()}
        return self.insist(api, "open", "POST", "/v1/sessions", wish, {"Idempotency-Key": os.urandom(8).hex()})

    def upload(self) -> None:
        api = self.own(self.client)
        sent = Sent(self.open(api)["id"], png() + os.urandom(self.generator.randint(1000, 60_000)))
        with self.lock:
            self.uploads.append(sent)
        self.send_upload(api, sent, "front")

    def decide(self) -> None:
        api = self.own(self.client)
        opened = self.open(api)
        sent = Sent(opened["id"], png(self.generator.randint(0, 255)))
        with self.lock:
            self.decisions.append(sent)
        self.send_upload(api, sent, "front")
        key = {"Idempotency-Key": os.urandom(8).hex()}
        path = f"/v1/sessions/{sent.session}/decision"
        self.insist(api, "decide", "POST", path, {"nonce": opened["nonce"]}, key)
        sent.is_decision_accepted = True

    def work(self, jobs: list[Callable[[], None]]) -> None:
        while jobs and time.monotonic() < self.end:
            try:
                jobs.pop()()
            except IndexError:
                return
            except Exception as error:
                with self.lock:
                    self.failures.append(f"{type(error).__name__}: {error}")

    def read(self) -> None:
        """What is finished is whole at any time."""
        api = self.own(self.admin)
        while not self.is_over:
            with self.lock:
                done = [sent for sent in self.uploads if sent.evidence]
            if not done:
                time.sleep(0.1)
                continue
            sent = self.generator.choice(done)
            try:
                status, content = api.raw("GET", evidence_path(sent))
                if status != 503 and content != sent.content:
                    self.failures.append(f"read while it ran: {status}, {len(content)} of {len(sent.content)} bytes")
            except ConnectionError:
                api.port = self.generator.choice(self.ports)
            time.sleep(0.05)


def evidence_path(sent: Sent) -> str:
    return f"/v1/review/sessions/{sent.session}/evidence/{sent.evidence}"


def check(run: Run) -> dict[str, str]:
    failures, client, admin = run.failures, run.own(run.client), run.own(run.admin)
    whole = 0
    for sent in run.uploads + run.decisions:
        listed = {u["id"]: u for u in client.call("GET", f"/v1/sessions/{sent.session}/uploads")["uploads"]}
        if sent.upload:
            found = listed.get(sent.upload)
            if found is None:
                failures.append(f"upload {sent.upload} was acknowledged and is lost")
            elif found["received"] < sent.received:
                failures.append(f"upload {sent.upload}: {sent.received} acknowledged, {found['received']} there")
            elif sent.evidence and (found["state"] != "finished" or found.get("evidence") != sent.evidence):
                failures.append(f"upload {sent.upload} was acknowledged as finished and is {found}")
        case = admin.call("GET", f"/v1/review/sessions/{sent.session}")
        for evidence in case["evidence"]:
            path = f"/v1/review/sessions/{sent.session}/evidence/{evidence['id']}"
            status, content = admin.raw("GET", path)
            if status != 200 or content != sent.content:
                failures.append(f"evidence {evidence['id']}: {status}, {hashlib.sha256(content).hexdigest()[:8]}")
            whole += 1
        if len(case["evidence"]) > 1:
            failures.append(f"session {sent.session} has {len(case['evidence'])} pieces of evidence, one was sent")
    verdicts: Counter[str] = Counter()
    waiting = [sent for sent in run.decisions if sent.is_decision_accepted]

    def are_made() -> bool:
        for sent in list(waiting):
            result = client.call("GET", f"/v1/sessions/{sent.session}/result")
            if result["state"] == "decided":
                verdicts[result["decision"]["verdict"]] += 1
                waiting.remove(sent)
        return not waiting

    begun = time.monotonic()
    if not wait_until(are_made, 240, 1):
        failures.append(f"{len(waiting)} accepted decisions were not made in 240 s, e.g. {waiting[0].session}")
    if not admin.call("POST", "/v1/admin/audit/verify")["isIntact"]:
        failures.append("an audit chain is broken")
    return {
        "uploads acknowledged as finished": str(sum(bool(s.evidence) for s in run.uploads + run.decisions)),
        "evidence served whole": str(whole),
        "decisions accepted": str(sum(s.is_decision_accepted for s in run.decisions)),
        "made": ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items()),
        "the last after": f"{time.monotonic() - begun:.0f} s",
    }


def measure(options: Any, store: str | None) -> tuple[dict[str, str], list[str]]:
    generator = random.Random(options.seed)
    with ExitStack() as stack:
        server = stack.enter_context(Server(options.bonafide, store))
        servers = [server]
        for _ in range(options.servers - 1):
            servers.append(stack.enter_context(Server(options.bonafide, store, beside=server)))
        admin = server.admin()
        end = time.monotonic() + options.seconds
        run = Run(server, admin, server.client(admin), end, [one.port for one in servers], generator)
        pauses = (0.2, 3) if options.servers == 1 else (20, 20)
        jobs: list[Callable[[], None]] = [run.upload] * options.uploads + [run.decide] * options.decisions
        generator.shuffle(jobs)
        senders = [threading.Thread(target=run.work, args=[jobs]) for _ in range(SENDERS)]
        reader = threading.Thread(target=run.read)
        for thread in [*senders, reader]:
            thread.start()
        kills = 0
        while any(thread.is_alive() for thread in senders):
            time.sleep(generator.uniform(*pauses))
            if time.monotonic() < run.end and any(thread.is_alive() for thread in senders):
                server.kill()
                kills += 1
                server.start()
        run.is_over = True
        reader.join()
        figures = {"kills": str(kills)} | check(run)
        figures["not answered, sent again"] = str(sum(run.repeats.values()))
        print(dict(run.repeats))
        if jobs:
            figures["not begun in time"] = str(len(jobs))
        return figures, run.failures


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--uploads", type=int, default=200)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--servers", type=int, default=1)
    options = parser.parse_args()
    if options.postgres:
        with Postgres() as postgres:
            figures, failures = measure(options, postgres.address)
    else:
        figures, failures = measure(options, None)
    name = "PostgreSQL" if options.postgres else "SQLite"
    if options.servers > 1:
        name += f", {options.servers} servers"
    table(f"kill -9 on {name}", ["", name], [[key, value] for key, value in figures.items()])
    finish(f"server-crashes-{name.lower().replace(', ', '-').replace(' ', '-')}", figures, failures)


if __name__ == "__main__":
    main()
