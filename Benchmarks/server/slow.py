"""Slow clients: slowhttptest's three attacks, while the time of another client's requests is measured.

usage: python3 Benchmarks/server/slow.py [--bonafide PROGRAM] [--seconds 20] [--connections 200]
           [--rounds 3] [--semantics SCRIPT]

Needs Debian's package slowhttptest. Each attack (slow headers -H, slow body -B, slow reading -X) is
measured between two quiet times, in several rounds. The other client
is one connection that sends GET /healthz, and one that sends POST /v1/token, with 10 ms between requests.
Its p99 may be at most twice that of the quiet times before and after, taken together, in the median of
the rounds. --semantics runs a script of cases of HTTP/1.1, which is not part of this
repository: it gets port, GET path and POST path, and its last line has to be `bad 0`.
"""

from __future__ import annotations

import json
import shutil
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
    with Server(options.bonafide) as server, tempfile.TemporaryDirectory() as folder:
        added = server.add_client(server.admin(), "slow")
        wish = json.dumps({"clientId": added["id"], "clientSecret": added["secret"]}).encode()
        requests = {
            "GET /healthz": load.request("GET", "/healthz"),
            "POST /v1/token": load.request("POST", "/v1/token", wish),
        }
        measured(server.port, requests, 2)
        rounds: dict[tuple[str, str], list[Round]] = {}
        quiet = measured(server.port, requests, options.seconds / 2)
        for kind in ("-H", "-B", "-X") * options.rounds:
            attacker = attack(kind, server.port, options.connections, options.seconds, folder)
            counts: list[int] = []
            watch = threading.Thread(target=lambda: counts.extend(watched(server.port, options.seconds)))
            watch.start()
            used = server.processor_time()
            loaded = measured(server.port, requests, options.seconds)
            used = server.processor_time() - used
            watch.join()
            attacker.terminate()
            attacker.wait()
            if max(counts) < options.connections:
                failures.append(f"{kind}: only {max(counts)} connections were ever open, this is no attack")
            after = measured(server.port, requests, options.seconds / 2)
            for name in requests:
                still = load.Load(times=quiet[name].times + after[name].times)
                share = used / options.seconds
                rounds.setdefault((kind, name), []).append(Round(still.p99, loaded[name].p99, share, max(counts)))
                refused = {s: c for s, c in loaded[name].statuses.items() if not 200 <= s < 300}
                if refused:
                    failures.append(f"{kind}, {name}: answered {refused}")
            quiet = after
        for (kind, name), all_rounds in rounds.items():
            ratios = [one.during / one.quiet for one in all_rounds]
            rows.append(
                [kind, name, span([one.quiet for one in all_rounds]), span([one.during for one in all_rounds]),
                 span(ratios), span([100 * one.processor for one in all_rounds]),
                 str(max(one.connections for one in all_rounds))]
            )
            if statistics.median(ratios) > 2:
                failures.append(f"{kind}, {name}: p99 is {statistics.median(ratios):.2f} times the quiet one")
        if options.semantics:
            command = [sys.executable, str(options.semantics), str(server.port), "/healthz", "/v1/token"]
            lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
            bad = [line for line in lines if line.startswith("BAD")]
            rows.append(["semantics", f"{len(lines) - 1} cases", "", "", "", "", "", lines[-1] if lines else "no output"])
            if not lines or lines[-1] != "bad 0":
                failures.append(f"semantics: {bad}")
    columns = ["attack", "other client", "p99 quiet, ms", "p99 during, ms", "ratio", "server's processor, %", "connections"]
    table(f"{options.connections} slow connections, {options.seconds} s each", columns, rows)
    finish("server-slow", rows, failures)


if __name__ == "__main__":
    main()
