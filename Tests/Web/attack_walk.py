"""Attacks in front of the capture page: Chromium's pretended camera shows a specimen attack that answers just the challenge that
was drawn, and the case has to be declined for its reason.

    .build/web-checks/bin/python Tests/Web/attack_walk.py [--bonafide BINARY] [--seed N] [--kinds LIST]

The first try decides: whether it passed or failed, the app asks for the decision, and the judge looks at what was kept. A genuine
specimen comes first, so that nothing is declined for the wiring's sake. Specimens prove wiring, never accuracy.
"""

import argparse
import os
import pathlib
import sys
import time

from real_walk import MEDIA, ROOT, capture, run, tab, with_settings
from office import Server
from playwright.sync_api import sync_playwright

# One of these has to be among the reasons; none where the attack is known to pass.
EXPECTED = {
    "still": {"still_picture", "frozen_frames", "step_timeout"},
    "waved-photo": {"planar_motion"},
    "print-cutout": {"planar_motion", "rigid_face"},
    "bent-photo": {"planar_motion"},
    "replay-monitor": {"screen_replay"},
    "replay-tablet": {"screen_replay"},
    "replay-full": {"screen_replay"},
    "looped": {"looped_video"},
    "face-swap": {"face_switched"},
    "second-person": {"second_face", "several_faces"},
}


def film(bonafide, kind, steps, seed):
    clip, shown = MEDIA / f"attack-{kind}.mp4", MEDIA / f"attack-{kind}.mjpeg"
    what = ["selfie"] if kind == "genuine" else ["attack", "--kind", kind]
    run(bonafide, "specimen", *what, "--out", clip, "--seed", seed, "--steps", ",".join(steps))
    run("ffmpeg", "-y", "-v", "error", "-i", clip, "-q:v", "2", shown)
    return shown


def ended(admin, session):
    """How the first try ended, from the case's audit chain."""
    audit = admin.call("GET", f"/v1/review/sessions/{session}/audit")
    actions = [entry["action"] for entry in audit["entries"]]
    return next((action for action in actions if action in ("capture.passed", "capture.failed")), None)


def attempt(playwright, server, app, bonafide, kind, seed):
    opened = server.api(app).open_session()
    session = opened["id"]
    link = server.api(app).call("POST", f"/v1/sessions/{session}/capture-link", {"language": "tr"})
    steps = server.api(link["token"]).call("GET", "/v1/capture")["steps"]
    shown = film(bonafide, kind, steps, seed)
    admin = server.admin().token
    with tab(playwright, shown, f"http://127.0.0.1:{server.port}{link['path']}") as one:
        capture(one, "face", None)
        end = time.monotonic() + 120
        while not (live := ended(server.api(admin), session)):
            assert time.monotonic() < end, f"{kind}: nothing came of it; told {one.told()}"
            one.page.wait_for_timeout(300)
    client = server.api(app)
    state = client.call("GET", f"/v1/sessions/{session}")
    if state["status"] == "Ready":
        nonce = client.call("POST", f"/v1/sessions/{session}/nonces")["nonce"]
        client.call("POST", f"/v1/sessions/{session}/decision", {"nonce": nonce})
    decision = server.api(app).wait_for_result(session)["decision"]
    return live, decision["verdict"], [reason["code"] for reason in decision["reasons"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bonafide", type=pathlib.Path, default=ROOT / ".build/release/bonafide")
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--kinds", default=",".join(EXPECTED))
    wish = parser.parse_args()
    MEDIA.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("BONAFIDE_WEB", str(ROOT / "Sources/BackOffice/Resources/Web"))
    failed = 0
    with Server(wish.bonafide) as server, sync_playwright() as playwright:
        with_settings(server.admin(), ["face"], {})
        app = server.client(server.admin()).token
        for kind in ["genuine", *wish.kinds.split(",")]:
            live, verdict, reasons = attempt(playwright, server, app, wish.bonafide, kind, wish.seed)
            if kind == "genuine":
                holds = live == "capture.passed" and verdict == "approved"
            else:
                holds = verdict == "declined" and bool(EXPECTED[kind] & set(reasons))
            failed += not holds
            print(f"{'holds' if holds else 'FAILS'}: {kind}: live {live}, judged {verdict} {','.join(reasons)}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
