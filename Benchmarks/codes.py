#!/usr/bin/env python3
"""Bar codes and matrix codes read to the last character (barcodes/barcodes.csv), and how long it takes.

    codes.py [--data FOLDER] [--without-peers]

The truth has its line ends as LF, many codes have CR LF: both ways of comparing are shown. The peer, zxing-cpp, is
judged with its own defaults, and kindly with two more tries on the picture enlarged to 2 and 3 times its size. All run
on one processor, one thread, warm; times are without decoding the picture.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common
from common import ROOT, Bonafide, Share


@dataclass(frozen=True)
class Code:
    file: str
    symbology: str
    text: str


@dataclass(frozen=True)
class Reading:
    texts: list[str]
    milliseconds: float

    def is_exact(self, code: Code) -> bool:
        return code.text in self.texts

    def is_right(self, code: Code) -> bool:
        return code.text in [text.replace("\r\n", "\n") for text in self.texts]


def ours(program: Bonafide, folder: Path, codes: list[Code]) -> list[Reading]:
    paths = [folder / code.file for code in codes]
    answers = program.json_lines("document", "codes", *paths)
    return [
        Reading([found["text"] for found in answer.get("codes", [])], answer.get("timings", {}).get("read", 0.0))
        for answer in answers
    ]


def theirs(folder: Path, codes: list[Code], enlargements: tuple[int, ...]) -> list[Reading]:
    import cv2
    import zxingcpp

    cv2.setNumThreads(1)
    readings = []
    for code in codes:
        picture = cv2.imread(str(folder / code.file), cv2.IMREAD_GRAYSCALE)
        start = time.perf_counter()
        found = zxingcpp.read_barcodes(picture)
        for factor in enlargements:
            if found:
                break
            found = zxingcpp.read_barcodes(cv2.resize(picture, None, fx=factor, fy=factor))
        milliseconds = (time.perf_counter() - start) * 1000
        readings.append(Reading([result.text for result in found], milliseconds))
    return readings


def figures(codes: list[Code], readings: list[Reading]) -> dict[str, Any]:
    pairs = list(zip(codes, readings, strict=True))
    return {
        "exact": Share.of(reading.is_exact(code) for code, reading in pairs),
        "exact with CR LF as LF": Share.of(reading.is_right(code) for code, reading in pairs),
        "median ms": f"{statistics.median(reading.milliseconds for reading in readings):.1f}",
        "longest ms": f"{max(reading.milliseconds for reading in readings):.0f}",
    }


def print_misses(codes: list[Code], readings: list[Reading]) -> None:
    rows = [
        [code.file, code.symbology, f"`{code.text[:60]!r}`", f"`{[text[:60] for text in reading.texts]!r}`"]
        for code, reading in zip(codes, readings, strict=True)
        if not reading.is_right(code)
    ]
    common.Table("What Bonafide did not read right", ["picture", "kind", "text", "read"], rows).print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/testdata")
    parser.add_argument("--bonafide", type=Path, default=ROOT / ".build/release/bonafide")
    parser.add_argument("--without-peers", action="store_true")
    arguments = parser.parse_args()
    folder = arguments.data / "barcodes"
    truth = folder / "barcodes.csv"
    if not truth.is_file():
        print(f"skipped: no {truth}")
        return
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    codes = [Code(row["file"], row["symbology"], row["text"]) for row in common.read_rows(truth)]
    own = ours(Bonafide(arguments.bonafide.resolve()), folder, codes)
    table = {"Bonafide": figures(codes, own)}
    if not arguments.without_peers:
        try:
            import zxingcpp  # noqa: F401
        except ImportError:
            print("zxing-cpp is not installed: measuring Bonafide only.", file=sys.stderr)
        else:
            table["zxing-cpp"] = figures(codes, theirs(folder, codes, ()))
            table["zxing-cpp, with 2× and 3×"] = figures(codes, theirs(folder, codes, (2, 3)))
    common.print_figures("Bar codes and matrix codes", table)
    print_misses(codes, own)


if __name__ == "__main__":
    main()
