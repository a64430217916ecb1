"""Slow clients: slowhttptest's three attacks, while the time of another client's requests is measured.

usage: python3 Benchmarks/server/slow.py [--bonafide PROGRAM] [--seconds 20] [--connections 200]
           [--rounds 3] [--semantics SCRIPT]

Needs Debian's package slowhttptest. Each attack (slow headers -H, slow body -B, slow reading -X) runs
in several rounds: a quiet time, the attack on a sink, the attack on Bonafide. The sink, which takes
connections and does nothing, shows what slowhttptest itself takes of the machine's processors. The other client
is one connection that sends GET /healthz, and one that sends POST /v1/token, with 10 ms between requests.
Its p99 during the attack on Bonafide may be at most twice that during the attack on the sink, or the
quiet one if that is greater, in the median of the rounds. --semantics runs a script of cases of HTTP/1.1, which is not part of this
repository: it gets port, GET path and POST path, and its last line has to be `bad 0`.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import load
from office import Server, arguments, finish, table

@dataclass(frozen=True)
class Round:
    quiet: float
    control: float
    during: float
    processor: float
    connections: int


def span(values: list[float]) -> str:
    return f"{statistics.median(values):.2f} [{min(values):.2f}–{max(values):.2f}]"


def attack(kind: str, port: int, connections: int, seconds: int, folder: str) -> subprocess.Popen[bytes]:
    base = f"http://127.0.0.1:{port}"
    command = ["slowhttptest", "-c", str(connections), "-r", str(connections), "-l", str(seconds), "-p", "3"]
    if kind == "-H":
        command += ["-H", "-i", "2", "-t", "GET", "-u", f"{base}/healthz", "-x", "24"]
    elif kind == "-B":
        command += ["-B", "-i", "2", "-s", "8192", "-t", "POST", "-u", f"{base}/v1/token", "-x", "10"]
        command += ["-f", "application/json"]
    else:
        command += ["-X", "-w", "1", "-y", "8", "-n", "2", "-z", "8", "-k", "3", "-u", f"{base}/openapi.json"]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def connected(port: int) -> int:
    """Established connections of the server."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    ours = f":{port:04X}"
    return sum(fields[1].endswith(ours) and fields[3] == "01" for fields in map(str.split, lines))


def measured(port: int, requests: dict[str, bytes], seconds: float) -> dict[str, load.Load]:
    loads: dict[str, load.Load] = {}

    def one(name: str, content: bytes) -> None:
        loads[name] = load.run(port, lambda _: content, seconds, 1, pause=0.01)

    threads = [threading.Thread(target=one, args=item) for item in requests.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return loads


@dataclass(frozen=True)
class Attacked:
    loads: dict[str, load.Load]
    processor: float
    connections: int


def attacked(
    kind: str, target: int, server: Server, requests: dict[str, bytes], options: argparse.Namespace
) -> Attacked:
    """The other client's times while `target` is attacked."""
    with tempfile.TemporaryDirectory() as folder:
        attacker = attack(kind, target, options.connections, options.seconds, folder)
        counts: list[int] = []
        watch = threading.Thread(target=lambda: counts.extend(watched(target, options.seconds)))
        watch.start()
        used = server.processor_time()
        loads = measured(server.port, requests, options.seconds)
        used = server.processor_time() - used
        watch.join()
        attacker.terminate()
        attacker.wait()
    return Attacked(loads, used / options.seconds, max(counts))


def make_sink() -> int:
    """Takes connections, reads nothing, answers nothing. Its port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    kept: list[socket.socket] = []

    def take() -> None:
        while True:
            kept.append(listener.accept()[0])

    threading.Thread(target=take, daemon=True).start()
    return int(listener.getsockname()[1])


def watched(port: int, seconds: float) -> list[int]:
    counts = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        counts.append(connected(port))
        time.sleep(0.5)
    return counts


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--semantics", type=Path)
    options = parser.parse_args()
    if shutil.which("slowhttptest") is None:
        sys.exit("slowhttptest is missing: apt install slowhttptest")
    failures: list[str] = []
    rows: list[list[str]] = []
    sink = make_sink()
    with Server(options.bonafide) as server:
        added = server.add_client(server.admin(), "slow")
        wish = json.dumps({"clientId": added["id"], "clientSecret": added["secret"]}).encode()
        requests = {
            "GET /healthz": load.request("GET", "/healthz"),
            "POST /v1/token": load.request("POST", "/v1/token", wish),
        }
        measured(server.port, requests, 2)
        rounds: dict[tuple[str, str], list[Round]] = {}
        for kind in ("-H", "-B", "-X") * options.rounds:
            quiet = measured(server.port, requests, options.seconds / 2)
            control = attacked(kind, sink, server, requests, options)
            loaded = attacked(kind, server.port, server, requests, options)
            if loaded.connections < options.connections:
                failures.append(f"{kind}: only {loaded.connections} connections were ever open, this is no attack")
            for name in requests:
                p99s = [quiet[name].p99, control.loads[name].p99, loaded.loads[name].p99]
                rounds.setdefault((kind, name), []).append(Round(*p99s, loaded.processor, loaded.connections))
                refused = {s: c for s, c in loaded.loads[name].statuses.items() if not 200 <= s < 300}
                if refused:
                    failures.append(f"{kind}, {name}: answered {refused}")
        for (kind, name), all_rounds in rounds.items():
            ratios = [one.during / max(one.control, one.quiet) for one in all_rounds]
            rows.append(
                [kind, name, span([one.quiet for one in all_rounds]),
                 span([one.control for one in all_rounds]), span([one.during for one in all_rounds]),
                 span(ratios), span([100 * one.processor for one in all_rounds]),
                 str(max(one.connections for one in all_rounds))]
            )
            if statistics.median(ratios) > 2:
                failures.append(f"{kind}, {name}: p99 is {statistics.median(ratios):.2f} times that with the sink attacked")
        if options.semantics:
            command = [sys.executable, str(options.semantics), str(server.port), "/healthz", "/v1/token"]
            lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
            bad = [line for line in lines if line.startswith("BAD")]
            rows.append(["semantics", f"{len(lines) - 1} cases", "", "", "", "", "", "", lines[-1] if lines else "no output"])
            if not lines or lines[-1] != "bad 0":
                failures.append(f"semantics: {bad}")
    columns = ["attack", "other client", "p99 quiet, ms", "sink attacked, ms", "Bonafide attacked, ms"]
    columns += ["ratio", "server's processor, %", "connections"]
    table(f"{options.connections} slow connections, {options.seconds} s each", columns, rows)
    finish("server-slow", rows, failures)


if __name__ == "__main__":
    main()
