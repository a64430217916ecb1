"""Cameras that are refused, missing, taken away or black; connections that break; states in which nothing can be done."""

import time

from harness import DESKTOP, agree, check, film, start, walk

TRACK = "document.querySelector('video').srcObject.getVideoTracks()[0]"


def trouble(tab, cause, timeout=20000):
    tab.page.wait_for_selector(f'.trouble[data-cause="{cause}"]', timeout=timeout)
    heading = tab.page.inner_text(".trouble h2")
    assert tab.page.evaluate("document.activeElement.textContent") == heading
    tab.until("(text) => window.told.some((told) => told.startsWith(text))", heading)


@check
def camera_refused_and_allowed_later(bench):
    session = bench.session(parts=("face",), frames_per_step=4)
    with bench.chromium(grants=False) as browser, bench.tab(session, browser=browser, grants=False) as tab:
        agree(tab)
        start(tab)
        trouble(tab, "refused")
        assert "allow the camera" in tab.page.inner_text(".trouble")
        bench.shot(tab, "camera-refused")
        tab.context.grant_permissions(["camera"])
        tab.view("result")


@check
def camera_missing(bench):
    with bench.chromium(camera=False) as browser:
        for size in [None, DESKTOP]:
            with bench.tab(bench.session(), browser=browser, **({"size": size} if size else {})) as tab:
                agree(tab)
                start(tab)
                trouble(tab, "missing")
                if size:
                    tab.page.wait_for_selector(".trouble .qr")
                bench.shot(tab, f"camera-missing-{'desktop' if size else 'phone'}")


@check
def camera_black(bench):
    dark = film(bench.media / "black.mjpeg", lambda pen, n: pen.rectangle([n, 0, n + 3, 3], fill=(12, 12, 12)))
    session = bench.session()
    with bench.chromium(video=dark) as browser, bench.tab(session, browser=browser) as tab:
        agree(tab)
        start(tab)
        begin = time.monotonic()
        trouble(tab, "black")
        assert time.monotonic() - begin < 6
        assert {"type": "background"} in session.texts
        bench.shot(tab, "camera-black")


@check
def dim_room_is_not_a_black_camera(bench):
    def room(pen, number):
        pen.rectangle([0, 0, 640, 480], fill=(9, 9, 9))
        pen.ellipse([250, 100 + number % 3, 400, 300], fill=(34, 30, 28))

    session = bench.session(frames_per_step=1000)
    with bench.chromium(video=film(bench.media / "dim.mjpeg", room)) as browser, bench.tab(session, browser=browser) as tab:
        agree(tab)
        start(tab)
        tab.page.wait_for_timeout(5000)
        causes = tab.page.evaluate("[...document.querySelectorAll('.trouble')].map((panel) => panel.dataset.cause)")
        assert causes == [], causes


@check
def camera_busy_then_free(bench):
    script = """
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      let tries = 0;
      navigator.mediaDevices.getUserMedia = (wish) =>
        tries++ === 0 ? Promise.reject(new DOMException('in use', 'NotReadableError')) : open(wish);"""
    session = bench.session(parts=("face",), frames_per_step=4)
    with bench.tab(session, script=script) as tab:
        agree(tab)
        start(tab)
        trouble(tab, "busy")
        tab.page.click(".trouble button.primary")
        tab.view("result")


@check
def browser_without_camera_functions(bench):
    script = "Object.defineProperty(navigator, 'mediaDevices', {value: undefined});"
    with bench.tab(bench.session(), script=script) as tab:
        agree(tab)
        start(tab)
        trouble(tab, "unsupported")


@check
def camera_taken_away_and_started_again(bench):
    session = bench.session(parts=("face",), frames_per_step=12)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.until("window.told.includes('Smile')")
        tab.page.evaluate(f"const track = {TRACK}; track.stop(); track.dispatchEvent(new Event('ended'))")
        trouble(tab, "ended")
        done = session.done
        assert done >= 1
        tab.page.click(".trouble button.primary")
        tab.view("result")
        assert tab.told().count("Look straight into the camera") <= 2


@check
def camera_paused_by_a_call_goes_on_by_itself(bench):
    session = bench.session(parts=("face",), frames_per_step=12)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.until("window.told.includes('Smile')")
        tab.page.evaluate(f"{TRACK}.dispatchEvent(new Event('mute'))")
        trouble(tab, "muted")
        tab.page.wait_for_timeout(400)
        frames = len(session.frames)
        tab.page.wait_for_timeout(800)
        assert len(session.frames) == frames, "frames are sent while the camera is paused"
        tab.page.evaluate(f"{TRACK}.dispatchEvent(new Event('unmute'))")
        tab.view("result")


def loses_the_network(bench, seconds):
    session = bench.session(parts=("face",), frames_per_step=10)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.until("window.told.includes('Close your eyes')")
        session.refuses = True
        bench.office.close_sockets(session)
        tab.page.wait_for_selector(".banner:not([hidden])")
        assert "Connection lost" in tab.page.inner_text(".banner")
        tab.page.wait_for_timeout(seconds * 1000)
        if seconds > 20:
            assert "There is no connection" in tab.page.inner_text(".banner")
        bench.shot(tab, f"network-lost-{seconds}")
        session.refuses = False
        session.parts["face"] = "todo"
        tab.view("result")
        told = tab.told()
        assert told.count("Smile") == 1, f"a step that was done was asked for again: {told}"
        assert any(text.startswith("Connected again") for text in told)
        assert len(session.hellos) == 2


@check
def network_lost_for_5_seconds_keeps_the_steps(bench):
    loses_the_network(bench, 5)


@check
def network_lost_for_60_seconds_keeps_the_steps(bench):
    loses_the_network(bench, 60)


@check
def dead_connection_is_left(bench):
    session = bench.session(parts=("face",), answers=False, frames_per_step=4)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.page.wait_for_selector(".count:not([hidden])")
        tab.page.wait_for_selector(".banner:not([hidden])", timeout=14000)
        session.answers = True
        tab.view("result")
        assert len(session.hellos) == 2


@check
def server_that_fails_again_and_again(bench):
    session = bench.session()
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        # On a busy machine a picture may be answered before the socket is closed, which counts as working again.
        closed = 0
        while tab.page.get_attribute("body", "data-view") != "end" and closed < 30:
            if len(session.hellos) > closed:
                closed = len(session.hellos)
                bench.office.close_sockets(session, 4500)
            tab.page.wait_for_timeout(20)
        tab.view("end")
        assert "on our side" in tab.page.inner_text("h1")
        tab.page.click("main button.primary")
        tab.view("intro")


@check
def newest_tab_wins_and_can_be_taken_back(bench):
    session = bench.session(parts=("face",), frames_per_step=1000)
    with bench.tab(session) as first:
        agree(first)
        start(first)
        first.page.wait_for_selector(".count:not([hidden])")
        with bench.tab(session) as second:
            second.view("intro")
            start(second)
            first.view("elsewhere")
            bench.shot(first, "elsewhere")
            first.page.click("main button.primary")
            first.view("intro")
            start(first)
            second.view("elsewhere")
            session.frames_per_step = 3
            first.view("result")
            second.view("result")


@check
def failed_step_can_be_tried_again(bench):
    session = bench.session(parts=("face",), frames_per_step=6, fail_at=1)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        panel = tab.page.locator('.cover[data-cause="failed"]')
        panel.wait_for()
        text = panel.inner_text()
        assert "not done in time" in text and "Attempts left: 2" in text
        bench.shot(tab, "failed")
        panel.locator("button.primary").click()
        tab.view("result")
        assert {"type": "retry"} in session.texts


@check
def failed_for_good_is_read_before_it_goes_on(bench):
    session = bench.session(parts=("face", "front"), frames_per_step=4, fail_at=1, can_retry=False)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        panel = tab.page.locator('.cover[data-cause="failed"]')
        panel.wait_for()
        tab.page.wait_for_timeout(1000)
        assert "no attempts left" in panel.inner_text()
        panel.locator("button.primary").click()
        tab.view("intro")
        assert "identity card" in tab.page.inner_text("h1")


@check
def connection_lost_while_reading_why_it_failed_burns_no_attempt(bench):
    session = bench.session(parts=("face",), frames_per_step=4, fail_at=1)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        panel = tab.page.locator('.cover[data-cause="failed"]')
        panel.wait_for()
        frames = len(session.frames)
        bench.office.close_sockets(session)
        tab.page.wait_for_timeout(3000)
        assert len(session.hellos) == 2 and panel.is_visible()
        assert len(session.frames) - frames <= 2, "it began anew without being asked"
        panel.locator("button.primary").click()
        tab.view("result")


@check
def hidden_page_pauses_and_goes_on(bench):
    script = """
      let isHidden = false;
      Object.defineProperty(document, 'hidden', {get: () => isHidden});
      window.hide = (value) => { isHidden = value; document.dispatchEvent(new Event('visibilitychange')); };"""
    session = bench.session(parts=("face",), frames_per_step=12)
    with bench.tab(session, script=script) as tab:
        agree(tab)
        start(tab)
        tab.until("window.told.includes('Smile')")
        tab.page.evaluate("window.hide(true)")
        tab.page.wait_for_timeout(300)
        frames = len(session.frames)
        assert {"type": "background"} in session.texts
        tab.page.wait_for_timeout(1000)
        assert len(session.frames) == frames
        tab.page.evaluate("window.hide(false)")
        tab.until("window.told.some((text) => text.startsWith('You left this page'))")
        tab.view("result")


@check
def turning_the_phone_mid_step(bench):
    session = bench.session(parts=("face", "front"), frames_per_step=14)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.until("window.told.includes('Smile')")
        tab.page.set_viewport_size({"width": 844, "height": 390})
        tab.page.wait_for_timeout(300)
        for selector in [".oval", ".instruction", ".leave", ".tools button"]:
            box = tab.page.locator(selector).first.bounding_box()
            assert box["x"] >= 0 and box["y"] >= 0, (selector, box)
            assert box["x"] + box["width"] <= 844 and box["y"] + box["height"] <= 391, (selector, box)
        tab.view("intro")
        assert session.parts["face"] == "done" and len(session.hellos) == 1


@check
def desktop_follows_the_phone(bench):
    session = bench.session(parts=("face",), frames_per_step=25)
    with bench.tab(session, DESKTOP) as desktop, bench.tab(session) as phone:
        desktop.page.wait_for_selector(".qr")
        agree(phone)
        desktop.view("follow")
        bench.shot(desktop, "follow")
        start(phone)
        phone.view("result")
        desktop.view("result")


@check
def links_that_cannot_be_used(bench):
    for state, words in [("expired", "expired"), ("closed", "closed")]:
        with bench.tab(bench.session(state=state)) as tab:
            tab.view("end")
            assert words in tab.page.inner_text("h1")
    with bench.tab() as tab:
        tab.page.goto(f"{bench.office.origin}/capture/nobody")
        tab.view("end")
        assert "not valid" in tab.page.inner_text("h1")


@check
def server_away_at_the_beginning(bench):
    session = bench.session(extra={"down": True})
    with bench.tab(session) as tab:
        tab.view("offline")
        session.extra = {}
        tab.view("consent")


@check
def declined_with_reasons_and_a_way_back(bench):
    session = bench.session(parts=("face",), frames_per_step=3, extra={"returnUrl": "https://bank.example/back?id=1"})
    session.verdict = {"verdict": "declined", "reasons": [
        {"code": "document_expired", "message": "The document has expired."}, {"code": "screen_replay", "message": "A screen was seen."},
        {"code": "loopedVideo", "message": "It was a film."}]}
    with bench.tab(session, query="?lang=es") as tab:
        walk(tab, ("face",))
        text = tab.page.inner_text(".reasons")
        assert "El documento ha caducado" in text
        assert text.count("No se pudo confirmar") == 1, "what has no words is told once, in general"
        assert "screen" not in text and "film" not in text, "signs of an attack are not told"
        assert tab.page.get_attribute("a.button", "href") == "https://bank.example/back?id=1"
        bench.shot(tab, "declined")


@check
def way_back_never_runs_a_script(bench):
    for address in ["javascript:alert(1)", "data:text/html,x", "JAVASCRIPT://%0aalert(1)"]:
        session = bench.session(state="completed", result={"verdict": "review", "reasons": []}, extra={"returnUrl": address})
        with bench.tab(session) as tab:
            tab.view("result")
            assert tab.page.locator("a.button").count() == 0
