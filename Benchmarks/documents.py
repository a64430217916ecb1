#!/usr/bin/env python3
"""Machine-readable zones read without a single wrong character (documents/mrz.csv), and how long it takes.

    documents.py [--pictures FOLDER --truth CSV] [--without-peers]

For hand-held scenes, name their folder and truth. Peers are judged kindly: a line counts wherever it stands
among all that they read, also when it was read in pieces. All run on one processor, one thread, warm.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common
from common import Bonafide, Share


@dataclass(frozen=True)
class Document:
    file: str
    kind: str
    lines: list[str]

    @staticmethod
    def of(row: dict[str, str]) -> Document:
        lines = [row[name] for name in ("line1", "line2", "line3") if row[name]]
        return Document(row["file"], row["type"], lines if row["type"] != "NONE" else [])


@dataclass(frozen=True)
class Reading:
    exact: bool
    milliseconds: float
    wrong_but_valid: bool | None = None
    exact_raw: bool | None = None
    found: Any = None


def ours(program: Bonafide, folder: Path, documents: list[Document]) -> list[Reading]:
    paths = [folder / document.file for document in documents]
    # The first one again at the end: loading the networks is not a cost of a picture.
    answers = program.json_lines("mrz", "read", *paths, paths[0])
    answers[0] = {**answers[0], "timings": answers[-1].get("timings", {})}
    readings = []
    for document, answer in zip(documents, answers, strict=False):
        zone = answer.get("mrz")
        lines = zone["lines"] if zone else []
        exact = lines == document.lines
        wrong = bool(zone and zone["valid"]) and not exact
        raw = bool(zone) and zone["raw"] == document.lines
        readings.append(Reading(exact, answer.get("timings", {}).get("read", 0.0), wrong, raw, lines))
    return readings


def theirs(name: str, folder: Path, documents: list[Document]) -> list[Reading]:
    import cv2

    import document_peers

    cv2.setNumThreads(1)
    read = document_peers.READERS[name]()
    readings = []
    for number, document in enumerate(documents):
        picture = cv2.imread(str(folder / document.file))
        if number == 0:
            read(picture)
        start = time.perf_counter()
        lines = {document_peers.cleaned(line) for line in read(picture)}
        milliseconds = (time.perf_counter() - start) * 1000
        readings.append(Reading(all(line in lines for line in document.lines), milliseconds))
        print(f"\r{name}: {number + 1}/{len(documents)}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return readings


def figures(documents: list[Document], readings: list[Reading]) -> dict[str, Any]:
    pairs = [(d, r) for d, r in zip(documents, readings, strict=True) if d.lines]
    values: dict[str, Any] = {"every character right": Share.of(r.exact for _, r in pairs)}
    if pairs[0][1].exact_raw is not None:
        values["before correction"] = Share.of(bool(r.exact_raw) for _, r in pairs)
        values["valid but wrong"] = sum(bool(r.wrong_but_valid) for r in readings)
    values["median ms"] = f"{statistics.median(r.milliseconds for _, r in pairs):.0f}"
    return values


def print_misses(documents: list[Document], readings: list[Reading]) -> None:
    rows = []
    for document, reading in zip(documents, readings, strict=True):
        if document.lines and not reading.exact:
            wrong = [
                f"`{want}` read `{got}`"
                for want, got in zip(document.lines, reading.found or [""] * 3, strict=False)
                if want != got
            ]
            rows.append([document.file, document.kind, "<br>".join(wrong)])
    common.Table("What was not read right", ["picture", "format", "lines"], rows).print()


def main() -> None:
    arguments, folder, truth = common.labelled_documents(__doc__, "--without-peers")
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    documents = [Document.of(row) for row in common.read_rows(truth)]
    own = ours(Bonafide(arguments.bonafide.resolve()), folder, documents)
    table = {"Bonafide": figures(documents, own)}
    if not arguments.without_peers:
        import document_peers

        for name in document_peers.READERS:
            table[name] = figures(documents, theirs(name, folder, documents))
    common.print_figures("Machine-readable zones", table)
    print_misses(documents, own)


if __name__ == "__main__":
    main()
