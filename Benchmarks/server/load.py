"""Requests over parallel connections that stay open, with the time of each. Used by the other scripts."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from office import quantile


@dataclass
class Load:
    """What came of it."""

    seconds: float = 0
    times: list[float] = field(default_factory=list)  # Milliseconds.
    statuses: dict[int, int] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    @property
    def p99(self) -> float:
        return quantile(self.times, 0.99)

    def count(self, status: int) -> None:
        self.statuses[status] = self.statuses.get(status, 0) + 1


class Connection:
    def __init__(self, port: int, source: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), 10, (source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.begun = 0.0

    def send(self, request: bytes) -> None:
        self.begun = time.perf_counter()
        self.socket.sendall(request)

    def read(self) -> int:
        """The status when the answer is complete, otherwise 0."""
        piece = self.socket.recv(65536)
        if not piece:
            raise ConnectionError("closed")
        self.received += piece
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return 0
        head = self.received[:end].lower()
        start = head.index(b"content-length:") + 15
        length = int(head[start : (head + b"\r\n").index(b"\r\n", start)])
        if len(self.received) < end + 4 + length:
            return 0
        status = int(self.received[9:12])
        self.received = b""
        return status


def request(method: str, path: str, body: bytes | None = None, token: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: check"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + (body or b"")


def run(port: int, make: Callable[[int], bytes], seconds: float, connections: int, pause: float = 0) -> Load:
    """One request after the other on each connection, each from an address of its own: some limits of
    rate are for each address, and clients have different ones. `make` gets the number of the request."""
    selector = selectors.DefaultSelector()
    load = Load()
    number = 0
    open_connections = [Connection(port, f"127.0.1.{1 + index}") for index in range(connections)]
    begun = time.perf_counter()
    for connection in open_connections:
        selector.register(connection.socket, selectors.EVENT_READ, connection)
        connection.send(make(number))
        number += 1
    waiting = connections
    while waiting:
        for key, _ in selector.select(10):
            connection = key.data
            status = connection.read()
            if status == 0:
                continue
            now = time.perf_counter()
            load.times.append((now - connection.begun) * 1000)
            load.count(status)
            if now - begun >= seconds:
                waiting -= 1
                selector.unregister(connection.socket)
                continue
            if pause:
                time.sleep(pause)
            connection.send(make(number))
            number += 1
    load.seconds = time.perf_counter() - begun
    for connection in open_connections:
        connection.socket.close()
    return load
