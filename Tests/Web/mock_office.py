"""A back office for page checks only: the protocol of the capture page without any analysis.

It exists for what a real server cannot be made to do on demand: faults, silence, a second tab, each verdict. A session
is set up by the check in Python; what the page sent is kept for the check to look at.
"""

import asyncio
import contextlib
import json
import pathlib
import struct
import threading
import time

from aiohttp import WSMsgType, web

WEB = pathlib.Path(__file__).resolve().parents[2] / "Sources/BackOffice/Resources/Web"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "media-src 'self' blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "camera=(self), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
GUIDANCE = {"front": "hold_still", "back": "hold_still", "hologram": "tilt", "touch": "cover_element"}
WIDTHS = {"face": 640, "front": 1280, "back": 1280, "hologram": 960, "touch": 960}


class Session:
    """One session, open to the check: change what the server says, read what the page sent."""

    def __init__(self, parts=("face", "front", "back"), steps=("face", "smile", "close-eyes", "turn-left"), **more):
        self.parts = {name: "todo" for name in parts}
        self.steps = list(steps)
        self.state = "open"
        self.has_consent = False
        self.result = None
        self.alternatives = ["smile", "close-eyes", "turn-left"]
        self.frames_per_step = 8
        self.done = 0
        self.fail_at = None  # step index at which the face part fails, once
        self.can_retry = True
        self.guidance = None  # said to every frame instead of the usual
        self.answers = True  # False: frames are swallowed
        self.refuses = False  # True: the socket is not accepted
        self.step_delay = 0
        self.decision_time = 0.5
        self.verdict = {"verdict": "approved", "reasons": []}
        self.extra = {}
        self.sockets = []
        self.frames = []  # (part, sequence, time, bytes) of each
        self.most_unanswered = 0
        self.hellos = []
        self.texts = []
        self.consents = []
        self.left_out = None
        self.refuses_alternatives = False
        self.pictures = {}
        for name, value in more.items():
            setattr(self, name, value)

    def public(self):
        data = {
            "state": self.state,
            "parts": [{"name": name, "state": state} for name, state in self.parts.items()],
            "hasConsent": self.has_consent, "steps": self.steps, "alternatives": self.alternatives,
            "look": {"colors": {}, "fonts": {}, "cornerRadii": {}, "images": {}, "texts": {}},
            "isActive": any(not socket.closed for socket in self.sockets),
        }
        if self.result:
            data["result"] = self.result
        return data | self.extra


class MockOffice:
    def __init__(self):
        self.sessions = {}
        self.port = None
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        ready.wait()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}"

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(10)

    def close_sockets(self, session, code=None):
        """Ends the live connections of a session: with a close code, or as a cut cable does."""

        async def act():
            for socket in session.sockets:
                if socket.closed:
                    continue
                if code:
                    await socket.close(code=code)
                elif socket._req.transport:
                    socket._req.transport.abort()

        self.run(act())

    def _run(self, ready):
        asyncio.set_event_loop(self.loop)
        app = web.Application(client_max_size=4 << 20)
        app.router.add_get("/capture/{token}", lambda _: self._file("capture", "index.html"))
        app.router.add_get(
            "/web/{folder}/{name}", lambda request: self._file(request.match_info["folder"], request.match_info["name"]))
        app.router.add_get("/v1/capture", self._get)
        app.router.add_get("/v1/capture/live", self._live)
        app.router.add_post("/v1/capture/{action}", self._post)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        self.loop.run_until_complete(runner.setup())
        site = web.TCPSite(runner, "127.0.0.1", 0)
        self.loop.run_until_complete(site.start())
        self.port = runner.addresses[0][1]
        ready.set()
        self.loop.run_forever()

    async def _file(self, folder, name):
        path = WEB / folder / name
        if path.parent.parent != WEB or not path.is_file():
            return web.Response(status=404, headers=HEADERS)
        return web.Response(body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8", headers=HEADERS)

    def _session(self, request):
        return self.sessions.get(request.headers.get("Authorization", "").removeprefix("Bearer "))

    async def _get(self, request):
        session = self._session(request)
        return self._answer(session) if session else self._problem(401, "token_unknown")

    async def _post(self, request):
        session = self._session(request)
        if not session:
            return self._problem(401, "token_unknown")
        body = await request.json() if request.can_read_body else None
        match request.match_info["action"]:
            case "consent":
                session.consents.append(body)
                session.has_consent = True
            case "alternatives" if session.refuses_alternatives:
                return self._problem(409, "already_begun")
            case "alternatives":
                session.left_out = body["leaveOut"]
                session.steps = [step for step in session.steps if step not in body["leaveOut"]]
            case "finish":
                if body is not None:
                    return self._problem(413, "content_too_large")
                if "todo" in session.parts.values():
                    return self._problem(409, "parts_missing")
                session.state = "processing"
                asyncio.get_running_loop().call_later(session.decision_time, self._decide, session)
        return self._answer(session)

    def _decide(self, session):
        session.state, session.result = "completed", session.verdict

    def _answer(self, session):
        if session.extra.get("down"):
            return self._problem(503, "unavailable")
        data = {"ok": True, "data": session.public(), "correlationId": "c", "serverTime": int(time.time() * 1000)}
        return web.json_response(data, headers=HEADERS)

    def _problem(self, status, code):
        return web.json_response(
            {"code": code, "title": code, "detail": "", "status": status, "correlationId": "c"}, status=status,
            content_type="application/problem+json", headers=HEADERS)

    async def _live(self, request):
        socket = web.WebSocketResponse(protocols=("bonafide.capture.1",), max_msg_size=1 << 20, autoping=True)
        refusing = any(session.refuses for session in self.sessions.values())
        if refusing or request.headers.get("Origin") != self.origin:
            return web.Response(status=503)
        await socket.prepare(request)
        try:
            hello = json.loads((await socket.receive(timeout=5)).data)
        except (asyncio.TimeoutError, TypeError, ValueError):
            await socket.close(code=4400)
            return socket
        session = self.sessions.get(hello.get("token"))
        code = None if session else 4401
        if session and not session.has_consent:
            code = 4403
        elif session and session.parts.get(hello["part"]) == "done":
            code = 4410
        if code:
            await socket.close(code=code)
            return socket
        session.hellos.append(hello)
        for other in session.sockets:
            if not other.closed:
                await other.close(code=4409)
        session.sockets.append(socket)
        await Talk(session, socket, hello["part"]).run()
        return socket


class Talk:
    """One live connection."""

    def __init__(self, session, socket, part):
        self.session, self.socket, self.part = session, socket, part
        self.seen_in_step = 0
        self.attempt = 1
        self.unanswered = 0
        self.has_failed = False

    async def run(self):
        await self.ready()
        async for message in self.socket:
            if message.type is WSMsgType.TEXT:
                text = json.loads(message.data)
                self.session.texts.append(text)
                if text["type"] == "retry":
                    self.attempt += 1
                    self.has_failed = False
                    self.session.done = self.seen_in_step = 0
                    await self.ready()
            elif message.type is WSMsgType.BINARY:
                await self.frame(message.data)
            if self.socket.closed:
                break

    async def ready(self):
        face = self.part == "face"
        await self.send(
            type="ready", part=self.part, steps=self.session.steps if face else [], done=self.session.done if face else 0,
            window=2, frame={"width": WIDTHS[self.part], "quality": 0.8, "rate": 12 if face else 5}, attempt=self.attempt)
        if face:
            await self.begin_step()

    async def begin_step(self):
        if self.session.done < len(self.session.steps):
            await self.send(type="step", index=self.session.done, step=self.session.steps[self.session.done])

    async def frame(self, data):
        sequence, moment = struct.unpack(">II", data[:8])
        self.session.frames.append((self.part, sequence, moment, len(data) - 8))
        self.session.pictures[self.part] = data[8:]
        if not self.session.answers or self.has_failed:
            return
        await asyncio.sleep(self.session.step_delay)
        self.seen_in_step += 1
        share = min(1, self.seen_in_step / self.session.frames_per_step)
        face = self.part == "face"
        index = self.session.done
        is_holding = self.session.guidance is not None
        if is_holding:
            share = 0
            self.seen_in_step = 0
        guidance = self.session.guidance or (self.instruction(index) if face else GUIDANCE[self.part])
        await self.send(
            type="seen", seq=sequence, guidance=guidance, progress=share, step=index if face else None, done=index,
            face={"x": 0.36, "y": 0.22, "width": 0.28, "height": 0.56} if face else None,
            quad=None if face else [[0.2, 0.25], [0.8, 0.23], [0.81, 0.76], [0.19, 0.75]])
        if share < 1:
            return
        self.seen_in_step = 0
        if not face:
            await self.finish()
        elif self.session.fail_at == index:
            self.session.fail_at = None
            self.has_failed = True
            can = self.session.can_retry
            await self.send(
                type="failed", code="step_timeout", message="Too late.", canRetry=can, attemptsLeft=2 if can else 0)
            if not can:  # What was captured is judged all the same.
                self.session.parts[self.part] = "done"
                await self.socket.close(code=1000)
        else:
            await self.send(type="passed", index=index)
            self.session.done += 1
            if self.session.done >= len(self.session.steps):
                await self.finish()
            else:
                await self.begin_step()

    def instruction(self, index):
        step = self.session.steps[min(index, len(self.session.steps) - 1)]
        return "look_straight" if step == "face" else step.replace("-", "_")

    async def finish(self):
        self.session.parts[self.part] = "done"
        await self.send(type="part", part=self.part, state="done")
        await self.socket.close(code=1000)

    async def send(self, **message):
        if self.socket.closed:
            return
        with contextlib.suppress(ConnectionError):  # The page may be gone by now.
            await self.socket.send_str(json.dumps(message))
