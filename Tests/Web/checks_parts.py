"""Parts of the page on their own: codes, geometry, words, colours, weight, source."""

import re

from harness import DESKTOP, ROOT, agree, check, start

WEB = ROOT / "Sources/BackOffice/Resources/Web"
LANGUAGES = ["en", "tr", "pt", "es"]


def lab(bench):
    """A page of the own origin, on which modules can be tried."""
    return bench.tab(bench.session(state="closed"), DESKTOP)


def module(tab, name, expression, argument=None):
    return tab.page.evaluate(f"async (argument) => {{ const m = await import('/web/{name}'); return ({expression}); }}", argument)


@check
def desktop_code_is_read_back(bench):
    session = bench.session()
    for query, language in [("", "en"), ("?lang=tr", "tr")]:
        with bench.tab(session, DESKTOP, query=query) as tab:
            tab.page.wait_for_selector(".qr")
            picture = bench.media / "page.png"
            tab.page.screenshot(path=str(picture))
            assert bench.read_codes(picture) == [f"{session.address}?lang={language}"]


@check
def codes_of_all_lengths_are_read_back(bench):
    """Lengths at the limits of small versions, and samples up to the largest; also letters beyond ASCII."""
    texts = [("https://bank.example/capture/" + "aZ09-_" * 400)[:length] for length in
             [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213, 214, 300, 500, 900, 1400, 2331]]
    texts.append("Kimliğinizi doğrulayın – ç ş İ ı")
    with lab(bench) as tab:
        for text in texts:
            module(tab, "capture/phone.js", """await (async () => {
              const { encode } = await import('/web/capture/qr.js');
              const code = m.qrDrawing(encode(argument));
              code.style.maxWidth = code.style.width = '780px';
              document.body.replaceChildren(code);
            })()""", text)
            picture = bench.media / "code.png"
            tab.page.locator(".qr").screenshot(path=str(picture))
            assert bench.read_codes(picture) == [text], f"length {len(text)}"
        assert module(tab, "capture/qr.js", "(() => { try { m.encode('x'.repeat(2332)); } catch (e) { return e.name; } })()") == "RangeError"


@check
def places_in_the_picture_are_found_on_the_screen(bench):
    with lab(bench) as tab:
        place = lambda point, picture, view, mirrored: module(  # noqa: E731
            tab, "capture/geometry.js", "m.toView(...argument)", [point, picture, view, mirrored])
        wide, tall, view = {"width": 1280, "height": 720}, {"width": 720, "height": 1280}, {"width": 300, "height": 400}
        # The middle stays the middle; a wide picture in a tall view is cut at both sides by the same amount.
        assert place([0.5, 0.5], wide, view, False) == [150, 200]
        x, y = place([0, 0], wide, view, False)
        assert y == 0 and abs(x - (300 - 400 * 1280 / 720) / 2) < 1e-9
        x, y = place([0, 0], tall, view, False)
        assert x == 0 and abs(y - (400 - 300 * 1280 / 720) / 2) < 1e-9
        # In the mirror left is right, and up stays up.
        assert place([0.25, 0.1], tall, view, True)[0] == 300 - place([0.25, 0.1], tall, view, False)[0]
        assert place([0.25, 0.1], tall, view, True)[1] == place([0.25, 0.1], tall, view, False)[1]
        oval = {"x": 0, "y": 0, "width": 300, "height": 400}
        inside = lambda face, was: module(tab, "capture/geometry.js", "m.isInOval(...argument)", [face, oval, was])  # noqa: E731
        face = lambda dx: {"x": 75 + dx, "y": 80, "width": 150, "height": 240}  # noqa: E731
        assert inside(face(0), False) and not inside(face(100), True) and not inside(None, True)
        assert not inside(face(50), False) and inside(face(50), True), "no hysteresis"
        corners = [[10, 20], [210, 40], [190, 160], [20, 140]]
        mapped = module(tab, "capture/geometry.js", "[[0,0],[1,0],[1,1],[0,1]].map(m.squareTo(argument))", corners)
        assert all(abs(a - b) < 1e-6 for one, two in zip(mapped, corners) for a, b in zip(one, two)), mapped
        assert module(tab, "capture/geometry.js", "m.squareTo([[0,0],[0,0],[0,0],[0,0]])") is None
        assert module(tab, "capture/geometry.js", "m.sizeToSend({width: 480, height: 640}, 640)") == {"width": 480, "height": 640}
        assert module(tab, "capture/geometry.js", "m.sizeToSend({width: 1920, height: 1080}, 640)") == {"width": 640, "height": 360}


@check
def ring_has_a_segment_for_each_step(bench):
    with lab(bench) as tab:
        for total, done, segments, filled in [(6, 0, 6, 0), (6, 2, 6, 2), (0, 0, 1, 0), (-1, 0, 1, 0), (3, 9, 3, 3), (0, 4, 1, 0)]:
            answer = module(tab, "capture/oval.js", """(() => {
              const oval = new m.Oval({ video: document.createElement('video'), size: { width: 0, height: 0 } });
              oval.setSteps(argument[0], argument[1]);
              return [oval.drawing.querySelectorAll('.ring-ground').length,
                [...oval.drawing.querySelectorAll('.ring-filled')].filter((one) => one.style.visibility === 'visible').length];
            })()""", [total, done])
            assert answer == [segments, filled], (total, done, answer)


@check
def all_languages_have_the_same_words(bench):
    with lab(bench) as tab:
        texts = {name: module(tab, f"capture/texts-{name}.js", "m.texts") for name in LANGUAGES}
    holes = re.compile(r"\{\w+\}")
    for name in LANGUAGES:
        assert texts[name].keys() == texts["en"].keys(), name
        for key, text in texts[name].items():
            assert text.strip(), (name, key)
            assert holes.findall(text) == holes.findall(texts["en"][key]), (name, key)
    source = "".join(path.read_text() for path in (WEB / "capture").glob("*.js") if not path.name.startswith("texts-"))
    rooms = {key.split(".")[0] for key in texts["en"]}
    for key in re.findall(r'"((?:%s)[.][\w.-]+)"' % "|".join(rooms), source):
        assert key in texts["en"] or f"{key}.title" in texts["en"], f"no text for {key}"
    # What the engine may say must have words here; signs of an attack have none.
    alike = dict(re.findall(r'(\w+): "(\w+)"', (WEB / "capture/failure.js").read_text().split("alike = {")[1].split("}")[0]))
    reasons = (ROOT / "Sources/Observations/Reason.swift").read_text().split("enum ReasonCode")[1]
    codes = {name: raw or name for name, raw in re.findall(r'^  case (\w+)(?: = "(\w+)")?$', reasons, re.M)}
    causes = {name: cause for cases, cause in re.findall(r"case ((?:\.\w+,?\s*)+):\s*\.(person|capture|attack|document|system)\b", reasons)
              for name in re.findall(r"\.(\w+)", cases)}
    assert len(causes) == len(codes) > 50, (len(causes), len(codes))
    own = {"back_not_needed", "document_blocked", "document_other_identity", "internal_fault"}
    for name, code in codes.items():
        has_words = f"reason.{alike.get(code, code)}" in texts["en"]
        assert has_words == (causes[name] != "attack" and code not in own), (code, causes[name])
    guidance = re.findall(r'case (?:\w+ = "(\w+)"|(\w+)\n)', (ROOT / "Sources/Liveness/Guidance.swift").read_text().split("struct")[0])
    for code in [one or other for one, other in guidance]:
        assert f"guide.{code}" in texts["en"], code
    steps = (ROOT / "Sources/Liveness/ChallengeStep.swift").read_text()
    for step in re.findall(r'case \w+ = "([\w-]+)"', steps):
        assert f"guide.{step.replace('-', '_')}" in texts["en"] and f"alternatives.{step}" in texts["en"], step


@check
def language_is_asked_told_or_guessed(bench):
    told = lambda tab: tab.page.get_attribute("html", "lang")  # noqa: E731
    for query, server, browser, wanted in [("", None, "pt-PT", "pt"), ("", "tr", "es", "tr"), ("?lang=es", "tr", "pt", "es"),
                                           ("", None, "fr", "en"), ("?lang=xx", None, "tr-TR", "tr")]:
        session = bench.session(extra={"language": server} if server else {})
        with bench.tab(session, language=browser, query=query) as tab:
            tab.view("consent")
            assert told(tab) == wanted, (query, server, browser, told(tab))
            tab.page.select_option("#language", "es")
            tab.until("document.querySelector('h1').textContent === 'Comprobemos que es usted'")
            assert told(tab) == "es"
            tab.page.reload()
            tab.view("consent")
            assert told(tab) == "es" or query, "the choice is forgotten"


@check
def consent_is_asked_for_and_told_with_its_version(bench):
    session = bench.session(extra={"consentText": "Own <b>words</b>\nof the operator."})
    with bench.tab(session) as tab:
        tab.view("consent")
        assert "Own <b>words</b>" in tab.page.inner_text(".consent-text")
        tab.page.click("button[type=submit]")
        assert tab.page.is_visible("#agree-missing") and session.consents == []
        agree(tab)
    # SHA-256 of the operator's text, its first eight bytes, by another program.
    import hashlib
    wanted = "operator-" + hashlib.sha256("Own <b>words</b>\nof the operator.".encode()).hexdigest()[:16]
    assert session.consents == [{"accepted": True, "language": "en", "textVersion": wanted}]


@check
def any_accent_stays_readable(bench):
    with lab(bench) as tab:
        for color in ["#ffff00", "#ffffff", "#00c853", "hotpink", "rgb(200 220 255)", "#000000", "#e30613"]:
            tab.page.evaluate("async (color) => (await import('/web/shared/look.js')).applyLook({ colors: { accent: color } })", color)
            pairs = tab.page.evaluate("""async () => {
              const { contrast } = await import('/web/shared/look.js');
              const read = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).match(/[\\d.]+/g).map(Number);
              const white = [255, 255, 255];
              return [contrast(read('--accent'), white), contrast(read('--accent-strong'), white),
                contrast(read('--accent-strong'), read('--accent-tint')), contrast(read('--accent'), [243, 245, 248])];
            }""")
            assert min(pairs[:3]) >= 4.5 and pairs[3] >= 3, (color, pairs)
        # Black on white is 21:1 by definition; the grey #767676 is the known limit of 4.5:1.
        assert module(tab, "shared/look.js", "m.contrast([0, 0, 0], [255, 255, 255])") == 21
        assert 4.5 <= module(tab, "shared/look.js", "m.contrast([0x76, 0x76, 0x76], [255, 255, 255])") < 4.6


@check
def page_is_light_and_asks_nobody_else(bench):
    session = bench.session()
    loaded = {}
    with bench.tab() as tab:
        tab.page.on("response", lambda answer: loaded.update({answer.url: len(answer.body()) if answer.ok and "/web/" in answer.url else 0}))
        tab.page.goto(session.address)
        agree(tab)
        start(tab)
        tab.page.wait_for_timeout(1000)
    assert all(url.startswith(bench.office.origin) or url.startswith("data:") for url in loaded), loaded
    weight = sum(loaded.values()) + (WEB / "capture/index.html").stat().st_size
    print(f"  {weight / 1000:.1f} kB in {len(loaded)} files, uncompressed")
    assert weight <= 150_000


@check
def source_keeps_its_rules(bench):
    for path in [*(WEB / "capture").iterdir(), *(WEB / "shared").iterdir()]:
        text = path.read_text()
        assert re.fullmatch(r"[a-z0-9.-]+", path.name), path.name
        assert text.count("\n") < 300, f"{path.name} is long"
        for forbidden in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", " style=", "http://", "https://"]:
            hits = [line for line in text.splitlines() if forbidden in line and "www.w3.org/2000/svg" not in line]
            assert not hits, (path.name, hits)
