#!/usr/bin/env python3
"""CPU time a tracked frame, wall time of a comparison, and memory of long videos.

Systems take turns (A B A B …) on one processor, and each ratio is of two neighbours, so that
what else the machine does weighs on both. Close other programs all the same.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import common
import peers
from common import Bonafide

WORKLOADS = Path(__file__).resolve().parent / "workloads"
ROUNDS = 5
ONE_PROCESSOR = ["taskset", "-c", "0"]
FRAME_CLIP = "liveportrait__d10.mp4"
MEMORY_CLIP = "fer__woman2.mp4"
PAIR = ("deepface__img10.jpg", "deepface__img2.jpg")
DURATIONS = (10, 30, 60)  # Seconds


def run(command: list[str | Path]) -> str:
    """Standard output of a command that has to succeed (1 and 2 are negative verdicts)."""
    result = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if result.returncode not in (0, 1, 2):
        sys.exit(f"failed ({result.returncode}): {' '.join(map(str, command))}\n{result.stderr.strip()}")
    return result.stdout


def python(script: str, *arguments: str | Path) -> list[str | Path]:
    return [sys.executable, WORKLOADS / script, *arguments]


def fitted_clip(clip: Path, target: Path, size: tuple[int, int], seconds: int | None = None) -> Path:
    """The clip, scaled and padded to a size; repeated to a length where one is given."""
    width, height = size
    fit = f"scale={width}:{height}:force_original_aspect_ratio=decrease,pad={width}:{height}:-1:-1,setsar=1"
    repeat = [] if seconds is None else ["-stream_loop", "-1"]
    length = [] if seconds is None else ["-t", str(seconds)]
    command = ["ffmpeg", "-v", "error", *repeat, "-i", clip, *length, "-vf", fit, "-an", "-r", "25"]
    run([*command, "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p", target])
    return target


# Pairs of measurements

Measurement = Callable[[], float]


def alternating(ours: Measurement, theirs: Measurement) -> list[tuple[float, float]]:
    ours(), theirs()  # Fills the file cache.
    return [(ours(), theirs()) for _ in range(ROUNDS)]


def paired_figures(pairs: list[tuple[float, float]]) -> dict[str, Any]:
    ratios = [ours / theirs for ours, theirs in pairs]
    return {
        "Bonafide": statistics.median(ours for ours, _ in pairs),
        "peer": statistics.median(theirs for _, theirs in pairs),
        "ratio": statistics.median(ratios),
        "ratios": ratios,
    }


def paired_row(name: str, figures: dict[str, Any], unit: str) -> list[str]:
    spread = f"{min(figures['ratios']):.2f}–{max(figures['ratios']):.2f}"
    cells = [f"{figures[who]:.3g} {unit}" for who in ("Bonafide", "peer")]
    return [name, *cells, f"{figures['ratio']:.2f} ({spread})"]


# What is measured


def frame_time(program: Bonafide, clip: Path) -> list[tuple[float, float]]:
    """CPU milliseconds a frame: tracked face, 478 landmarks, expressions, pose."""

    def measured(command: list[str | Path]) -> float:
        return float(json.loads(run([*ONE_PROCESSOR, *command]))["cpuMillisecondsPerFrame"])

    return alternating(
        lambda: measured([program.program, "bench", "frames", clip, "--json"]),
        lambda: measured(python("mediapipe_frames.py", clip)),
    )


def compare_time(program: Bonafide, pair: list[Path], peer: list[str | Path]) -> list[tuple[float, float]]:
    """Wall seconds of the whole process."""

    def measured(command: list[str | Path]) -> float:
        start = time.perf_counter()
        run(command)
        return time.perf_counter() - start

    ours: list[str | Path] = [program.program, "face", "compare", *pair, "--json"]
    return alternating(lambda: measured(ours), lambda: measured(peer))


def peak_memory(program: Bonafide, clip: Path) -> float:
    """MiB, of the largest of the processes that `face liveness` consists of."""
    command = [str(program.program), "face", "liveness", str(clip), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss / 1024


# Reports


def measure_pairs(program: Bonafide, data: Path, work: Path) -> dict[str, Any]:
    clip = fitted_clip(data / "video" / FRAME_CLIP, work / "frames.mp4", (640, 480))
    pair = [data / "faces" / name for name in PAIR]
    frames = paired_figures(frame_time(program, clip))
    opencv = paired_figures(
        compare_time(program, pair, python("opencv_compare.py", peers.YUNET, peers.SFACE, *pair))
    )
    dlib = paired_figures(compare_time(program, pair, python("dlib_compare.py", *pair)))
    rows = [
        paired_row("640 × 480 frame, CPU, against MediaPipe 0.10.21", frames, "ms"),
        paired_row("compare two pictures, whole process, against OpenCV in Python", opencv, "s"),
        paired_row("compare two pictures, whole process, against face_recognition", dlib, "s"),
    ]
    title = f"Speed (medians of {ROUNDS}; ratio below 1: Bonafide is faster)"
    common.Table(title, ["", "Bonafide", "peer", "ratio (range)"], rows).print()
    return {"frames": frames, "compare OpenCV": opencv, "compare face_recognition": dlib}


def measure_memory(program: Bonafide, data: Path, work: Path) -> dict[str, float]:
    clip = data / "video" / MEMORY_CLIP
    peaks = {}
    for seconds in DURATIONS:
        video = fitted_clip(clip, work / f"{seconds}.mp4", (1280, 720), seconds)
        peaks[f"{seconds} s"] = peak_memory(program, video)
    rows = [[length, f"{peak:.0f} MiB"] for length, peak in peaks.items()]
    common.Table("Peak memory of face liveness, 1280 × 720", ["video", "largest process"], rows).print()
    return peaks


def machine() -> str:
    models = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line]
    name = models[0].split(":")[1].strip() if models else platform.machine()
    return f"{os.cpu_count()} × {name}"


def main() -> None:
    setup = common.set_up(__doc__ or "")
    if not setup.bonafide:
        print("skipped: there is nothing to compare with the peers")
        return
    print(f"Machine: {machine()}")
    with tempfile.TemporaryDirectory() as folder:
        pairs = measure_pairs(setup.bonafide, setup.data, Path(folder))
        memory = measure_memory(setup.bonafide, setup.data, Path(folder))
    common.write_json("speed", {"machine": machine(), "pairs": pairs, "memory MiB": memory})


if __name__ == "__main__":
    main()
