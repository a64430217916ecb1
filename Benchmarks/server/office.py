"""What all checks of the back office share: a server in a folder of its own, and calls to it."""

from __future__ import annotations

import argparse
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / ".build/bench"
Answer = dict[str, Any]
PIECE_BYTES = 2 << 20  # The server takes no more at once.


def arguments(description: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(description or "").split("\n")[0])
    parser.add_argument("--bonafide", type=Path, default=ROOT / ".build/release/bonafide")
    return parser


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(condition: Any, seconds: float, pause: float = 0.05) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(pause)
    return bool(condition())


class Refused(Exception):
    """An answer that is not 2xx."""

    def __init__(self, status: int, body: Any) -> None:
        super().__init__(f"{status} {json.dumps(body)[:300]}")
        self.status = status
        self.body = body


class Server:
    """`bonafide serve` with new data in a temporary folder, which is removed at the end."""

    def __init__(
        self,
        program: Path,
        store: str | None = None,
        workers: int = 1,
        beside: Server | None = None,
        more: list[str] | None = None,
    ) -> None:
        """With `beside` on the data of another server; `more` are options of `serve`."""
        if not program.is_file():
            print(f"skipped: no {program}")
            sys.exit(0)
        self.program = program.resolve()
        self.folder = Path(tempfile.mkdtemp(prefix="bonafide-check-"))
        self.data = beside.data if beside else self.folder / "data"
        self.log = self.folder / "log"
        self.port = free_port()
        self.store = store
        self.workers = workers
        self.more = more or []
        self.password = beside.password if beside else ""
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        command = [str(self.program), "serve", "--data", str(self.data), "--port", str(self.port)]
        command += ["--inner-webhooks", "--workers", str(self.workers), *self.more]
        if self.store:
            command += ["--store", self.store]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        if not wait_until(self.is_ready, 60):
            sys.exit(f"the server does not start:\n{self.log.read_text()[-2000:]}")
        if not self.password:
            # Standard output may be written a moment after the port is open.
            wait_until(self.find_password, 10)

    def find_password(self) -> bool:
        found = re.search(r"password (\S+)", self.log.read_text())
        self.password = found.group(1) if found else ""
        return found is not None

    def is_ready(self) -> bool:
        if self.process is not None and self.process.poll() is not None:
            sys.exit(f"the server ended ({self.process.returncode}):\n{self.log.read_text()[-2000:]}")
        try:
            return self.api().raw("GET", "/healthz")[0] == 200
        except OSError:
            return False

    def kill(self) -> None:
        """As a loss of power does it, for this process."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self.process = None

    def memory(self, field: str = "VmRSS") -> float:
        """MB."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(rf"{field}:\s+(\d+)", status).group(1)) / 1024  # type: ignore[union-attr]

    def processor_time(self) -> float:
        assert self.process is not None
        return processor_time(self.process.pid)

    def api(self, token: str = "", timeout: float = 30) -> API:
        return API(self.port, token, timeout)

    def admin(self) -> API:
        login = {"name": "admin", "password": self.password}
        return self.api(self.api().call("POST", "/v1/login", login)["token"])

    def add_client(self, admin: API, name: str) -> Answer:
        return admin.call("POST", "/v1/admin/clients", {"name": name})

    def client(self, admin: API, name: str = "check") -> API:
        added = self.add_client(admin, f"{name}-{os.urandom(4).hex()}")
        wish = {"clientId": added["id"], "clientSecret": added["secret"]}
        return self.api(self.api().call("POST", "/v1/token", wish)["token"])


class API:
    """One connection, opened again when it broke."""

    def __init__(self, port: int, token: str = "", timeout: float = 30) -> None:
        self.token = token
        self.port = port
        self.timeout = timeout
        self.connection: http.client.HTTPConnection | None = None

    def raw(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
        fields = dict(headers or {})
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        try:
            self.connection.request(method, path, body, fields)
            answer = self.connection.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            self.connection = None
            raise ConnectionError(str(error)) from error
        return answer.status, content

    def call(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """The answer's data. Throws `Refused`, or `ConnectionError`."""
        fields = dict(headers or {})
        content = None
        if isinstance(body, bytes):
            content = body
        elif body is not None:
            content = json.dumps(body).encode()
            fields["Content-Type"] = "application/json"
        status, text = self.raw(method, path, content, fields)
        value = json.loads(text)
        if not 200 <= status < 300:
            raise Refused(status, value)
        return dict(value["data"])

    def open_session(self, **fields: Any) -> Answer:
        return self.call("POST", "/v1/sessions", {"callType": "NewCustomer", "reference": os.urandom(8).hex()} | fields)

    def upload(self, session: str, kind: str, media_type: str, content: bytes) -> Answer:
        """Declares, sends and finishes."""
        base = f"/v1/sessions/{session}/uploads"
        declared = self.call("POST", base, declaration(kind, media_type, content))
        self.call("PATCH", f"{base}/{declared['id']}", content, piece_headers(0))
        return self.call("POST", f"{base}/{declared['id']}/finish")

    def wait_for_result(self, session: str, seconds: float = 120) -> Answer:
        result: Answer = {}

        def is_decided() -> bool:
            nonlocal result
            result = self.call("GET", f"/v1/sessions/{session}/result")
            return bool(result["state"] == "decided")

        wait_until(is_decided, seconds, 0.2)
        return result


def declaration(kind: str, media_type: str, content: bytes) -> Answer:
    digest = hashlib.sha256(content).hexdigest()
    return {"kind": kind, "mediaType": media_type, "size": len(content), "sha256": digest}


def piece_headers(offset: int) -> dict[str, str]:
    return {"Content-Type": "application/octet-stream", "Upload-Offset": str(offset)}


def png(grey: int = 0) -> bytes:
    """A picture of one pixel: evidence that takes no time to be found useless."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    pixel = zlib.compress(bytes([0, grey]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


def processor_time(process: int) -> float:
    """Seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    print(f"\n### {title}\n")
    for cells in (columns, ["---"] * len(columns), *rows):
        print("| " + " | ".join(cells) + " |", flush=True)


def finish(name: str, figures: Any, failures: list[str]) -> None:
    """Writes the figures; ends the script, with 1 when there were failures."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps({"figures": figures, "failures": failures}, indent=2, ensure_ascii=False) + "\n")
    for failure in failures:
        print(f"FAILED: {failure}")
    print("failed" if failures else "passed")
    sys.exit(1 if failures else 0)
