#!/usr/bin/env python3
"""Looped films and genuine ones, taken again at fewer pictures a second and at moments of their own, as a browser takes them.

Says in how many a stretch of motion is seen twice.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import common
from common import Bonafide

STEPS = "face,turn-right,smile"
SEEDS = range(21, 26)
RATES = [30, 15, 12, 10, 8, 6]
SOURCE_RATE = 30


def pictures(film: Path, folder: Path) -> int:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = ["ffmpeg", "-v", "error", "-i", film, "-vf", f"fps={SOURCE_RATE}", "-q:v", "3", folder / "%05d.jpg"]
    subprocess.run(command, check=True)
    return sum(1 for _ in folder.glob("*.jpg"))


def taken_again(folder: Path, count: int, rate: float, seed: int, film: Path) -> None:
    """Moments that lie 0.6 to 1.5 times as far apart as the rate says."""
    chance = random.Random(seed)
    moments: list[tuple[float, int]] = []
    time = 0.0
    while (number := int(time * SOURCE_RATE)) < count:
        if not moments or moments[-1][1] != number:
            moments.append((time, number))
        time += chance.uniform(0.6, 1.5) / rate
    ends = [time for time, _ in moments[1:]] + [moments[-1][0] + 1 / rate]
    parts = [
        f"file '{number + 1:05d}.jpg'\nduration {end - start:.4f}\n"
        for (start, number), end in zip(moments, ends, strict=True)
    ]
    (folder / "list.txt").write_text("".join(parts))
    source = ["-f", "concat", "-safe", "0", "-i", folder / "list.txt"]
    coded = ["-fps_mode", "vfr", "-c:v", "mjpeg", "-q:v", "4"]
    subprocess.run(["ffmpeg", "-y", "-v", "error", *source, *coded, film], check=True)


def loop(program: Bonafide, film: Path) -> str:
    """yes, no, or - where it could not tell."""
    value = re.search(r"^\s*loop: (\S+)", program.run("face", "liveness", film).stdout, re.MULTILINE)
    return {"0,": "yes", "1,": "no"}.get(value[1] if value else "", "-")


def row(program: Bonafide, name: str, films: list[Path], work: Path) -> None:
    cells = []
    counts = {film: pictures(film, work / film.stem) for film in films}
    for rate in RATES:
        found = []
        for film in films:
            for seed in (1, 2):
                again = work / "again.mkv"
                taken_again(work / film.stem, counts[film], rate, seed, again)
                found.append(loop(program, again))
        unsure = f" ({found.count('-')} could not tell)" if "-" in found else ""
        cells.append(f"{found.count('yes')} of {len(found)}{unsure}")
    print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    setup = common.set_up(__doc__ or "")
    program = setup.bonafide
    if program is None:
        return
    work = common.RESULTS / "loops"
    work.mkdir(parents=True, exist_ok=True)
    print("| Films, each taken again twice | " + " | ".join(f"{rate}/s" for rate in RATES) + " |")
    print("|---" * (len(RATES) + 1) + "|", flush=True)
    for kind in ("looped", "selfie"):
        films = []
        for seed in SEEDS:
            film = work / f"{kind}-{seed}.mp4"
            if not film.is_file():
                verb = ["attack", "--kind", kind] if kind == "looped" else ["selfie"]
                program.run("specimen", *verb, "--seed", str(seed), "--steps", STEPS, "--out", film)
            films.append(film)
        row(program, f"drawn, {kind}", films, work)
    row(program, "real people, genuine", sorted((setup.data / "video").glob("[fl]*.mp4")), work)


if __name__ == "__main__":
    main()
