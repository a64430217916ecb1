#!/usr/bin/env python3
"""Drawn attacks and genuine specimens, five seeds of each kind, judged by `evaluate liveness`; and the real ones.

With --network-models, a models' folder with an optional part, everything is judged with that network as well.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import shutil
from pathlib import Path
from typing import Any

import common
from common import Bonafide, Share

STEPS = "turn-left"
FIRST_SEED = 101
KINDS = [
    "still",
    "waved-photo",
    "print-cutout",
    "bent-photo",
    "replay-monitor",
    "replay-phone",
    "replay-tablet",
    "replay-full",
    "replay-full-phone",
    "replay-full-tablet",
    "looped",
    "injected",
    "face-swap",
    "second-person",
]
GENUINE = "selfie"
# Kinds that no limit was set on.
LEFT_OUT = ["replay-full-phone", "replay-full-tablet"]
# Cues that look at the mouth need one that moves.
EXPRESSIONS = "face,smile,close-eyes,turn-left"
EXPRESSION_KINDS = ["print-cutout"]


def film(program: Bonafide, folder: Path, kind: str, seed: int, steps: str) -> str:
    name = f"{kind}-{seed}.mp4"
    if not (folder / name).is_file():
        verb = ["selfie"] if kind == GENUINE else ["attack", "--kind", kind]
        # Under another name first: a film that was cut off is no film.
        partial = folder / "partial.mp4"
        program.run("specimen", *verb, "--seed", str(seed), "--steps", steps, "--out", partial)
        partial.rename(folder / name)
    return name


def write_labels(folder: Path, rows: list[tuple[str, str, str]]) -> None:
    with (folder / "labels.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file", "label", "species"])
        writer.writerows(rows)


def specimens(program: Bonafide, folder: Path, kinds: list[str], seeds: int, steps: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        (film(program, folder, kind, seed, steps), "bonafide" if kind == GENUINE else "attack", kind)
        for kind in [GENUINE, *kinds]
        for seed in range(FIRST_SEED, FIRST_SEED + seeds)
    ]
    write_labels(folder, rows)


def real_ones(data: Path, folder: Path) -> None:
    """Links to the genuine clips and the few real attacks; a still picture is a film of one frame."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    rows = []
    for row in common.read_rows(data / "video/labels.csv"):
        if row["faces"] != "0":
            rows.append((data / "video" / row["file"], "bonafide", ""))
    for row in common.read_rows(data / "pad/labels.csv"):
        if row["class"] in ("attack", "bonafide") and not row["file"].startswith("../video"):
            rows.append((data / "pad" / row["file"], row["class"], row["kind"]))
    for path, _, _ in rows:
        (folder / path.name).symlink_to(path.resolve())
    write_labels(folder, [(path.name, label, species) for path, label, species in rows])


def judge(program: Bonafide, title: str, folder: Path, *options: str) -> dict[str, Any]:
    report = program.json("evaluate", "liveness", *options, folder)
    genuine = report["bonafide"]
    rows = [line("genuine: called not live", genuine, genuine["notLive"])]
    for species in report["attacks"]:
        name = species["species"] + (" (left out of tuning)" if species["species"] in LEFT_OUT else "")
        rows.append(line(name, species, species["live"]))
    attacks = report["attacks"]
    if attacks:
        worst = max(attacks, key=lambda species: species["live"] / species["count"])
        rows.append([f"worst: {worst['species']}", str(Share(worst["live"], worst["count"])), "", ""])
    common.Table(title, ["kind", "wrong", "not judged", "reasons"], rows).print()
    for wrong in report["wrong"]:
        print(f"- {wrong['file']}: live {json.dumps(wrong['live'])}")
    return report


def line(name: str, tally: dict[str, Any], wrong: int) -> list[str]:
    reasons = ", ".join(f"{code} {count}" for code, count in tally["reasons"].items())
    return [name, str(Share(wrong, tally["count"])), str(tally["notEvaluated"]), reasons or "–"]


def judge_all(program: Bonafide, films: Path, data: Path, suffix: str) -> dict[str, Any]:
    results = {
        "steps": judge(program, f"Specimens, challenge {STEPS}{suffix}", films, "--steps", STEPS),
        "passive": judge(program, f"Specimens, passive{suffix}", films),
        "expressions": judge(program, f"Specimens with expressions, passive{suffix}", films / "expressions"),
    }
    if data.is_dir():
        real_ones(data, films / "real")
        results["real"] = judge(program, f"Real clips and pictures, passive{suffix}", films / "real")
    else:
        print(f"skipped: no test data at {data}")
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=common.ROOT.parent / "shared/testdata")
    parser.add_argument("--bonafide", type=Path, default=common.ROOT / ".build/release/bonafide")
    parser.add_argument("--films", type=Path, default=common.ROOT / ".build/attacks")
    parser.add_argument("--network-models", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    arguments = parser.parse_args()
    program = Bonafide(arguments.bonafide.resolve())
    specimens(program, arguments.films, KINDS, arguments.seeds, STEPS)
    specimens(program, arguments.films / "expressions", EXPRESSION_KINDS, arguments.seeds, EXPRESSIONS)
    results = {"alone": judge_all(program, arguments.films, arguments.data, "")}
    if arguments.network_models:
        os.environ["BONAFIDE_MODELS"] = str(arguments.network_models.resolve())
        results["network"] = judge_all(program, arguments.films, arguments.data, ", with the network")
    common.write_json("attacks", results)


if __name__ == "__main__":
    main()
