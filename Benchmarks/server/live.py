"""Live capture from outside: persons at 10 pictures a second, and what disturbs them.

usage: .build/peers-server/bin/python Benchmarks/server/live.py [--bonafide PROGRAM] [--persons 1,2,4,8]
           [--most-delay 300] [--cpus LIST]

Films of specimen persons who do just what each session was asked (`bonafide specimen selfie --steps`), cut into JPEG
pictures with ffmpeg. Checked: a person passes and the decision on the stored pictures agrees; a connection that breaks for
some seconds, a server that is killed, and a second tab lose no step; forged, foreign and hostile messages end the connection
with their code. Measured: the delay from sending a picture to its guidance with so many persons at a time, the server alone on
one processor (taskset); then with one slow and one hostile client beside them; memory for each person.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import websockets
from office import API, Answer, Refused, Server, arguments

PROTOCOL = "bonafide.capture.1"
RATE = 10
CLOSED = websockets.ConnectionClosed


def film(program: Path, steps: list[str], folder: Path, seed: int) -> list[bytes]:
    """Pictures of a person who does the steps, at RATE a second."""
    name = folder / f"{seed}-{'-'.join(steps)}"
    if not name.is_dir():
        clip = folder / f"{name.name}.mp4"
        command = [str(program), "specimen", "selfie", "--out", str(clip), "--seed", str(seed), "--steps", ",".join(steps)]
        subprocess.run(command, check=True, capture_output=True)
        name.mkdir()
        command = ["ffmpeg", "-v", "error", "-i", str(clip), "-vf", f"fps={RATE},scale=640:-2", "-q:v", "3"]
        subprocess.run([*command, str(name / "%05d.jpg")], check=True)
    return [path.read_bytes() for path in sorted(name.glob("*.jpg"))]


def card(program: Path, folder: Path, seed: int) -> dict[str, list[bytes]]:
    """Pictures of the person's card, held still."""
    if not (folder / "front.jpg").is_file():
        command = [str(program), "specimen", "card", "--scene", "--out", str(folder), "--seed", str(seed)]
        subprocess.run(command, check=True, capture_output=True)
    sides = {}
    for side in ("front", "back"):
        small = folder / f"{side}-1600.jpg"
        command = ["ffmpeg", "-v", "error", "-y", "-i", str(folder / f"{side}.jpg"), "-vf", "scale=1600:-2", "-q:v", "3"]
        subprocess.run([*command, str(small)], check=True)
        sides[side] = [small.read_bytes()] * 40
    return sides


def card_film(program: Path, folder: Path, kind: str, element: str | None) -> list[bytes]:
    """Pictures of a card that is tilted, or touched."""
    made = folder / kind
    command = [str(program), "specimen", "card-film", "--kind", kind, "--out", str(made), "--seed", "11", "--width", "960"]
    subprocess.run(command + (["--element", element] if element else []), check=True, capture_output=True)
    command = ["ffmpeg", "-v", "error", "-i", str(made / "film.mp4"), "-vf", f"fps={RATE}", "-q:v", "3"]
    subprocess.run([*command, str(made / "%05d.jpg")], check=True)
    return [path.read_bytes() for path in sorted(made.glob("*.jpg"))]


class Page:
    """What the capture page does."""

    def __init__(self, server: Server, app: API, flow: str = "NewCustomer") -> None:
        self.server = server
        app = server.api(app.token)
        self.session = app.open_session(callType=flow)["id"]
        self.token = app.call("POST", f"/v1/sessions/{self.session}/capture-link", {"language": "en"})["token"]
        self.delays: list[float] = []
        self.clock = time.monotonic()
        self.guidance: list[str] = []

    def agree(self) -> Answer:
        return self.api.call(
            "POST", "/v1/capture/consent", {"accepted": True, "language": "en", "textVersion": "check"})

    @property
    def api(self) -> API:
        """A connection of its own for each call: those that wait are closed by the server."""
        return self.server.api(self.token)

    @property
    def steps(self) -> list[str]:
        return list(self.api.call("GET", "/v1/capture")["steps"])

    def connect(self) -> Any:
        address = f"ws://127.0.0.1:{self.server.port}/v1/capture/live"
        return websockets.connect(address, subprotocols=[PROTOCOL], max_size=1 << 20)

    def hello(self, part: str = "face") -> str:
        return json.dumps({
            "type": "hello", "token": self.token, "part": part,
            "camera": {"label": "check", "width": 640, "height": 480, "facing": "user"}})

    def frame(self, number: int, picture: bytes) -> bytes:
        return struct.pack(">II", number, int((time.monotonic() - self.clock) * 1000)) + picture

    async def play(
        self, pictures: list[bytes], stop_after: int | None = None, start: int = 0, pause: float = 0, part: str = "face"
    ) -> dict[str, Any]:
        """Sends at RATE, never more than two unanswered; the last message, with where it stopped."""
        async with self.connect() as socket:
            await socket.send(self.hello(part))
            ready = json.loads(await socket.recv())
            assert ready["type"] == "ready", ready
            last: dict[str, Any] = {"ready": ready}
            waiting: dict[int, float] = {}
            free = asyncio.Condition()

            async def listen() -> None:
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] == "seen":
                        self.delays.append(time.monotonic() - waiting.pop(message["seq"]))
                        self.guidance.append(message.get("guidance", ""))
                        last["done"] = message["done"]
                        async with free:
                            free.notify_all()
                    elif message["type"] in ("part", "failed"):
                        last["end"] = message
                        return

            listener = asyncio.create_task(listen())
            begin = time.monotonic()
            number = 0
            while not listener.done():
                index = start + number
                if index >= len(pictures) or stop_after is not None and number >= stop_after:
                    break
                async with free:
                    while len(waiting) >= ready["window"] and not listener.done():
                        try:
                            await asyncio.wait_for(free.wait(), 1)
                        except TimeoutError:
                            pass
                if listener.done():
                    break
                await asyncio.sleep(max(0, begin + number / RATE - time.monotonic()) + pause)
                number += 1
                waiting[number] = time.monotonic()
                try:
                    await socket.send(self.frame(number, pictures[index]))
                except CLOSED:
                    break
            try:
                await asyncio.wait_for(listener, 3 if stop_after is None else 1)
            except (TimeoutError, CLOSED):
                listener.cancel()
            last["sent"] = number
            return last


async def closing(page: Page, *messages: str | bytes) -> int:
    """The code with which the server ends a connection after these messages."""
    async with page.connect() as socket:
        try:
            for message in messages:
                await socket.send(message)
            while True:
                await asyncio.wait_for(socket.recv(), 15)
        except CLOSED as error:
            return error.rcvd.code if error.rcvd else 1006
        except TimeoutError:
            return 0


def report(name: str, holds: bool, words: object = "") -> bool:
    print(f"  {'holds' if holds else 'FAILS'}: {name} {words}", flush=True)
    return holds


async def whole_way(server: Server, app: API, folder: Path) -> bool:
    page = Page(server, app)
    ok = report("nothing without consent", await closing(page, page.hello()) == 4403)
    page.agree()
    last = await page.play(film(server.program, page.steps, folder, 11))
    ok &= report("a person passes", last.get("end", {}).get("type") == "part", last.get("end"))
    answer = page.api.call("GET", "/v1/capture")
    ok &= report("the part is done", answer["parts"][0]["state"] == "done")
    ok &= report("a part is captured once", await closing(page, page.hello()) == 4410)
    try:
        page.api.call("POST", "/v1/capture/finish")
        missing = ""
    except Refused as refused:
        missing = refused.body["code"]
    ok &= report("a decision needs all parts", missing == "parts_missing", missing)
    for side, pictures in card(server.program, folder, 11).items():
        last = await page.play(pictures, part=side)
        ok &= report(f"the {side} is taken", last.get("end", {}).get("type") == "part", f"after {last['sent']} pictures")
    page.api.call("POST", "/v1/capture/finish")
    answer = {}
    for _ in range(240):
        answer = page.api.call("GET", "/v1/capture")
        if answer["state"] == "completed":
            break
        await asyncio.sleep(0.5)
    return report("and the judge agrees", answer.get("result", {}).get("verdict") == "approved", answer.get("result")) and ok


async def broken_connection(server: Server, app: API, folder: Path) -> bool:
    page = Page(server, app)
    page.agree()
    pictures = film(server.program, page.steps, folder, 11)
    first = await page.play(pictures, stop_after=len(pictures) // 2)
    await asyncio.sleep(5)
    ok = report("some steps were done before", first.get("done", 0) > 0, first.get("done"))
    # A person does the step anew in which he was interrupted: the film goes on a little earlier.
    again = max(0, first["sent"] - 25)
    last = await page.play(pictures, start=again)
    ok &= report("none is lost over 5 s", last["ready"]["done"] >= first["done"], last["ready"]["done"])
    ok &= report("and the rest passes", last.get("end", {}).get("type") == "part", last.get("end"))

    page = Page(server, app)
    page.agree()
    pictures = film(server.program, page.steps, folder, 11)
    first = await page.play(pictures, stop_after=len(pictures) // 2)
    server.kill()
    server.start()
    last = await page.play(pictures, start=max(0, first["sent"] - 25))
    ok &= report("none is lost when the server is killed", last["ready"]["done"] == first["done"], last["ready"]["done"])
    ok &= report("and the rest passes", last.get("end", {}).get("type") == "part", last.get("end"))
    return ok


async def second_tab(server: Server, app: API, folder: Path) -> bool:
    page = Page(server, app)
    page.agree()
    async with page.connect() as first:
        await first.send(page.hello())
        await first.recv()
        async with page.connect() as second:
            await second.send(page.hello())
            ready = json.loads(await second.recv())
            code = 0
            try:
                await asyncio.wait_for(first.recv(), 5)
            except CLOSED as error:
                code = error.rcvd.code if error.rcvd else 1006
            ok = report("the newer tab goes on", ready["type"] == "ready")
            return report("the older one is told", code == 4409, code) and ok


async def hostile(server: Server, app: API, folder: Path) -> bool:
    page = Page(server, app)
    page.agree()
    jpeg = film(server.program, ["face"], folder, 11)[0]
    huge = jpeg.replace(b"\xff\xc0\x00\x11\x08", b"\xff\xc0\x00\x11\x08", 1)
    mark = huge.find(b"\xff\xc0")
    bomb = huge[: mark + 5] + b"\xff\x00\xff\x00" + huge[mark + 9 :]
    hello = page.hello()
    ahead = struct.pack(">II", 1, 0) + jpeg, struct.pack(">II", 2, 600_000) + jpeg
    foreign = Page(server, app)
    cases = [
        ("no hello", 4400, ["{}"]), ("no JSON", 4400, ["{" * 10]), ("deep JSON", 4400, ["[" * 4000]),
        ("a picture before hello", 4400, [page.frame(1, jpeg)]),
        ("unknown part", 4400, [hello.replace("face", "feet")]),
        ("a part that the flow has not", 4400, [page.hello("touch")]),
        ("unknown token", 4401, [hello.replace(page.token, "A" * 43)]),
        ("a program's token", 4401, [hello.replace(page.token, app.token)]),
        ("another session without consent", 4403, [foreign.hello()]),
        ("no JPEG", 4400, [hello, page.frame(1, b"x" * 100)]), ("an empty picture", 4400, [hello, page.frame(1, b"")]),
        ("half a JPEG", 4400, [hello, page.frame(1, jpeg[:30])]),
        ("a bomb of 65 280 pixels squared", 4400, [hello, page.frame(1, bomb)]),
        ("too large", 4400, [hello, page.frame(1, jpeg[:20] + b"\0" * 400_000)]),
        ("larger than a message", 1009, [hello, page.frame(1, jpeg[:20] + b"\0" * 1_100_000)]),
        ("numbers that go back", 4400, [hello, page.frame(2, jpeg), page.frame(1, jpeg)]),
        ("times that run ahead", 4400, [hello, *ahead]),
        ("nothing at all", 4408, []),
    ]
    ok = True
    for name, wanted, messages in cases:
        code = await closing(page, *messages)
        ok &= report(name, code == wanted, code)
    origin = {"Origin": "https://elsewhere.example"}
    address = f"ws://127.0.0.1:{server.port}/v1/capture/live"
    async with websockets.connect(address, additional_headers=origin, subprotocols=[PROTOCOL]) as socket:
        try:
            await socket.send(hello)
            await socket.recv()
            code = 0
        except CLOSED as error:
            code = error.rcvd.code if error.rcvd else 1006
    return report("a page from elsewhere", code == 4401, code) and ok


async def films(server: Server, app: API, folder: Path) -> bool:
    admin = server.admin()
    now = admin.call("GET", "/v1/admin/settings/NewCustomer")
    wish = {key: now[key] for key in ("steps", "order", "recording", "times", "look")}
    wish |= {"previous": 0, "modules": ["hologram", "conceal"], "values": {}, "uploads": []}
    admin.call("PUT", "/v1/admin/settings/CardFilms", wish)
    page = Page(server, app, "CardFilms")
    page.agree()
    element = page.api.call("GET", "/v1/capture")["touchElement"]
    ok = True
    for part, kind, what in (("hologram", "hologram", None), ("touch", "conceal", element)):
        last = await page.play(card_film(server.program, folder, kind, what), part=part)
        ok &= report(f"{part} {what or ''}", last.get("end", {}).get("type") == "part", f"after {last['sent']} pictures")
    return ok


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000 if values else float("nan")


async def crowd(server: Server, app: API, folder: Path, count: int, seconds: float, extra: list[Any] | None = None) -> list[float]:
    """Delays of so many persons who look into their cameras at the same time."""
    pages = [Page(server, app) for _ in range(count)]
    still = film(server.program, ["face"], folder, 11)
    for page in pages:
        page.agree()
    pictures = (still * 100)[: int(RATE * seconds)]
    tasks = [asyncio.create_task(page.play(pictures)) for page in pages]
    others = [asyncio.create_task(action(server, app, folder)) for action in extra or []]
    await asyncio.gather(*tasks)
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return [delay for page in pages for delay in page.delays[RATE:]]


async def flood(server: Server, app: API, folder: Path) -> None:
    """Sends as fast as it can and reads nothing."""
    page = Page(server, app)
    page.agree()
    jpeg = film(server.program, ["face"], folder, 11)[0]
    while True:
        try:
            async with page.connect() as socket:
                await socket.send(page.hello())
                number = 0
                while True:
                    number += 1
                    await socket.send(page.frame(number, jpeg))
        except (CLOSED, OSError):
            await asyncio.sleep(0.05)


async def slow(server: Server, app: API, folder: Path) -> None:
    """A picture in pieces, a byte at a time."""
    page = Page(server, app)
    page.agree()
    jpeg = film(server.program, ["face"], folder, 11)[0]
    while True:
        async with page.connect() as socket:
            await socket.send(page.hello())
            whole = page.frame(1, jpeg)

            async def pieces() -> Any:
                for index in range(len(whole)):
                    yield whole[index : index + 1]
                    await asyncio.sleep(0.02)

            await socket.send(pieces())


def main() -> int:
    parser = arguments(__doc__)
    parser.add_argument("--persons", default="1,2,4,8,12,16")
    parser.add_argument("--most-delay", type=float, default=300)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--cpus", default="0")
    parser.add_argument("--checks-only", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, Server(options.bonafide) as server:
        folder = Path(name)
        app = server.client(server.admin())
        ok = True
        for check in (whole_way, films, broken_connection, second_tab, hostile):
            print(check.__name__.replace("_", " "), flush=True)
            ok &= asyncio.run(check(server, app, folder))
        if options.checks_only:
            return 0 if ok else 1
        assert server.process is not None
        for task in os.listdir(f"/proc/{server.process.pid}/task"):
            os.sched_setaffinity(int(task), {int(cpu) for cpu in options.cpus.split(",")})
        most = 0
        before = server.memory()
        for count in map(int, options.persons.split(",")):
            delays = asyncio.run(crowd(server, app, folder, count, options.seconds))
            p95 = percentile(delays, 0.95)
            rate = len(delays) / max(options.seconds - 1, 1) / count
            print(f"{count} persons: median {percentile(delays, 0.5):.0f} ms, p95 {p95:.0f} ms, "
                  f"{rate:.1f} pictures/s each, {(server.memory() - before) / count:.1f} MB each", flush=True)
            if p95 <= options.most_delay and rate > 0.9 * RATE:
                most = count
        print(f"at most {most} persons at {RATE} pictures a second with p95 <= {options.most_delay:.0f} ms")
        shares = []
        few = max(1, most // 2)
        for _ in range(3):
            quiet = percentile(asyncio.run(crowd(server, app, folder, few, options.seconds)), 0.95)
            loud = percentile(asyncio.run(crowd(server, app, folder, few, options.seconds, [flood, slow])), 0.95)
            shares.append(loud / quiet)
            print(f"{few} persons: p95 {quiet:.0f} ms alone, {loud:.0f} ms beside a flood and a slow client")
        print(f"ratio {statistics.median(shares):.2f} [{min(shares):.2f}-{max(shares):.2f}], wanted at most 1.20")
        return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
