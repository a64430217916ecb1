"""Small requests a second against FastAPI + uvicorn, and memory with 64 parallel uploads of 1 MB.

usage: .build/peers-server/bin/python Benchmarks/server/throughput.py [--bonafide PROGRAM]
           [--rounds 5] [--seconds 3] [--least-ratio 3] [--most-memory 250]

Rounds of Bonafide and the peer (peer.py, one process, uvloop and httptools) in turns, 16 connections that
stay open, on SQLite with WAL and synchronous=FULL on both sides. The ratio is the median of those of
neighbouring rounds, with the least and the greatest. The sender is one thread of Python on the same
machine: where a server is faster than it, the ratio is too small. Processor time a request says what a
busy machine hides.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import load
from office import API, Server, arguments, declaration, finish, free_port, piece_headers, png, processor_time, table
from office import wait_until

CONNECTIONS = 16
UPLOADS = 64


class Peer:
    def __init__(self, settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bonafide-peer-"))
        self.port = free_port()
        command = [str(Path(sys.executable).parent / "uvicorn"), "--app-dir", str(Path(__file__).parent), "peer:app"]
        command += ["--port", str(self.port), "--no-access-log", "--log-level", "warning"]
        command += ["--loop", "uvloop", "--http", "httptools"]
        environment = os.environ | {"PEER_DATA": str(self.folder), "PEER_SETTINGS": settings}
        self.process = subprocess.Popen(command, env=environment)

    def __enter__(self) -> Peer:
        def is_ready() -> bool:
            try:
                return API(self.port).raw("GET", "/healthz")[0] == 200
            except OSError:
                return False

        if not wait_until(is_ready, 30):
            sys.exit("the peer does not start")
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


def session_request(number: int, token: str) -> bytes:
    wish = {"callType": "NewCustomer", "reference": f"r-{os.getpid()}-{number}-{time.time_ns()}"}
    wish |= {"userName": "Ada", "surname": "Specimen"}
    return load.request("POST", "/v1/sessions", json.dumps(wish).encode(), token)


def calls(port: int, client: str, secret: str) -> dict[str, Callable[[int], bytes]]:
    credentials = {"clientId": client, "clientSecret": secret}
    token = API(port).call("POST", "/v1/token", credentials)["token"]
    body = json.dumps(credentials).encode()
    fixed = {
        "token": load.request("POST", "/v1/token", body),
        "settings": load.request("GET", "/v1/settings?callType=NewCustomer", token=token),
    }

    def mixed(number: int) -> bytes:
        turn = number % 3
        return fixed["token"] if turn == 0 else fixed["settings"] if turn == 1 else session_request(number, token)

    return {
        "POST /v1/token": lambda _: fixed["token"],
        "POST /v1/sessions": lambda number: session_request(number, token),
        "GET /v1/settings": lambda _: fixed["settings"],
        "all three in turn": mixed,
    }


def span(values: list[float], digits: int = 0) -> str:
    return f"{statistics.median(values):.{digits}f} [{min(values):.{digits}f}–{max(values):.{digits}f}]"


def memory_of_uploads(server: Server, api: API, failures: list[str]) -> dict[str, float]:
    """MB at rest, and the most while 64 uploads run at the same time."""
    content = png() + os.urandom((1 << 20) - 100)
    before = server.memory()
    gate = threading.Barrier(UPLOADS)
    most = 0.0

    def one() -> None:
        own = API(server.port, api.token, 60)
        try:
            session = own.open_session()["id"]
            base = f"/v1/sessions/{session}/uploads"
            upload = own.call("POST", base, declaration("front", "image/png", content))["id"]
            gate.wait(60)
            own.call("PATCH", f"{base}/{upload}", content, piece_headers(0))
            own.call("POST", f"{base}/{upload}/finish")
        except Exception as error:
            failures.append(f"one of 64 uploads: {type(error).__name__} {error}")
            gate.abort()

    threads = [threading.Thread(target=one) for _ in range(UPLOADS)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        most = max(most, server.memory())
        time.sleep(0.01)
    return {"at rest": before, "most": max(most, server.memory("VmHWM")), "seconds": time.perf_counter() - begun}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--least-ratio", type=float, default=3)
    parser.add_argument("--most-memory", type=float, default=250)
    options = parser.parse_args()
    failures: list[str] = []
    rows: list[list[str]] = []
    figures: dict[str, object] = {}
    with Server(options.bonafide) as server:
        admin = server.admin()
        added = server.add_client(admin, "throughput")
        client = server.client(admin)
        memory = memory_of_uploads(server, client, failures)
        settings = json.dumps(client.call("GET", "/v1/settings?callType=NewCustomer"))
        with Peer(settings) as peer:
            ours = calls(server.port, added["id"], added["secret"])
            theirs = calls(peer.port, "0" * 32, "peer-secret")
            for name in ours:
                rounds: list[tuple[load.Load, load.Load]] = []
                costs: list[list[float]] = [[], []]
                for number in range(options.rounds + 1):
                    both = []
                    for port, make, process in (
                        (server.port, ours[name], server.process), (peer.port, theirs[name], peer.process)
                    ):
                        assert process is not None
                        used = processor_time(process.pid)
                        both.append(load.run(port, make, options.seconds, CONNECTIONS))
                        cost = (processor_time(process.pid) - used) * 1000 / len(both[-1].times)
                        if number:
                            costs[len(both) - 1].append(cost)
                    if number:  # The first is for warming up.
                        rounds.append((both[0], both[1]))
                for side, which in (("Bonafide", 0), ("the peer", 1)):
                    refused = {s: c for r in rounds for s, c in r[which].statuses.items() if not 200 <= s < 300}
                    if refused:
                        failures.append(f"{name}: {side} answered {refused}")
                ratios = [one.rate / two.rate for one, two in rounds]
                cells = [
                    span([r[0].rate for r in rounds]), span([r[1].rate for r in rounds]), span(ratios, 2),
                    span([r[0].p99 for r in rounds], 1), span([r[1].p99 for r in rounds], 1),
                    span(costs[0], 2), span(costs[1], 2),
                ]
                rows.append([name, *cells])
                figures[name] = {"ratios": ratios, "milliseconds": costs, "rates": [[r[0].rate, r[1].rate] for r in rounds]}
                if statistics.median(ratios) < options.least_ratio:
                    failures.append(f"{name}: {statistics.median(ratios):.2f} times the peer, wanted {options.least_ratio}")
    columns = ["", "Bonafide, 1/s", "peer, 1/s", "ratio", "Bonafide, p99 ms", "peer, p99 ms"]
    columns += ["Bonafide, processor ms", "peer, processor ms"]
    table("16 connections, median [least–most] of rounds", columns, rows)
    cells = [f"{memory['at rest']:.0f} MB", f"{memory['most']:.0f} MB", f"{memory['seconds']:.1f} s"]
    table("64 parallel uploads of 1 MB", ["at rest", "most", "time"], [cells])
    if memory["most"] > options.most_memory:
        failures.append(f"{memory['most']:.0f} MB with 64 uploads, wanted {options.most_memory}")
    finish("server-throughput", figures | {"memory": memory}, failures)


if __name__ == "__main__":
    main()
