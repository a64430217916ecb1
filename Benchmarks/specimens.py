#!/usr/bin/env python3
"""Printed fields of drawn Turkish cards, photographed in a hand or on a table: right, wrong, not read, by field.

    specimens.py [--count N] [--first SEED] [--width PIXELS] [--keep FOLDER] [--misses]

Every card is made by `specimen card --scene`, found, flattened to a width, and read with the zone of its back and
without. A name counts as right when it has all of its marks; `marks` counts those that would be right without them.
Needs no data.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import common
from common import Bonafide, Share
from fields import folded

NAMES = ("surname", "givenNames")
LETTERS = "İIŞSĞGÖOÜUÇC"
FIELDS = [*NAMES, "identityNumber", "documentNumber", "dateOfBirth", "expiryDate", "sex", "nationality"]
WAYS = {"by label": "byLabel", "with the zone of the back": "printed"}


def outcome(name: str, value: str | None, truth: dict[str, str]) -> str:
    if value is None:
        return "not read"
    if name not in NAMES:
        return "right" if value == truth["value"] else "wrong"
    if value == truth["printed"]:
        return "right"
    return "marks" if folded(value) & folded(truth["printed"]) else "wrong"


def read(program: Bonafide, folder: Path, seed: int, width: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """What one card says, and what was read of it."""
    own = folder / f"seed-{seed}"
    if not (own / "front.json").is_file():
        program.run("specimen", "card", "--kind", "tur", "--scene", "--seed", str(seed), "--out", own)
    truth = json.loads((own / "front.json").read_text())
    zone = ("--mrz-from", own / "back.jpg")
    answer = program.run("document", "text", "--json", "--flatten", str(width), *zone, own / "front.jpg")
    if '"error"' in answer.stdout:  # No zone was read on the back, which is not what is measured here.
        answer = program.run("document", "text", "--json", "--no-zone", "--flatten", str(width), own / "front.jpg")
    return truth, dict(json.loads(answer.stdout))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bonafide", type=Path, default=common.ROOT / ".build/release/bonafide")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--width", type=int, default=1000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    program = Bonafide(arguments.bonafide.resolve())
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        seeds = range(arguments.first, arguments.first + arguments.count)
        cards = [(seed, *read(program, folder, seed, arguments.width)) for seed in seeds]
    misses = []
    for way, key in WAYS.items():
        counts: dict[str, Counter[str]] = {name: Counter() for name in FIELDS}
        letters: dict[str, list[bool]] = {letter: [] for letter in LETTERS}
        for seed, truth, answer in cards:
            for field in truth["fields"]:
                name = field["name"]
                if name not in counts:
                    continue
                value = answer.get(key, {}).get(name)
                result = outcome(name, value, field)
                counts[name][result] += 1
                if result != "right":
                    doubts = [d["text"] for d in answer.get("doubts", []) if d["field"] == name]
                    misses.append([way, seed, name, value or "–", field["printed"], " ".join(doubts)])
                if name in NAMES and value and len(value) == len(field["printed"]):
                    for wanted, got in zip(field["printed"], value, strict=True):
                        if wanted in letters:
                            letters[wanted].append(wanted == got)
        columns = ["right", "marks", "wrong", "not read"]
        total = sum((counts[name] for name in FIELDS), Counter())
        rows = [[name, *(counts[name][c] for c in columns)] for name in FIELDS] + [["all", *(total[c] for c in columns)]]
        common.Table(f"{way}, {len(cards)} cards", ["", *columns], [[str(c) for c in row] for row in rows]).print()
        common.Table(
            f"{way}, letters of names of the right length",
            ["", "right"],
            [[letter, str(Share.of(outcomes))] for letter, outcomes in letters.items()],
        ).print()
    times = [answer["timings"]["read"] for _, _, answer in cards if "timings" in answer]
    print(f"\nMedian {statistics.median(times):.0f} ms of processor time a front, the loading of the networks included.")
    if arguments.misses:
        common.Table("Misses", ["", "seed", "field", "read", "printed", "in doubt"], [[str(c) for c in m] for m in misses]).print()


if __name__ == "__main__":
    main()
