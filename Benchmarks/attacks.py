#!/usr/bin/env python3
"""Drawn attacks and genuine specimens, three seeds of each kind, judged by `evaluate liveness`; and the real ones."""

from __future__ import annotations

import argparse
import csv
import json
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
    "looped",
    "injected",
    "face-swap",
    "second-person",
]
GENUINE = "selfie"


def film(program: Bonafide, folder: Path, kind: str, seed: int) -> str:
    name = f"{kind}-{seed}.mp4"
    if not (folder / name).is_file():
        verb = ["selfie"] if kind == GENUINE else ["attack", "--kind", kind]
        program.run("specimen", *verb, "--seed", str(seed), "--steps", STEPS, "--out", folder / name)
    return name


def write_labels(folder: Path, rows: list[tuple[str, str, str]]) -> None:
    with (folder / "labels.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file", "label", "species"])
        writer.writerows(rows)


def specimens(program: Bonafide, folder: Path, seeds: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows = [
        (film(program, folder, kind, seed), "bonafide" if kind == GENUINE else "attack", kind)
        for kind in [GENUINE, *KINDS]
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
    rows += [line(species["species"], species, species["live"]) for species in report["attacks"]]
    common.Table(title, ["kind", "wrong", "not judged", "reasons"], rows).print()
    for wrong in report["wrong"]:
        print(f"- {wrong['file']}: live {json.dumps(wrong['live'])}")
    return report


def line(name: str, tally: dict[str, Any], wrong: int) -> list[str]:
    reasons = ", ".join(f"{code} {count}" for code, count in tally["reasons"].items())
    return [name, str(Share(wrong, tally["count"])), str(tally["notEvaluated"]), reasons or "–"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=common.ROOT.parent / "shared/testdata")
    parser.add_argument("--bonafide", type=Path, default=common.ROOT / ".build/release/bonafide")
    parser.add_argument("--films", type=Path, default=common.ROOT / ".build/attacks")
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    program = Bonafide(arguments.bonafide.resolve())
    specimens(program, arguments.films, arguments.seeds)
    results = {
        "steps": judge(program, f"Specimens, challenge {STEPS}", arguments.films, "--steps", STEPS),
        "passive": judge(program, "Specimens, passive", arguments.films),
    }
    if arguments.data.is_dir():
        real_ones(arguments.data, arguments.films / "real")
        results["real"] = judge(program, "Real clips and pictures, passive", arguments.films / "real")
    common.write_json("attacks", results)


if __name__ == "__main__":
    main()
