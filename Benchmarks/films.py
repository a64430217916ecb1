#!/usr/bin/env python3
"""Drawn films of a card that is tilted or touched: verified, not verified, undecided, by what is wrong with them.

    films.py [--seeds N] [--first SEED] [--kind KIND] [--keep FOLDER] [--misses]

Every film is made by `specimen card-film` and given to `document hologram` or `document conceal`. One kind of attack on
each check was left out while thresholds were set; it is marked. Of what shows too little to decide, "undecided" is the
right outcome; such films do not count in the area under the curve. Needs no data. Drawn films prove wiring, not accuracy.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common
from common import Bonafide

TILTING = ["photo", "copy", "static-spot", "screen", "overlay", "frozen", "shuffled", "other-card", "replay"]
TOUCHING = ["sticker", "paper", "edited", "glove", "other-card", "replay"]
# What shows too little.
UNDECIDABLE = {
    "hologram": ["untilted"],
    "conceal": ["shadow", "bare", "whole-hand", "starts-covered"],
}
ELEMENTS = ["crescent", "mli", "signature", "ovi"]
LEFT_OUT = {"overlay", "glove"}
SLOW = 5  # Frames a second.
# Pixels. What covers is seen in small films too; a screen's lines and the colours of a foil less so.
WIDE, NARROW = 960, 640
OUTCOMES = {True: "verified", False: "not verified", None: "undecided"}


@dataclass(frozen=True)
class Film:
    kind: str
    attack: str | None
    element: str
    seed: int
    rate: int = 15

    @property
    def name(self) -> str:
        marks = " (left out)" if self.attack in LEFT_OUT else f", {self.rate} a second" if self.rate == SLOW else ""
        return (self.attack or "genuine") + marks

    @property
    def width(self) -> int:
        return WIDE if self.kind == "hologram" or self.attack == "replay" else NARROW

    @property
    def is_fraud(self) -> bool:
        return self.attack in (TILTING if self.kind == "hologram" else TOUCHING)

    def make(self, program: Bonafide, folder: Path) -> Path:
        own = folder / f"{self.kind}-{self.attack or 'genuine'}-{self.element}-{self.seed}-{self.rate}"
        if not (own / "film.mp4").is_file():
            attack = ["--attack", self.attack] if self.attack else []
            program.run(
                *["specimen", "card-film", "--kind", self.kind, "--element", self.element],
                *[*attack, "--seed", str(self.seed), "--rate", str(self.rate)],
                *["--width", str(self.width), "--out", own],
            )
        return own / "film.mp4"

    def check(self, program: Bonafide, folder: Path) -> dict[str, Any]:
        element = ["--element", self.element] if self.kind == "conceal" else []
        return program.json("document", self.kind, *element, "--profile", "specimen", self.make(program, folder))


Results = list[tuple[Film, dict[str, Any]]]


def table(title: str, results: Results) -> None:
    rows = []
    for name in dict.fromkeys(film.name for film, _ in results):
        own = [answer for film, answer in results if film.name == name]
        outcomes = Counter(OUTCOMES[answer["verified"]] for answer in own)
        codes = Counter(reason["code"] for answer in own for reason in answer["reasons"])
        given = ", ".join(f"{code} {count}" for code, count in codes.most_common())
        rows.append([name, *(str(outcomes[outcome]) for outcome in OUTCOMES.values()), given or "–"])
    common.Table(title, ["film", *OUTCOMES.values(), "reasons"], rows).print()


def area(results: Results, is_attack: Callable[[Film], bool]) -> str:
    """For each seed, the share of pairs in which the attack's score is below that of a genuine film; ties count half."""
    areas = []
    for seed in dict.fromkeys(film.seed for film, _ in results):
        own = [(film, answer["confidence"]) for film, answer in results if film.seed == seed]
        genuine = [score for film, score in own if film.attack is None]
        attacks = [score for film, score in own if is_attack(film)]
        areas.append(statistics.mean((g > a) + 0.5 * (g == a) for g in genuine for a in attacks))
    spread = statistics.stdev(areas) if len(areas) > 1 else 0.0
    return f"{statistics.mean(areas):.3f} ± {spread:.3f}"


def films(kind: str, seeds: range) -> list[Film]:
    """Every element has genuine films; attacks take one element after the other."""
    elements = ["crescent"] if kind == "hologram" else ELEMENTS
    genuine = [Film(kind, None, element, seed) for element in elements for seed in seeds]
    slow = [Film(kind, None, elements[i % len(elements)], seed, SLOW) for i, seed in enumerate(seeds)]
    attacks = [*(TILTING if kind == "hologram" else TOUCHING), *UNDECIDABLE[kind]]
    return [
        *[*genuine, *slow],
        *[Film(kind, attack, elements[i % len(elements)], seed) for attack in attacks for i, seed in enumerate(seeds)],
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bonafide", type=Path, default=common.ROOT / ".build/release/bonafide")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=101)
    parser.add_argument("--kind", choices=list(UNDECIDABLE))
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    program = Bonafide(arguments.bonafide.resolve())
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    kinds = [arguments.kind] if arguments.kind else list(UNDECIDABLE)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        answers = [(film, film.check(program, folder)) for kind in kinds for film in films(kind, seeds)]
    for kind in kinds:
        own = [(film, answer) for film, answer in answers if film.kind == kind]
        table(f"{'Tilted' if kind == 'hologram' else 'Touched'} cards, {len(seeds)} seeds", own)
        print(f"\nArea under the curve, mean and deviation of {len(seeds)} seeds:")
        print(f"of all attacks {area(own, lambda film: film.is_fraud)},", end=" ")
        print(f"of the one left out {area(own, lambda film: film.attack in LEFT_OUT)}")
        times = [answer["timings"]["frame"] for _, answer in own]
        print(f"{statistics.median(times):.0f} ms a frame (median of films), at most {max(times):.0f} ms.")
    if arguments.misses:
        for film, answer in answers:
            expected = film.attack is None or (False if film.is_fraud else None)
            if answer["verified"] is not expected:
                codes = [reason["code"] for reason in answer["reasons"]]
                print(film.kind, film.name, film.element, film.seed, answer["verified"], codes, answer.get("figures", ""))


if __name__ == "__main__":
    main()
