"""What the page checks share: their list, an office, tabs, and walking through a session."""

import contextlib
import dataclasses
import json
import pathlib
import subprocess

from browser import DESKTOP, PHONE, ROOT, Tab, chromium
from mock_office import MockOffice, Session
from PIL import Image, ImageDraw

CHECKS = []


def check(function):
    """Marks a function that takes a Bench and fails by AssertionError."""
    CHECKS.append(function)
    return function


@dataclasses.dataclass
class Bench:
    """What a check works with. `browser` shows a moving test picture to the camera."""

    playwright: object
    browser: object
    office: MockOffice
    media: pathlib.Path
    bonafide: pathlib.Path
    shots: pathlib.Path | None
    count: int = 0

    def session(self, **more):
        self.count += 1
        name = f"token-{self.count}"
        self.office.sessions[name] = session = Session(**more)
        session.token = name
        session.address = f"{self.office.origin}/capture/{name}"
        return session

    def chromium(self, **more):
        return chromium(self.playwright, **more)

    @contextlib.contextmanager
    def tab(self, session=None, size=PHONE, language="en", query="", browser=None, script=None, **more):
        tab = Tab(browser or self.browser, size, language, **more)
        if script:
            tab.page.add_init_script(script)
        try:
            if session:
                tab.page.goto(session.address + query)
            yield tab
            assert not tab.errors, f"errors in the page: {tab.errors}"
        finally:
            tab.close()

    def shot(self, tab, name):
        if self.shots:
            tab.page.screenshot(path=str(self.shots / f"{name}.png"))

    def read_codes(self, picture):
        """The texts of the codes in a picture, as the engine's own reader finds them."""
        answer = subprocess.run([self.bonafide, "document", "codes", "--json", picture], capture_output=True, text=True)
        assert answer.returncode == 0, answer.stderr
        return [code["text"] for code in json.loads(answer.stdout)["codes"]]


def agree(tab):
    tab.view("consent")
    tab.page.check("#agree")
    tab.page.click("button[type=submit]")
    tab.view("intro")


def start(tab):
    """From a page before a part to the camera."""
    tab.page.click("main button.primary")
    tab.view("stage")


def walk(tab, parts):
    """To the result, with a click on each page before a part; back follows front by itself."""
    agree(tab)
    for part in parts:
        if part == "back" and "front" in parts:
            continue
        tab.page.wait_for_selector('body[data-view="intro"]')
        start(tab)
        tab.page.wait_for_selector('body:not([data-view="stage"])', timeout=40000)
    tab.view("result")


def film(path, draw, count=30, size=(640, 480)):
    """A small film for the camera: the JPEG pictures that `draw(pen, number)` makes, one behind the other."""
    with open(path, "wb") as file:
        for number in range(count):
            picture = Image.new("RGB", size, "black")
            draw(ImageDraw.Draw(picture), number)
            picture.save(file, "JPEG", quality=92)
    return path
