#!/usr/bin/env python3
"""Drawn films of a card that is tilted or touched: verified, not verified, undecided, by what is wrong with them.

    films.py [--seeds N] [--first SEED] [--keep FOLDER] [--misses]

Every film is made by `specimen card-film` and given to `document hologram` or `document conceal`. One kind of attack on
each check was left out while thresholds were set; it is marked. Needs no data. Drawn films prove wiring, not accuracy.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common
from common import Bonafide

TILTING = [None, "photo", "copy", "static-spot", "screen", "overlay", "untilted"]
TOUCHING = [None, "sticker", "paper", "shadow", "other-card", "edited", "whole-hand", "starts-covered", "glove", "bare"]
ELEMENTS = ["crescent", "mli", "signature", "ovi"]
LEFT_OUT = {"overlay", "glove"}
OUTCOMES = {True: "verified", False: "not verified", None: "undecided"}


@dataclass(frozen=True)
class Film:
    kind: str
    attack: str | None
    element: str
    seed: int

    @property
    def name(self) -> str:
        return (self.attack or "genuine") + (" (left out)" if self.attack in LEFT_OUT else "")

    def make(self, program: Bonafide, folder: Path) -> Path:
        own = folder / f"{self.kind}-{self.attack or 'genuine'}-{self.element}-{self.seed}"
        if not (own / "film.mp4").is_file():
            attack = ["--attack", self.attack] if self.attack else []
            program.run(
                *["specimen", "card-film", "--kind", self.kind, "--element", self.element],
                *[*attack, "--seed", str(self.seed), "--out", own],
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


def separation(results: Results) -> str:
    """For each seed, the share of attacks whose score is below that of the genuine film; ties count half."""
    areas = []
    for seed in dict.fromkeys(film.seed for film, _ in results):
        own = [(film.attack, answer["confidence"]) for film, answer in results if film.seed == seed]
        genuine = [score for attack, score in own if attack is None]
        attacks = [score for attack, score in own if attack is not None and attack != "untilted"]
        wins = [(g > a) + 0.5 * (g == a) for g in genuine for a in attacks]
        areas.append(statistics.mean(wins))
    spread = statistics.stdev(areas) if len(areas) > 1 else 0.0
    return f"{statistics.mean(areas):.3f} ± {spread:.3f} (mean and deviation of {len(areas)} seeds)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bonafide", type=Path, default=common.ROOT / ".build/release/bonafide")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=101)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--misses", action="store_true")
    arguments = parser.parse_args()
    program = Bonafide(arguments.bonafide.resolve())
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    tilted = [Film("hologram", attack, "crescent", seed) for attack in TILTING for seed in seeds]
    # Every element has genuine films; attacks take one element after the other.
    touched = [Film("conceal", None, element, seed) for element in ELEMENTS for seed in seeds]
    touched += [
        Film("conceal", attack, ELEMENTS[index % len(ELEMENTS)], seed)
        for attack in TOUCHING[1:]
        for index, seed in enumerate(seeds)
    ]
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        answers = [(film, film.check(program, folder)) for film in tilted + touched]
    for kind, title in (("hologram", "Tilted cards"), ("conceal", "Touched cards")):
        own = [(film, answer) for film, answer in answers if film.kind == kind]
        table(f"{title}, {len(seeds)} seeds", own)
        times = [answer["timings"]["frame"] for _, answer in own]
        print(f"\n{statistics.median(times):.0f} ms a frame (median of films), at most {max(times):.0f} ms.")
    print(f"\nArea under the curve of tilted cards: {separation([a for a in answers if a[0].kind == 'hologram'])}")
    if arguments.misses:
        for film, answer in answers:
            if (answer["verified"] is True) != (film.attack is None):
                codes = [reason["code"] for reason in answer["reasons"]]
                print(film.kind, film.name, film.element, film.seed, codes, answer.get("figures", ""))


if __name__ == "__main__":
    main()
