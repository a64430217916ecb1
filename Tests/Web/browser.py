"""Chromium with a pretended camera, and the small helpers of the page checks."""

import contextlib
import pathlib
import shutil
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

# The speech engine of a machine without sound says nothing; what it is asked to say is kept in its place.
LISTEN = """
window.spoken = []; window.buzzed = []; window.told = [];
speechSynthesis.speak = (saying) => { if (saying.text) window.spoken.push(saying.text); };
navigator.vibrate = (pattern) => { window.buzzed.push(pattern); return true; };
document.addEventListener('DOMContentLoaded', () => {
  for (const id of ['polite', 'urgent']) {
    new MutationObserver(() => {
      const text = document.getElementById(id).textContent;
      if (text) window.told.push(text);
    }).observe(document.getElementById(id), {childList: true, characterData: true, subtree: true});
  }
});
"""


@contextlib.contextmanager
def chromium(playwright, video=None, camera=True, grants=True):
    """A browser; `video` is a .y4m or .mjpeg that the camera shows, without one a moving test picture."""
    flags = ["--no-sandbox", "--disable-dev-shm-usage", "--autoplay-policy=no-user-gesture-required"]
    if camera:
        flags.append("--use-fake-device-for-media-stream" if camera is True else f"--use-fake-device-for-media-stream={camera}")
        if grants:
            flags.append("--use-fake-ui-for-media-stream")
    if video:
        flags.append(f"--use-file-for-fake-video-capture={video}")
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
    try:
        yield browser
    finally:
        browser.close()


class Tab:
    """A page of its own context; errors of scripts and of the content policy are kept in `errors`."""

    def __init__(self, browser, size=PHONE, language="en", grants=True, **more):
        options = dict(size) | {"locale": language, "reduced_motion": "no-preference"} | more
        if grants:
            options["permissions"] = ["camera"]
        self.context = browser.new_context(**options)
        self.context.add_init_script(LISTEN)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60000)
        self.errors = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self._note(message))

    def _note(self, message):
        if message.type == "error" and "Failed to load resource" not in message.text and "WebSocket" not in message.text:
            self.errors.append(message.text)

    def view(self, name):
        self.page.wait_for_selector(f'body[data-view="{name}"]')

    def until(self, expression, argument=None, timeout=60):
        """Waits until an expression is true. The page's content policy forbids Playwright's own way of waiting."""
        end = time.monotonic() + timeout
        while not self.page.evaluate(expression, argument):
            assert time.monotonic() < end, f"never true: {expression} {argument or ''}; told {self.told()}"
            self.page.wait_for_timeout(30)

    def told(self):
        return self.page.evaluate("window.told")

    def close(self):
        self.context.close()
