#!/usr/bin/env python3
"""Printed fields against the truth columns of documents/mrz.csv: right, wrong, not read, by kind of document.

    fields.py [--pictures FOLDER --truth CSV] [--misses]

Counted are fields that the picture shows in print. Whether it does nobody has written down, so a field counts as shown
where either of two readings, with and without the help of the zone, finds a value, or where the zone's value stands
among the printed lines; fields that are printed but not read at all are missing in the count. A wrong value costs five
times what a right one is worth.

The zone helps to find values that have no legible label. What is found only so agrees with it by construction:
`by label` counts what was found without any zone.
"""

from __future__ import annotations

import os
import re
import statistics
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import common
from common import Bonafide

FIELDS = {
    "surname": "surname",
    "givenNames": "given",
    "documentNumber": "number",
    "dateOfBirth": "dob",
    "expiryDate": "expiry",
    "sex": "sex",
    "nationality": "nationality",
}
# ICAO 9303-3, section 6: letters with more than one spelling.
SPELLINGS = [
    {"Ä": "AE", "Ö": "OE", "Ü": "UE", "ß": "SS", "Ø": "OE", "Å": "AA", "Æ": "AE", "Þ": "TH", "Ð": "D", "Ł": "L", "Đ": "D"},
    {"Ä": "A", "Ö": "O", "Ü": "U", "ß": "SS", "Ø": "O", "Å": "A", "Æ": "AE", "Þ": "TH", "Ð": "D", "Ł": "L", "Đ": "D", "İ": "I", "ı": "I"},
]


def folded(name: str) -> set[str]:
    """The spellings of a name in a zone, without what separates its words."""
    spellings = set()
    for table in SPELLINGS:
        text = "".join(table.get(letter, letter) for letter in name.upper())
        plain = unicodedata.normalize("NFKD", text)
        spellings.add("".join(letter for letter in plain if letter.isascii() and letter.isalnum()))
    return spellings


def agrees(name: str, value: str, truth: str) -> bool:
    if name in ("surname", "givenNames"):
        wanted = re.sub("[^A-Z0-9]", "", truth)
        return wanted in folded(value) or len(wanted) > 20 and any(s.startswith(wanted) for s in folded(value))
    if name in ("dateOfBirth", "expiryDate"):
        return value[2:4] + value[5:7] + value[8:10] == truth
    if name == "documentNumber":
        return re.sub("[^A-Z0-9]", "", value) == re.sub("[^A-Z0-9]", "", truth)
    if name == "sex":
        return value == (truth if truth in "MF" and truth else "X")
    return value == truth.replace("<", "")


@dataclass
class Tally:
    right: int = 0
    wrong: int = 0
    missed: int = 0
    places: Counter[str] = field(default_factory=Counter)

    @property
    def score(self) -> int:
        return self.right - 5 * self.wrong

    def row(self) -> list[str]:
        return [str(self.right), str(self.wrong), str(self.missed), str(self.score)]


def stands_among(lines: list[dict[str, Any]], truth: str) -> bool:
    """Whether a name or number of the zone is among the lines outside of the zone."""
    wanted = re.sub("[^A-Z0-9]", "", truth)
    printed = [line["text"] for line in lines if "<" not in line["text"] and len(line["text"]) < 28]
    return len(wanted) > 2 and any(wanted in spelling for text in printed for spelling in folded(text))


def main() -> None:
    arguments, folder, truth = common.labelled_documents(__doc__, "--misses")
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows = [row for row in common.read_rows(truth) if row["type"] != "NONE"]
    program = Bonafide(arguments.bonafide.resolve())
    paths = [folder / row["file"] for row in rows]
    answers = program.json_lines("document", "text", *paths)
    ways = {"by label": "byLabel", "with zone": "printed"}
    misses = []
    for way, key in ways.items():
        by_kind: dict[str, Tally] = {}
        by_field: dict[str, Tally] = {}
        for row, answer in zip(rows, answers, strict=True):
            for name, column in FIELDS.items():
                value = answer.get(key, {}).get(name)
                wanted = row[column]
                others = [answer.get(other, {}).get(name) for other in ways.values()]
                is_shown = any(others) or name in ("surname", "givenNames", "documentNumber") and stands_among(
                    answer.get("lines", []), wanted
                )
                if not is_shown:
                    continue
                tallies = [by_kind.setdefault(row["type"], Tally()), by_field.setdefault(name, Tally())]
                for tally in tallies:
                    if value is None:
                        tally.missed += 1
                    elif agrees(name, value, wanted):
                        tally.right += 1
                    else:
                        tally.wrong += 1
                if value is None or not agrees(name, value, wanted):
                    misses.append([way, row["file"], name, value or "–", wanted])
        for title, groups in (("kind of document", by_kind), ("field", by_field)):
            total = Tally(*(sum(getattr(t, n) for t in groups.values()) for n in ("right", "wrong", "missed")))
            table = [[key, *tally.row()] for key, tally in sorted(groups.items())] + [["all", *total.row()]]
            common.Table(f"{way}, by {title}", ["", "right", "wrong", "not read", "score"], table).print()
    times = [answer["timings"]["read"] for answer in answers if "timings" in answer]
    print(f"\nMedian {statistics.median(times):.0f} ms of processor time a picture, {max(times):.0f} ms at most.")
    if arguments.misses:
        common.Table("Misses", ["", "picture", "field", "read", "truth"], misses).print()


if __name__ == "__main__":
    main()
