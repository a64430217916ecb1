"""kill -9 while a real case is judged: it is decided once, as without a kill, and nothing is left over.

usage: python3 Benchmarks/server/judging.py [--bonafide PROGRAM] [--cases 5] [--kills 1] [--seed 1]

Each case is a specimen person's film of the steps that its session asked for, and both sides of a specimen
card. The first case is judged undisturbed. During each of the others the server is killed --kills times and
started again: 0.5 to 3 s after the evidence was decrypted into `work/`, in every second case 0.5 to 3 s after
bonafide-media began to decode the film. The verdict and its reasons have to be
those of the first; there has to be one decision; no process bonafide-media may outlive its server by more
than 3 s; nothing of before may lie in `work/` when the server is back, and nothing at all in the end.
"""

from __future__ import annotations

import random
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from office import API, PIECE_BYTES, Answer, Server, arguments, declaration, finish, piece_headers, table, wait_until


@dataclass
class Case:
    session: str
    nonce: str


def upload(client: API, session: str, kind: str, media_type: str, path: Path) -> None:
    content = path.read_bytes()
    base = f"/v1/sessions/{session}/uploads"
    identifier = client.call("POST", base, declaration(kind, media_type, content))["id"]
    for start in range(0, len(content), PIECE_BYTES):
        client.call("PATCH", f"{base}/{identifier}", content[start : start + PIECE_BYTES], piece_headers(start))
    client.call("POST", f"{base}/{identifier}/finish")


def prepare(server: Server, client: API, folder: Path) -> Case:
    """A session with all its evidence; `folder` has the pictures of the card, and is for the film."""
    opened = client.open_session()
    steps = ",".join(opened["challenge"]["steps"])
    command = [str(server.program), "specimen", "selfie", "--seed", "11", "--steps", steps, "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    fresh = server.api(client.token)  # The old connection may have rested too long.
    upload(fresh, opened["id"], "selfie_video", "video/mp4", folder / "selfie.mp4")
    upload(fresh, opened["id"], "front", "image/jpeg", folder / "front.jpg")
    upload(fresh, opened["id"], "back", "image/jpeg", folder / "back.jpg")
    return Case(opened["id"], opened["nonce"])


def workers(server: Server) -> list[int]:
    """Processes bonafide-media below the server's."""
    assert server.process is not None
    parents: dict[int, tuple[int, str]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, rest = path.read_text().rsplit(")", 1)
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents[int(path.parent.name)] = (int(rest.split()[1]), head.split("(", 1)[1])

    def is_below(process: int) -> bool:
        while process in parents:
            process = parents[process][0]
            if process == server.process.pid:  # type: ignore[union-attr]
                return True
        return False

    media = [process for process, (_, name) in parents.items() if name.startswith("bonafide-media")]
    return [process for process in media if is_below(process)]


def is_alive(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


def leftovers(server: Server) -> set[str]:
    work = server.data / "work"
    return {str(path.relative_to(work)) for path in work.rglob("*")} if work.is_dir() else set()


@dataclass
class Judged:
    verdict: str
    reasons: list[str]
    seconds: float
    killed_after: list[float]
    workers_killed: int
    files_at_kill: int


@dataclass
class Plan:
    kills: int
    has_begun: Callable[[], bool]
    generator: random.Random


def judge(server: Server, token: str, case: Case, plan: Plan, then: Callable[[], None], failures: list[str]) -> Judged:
    """Calls `then` when it will not kill the server any more."""
    path = f"/v1/sessions/{case.session}"
    server.api(token).call("POST", f"{path}/decision", {"nonce": case.nonce})
    begun = time.monotonic()
    moments: list[float] = []
    media = files = 0
    for _ in range(plan.kills):
        if not wait_until(plan.has_begun, 120, 0.02):
            failures.append(f"{case.session}: judging did not begin within 120 s")
            break
        pause = plan.generator.uniform(0.5, 3)
        time.sleep(pause)
        if server.api(token).call("GET", f"{path}/result")["state"] == "decided":
            failures.append(f"{case.session}: decided before it was killed, this shows nothing")
            break
        running = workers(server)
        before = leftovers(server)
        server.kill()
        moments.append(pause)
        media += len(running)
        files += len(before)
        if not wait_until(lambda: not any(map(is_alive, running)), 3):
            failures.append(f"{case.session}: bonafide-media {[p for p in running if is_alive(p)]} outlives its server")
        server.start()
        if old := before & leftovers(server):
            failures.append(f"{case.session}: {sorted(old)[0]} and {len(old) - 1} more are left in work/")
    then()
    result: Answer = server.api(token, 60).wait_for_result(case.session, 400)
    decision = result.get("decision") or {}
    reasons = sorted(reason["code"] for reason in decision.get("reasons", []))
    return Judged(str(decision.get("verdict")), reasons, time.monotonic() - begun, moments, media, files)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--cases", type=int, default=5)
    parser.add_argument("--kills", type=int, default=1, help="of each case")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    generator = random.Random(options.seed)
    failures: list[str] = []
    rows: list[list[str]] = []
    with ExitStack() as stack:
        server = stack.enter_context(Server(options.bonafide))
        admin = server.admin()
        token = server.client(admin).token
        specimens = server.folder / "specimens"
        specimens.mkdir()
        command = [str(server.program), "specimen", "card", "--scene", "--seed", "11", "--out", str(specimens)]
        subprocess.run(command, check=True, capture_output=True)
        expected: Judged | None = None
        # The next case is prepared while a killed server's claim on the present one runs out.
        pool = stack.enter_context(ThreadPoolExecutor(1))
        prepared = [pool.submit(prepare, server, server.api(token), specimens)]

        def prepare_next() -> None:
            if len(prepared) <= options.cases:
                prepared.append(pool.submit(prepare, server, server.api(token), specimens))

        for number in range(options.cases + 1):
            has_begun = (lambda: bool(workers(server))) if number % 2 else (lambda: bool(leftovers(server)))
            plan = Plan(options.kills if number else 0, has_begun, generator)
            judged = judge(server, token, case := prepared[number].result(), plan, prepare_next, failures)
            expected = expected or judged
            if (judged.verdict, judged.reasons) != (expected.verdict, expected.reasons):
                failures.append(f"{case.session}: {judged.verdict} {judged.reasons}, without a kill {expected.verdict}")
            again = server.api(admin.token).call("GET", f"/v1/review/sessions/{case.session}")
            if len(again["decisions"]) != 1:
                failures.append(f"{case.session}: {len(again['decisions'])} decisions")
            moments = ", ".join(f"{moment:.1f}" for moment in judged.killed_after) or "–"
            rows.append([str(number), moments, str(judged.workers_killed), str(judged.files_at_kill),
                         judged.verdict, ", ".join(judged.reasons) or "–", f"{judged.seconds:.0f}"])
            print(rows[-1], flush=True)
        if expected is not None and expected.verdict != "approved":
            failures.append(f"without a kill the specimen is {expected.verdict}: this case shows little")
        if options.kills and not any(int(row[2]) for row in rows):
            failures.append("bonafide-media was never running when the server was killed, this shows nothing")
        if not server.api(admin.token).call("POST", "/v1/admin/audit/verify")["isIntact"]:
            failures.append("an audit chain is broken")
        if not wait_until(lambda: not leftovers(server), 5):
            failures.append(f"{len(leftovers(server))} files are left in work/ in the end")
        server.stop()
    columns = ["case", "killed after, s", "workers alive then", "files in work/ then", "verdict", "reasons"]
    table("kill -9 during judging", [*columns, "decided after, s"], rows)
    finish("server-judging", rows, failures)


if __name__ == "__main__":
    main()
