#!/usr/bin/env python3
"""Kills a back office again and again while clients upload and ask for decisions.

usage: office-kill-check.py path/to/office-check [cases] [kills]

Checks that nothing that was acknowledged is lost, that what is served is whole, and that every case ends.
"""
import hashlib
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

PROGRAM = sys.argv[1]
CASES = int(sys.argv[2]) if len(sys.argv) > 2 else 200
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 12
PORT = 18500 + random.randrange(400)
FOLDER = tempfile.mkdtemp(prefix="office-kill-")


class Server:
    def __init__(self):
        self.admin = ""
        self.start()
        self.client, self.secret = self.about["client"], self.about["secret"]

    def start(self):
        self.process = subprocess.Popen([PROGRAM, FOLDER, str(PORT)], stdout=subprocess.PIPE, text=True)
        self.about = json.loads(self.process.stdout.readline())
        self.admin = self.admin or self.about["admin"]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def call(method, path, body=None, raw=None, token=None, fields=None):
    """Asks until somebody answers; a refusal is an exception."""
    data = raw if raw is not None else (json.dumps(body).encode() if body is not None else None)
    head = {"Content-Type": "application/octet-stream" if raw is not None else "application/json", **(fields or {})}
    if token:
        head["Authorization"] = "Bearer " + token
    deadline = time.time() + 90
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
            connection.request(method, path, data, head)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status in (503, 504) or b'"in_flight"' in content:
                raise OSError("busy")
            if answer.status >= 300:
                raise RuntimeError(f"{method} {path}: {answer.status} {content[:200]}")
            return json.loads(content)["data"] if answer.getheader("Content-Type") == "application/json" else content
        except (OSError, http.client.HTTPException):
            if time.time() > deadline:
                raise
            time.sleep(0.1)


def key():
    return {"Idempotency-Key": os.urandom(16).hex()}


def case(number, token, done, faults):
    try:
        content = os.urandom(random.randrange(1, 400_000))
        session = call("POST", "/v1/sessions", {"callType": "NewCustomer", "reference": f"case-{number}"},
                       token=token, fields=key())
        path = f"/v1/sessions/{session['id']}"
        upload = call("POST", path + "/uploads", {
            "kind": "front", "mediaType": "image/png", "size": len(content),
            "sha256": hashlib.sha256(content).hexdigest()}, token=token, fields=key())
        place = path + "/uploads/" + upload["id"]
        for start in range(0, len(content), 100_000):
            call("PATCH", place, raw=content[start:start + 100_000], token=token,
                 fields={"Upload-Offset": str(start)})
        evidence = call("POST", place + "/finish", token=token)["evidence"]
        call("POST", path + "/decision", {"nonce": session["nonce"]}, token=token, fields=key())
        done.append((session["id"], evidence, content))
    except Exception as fault:  # noqa: BLE001
        faults.append(f"case {number}: {fault}")


def main():
    server = Server()
    token = call("POST", "/v1/token", {"clientId": server.client, "clientSecret": server.secret})["token"]
    done, faults, numbers = [], [], list(range(CASES))

    def work():
        while numbers:
            try:
                number = numbers.pop()
            except IndexError:
                return
            case(number, token, done, faults)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    kills = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(random.uniform(0.3, 2.5))
        if kills < KILLS:
            server.kill()
            server.start()
            kills += 1
    admin = call("POST", "/v1/login", {"name": "admin", "password": server.admin})["token"]
    deadline = time.time() + 240
    open_cases = {session for session, _, _ in done}
    while open_cases and time.time() < deadline:
        for session in list(open_cases):
            if call("GET", f"/v1/sessions/{session}/result", token=token)["state"] == "decided":
                open_cases.discard(session)
        time.sleep(0.5)
    if open_cases:
        faults.append(f"{len(open_cases)} cases have not ended")
    for session, evidence, content in done:
        if call("GET", f"/v1/review/sessions/{session}/evidence/{evidence}", token=admin) != content:
            faults.append(f"{session}: the content is another one")
        decisions = call("GET", f"/v1/review/sessions/{session}", token=admin)["decisions"]
        if len(decisions) != 1:
            faults.append(f"{session}: {len(decisions)} decisions")
    audit = call("POST", "/v1/admin/audit/verify", token=admin)
    if not audit["isIntact"]:
        faults.append("an audit chain is broken")
    server.process.terminate()
    server.process.wait()
    left = [name for name in os.listdir(FOLDER + "/judging")] if os.path.isdir(FOLDER + "/judging") else []
    print(f"{len(done)} cases, {kills} kills, {audit['chains']} chains, {len(left)} folders left, {len(faults)} faults")
    for fault in faults[:20]:
        print(fault)
    sys.exit(1 if faults else 0)


main()
