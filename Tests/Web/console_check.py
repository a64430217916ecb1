#!/usr/bin/env python3
"""Checks the reviewer's console in a real browser, against a real server with cases that the engine has decided.

    usage: console_check.py --bonafide .build/release/bonafide [--shots DIR] [--only NAME] [--media DIR]

Needs `pip install playwright axe-playwright-python` and Chromium (BONAFIDE_CHROMIUM, /usr/bin/chromium otherwise).
`--address` and `--password` use a server that runs already, with cases named by `--cases good=ID,half=ID,…`.
"""

import argparse
import os
import sys
import tempfile
import time
import traceback

from playwright.sync_api import sync_playwright

import console_access
import console_data
import console_flows
import console_film
from console_server import Server

PEOPLE = [
    ("mira", "agent", "mira has a long password"),
    ("deniz", "supervisor", "deniz has a long password"),
]


class Bench:
    """What a check works with: pages of signed-in people, and what went wrong on them."""

    def __init__(self, browser, office, cases, passwords, shots):
        self.browser, self.office, self.cases, self.passwords, self.shots = browser, office, cases, passwords, shots
        self.open = []
        self.faults = []

    def page(self, name=None, **options):
        context = self.browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", **options)
        page = context.new_page()
        self.open.append(context)
        page.on("console", lambda message: message.type == "error" and self.note(message.text))
        page.on("pageerror", lambda error: self.note(str(error)))
        page.on("request", lambda request: self.visit(request.url))
        page.goto(self.office.address + "/console")
        page.get_by_role("heading", name="Sign in").wait_for()
        if name:
            page.get_by_label("Name").fill(name)
            page.get_by_label("Password").fill(self.passwords[name])
            page.get_by_role("button", name="Sign in").click()
            page.get_by_role("heading", name="Cases").wait_for()
        return page

    def note(self, text):
        # Not being signed in is asked for at the start of every page.
        if "401" not in text and "403" not in text:
            self.faults.append(text)

    def visit(self, url):
        if not url.startswith((self.office.address, "blob:", "data:")):
            self.faults.append("a request to elsewhere: " + url)

    def go(self, page, hash):
        page.goto(f"{self.office.address}/console#{hash}")
        page.wait_for_timeout(200)
        page.wait_for_load_state("networkidle")

    def shot(self, page, name, full=True):
        if self.shots:
            page.screenshot(path=os.path.join(self.shots, name + ".png"), full_page=full)

    def close(self):
        for context in self.open:
            context.close()
        self.open = []


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--bonafide", default=".build/release/bonafide")
    options.add_argument("--web")
    options.add_argument("--shots")
    options.add_argument("--only")
    options.add_argument("--media")
    options.add_argument("--address")
    options.add_argument("--password")
    options.add_argument("--cases", default="")
    chosen = options.parse_args()
    if chosen.shots:
        os.makedirs(chosen.shots, exist_ok=True)
    server = None
    with tempfile.TemporaryDirectory() as folder:
        try:
            if chosen.address:
                office = console_data.Office(chosen.address)
                office.admin = office.sign_in("admin", chosen.password)
                password = chosen.password
                cases = dict(pair.split("=") for pair in chosen.cases.split(","))
                known = office.call("GET", "/v1/admin/accounts", token=office.admin)["accounts"]
                for name, role, secret in PEOPLE:
                    own = [account["id"] for account in known if account["name"] == name]
                    office.call(
                        "PATCH" if own else "POST", "/v1/admin/accounts" + "".join("/" + id for id in own),
                        {"password": secret, **({} if own else {"name": name, "role": role})}, office.admin)
            else:
                server = Server(chosen.bonafide, chosen.web)
                office, password = console_data.Office(server.address), server.password
                office.prepare(password, PEOPLE)
                media = console_data.media(os.path.abspath(chosen.bonafide), chosen.media or folder)
                started = time.time()
                cases = console_data.cases(office, media)
                print(f"{len(cases)} cases decided in {time.time() - started:.0f} s", flush=True)
            return run(chosen, office, cases, {"admin": password, **{name: secret for name, _, secret in PEOPLE}})
        finally:
            if server:
                server.stop()


def run(chosen, office, cases, passwords):
    checks = console_flows.CHECKS + console_film.CHECKS + console_access.CHECKS
    failed = 0
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=os.environ.get("BONAFIDE_CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        bench = Bench(browser, office, cases, passwords, chosen.shots)
        for check in checks:
            if chosen.only and chosen.only not in check.__name__:
                continue
            bench.faults = []
            started = time.time()
            try:
                words = check(bench)
                if bench.faults:
                    raise AssertionError("on the page: " + "; ".join(bench.faults))
                print(f"ok    {check.__name__} ({time.time() - started:.1f} s){': ' + words if words else ''}", flush=True)
            except Exception:
                failed += 1
                print(f"FAIL  {check.__name__}\n{traceback.format_exc(limit=4)}", flush=True)
                if chosen.shots and bench.open and bench.open[-1].pages:
                    bench.open[-1].pages[-1].screenshot(path=os.path.join(chosen.shots, f"fail-{check.__name__}.png"))
            bench.close()
        browser.close()
    print(f"{failed} of {len(checks)} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
