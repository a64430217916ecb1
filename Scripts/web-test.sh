#!/usr/bin/env bash
# Walks the capture page and the console in Chromium, with the program that is built.
#
#   usage: web-test.sh PROGRAM ATTACKS     (kinds of Tests/Web/attack_walk.py, with commas)
#
# Where Chromium or the Python packages cannot be had it says "skipped": the pages are the only thing that needs them.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=$1 attacks=$2
python=.build/web-checks/bin/python

prepare() {
  Scripts/setup-debian.sh Scripts/debian-packages-web.txt &&
    { [ -x "$python" ] || python3 -m venv .build/web-checks; } &&
    "$python" -m pip --quiet --disable-pip-version-check install -r Tests/Web/requirements.txt
}

if ! prepare; then
  echo 'web-test: skipped, no Chromium or no Python packages for it' >&2
  exit 0
fi
"$python" Tests/Web/run.py --bonafide "$program"
"$python" Tests/Web/console_check.py --bonafide "$program"
"$python" Tests/Web/real_walk.py --bonafide "$program"
"$python" Tests/Web/attack_walk.py --bonafide "$program" --kinds "$attacks"
