#!/usr/bin/env python3
"""Whole documents: what `document read` makes of real specimens, each alone: type, portrait, print against zone.

    whole_documents.py [--data FOLDER] [--bonafide PROGRAM] [--misses]

Which pictures show a portrait follows from their kind: pages, visas and two-line cards carry it beside the zone, the
three-line cards on the other side, which only pictures of both sides show (`BOTH_SIDES`). `HIDDEN` were looked at.
"""

from __future__ import annotations

import os
import statistics
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import common
from common import Bonafide, Share

BOTH_SIDES = ("arg0s_id_cards__", "arg0s_resident_cards__")
# Portraits that nobody could compare with: the eyes are under a bar.
HIDDEN = {"prado__ROU-AO-02001_324757.jpg"}
TYPES = {"TD1": "ID", "TD2": "ID", "FRA": "ID", "TD3": "PASSPORT", "MRVA": "VISA", "MRVB": "VISA"}
# The specimens' own day would be another for each; most are long out of date.
TODAY = "2012-06-01"


def shows_portrait(row: dict[str, str]) -> bool:
    return row["type"] not in ("TD1", "NONE") or row["file"].startswith(BOTH_SIDES)


def main() -> None:
    arguments, folder, truth = common.labelled_documents(__doc__, "--misses")
    rows = common.read_rows(truth)
    program = Bonafide(arguments.bonafide.resolve())

    def read(row: dict[str, str]) -> dict[str, Any]:
        return program.json("document", "read", "--date", TODAY, Path(folder / row["file"]))

    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        answers = list(pool.map(read, rows))
    pairs = list(zip(rows, answers, strict=True))
    read_at_all = [(row, answer) for row, answer in pairs if "error" not in answer]
    with_portrait = [(r, a) for r, a in read_at_all if shows_portrait(r) and r["file"] not in HIDDEN]
    without = [(r, a) for r, a in read_at_all if not shows_portrait(r)]
    checks = [(row, check) for row, answer in read_at_all for check in answer["crossCheck"]]
    against = [(row, check) for row, check in checks if check["agrees"] is False]
    figures = {
        "read as a document": Share(len(read_at_all), len(pairs)),
        "kind right": Share.of(a["type"] == TYPES[r["type"]] for r, a in read_at_all if r["type"] in TYPES),
        "portrait found": Share.of(a["portrait"] is not None for _, a in with_portrait),
        "face on a back": Share.of(a["portrait"] is not None for _, a in without),
        "documents said to disagree": Share(len({row["file"] for row, _ in against}), len(read_at_all)),
        "fields compared": Share(sum(check["agrees"] is not None for _, check in checks), len(checks)),
    }
    common.Table("Whole documents", ["", ""], [[name, str(share)] for name, share in figures.items()]).print()
    decisions = Counter(answer["decision"] for _, answer in read_at_all)
    reasons = Counter(reason["code"] for _, answer in read_at_all for reason in answer["reasons"])
    for title, counts in (("Decisions", decisions), ("Reasons", reasons)):
        common.Table(title, ["", "documents"], [[name, str(count)] for name, count in counts.most_common()]).print()
    times = [answer["timings"]["read"] for _, answer in read_at_all]
    print(f"\nMedian {statistics.median(times):.0f} ms of wall time a picture, networks loaded anew for each.")
    if arguments.misses:
        misses = [["no portrait", r["file"], "", ""] for r, a in with_portrait if a["portrait"] is None]
        misses += [["face on a back", r["file"], "", ""] for r, a in without if a["portrait"]]
        misses += [[c["field"], r["file"], str(c["mrz"]), str(c["printed"])] for r, c in against]
        common.Table("Misses", ["what", "picture", "zone", "print"], misses).print()
    common.write_json("whole_documents", figures)


if __name__ == "__main__":
    main()
