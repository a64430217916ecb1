"""The capture page against the real server: a specimen person and a specimen card in front of Chromium's pretended camera.

    .build/web-checks/bin/python Tests/Web/real_walk.py [--bonafide BINARY] [--seed N] [--shots FOLDER]

The pretended camera plays one film for as long as a browser lives. So each part is captured in a browser of its own, as if
the person went on with another device each time. Specimens prove wiring, never accuracy.
"""

import argparse
import contextlib
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "Benchmarks/server")]

from browser import DESKTOP, PHONE, ROOT, Tab, chromium  # noqa: E402
from office import Server  # noqa: E402
from playwright.sync_api import TimeoutError, sync_playwright  # noqa: E402

MEDIA = ROOT / ".build/web-media"


def run(*command):
    subprocess.run([str(part) for part in command], check=True, capture_output=True)


def selfie(bonafide, steps, seed):
    """The specimen person who does the steps, as a film for the camera."""
    clip, film = MEDIA / "walk.mp4", MEDIA / "walk.mjpeg"
    run(bonafide, "specimen", "selfie", "--out", clip, "--seed", seed, "--steps", ",".join(steps))
    run("ffmpeg", "-y", "-v", "error", "-i", clip, "-q:v", "3", film)
    return film


def card(side):
    """A side of the specimen card, held still but for the noise of a camera."""
    film = MEDIA / f"{side}.mjpeg"
    run("ffmpeg", "-y", "-v", "error", "-loop", "1", "-i", MEDIA / f"{side}.jpg", "-t", "4", "-r", "15", "-vf",
        "scale=1280:-2,crop=1280:min(ih\\,960),noise=alls=4:allf=t", "-q:v", "3", film)
    return film


def moved(bonafide, kind, element, seed):
    """The specimen card that is tilted under lamps, or touched."""
    folder, film = MEDIA / kind, MEDIA / f"{kind}.mjpeg"
    run(bonafide, "specimen", "card-film", "--kind", kind, "--out", folder, "--seed", seed, "--width", 960,
        *(["--element", element] if element else []))
    # To and fro, so that nothing jumps when the camera plays it again.
    run("ffmpeg", "-y", "-v", "error", "-i", folder / "film.mp4", "-filter_complex",
        "[0]split[a][b];[b]reverse[c];[a][c]concat", "-q:v", "3", film)
    return film


def with_settings(admin, modules, values):
    """A new version of the flow's settings."""
    now = admin.call("GET", "/v1/admin/settings/NewCustomer")
    kept = ["steps", "order", "recording", "times", "look"]
    admin.call("PUT", "/v1/admin/settings/NewCustomer", {key: now[key] for key in kept} | {
        "previous": now["version"], "modules": modules, "values": values, "uploads": []})


@contextlib.contextmanager
def tab(playwright, film, address, size=PHONE, language="tr"):
    with chromium(playwright, video=film) as browser:
        one = Tab(browser, size, language)
        one.page.goto(address)
        yield one
        assert not one.errors, one.errors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bonafide", type=pathlib.Path, default=ROOT / ".build/release/bonafide")
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--desktop", action="store_true")
    parser.add_argument("--language", default="tr", choices=["tr", "en", "pt", "es"])
    parser.add_argument("--kill", action="store_true", help="kill the server in the middle of the face, and start it again")
    parser.add_argument("--films", action="store_true", help="also tilt and touch the card")
    wish = parser.parse_args()
    MEDIA.mkdir(parents=True, exist_ok=True)
    if wish.shots:
        wish.shots.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("BONAFIDE_WEB", str(ROOT / "Sources/BackOffice/Resources/Web"))
    run(wish.bonafide, "specimen", "card", "--scene", "--out", MEDIA, "--seed", wish.seed)
    with Server(wish.bonafide) as server, sync_playwright() as playwright:
        admin = server.admin()
        # The film goes on while the server is away, and shows each movement once in its 22 s.
        values = {"liveness.timeout.gesture": 60} if wish.kill else {}
        with_settings(admin, ["face", "document"] + (["hologram", "conceal"] if wish.films else []), values)
        app = server.client(server.admin())
        opened = app.open_session()
        session, element = opened["id"], opened["challenge"].get("element")
        link = app.call("POST", f"/v1/sessions/{session}/capture-link", {"language": wish.language, "returnUrl": "https://bank.example/"})
        address = f"http://127.0.0.1:{server.port}{link['path']}"
        # A connection of its own for each call: those that wait are closed by the server.
        ask = lambda: server.api(link["token"]).call("GET", "/v1/capture")  # noqa: E731
        state = ask()
        print("steps:", ",".join(state["steps"]), "| parts:", ",".join(part["name"] for part in state["parts"]))
        for part in [part["name"] for part in state["parts"]]:
            if part == "face":
                film = selfie(wish.bonafide, state["steps"], wish.seed)
            elif part in ("front", "back"):
                film = card(part)
            else:
                film = moved(wish.bonafide, *(("hologram", None) if part == "hologram" else ("conceal", element)), wish.seed)
            with tab(playwright, film, address, DESKTOP if wish.desktop else PHONE, wish.language) as one:
                begin = capture(one, part, wish.shots)
                assert one.page.get_attribute("html", "lang") == wish.language
                # The server knows when the part is done; what the page shows then depends on what is left.
                end = time.monotonic() + 150
                shots = wants = False
                while ask()["parts"][names(state).index(part)]["state"] != "done":
                    assert time.monotonic() < end, f"{part}: not done; told {one.told()}"
                    one.page.wait_for_timeout(200)
                    if part == "face" and wish.kill and one.page.locator(".ring-filled[style*=visible]").count() >= 3:
                        wish.kill = False
                        server.kill()
                        one.page.wait_for_selector(".banner:not([hidden])")
                        shot(one, wish.shots, "real-killed")
                        server.start()
                    if part in ("front", "back") and not wants and time.monotonic() - begin > 20:
                        # As the page says to a person whose card is not taken by itself, for glare for example.
                        wants = True
                        assert wish.language != "tr" or "çek” düğmesine basın" in one.page.inner_text(".hint")
                        one.page.click(".tools .button")
                    if part == "face" and not shots and one.page.locator(".ring-filled[style*=visible]").count() >= 3:
                        shots = True
                        shot(one, wish.shots, "real-face-later")
                print(f"{part}: done after {time.monotonic() - begin:.1f} s; told {one.told()}")
                if part == names(state)[-1]:
                    with contextlib.suppress(TimeoutError):
                        one.page.wait_for_selector('body[data-view="result"]', timeout=90000)
                    assert one.page.get_attribute("body", "data-view") == "result", one.page.inner_text("body")
                    verdict = one.page.get_attribute("[data-verdict]", "data-verdict")
                    print(f"result: {verdict}: {one.page.inner_text('main')!r}")
                    shot(one, wish.shots, "real-result")
                    assert one.page.get_attribute("a.button", "href") == "https://bank.example/"
                    decided = server.api(app.token).wait_for_result(session)
                    assert decided["decision"]["verdict"] == verdict, decided


def names(state):
    return [part["name"] for part in state["parts"]]


def capture(one, part, shots):
    one.page.wait_for_selector('body[data-view="consent"], body[data-view="intro"]')
    if one.page.get_attribute("body", "data-view") == "consent":
        shot(one, shots, "real-consent")
        one.page.check("#agree")
        one.page.click("button[type=submit]")
        one.view("intro")
    shot(one, shots, f"real-{part}-intro")
    begin = time.monotonic()
    one.page.click("main button.primary")
    one.page.wait_for_timeout(1500)
    shot(one, shots, f"real-{part}")
    return begin


def shot(one, folder, name):
    if folder:
        one.page.screenshot(path=str(folder / f"{name}.png"))


if __name__ == "__main__":
    main()
