"""The nginx example of Documentation/Operations.md, in front of a server: TLS, uploads, limits, WebSockets.

usage: python3 Benchmarks/server/proxy.py [--bonafide PROGRAM] [--http-check PROGRAM] [--rest 0]

Takes the example as it stands; only ports and certificate are exchanged. Through it a client signs in, uploads
5 MB in pieces, and gets them back whole. /metrics, open to this machine, must be closed to the proxy's
clients. Then one address floods POST /v1/token, also with X-Forwarded-For of its own, while another one asks
now and then: the other is refused without --trusted-proxies, and not with it. `serve` has no WebSocket
route, so that upgrades are tried with the test server http-check, when it is there. With --rest a connection of nginx
rests for so many seconds before the next POST. Skipped without nginx.
"""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from office import API, PIECE_BYTES, ROOT, Server, arguments, declaration, finish, free_port, piece_headers, table
from office import wait_until

def example() -> str:
    """The first indented block of the section."""
    section = (ROOT / "Documentation/Operations.md").read_text().split("## Behind nginx\n")[1].split("\n## ")[0]
    lines = section.strip("\n").split("\n")
    end = next(index for index, line in enumerate(lines) if line and not line.startswith("    "))
    return "\n".join(line[4:] for line in lines[:end])


class Nginx:
    """In front of a port of this machine."""

    def __init__(self, behind: int) -> None:
        self.behind = behind
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="bonafide-nginx-"))

    def __enter__(self) -> Nginx:
        certificate, key = self.folder / "kyc.pem", self.folder / "kyc.key"
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        command += ["-subj", "/CN=kyc.example.org", "-addext", "subjectAltName=DNS:kyc.example.org,IP:127.0.0.1"]
        subprocess.run([*command, "-out", certificate, "-keyout", key], check=True, capture_output=True)
        text = example()
        for old, new in [
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;"),
            ("127.0.0.1:8080", f"127.0.0.1:{self.behind}"),
            ("/etc/ssl/kyc.pem", str(certificate)),
            ("/etc/ssl/kyc.key", str(key)),
        ]:
            if text.count(old) != 1:
                sys.exit(f"the example has {text.count(old)} times {old}")
            text = text.replace(old, new)
        (self.folder / "example.conf").write_text(text)
        names = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f"{name}_temp_path {self.folder}/{name};\n" for name in names)
        (self.folder / "nginx.conf").write_text(
            f"{'user root;' if os.geteuid() == 0 else ''} daemon off; pid {self.folder}/pid;\n"
            f"error_log {self.folder}/error.log; events {{}}\n"
            f"http {{ access_log off;\n{paths}include {self.folder}/example.conf; }}\n"
        )
        command = ["nginx", "-c", str(self.folder / "nginx.conf"), "-p", str(self.folder)]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        if checked.returncode:
            sys.exit(f"nginx does not take the example:\n{checked.stderr}")
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self.context = ssl.create_default_context(cafile=str(certificate))
        if not wait_until(self.is_open, 10):
            sys.exit(f"nginx does not start:\n{(self.folder / 'error.log').read_text()}")
        return self

    def is_open(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def errors(self) -> list[str]:
        return (self.folder / "error.log").read_text().splitlines()

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, source: str = "127.0.0.1") -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.port), 30, (source, 0))
        return self.context.wrap_socket(plain, server_hostname="kyc.example.org")


class ProxiedAPI(API):
    """Over nginx, from an address of choice; the certificate is checked."""

    def __init__(self, nginx: Nginx, token: str = "", source: str = "127.0.0.1") -> None:
        super().__init__(nginx.port, token)
        self.nginx = nginx
        self.source = source

    def raw(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, bytes]:
        if self.connection is None:
            self.connection = http.client.HTTPSConnection(
                "127.0.0.1", self.port, timeout=30, source_address=(self.source, 0), context=self.nginx.context
            )
        return super().raw(method, path, body, headers)


def use(server: Server, nginx: Nginx, rest: float) -> list[str]:
    """A client's work through the proxy."""
    failures = []
    login = {"name": "admin", "password": server.password}
    admin = ProxiedAPI(nginx, ProxiedAPI(nginx).call("POST", "/v1/login", login)["token"])
    added = server.add_client(admin, f"proxied-{os.urandom(4).hex()}")
    wish = {"clientId": added["id"], "clientSecret": added["secret"]}
    client = ProxiedAPI(nginx, ProxiedAPI(nginx).call("POST", "/v1/token", wish)["token"])
    session = client.open_session()["id"]
    content = os.urandom(5_000_000)
    base = f"/v1/sessions/{session}/uploads"
    upload = client.call("POST", base, declaration("selfie_video", "video/mp4", content))["id"]
    for start in range(0, len(content), PIECE_BYTES):
        client.call("PATCH", f"{base}/{upload}", content[start : start + PIECE_BYTES], piece_headers(start))
    evidence = client.call("POST", f"{base}/{upload}/finish")["evidence"]
    status, back = admin.raw("GET", f"/v1/review/sessions/{session}/evidence/{evidence}")
    if status != 200 or back != content:
        failures.append(f"evidence comes back with {status} and {len(back)} of {len(content)} bytes")
    statuses = ProxiedAPI(nginx).raw("GET", "/metrics")[0], server.api().raw("GET", "/metrics")[0]
    if statuses != (401, 200):
        failures.append(f"/metrics without a token is answered {statuses[0]} over the proxy, {statuses[1]} without")
    if rest:
        time.sleep(rest)
        ProxiedAPI(nginx, client.token).open_session()
    if nginx.errors():
        failures.append(f"nginx complains: {nginx.errors()[-1]}")
    return failures


def flood(nginx: Nginx, source: str, count: int) -> Counter[int]:
    """Statuses of pipelined requests, half of them with another address in X-Forwarded-For."""
    statuses: Counter[int] = Counter()

    def one() -> None:
        forged = "".join(f"X-Forwarded-For: 10.0.0.{index}\r\n" for index in range(2))
        request = "POST /v1/token HTTP/1.1\r\nHost: kyc.example.org\r\nContent-Type: application/json\r\n"
        requests = [f"{request}{forged if index % 2 else ''}Content-Length: 0\r\n\r\n" for index in range(count)]
        requests.append("GET /healthz HTTP/1.1\r\nHost: kyc.example.org\r\nConnection: close\r\n\r\n")
        with nginx.connect(source) as connection:
            threading.Thread(target=connection.sendall, args=["".join(requests).encode()], daemon=True).start()
            answers = b""
            while piece := connection.recv(65536):
                answers += piece
        for part in answers.split(b"HTTP/1.1 ")[1:-1]:
            statuses[int(part[:3])] += 1

    threads = [threading.Thread(target=one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return statuses


def limits(nginx: Nginx) -> tuple[Counter[int], Counter[int]]:
    """Statuses of the address that floods, and of another one meanwhile."""
    flooded: Counter[int] = Counter()
    other: Counter[int] = Counter()
    flooding = threading.Thread(target=lambda: flooded.update(flood(nginx, "127.0.0.2", 900)))
    flooding.start()
    api = ProxiedAPI(nginx, source="127.0.0.3")
    while flooding.is_alive():
        other[api.raw("POST", "/v1/token", b"", {"Content-Type": "application/json"})[0]] += 1
        time.sleep(0.02)
    flooding.join()
    return flooded, other


def upgrade(nginx: Nginx) -> str:
    """A fault, or nothing. RFC 6455: handshake with its sample key, one masked text, its echo."""
    lines = ["GET /ws HTTP/1.1", "Host: kyc.example.org", "Upgrade: websocket", "Connection: Upgrade"]
    lines += ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", ""]
    with nginx.connect() as connection:
        connection.sendall("\r\n".join(lines).encode())
        head = connection.recv(4096)
        if not head.startswith(b"HTTP/1.1 101") or b"s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" not in head:
            return f"the upgrade is answered {head.splitlines()[0].decode()}"
        mask = bytes([1, 2, 3, 4])
        text = b"through the proxy"
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(text))
        connection.sendall(bytes([0x81, 0x80 | len(text)]) + mask + masked)
        echo = connection.recv(4096)
        return "" if echo == bytes([0x81, len(text)]) + text else f"the echo is {echo!r}"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--http-check", type=Path, default=ROOT / ".build/release/http-check")
    parser.add_argument("--rest", type=float, default=0)
    options = parser.parse_args()
    if shutil.which("nginx") is None:
        print("skipped: no nginx")
        sys.exit(0)
    failures: list[str] = []
    rows: list[list[str]] = []
    for trusted in (True, False):
        more = ["--trusted-proxies", "127.0.0.1"] if trusted else []
        with Server(options.bonafide, more=more) as server, Nginx(server.port) as nginx:
            failures += use(server, nginx, options.rest if trusted else 0)
            flooded, other = limits(nginx)
            name = "with --trusted-proxies" if trusted else "without"
            rows.append([name, str(dict(flooded)), str(dict(other))])
            if not flooded[429]:
                failures.append(f"{name}: nobody was refused, this is no flood")
            elif trusted == bool(other[429]):
                failures.append(f"{name}: the other address was refused {other[429]} times")
            if any(status >= 500 for status in flooded | other):
                failures.append(f"{name}: answers {dict(flooded | other)}")
    if options.http_check.is_file():
        port = free_port()
        process = subprocess.Popen([str(options.http_check), str(port)], stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            process.stdout.readline()
            with Nginx(port) as nginx:
                fault = upgrade(nginx)
                rows.append(["WebSocket", fault or "echo", ""])
                if fault:
                    failures.append(fault)
        finally:
            process.terminate()
            process.wait(10)
    else:
        rows.append(["WebSocket", f"skipped: no {options.http_check.name}", ""])
    table("Behind nginx", ["", "who floods is answered", "the other address"], rows)
    finish("server-proxy", rows, failures)


if __name__ == "__main__":
    main()
