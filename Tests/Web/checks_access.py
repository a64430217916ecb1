"""For everybody: keyboard, screen readers, contrast, targets, small screens, less motion."""

import pathlib
import re

import axe_playwright_python
from harness import DESKTOP, PHONE, agree, check, start

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
SMALL = {"viewport": {"width": 320, "height": 568}, "has_touch": True, "is_mobile": True}


def states(bench, size, language):
    """Every state of the page, one after the other: (name, tab)."""
    query = f"?lang={language}"
    session = bench.session(parts=("face", "front", "hologram", "touch"), frames_per_step=1000, fail_at=None, extra={
        "touchElement": "crescent", "touchArea": {"x": 0.7, "y": 0.1, "width": 0.18, "height": 0.25}})
    with bench.tab(session, size, query=query) as tab:
        tab.view("consent")
        yield "consent", tab
        tab.page.click("button[type=submit]")
        yield "consent missing", tab
        agree(tab)
        yield "intro face", tab
        tab.page.click("summary")
        yield "alternatives", tab
        start(tab)
        tab.page.wait_for_selector(".fits")
        yield "face", tab
        tab.page.evaluate("document.querySelector('video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('mute'))")
        tab.page.wait_for_selector(".trouble")
        yield "trouble", tab
        tab.page.evaluate("document.querySelector('video').srcObject.getVideoTracks()[0].dispatchEvent(new Event('unmute'))")
        session.refuses = True
        bench.office.close_sockets(session)
        tab.page.wait_for_selector(".banner:not([hidden])")
        yield "network lost", tab
        session.refuses = False
        tab.page.wait_for_selector(".banner", state="hidden")
        session.fail_at = session.done
        session.frames_per_step = 1
        tab.page.wait_for_selector('.cover[data-cause="failed"] h2')
        yield "failed", tab
        tab.page.click('.cover[data-cause="failed"] button.primary')
        for part in ["front", "hologram", "touch"]:
            tab.view("intro")
            yield f"intro {part}", tab
            session.frames_per_step = 1000
            start(tab)
            tab.page.wait_for_selector(".found")
            yield part, tab
            session.frames_per_step = 1
            session.decision_time = 30
            tab.page.wait_for_selector('body:not([data-view="stage"])')
        tab.view("waiting")
        yield "waiting", tab
        session.state = "completed"
        for verdict in ["approved", "review", "declined"]:
            session.result = {"verdict": verdict, "reasons": [{"code": "face_blurred", "message": ""}]}
            session.extra["returnUrl"] = "https://bank.example/"
            tab.page.reload()
            tab.view("result")
            yield verdict, tab
        for state in ["expired", "closed"]:
            session.state, session.result = state, None
            tab.page.reload()
            tab.view("end")
            yield state, tab
        session.state = "open"
        session.extra["down"] = True
        tab.page.reload()
        tab.view("offline")
        yield "offline", tab
    session = bench.session(parts=("face",), frames_per_step=1000)
    with bench.tab(session, size, query=query) as tab, bench.tab(session, size, query=query) as other:
        agree(tab)
        start(tab)
        tab.page.wait_for_selector(".fits")
        if size is DESKTOP:
            other.view("follow")
            yield "follow", other
            other.page.click("main .button")
        else:
            other.page.reload()
        other.view("intro")
        start(other)
        tab.view("elsewhere")
        yield "elsewhere", tab


def every_state_passes_axe(bench, size, language):
    run = AXE + ";axe.run(document, {resultTypes: ['violations']}).then((found) => found.violations.map((one) => " \
        "({id: one.id, impact: one.impact, nodes: one.nodes.map((node) => node.target.join(' ') + ': ' + node.failureSummary)})))"
    count = 0
    found = []
    for name, tab in states(bench, size, language):
        bench.shot(tab, f"state-{size['viewport']['width']}-{language}-{name.replace(' ', '-')}")
        count += 1
        found += [(name, one["impact"], one["id"], one["nodes"]) for one in tab.page.evaluate(run)]
    grave = [one for one in found if one[1] in ("serious", "critical")]
    print(f"  axe: {count} states, {len(found)} violations, {len(grave)} of them serious or critical; "
          f"{sorted({(one[1], one[2]) for one in found})}")
    assert not grave, grave


@check
def axe_on_a_phone_in_english(bench):
    every_state_passes_axe(bench, PHONE, "en")


@check
def axe_on_a_desktop_in_turkish(bench):
    every_state_passes_axe(bench, DESKTOP, "tr")


FOCUSABLE = "a[href], button, input, select, summary, [tabindex='0']"
TOO_SMALL = """() => [...document.querySelectorAll("%s")].filter((element) => {
  const target = element.closest('label.choice') ?? element;
  const box = target.getBoundingClientRect();
  const isShown = element.checkVisibility({visibilityProperty: true}) && !element.disabled && !element.classList.contains('skip');
  return isShown && (box.width < 43.9 || box.height < 43.9);
}).map((element) => element.outerHTML.slice(0, 120))""" % FOCUSABLE
TOO_WIDE = """() => document.documentElement.scrollWidth > innerWidth + 0.5
  ? [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
      .map((one) => one.outerHTML.slice(0, 120)) : []"""


@check
def targets_are_large_and_nothing_is_cut_off(bench):
    for size, language in [(SMALL, "pt"), (PHONE, "tr"), (DESKTOP, "es")]:
        for name, tab in states(bench, size, language):
            if size is SMALL:
                bench.shot(tab, f"small-{name.replace(' ', '-')}")
            small = tab.page.evaluate(TOO_SMALL)
            assert not small, (name, size["viewport"], small)
            keys = re.findall(r"\b[a-z]+(?:\.[a-z_-]+)+\b", tab.page.inner_text("body"))
            assert not keys, (name, "words that are missing", keys)
            wide = tab.page.evaluate(TOO_WIDE)
            assert not wide, (name, size["viewport"], wide)


@check
def everything_focusable_has_a_name_and_a_role(bench):
    roles = {"button", "link", "checkbox", "combobox", "DisclosureTriangle", "MenuListPopup", "menuitem", "option"}
    seen = set()
    for name, tab in states(bench, DESKTOP, "en"):
        session = tab.context.new_cdp_session(tab.page)
        for node in session.send("Accessibility.getFullAXTree")["nodes"]:
            properties = {one["name"]: one["value"].get("value") for one in node.get("properties", [])}
            role = node.get("role", {}).get("value")
            if node.get("ignored") or not properties.get("focusable") or role in ("RootWebArea", "heading", "main"):
                continue
            seen.add(role)
            assert role in roles, f"{name}: role {role}"
            assert node.get("name", {}).get("value", "").strip(), f"{name}: a {role} without a name"
        headings = tab.page.locator("h1").count()
        assert headings == 1, f"{name}: {headings} main headings"
        session.detach()
    assert {"button", "link", "checkbox", "combobox"} <= seen, seen


@check
def keyboard_alone_is_enough(bench):
    """Tab, Space and Enter from the first page to the result; what has the focus is always seen to have it."""
    session = bench.session(parts=("face", "front", "back"), frames_per_step=8, fail_at=1)
    with bench.tab(session, DESKTOP) as tab:
        press = tab.page.keyboard.press

        def reach(selector):
            for _ in range(25):
                press("Tab")
                style = tab.page.evaluate("""() => {
                  const style = getComputedStyle(document.activeElement);
                  return [style.outlineStyle, parseFloat(style.outlineWidth), document.activeElement.tagName];
                }""")
                assert style[2] == "BODY" or (style[0] != "none" and style[1] >= 2), f"the focus is not seen: {style}"
                if tab.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                    return
            raise AssertionError(f"{selector} is not reached by Tab")

        tab.view("consent")
        reach("#agree")
        press("Space")
        reach("button[type=submit]")
        press("Enter")
        tab.view("intro")
        reach("#speech")
        press("Space")
        reach("summary")
        press("Enter")
        reach(".alternatives input")
        press("Space")
        reach("main button.primary")
        press("Enter")
        tab.view("stage")
        tab.page.wait_for_selector('.cover[data-cause="failed"] h2')
        reach(".cover button.primary")
        press("Space")
        tab.view("intro")
        session.frames_per_step = 1000
        reach("main button.primary")
        press("Enter")
        tab.view("stage")
        reach(".tools .button")
        press("Enter")
        for _ in range(200):
            if {"type": "take"} in session.texts:
                break
            tab.page.wait_for_timeout(50)
        assert {"type": "take"} in session.texts, "pressed before the connection was there, and lost"
        session.frames_per_step = 2
        tab.view("result")
        assert session.left_out == ["smile"]
        assert tab.page.evaluate("window.spoken") == [], "the voice was switched off"


@check
def every_instruction_is_announced_spoken_and_felt(bench):
    steps = ("face", "turn-right", "smile", "look-up", "close-eyes", "turn-left")
    session = bench.session(parts=("face",), steps=steps, frames_per_step=10)
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.view("result")
        wanted = ["Look straight into the camera", "Turn your head to your right", "Smile", "Raise your chin",
                  "Close your eyes", "Turn your head to your left", "Face check done"]
        for heard in [tab.told(), tab.page.evaluate("window.spoken")]:
            assert [text for text in heard if text in wanted] == wanted, heard
        assert len(tab.page.evaluate("window.buzzed")) >= 2 * len(steps)


@check
def who_is_stuck_is_told_again(bench):
    session = bench.session(guidance="move_closer")
    with bench.tab(session) as tab:
        agree(tab)
        start(tab)
        tab.page.wait_for_timeout(11500)
        assert tab.page.inner_text(".instruction") == "Come closer"
        assert tab.page.evaluate("window.spoken").count("Come closer") == 2, tab.told()


@check
def less_motion_for_who_wants_it(bench):
    moving = "document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getTiming().duration > 1).length"
    session = bench.session(parts=("face", "hologram"), frames_per_step=2)
    for wish, is_moving in [("no-preference", True), ("reduce", False)]:
        session.parts = {"face": "done", "hologram": "todo"}
        session.has_consent = True
        with bench.tab(session, reduced_motion=wish) as tab:
            tab.view("intro")
            tab.page.wait_for_timeout(200)
            assert (tab.page.evaluate(moving) > 0) is is_moving, wish
