"""Cases for the console's checks: a running server is driven as an app would drive it, with specimen media."""

import hashlib
import json
import os
import subprocess
import time
import urllib.error
import urllib.request

STEPS = ["face", "smile", "turn-left"]
HOSTILE = "<img src=x onerror=\"window.hacked='%s'\"><script>window.hacked='%s'</script>"


class Refused(Exception):
    def __init__(self, status, code):
        super().__init__(f"{status} {code}")
        self.status, self.code = status, code


class Office:
    """Calls of a server under `address`."""

    def __init__(self, address):
        self.address = address
        self.admin = None

    def call(self, method, path, body=None, token=None, headers=None, raw=None):
        fields = dict(headers or {})
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
            fields["Content-Type"] = "application/json"
        if token:
            fields["Authorization"] = "Bearer " + token
        request = urllib.request.Request(self.address + path, data, fields, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.loads(answer.read())["data"]
        except urllib.error.HTTPError as error:
            text = error.read()
            code = json.loads(text).get("code", "") if text.startswith(b"{") else ""
            raise Refused(error.code, code) from None

    def sign_in(self, name, password):
        return self.call("POST", "/v1/login", {"name": name, "password": password})["token"]

    def prepare(self, password, people):
        """Settings with steps in a fixed order, so that one film fits all sessions; accounts; a program's token."""
        self.admin = self.sign_in("admin", password)
        now = self.call("GET", "/v1/admin/settings/NewCustomer", token=self.admin)
        settings = {
            "previous": now["version"], "steps": STEPS, "order": "fixed", "modules": now["modules"],
            "values": {}, "uploads": [], "recording": now["recording"], "times": now["times"], "look": now["look"],
        }
        self.call("PUT", "/v1/admin/settings/NewCustomer", settings, self.admin)
        for name, role, secret in people:
            self.call("POST", "/v1/admin/accounts", {"name": name, "role": role, "password": secret}, self.admin)
        client = self.call("POST", "/v1/admin/clients", {"name": "check-app"}, self.admin)
        self.token = self.call(
            "POST", "/v1/token", {"clientId": client["id"], "clientSecret": client["secret"]})["token"]

    def open(self, reference, **details):
        return self.call(
            "POST", "/v1/sessions", {"callType": "NewCustomer", "reference": reference, **details}, self.token)

    def upload(self, session, kind, path, media):
        with open(path, "rb") as file:
            content = file.read()
        upload = self.call(
            "POST", f"/v1/sessions/{session}/uploads",
            {"kind": kind, "mediaType": media, "size": len(content), "sha256": hashlib.sha256(content).hexdigest()},
            self.token)["id"]
        piece = 1 << 20
        for at in range(0, len(content), piece):
            self.call(
                "PATCH", f"/v1/sessions/{session}/uploads/{upload}", token=self.token, raw=content[at:at + piece],
                headers={"Upload-Offset": str(at), "Content-Type": "application/octet-stream"})
        self.call("POST", f"/v1/sessions/{session}/uploads/{upload}/finish", token=self.token)

    def decide(self, opened):
        self.call("POST", f"/v1/sessions/{opened['id']}/decision", {"nonce": opened["nonce"]}, self.token)

    def wait(self, session, seconds=600):
        for _ in range(seconds * 2):
            result = self.call("GET", f"/v1/sessions/{session}/result", token=self.token)
            if result["state"] == "decided":
                return result["decision"]["verdict"]
            time.sleep(0.5)
        raise TimeoutError(session)


def media(program, folder):
    """One specimen person's film and card, and a card whose sides do not say the same."""
    steps = ",".join(STEPS)
    for name, arguments in {
        "selfie": ["specimen", "selfie", "--seed", "11", "--steps", steps],
        "card": ["specimen", "card", "--scene", "--seed", "11"],
        "other": ["specimen", "card", "--scene", "--seed", "12", "--flaw", "sides-disagree"],
    }.items():
        target = os.path.join(folder, name)
        if not os.path.isdir(target):
            os.makedirs(target)
            subprocess.run([program, *arguments, "--out", target], check=True, stdout=subprocess.DEVNULL)
    return folder


def cases(office, folder):
    """Ids of cases by name, decided by the engine."""
    film = ("selfie_video", f"{folder}/selfie/selfie.mp4", "video/mp4")
    front = ("front", f"{folder}/card/front.jpg", "image/jpeg")
    back = ("back", f"{folder}/card/back.jpg", "image/jpeg")
    wanted = {
        "good": ([film, front, back], {"userName": "Özge", "surname": "Büyükçelebi"}),
        "other": (
            [film, ("front", f"{folder}/other/front.jpg", "image/jpeg"),
             ("back", f"{folder}/other/back.jpg", "image/jpeg")], {}),
        "half": ([film, front], {}),
        "hostile": ([front], {
            "userName": HOSTILE % ("name", "name"), "surname": HOSTILE % ("surname", "surname"),
            "email": HOSTILE % ("mail", "mail")}),
    }
    made = {}
    for name, (files, details) in wanted.items():
        reference = HOSTILE % ("ref", "ref") if name == "hostile" else f"REF-{name}-1042"
        opened = office.open(reference[:200], **details)
        path = f"/v1/sessions/{opened['id']}"
        office.call("POST", path + "/events", {"events": [
            {"name": "flow.opened", "at": int(time.time() * 1000) - 60000, "state": "started"},
            {"name": "face.capture", "at": int(time.time() * 1000) - 40000, "state": "finished",
             "detail": HOSTILE % ("event", "event") if name == "hostile" else "first attempt"},
        ]}, office.token)
        office.call("POST", path + "/face", {
            "challengeNonce": opened["challenge"]["nonce"],
            "steps": [{"step": step, "smile": 0.9} for step in STEPS], "isLive": True, "livenessScore": 0.98,
        }, office.token)
        for file in files:
            office.upload(opened["id"], *file)
        office.decide(opened)
        made[name] = opened["id"]
    for session in made.values():
        office.wait(session)
    return made
