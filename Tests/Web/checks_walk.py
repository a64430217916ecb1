"""The whole way, and what goes over the wire meanwhile."""

import io

from harness import DESKTOP, PHONE, agree, check, film, start, walk
from PIL import Image

ALL = ("face", "front", "back", "hologram", "touch")


def walks(bench, size, language, told):
    session = bench.session(parts=ALL, extra={
        "touchElement": "crescent", "touchArea": {"x": 0.7, "y": 0.1, "width": 0.18, "height": 0.25}})
    with bench.tab(session, size, query=f"?lang={language}") as tab:
        walk(tab, ALL)
        assert tab.page.get_attribute("html", "lang") == language
        assert tab.page.inner_text("h1") == told
        bench.shot(tab, f"result-{size['viewport']['width']}-{language}")
    assert [hello["part"] for hello in session.hellos] == list(ALL)
    assert session.consents == [{"accepted": True, "language": language, "textVersion": "page-1"}]


@check
def walk_phone_turkish(bench):
    walks(bench, PHONE, "tr", "Kimliğiniz doğrulandı")


@check
def walk_phone_english(bench):
    walks(bench, PHONE, "en", "Your identity is confirmed")


@check
def walk_desktop_turkish(bench):
    walks(bench, DESKTOP, "tr", "Kimliğiniz doğrulandı")


@check
def walk_desktop_portuguese(bench):
    walks(bench, DESKTOP, "pt", "Sua identidade foi confirmada")


@check
def frames_are_numbered_timed_small_and_upright(bench):
    session = bench.session(parts=("face", "front"))
    with bench.tab(session) as tab:
        walk(tab, ("face", "front"))
    for part, width, limit in [("face", 640, 300_000), ("front", 1280, 900_000)]:
        frames = [frame for frame in session.frames if frame[0] == part]
        assert [frame[1] for frame in frames] == list(range(1, len(frames) + 1))
        times = [frame[2] for frame in frames]
        assert all(later > earlier for earlier, later in zip(times, times[1:]))
        assert max(frame[3] for frame in frames) <= limit
        picture = Image.open(io.BytesIO(session.pictures[part]))
        assert picture.format == "JPEG" and picture.width <= width and picture.width > picture.height
    face = [frame[2] for frame in session.frames if frame[0] == "face"]
    rate = (len(face) - 1) * 1000 / (face[-1] - face[0])
    assert rate <= 12.6, f"the server asked for 12 frames/s, got {rate:.1f}"


@check
def frames_are_not_mirrored_though_the_preview_is(bench):
    def halves(pen, number):
        pen.rectangle([0, 0, 319, 480], fill=(200, 30, 30))
        pen.rectangle([320, 0, 640, 480], fill=(30, 30, 200 - number))

    session = bench.session(parts=("face", "front"))
    with bench.chromium(video=film(bench.media / "halves.mjpeg", halves)) as browser, bench.tab(session, browser=browser) as tab:
        agree(tab)
        start(tab)
        tab.until("document.querySelector('.ring-filled').style.visibility === 'visible'")
        shown = Image.open(io.BytesIO(tab.page.locator("video").screenshot())).convert("RGB")
        left = shown.getpixel((shown.width // 4, shown.height // 2))
        assert left[2] > left[0], f"the preview is not a mirror: {left}"
        tab.view("intro")
        start(tab)
        tab.page.wait_for_selector(".found")
        shown = Image.open(io.BytesIO(tab.page.locator("video").screenshot())).convert("RGB")
        left = shown.getpixel((20, shown.height // 2))
        assert left[0] > left[2], f"a card must not be seen as in a mirror: {left}"
    for part in ["face", "front"]:
        sent = Image.open(io.BytesIO(session.pictures[part])).convert("RGB")
        red, blue = sent.getpixel((sent.width // 4, 200)), sent.getpixel((sent.width * 3 // 4, 200))
        assert red[0] > red[2] and blue[2] > blue[0], f"{part} was sent mirrored: {red} {blue}"


@check
def never_more_frames_under_way_than_the_window(bench):
    session = bench.session(answers=False)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.page.wait_for_timeout(3500)
        assert len(session.frames) == 2, len(session.frames)


@check
def slow_answers_slow_the_frames_down(bench):
    session = bench.session(step_delay=0.25, frames_per_step=1000)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.page.wait_for_timeout(5000)
        assert 8 <= len(session.frames) <= 24, len(session.frames)


@check
def first_instruction_comes_within_a_second(bench):
    clock = """
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wish) => {
        const stream = await open(wish);
        window.openedAt = performance.now();
        const wait = setInterval(() => {
          if (document.querySelector('.instruction')?.textContent !== 'Look straight into the camera') return;
          window.instructedAt = performance.now();
          clearInterval(wait);
        }, 5);
        return stream;
      };"""
    session = bench.session(refuses=True)
    with bench.tab(session, script=clock) as tab:
        agree(tab)
        start(tab)
        tab.until("window.instructedAt")
        taken = tab.page.evaluate("window.instructedAt - window.openedAt")
    session.refuses = False
    assert taken <= 1000, f"{taken:.0f} ms"
    print(f"  first instruction after {taken:.0f} ms, without any answer of the server")


@check
def camera_is_off_after_the_end_and_after_leaving(bench):
    keep = """
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      window.tracks = [];
      navigator.mediaDevices.getUserMedia = async (wish) => {
        const stream = await open(wish);
        window.tracks.push(...stream.getTracks());
        return stream;
      };"""
    ended = "window.tracks.length > 0 && window.tracks.every((track) => track.readyState === 'ended')"
    session = bench.session(parts=("face",), frames_per_step=6)
    with bench.tab(session, script=keep) as tab:
        agree(tab)
        start(tab)
        tab.page.wait_for_selector(".count:not([hidden])")
        tab.page.click(".leave")
        tab.view("intro")
        assert tab.page.evaluate(ended), "the camera runs on after Back"
        start(tab)
        tab.view("result")
        assert tab.page.evaluate(ended), "the camera runs on after the end"


@check
def steps_may_be_left_out_before_and_while_the_camera_runs(bench):
    session = bench.session(parts=("face",), frames_per_step=40)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.page.wait_for_selector(".count:not([hidden])")
        tab.page.click(".tools button")
        tab.view("intro")
        assert tab.page.evaluate("document.activeElement.tagName") == "SUMMARY"
        session.frames_per_step = 6
        tab.page.get_by_text("Smiling").click()
        start(tab)
        tab.view("result")
        assert session.left_out == ["smile"]
        assert "Smile" not in tab.told()


@check
def steps_that_may_not_be_left_out_any_more_hinder_nobody(bench):
    session = bench.session(parts=("face",), frames_per_step=3, refuses_alternatives=True)
    with bench.tab(session) as tab:
        agree(tab)
        tab.page.click("summary")
        tab.page.get_by_text("Smiling").click()
        tab.page.click("main button.primary")
        tab.page.wait_for_selector(".notice.bad:not([hidden])")
        assert "changed any more" in tab.page.inner_text("main") and session.left_out is None
        start(tab)
        tab.view("result")


@check
def another_camera_may_be_chosen(bench):
    session = bench.session(parts=("face",), frames_per_step=1000)
    with bench.chromium(camera="device-count=2") as browser, bench.tab(session, browser=browser) as tab:
        agree(tab)
        start(tab)
        choice = tab.page.locator("#camera-choice")
        choice.wait_for()
        assert choice.locator("option").count() == 2
        first = choice.input_value()
        other = choice.locator("option").nth(1 if choice.locator("option").nth(0).get_attribute("value") == first else 0)
        choice.select_option(other.get_attribute("value"))
        tab.page.wait_for_timeout(2500)
        assert len(session.hellos) == 2
        labels = [hello["camera"]["label"] for hello in session.hellos]
        assert labels[0] != labels[1] and all(labels), labels
        bench.shot(tab, "two-cameras")


@check
def light_is_switched_where_the_camera_has_one(bench):
    script = """
      window.wishes = [];
      MediaStreamTrack.prototype.getCapabilities = () => ({torch: true});
      MediaStreamTrack.prototype.applyConstraints = async (wish) => { window.wishes.push(wish.advanced[0].torch); };"""
    session = bench.session(parts=("front",), frames_per_step=1000)
    with bench.tab(session, script=script) as tab:
        agree(tab)
        start(tab)
        torch = tab.page.locator(".torch")
        torch.wait_for()
        for is_on in [True, False]:
            torch.click()
            tab.until(f"window.wishes.at(-1) === {str(is_on).lower()}")
            assert torch.get_attribute("aria-pressed") == str(is_on).lower()
        bench.shot(tab, "torch")


@check
def look_of_the_operator(bench):
    dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    look = {"colors": {"accent": "#7a1fa2"}, "fonts": {}, "cornerRadii": {"card": 4}, "images": {"logo": dot},
            "texts": {"en.consent.title": "Own title", "consent.lead": "Own lead", "tr.consent.start": "Not here"}}
    with bench.tab(bench.session(extra={"look": look})) as tab:
        tab.view("consent")
        assert tab.page.inner_text("h1") == "Own title"
        assert "Own lead" in tab.page.inner_text("main")
        assert tab.page.inner_text("button[type=submit]") == "Agree and continue"
        assert tab.page.evaluate("getComputedStyle(document.querySelector('.button.primary')).backgroundColor") == "rgb(122, 31, 162)"
        assert tab.page.evaluate("document.querySelector('.logo').complete")
    look["images"]["logo"] = "https://elsewhere.example/logo.png"
    with bench.tab(bench.session(extra={"look": look})) as tab:
        tab.view("consent")
        assert tab.page.locator(".logo").count() == 0, "a picture of another origin is not asked for"
