"""Runs the checks of the capture page in Chromium. Exit 0 when all hold.

    python3 -m venv .build/web-checks && .build/web-checks/bin/pip install -r Tests/Web/requirements.txt
    .build/web-checks/bin/python Tests/Web/run.py [--only PART-OF-A-NAME] [--shots FOLDER] [--bonafide BINARY]
"""

import argparse
import importlib
import pathlib
import sys
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from browser import chromium  # noqa: E402
from harness import CHECKS, ROOT, Bench  # noqa: E402
from mock_office import MockOffice  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--bonafide", type=pathlib.Path, default=ROOT / ".build/release/bonafide")
    wish = parser.parse_args()
    for module in sorted(HERE.glob("checks_*.py")):
        importlib.import_module(module.stem)
    chosen = [check for check in CHECKS if wish.only in check.__name__]
    if not chosen:
        sys.exit(f"no check has '{wish.only}' in its name")
    media = ROOT / ".build/web-media"
    for folder in [media, wish.shots]:
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
    failed = []
    with sync_playwright() as playwright, chromium(playwright) as browser:
        bench = Bench(playwright, browser, MockOffice(), media, wish.bonafide, wish.shots)
        for check in chosen:
            begin = time.monotonic()
            # Browsers wait for clocks of their own: what a busy machine breaks once has to hold at the second try.
            for verdict in ("ok", "ok, at the second try"):
                bench.office.sessions.clear()
                try:
                    check(bench)
                    break
                except Exception:  # noqa: BLE001 - a check may fail in any way; all others still run
                    fault = traceback.format_exc(limit=-3)
            else:
                failed.append(check.__name__)
                verdict = "FAILED\n" + fault
            print(f"{check.__name__:55} {time.monotonic() - begin:6.1f} s  {verdict}", flush=True)
    print(f"{len(chosen) - len(failed)} of {len(chosen)} checks hold")
    sys.exit(1 if failed else 0)


main()
