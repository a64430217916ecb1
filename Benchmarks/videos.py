#!/usr/bin/env python3
"""Blinks, turns and liveness on clips of genuine persons (video/labels.csv)."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common
from common import Bonafide, Share

OPEN = 0.3
EYE_ASPECT_OPEN = 0.17  # MediaPipe's counterpart, see faces.py
TOLERANCE = 2  # Frames by which a blink may begin or end beside what was seen by eye

# From the column `events`: clip, first frame, last frame, sign of yaw (positive: the image's right,
# which is the person's left)
TURNS = [
    ("liveportrait__d3.mp4", 13, 25, -1),
    ("liveportrait__d3.mp4", 251, 284, 1),
    ("liveportrait__s18.mp4", 0, 195, 1),
]
TURNING_CLIP = "liveportrait__d3.mp4"  # Turns to the person's right, later to the left.
TURNING_STEPS = "turn-right,turn-left"

Frames = tuple[int, int]


@dataclass(frozen=True)
class Clip:
    path: Path
    has_face: bool
    blinks: list[Frames]

    @staticmethod
    def of(row: dict[str, str], folder: Path) -> Clip:
        listed = row["blink_frame_ranges(0-based; seen)"]
        ranges = [part.split("-") for part in listed.split(";") if part]
        blinks = [(int(first), int(last)) for first, last in ranges]
        return Clip(folder / row["file"], row["faces"] != "0", blinks)


@dataclass(frozen=True)
class FrameReading:
    """What a system says of the largest face of one frame."""

    yaw: float | None = None
    eyes_closed: bool | None = None


Curves = dict[str, list[FrameReading]]


# Systems


def bonafide_curves(program: Bonafide, clips: list[Clip]) -> Curves:
    return {
        clip.path.name: [
            bonafide_reading(line)
            for line in program.json_lines("face", "inspect", clip.path)
            if "summary" not in line
        ]
        for clip in clips
    }


def bonafide_reading(frame: dict[str, Any]) -> FrameReading:
    if not frame.get("faces"):
        return FrameReading()
    face = frame["faces"][0]
    eyes = [face["leftEyeOpen"], face["rightEyeOpen"]]
    closed = None if None in eyes else max(eyes) < OPEN
    return FrameReading((face["pose"] or {}).get("yaw"), closed)


def mediapipe_curves(clips: list[Clip]) -> Curves:
    return {clip.path.name: list(mediapipe_readings(clip.path)) for clip in clips}


def mediapipe_readings(path: Path) -> Iterator[FrameReading]:
    import cv2
    import peers

    landmarker = peers.MediaPipe(video=True)
    video = cv2.VideoCapture(str(path))
    rate = video.get(cv2.CAP_PROP_FPS)
    for number in range(1_000_000):
        more, picture = video.read()
        if not more:
            return
        faces = landmarker.faces_at(picture, round(number * 1000 / rate))
        if faces:
            openings = [faces[0].eye_aspect_ratio(eye) for eye in (peers.RIGHT_EYE, peers.LEFT_EYE)]
            yield FrameReading(faces[0].yaw, max(openings) < EYE_ASPECT_OPEN)
        else:
            yield FrameReading()


# Blinks


def closed_runs(frames: list[FrameReading]) -> list[Frames]:
    runs: list[Frames] = []
    for number, frame in enumerate(frames):
        if not frame.eyes_closed:
            continue
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def overlap(a: Frames, b: Frames) -> bool:
    return a[0] <= b[1] + TOLERANCE and b[0] <= a[1] + TOLERANCE


def blink_report(curves: Curves, clips: list[Clip]) -> dict[str, dict[str, Any]]:
    """Per clip: blinks that were missed, and closed runs that nobody listed."""
    report = {}
    for clip in clips:
        runs = closed_runs(curves[clip.path.name])
        report[clip.path.name] = {
            "listed": len(clip.blinks),
            "missed": [blink for blink in clip.blinks if not any(overlap(blink, run) for run in runs)],
            "unlisted": [run for run in runs if not any(overlap(blink, run) for blink in clip.blinks)],
        }
    return report


def print_blinks(name: str, report: dict[str, dict[str, Any]]) -> None:
    rows = [
        [clip, str(figures["listed"]), ranges(figures["missed"]), ranges(figures["unlisted"])]
        for clip, figures in report.items()
    ]
    common.Table(
        f"Blinks, {name} (frames; lists are complete only where blinks are listed)",
        ["clip", "listed", "missed", "closed but not listed"],
        rows,
    ).print()


def ranges(frames: list[Frames]) -> str:
    return ", ".join(f"{first}–{last}" for first, last in frames) or "–"


def curve_figures(curves: Curves, clips: list[Clip]) -> dict[str, Any]:
    report = blink_report(curves, clips)
    listed = sum(clip["listed"] for clip in report.values())
    missed = sum(len(clip["missed"]) for clip in report.values())
    complete = [clip for clip in report.values() if clip["listed"]]
    yaws = [
        (frame.yaw, sign)
        for clip, first, last, sign in TURNS
        for frame in curves[clip][first : last + 1]
        if frame.yaw is not None
    ]
    frames = [frame for clip in clips for frame in curves[clip.path.name]]
    return {
        "blinks found": Share(listed - missed, listed),
        "closed but not listed (clips with lists)": sum(len(clip["unlisted"]) for clip in complete),
        "yaw on the labelled side, frames": Share.of(yaw * sign > 0 for yaw, sign in yaws),
        "frames with a face": Share.of(frame.yaw is not None for frame in frames),
    }


# Liveness


def passive_figures(program: Bonafide, clips: list[Clip]) -> dict[str, Any]:
    """Genuine persons who are called an attack: the BPCER of the passive checks."""
    verdicts = {clip.path.name: passive_verdict(program.json("face", "liveness", clip.path)) for clip in clips}
    rows = [[name, *map(str, verdict.values())] for name, verdict in verdicts.items()]
    common.Table(
        "Passive liveness of genuine clips", ["clip", "live", "verdict", "score", "liveness result"], rows
    ).print()
    rejected = Share.of(verdict["verdict"] == "spoof" for verdict in verdicts.values())
    print(f"\nBPCER: {rejected}")
    return {"clips": verdicts, "BPCER": rejected}


def passive_verdict(document: dict[str, Any]) -> dict[str, Any]:
    checks = document["antiSpoofing"]
    return {
        "live": document["live"],
        "verdict": checks["verdict"],
        "score": checks["score"],
        "livenessResult": document["livenessResult"],
    }


@dataclass(frozen=True)
class Challenge:
    """A clip shown to the challenge, and whether it does what is asked in that order."""

    name: str
    flipped: bool
    declared_mirrored: bool

    @property
    def should_pass(self) -> bool:
        return self.flipped == self.declared_mirrored


CHALLENGES = [
    Challenge("as recorded", flipped=False, declared_mirrored=False),
    Challenge("flipped, --mirrored", flipped=True, declared_mirrored=True),
    Challenge("flipped", flipped=True, declared_mirrored=False),
    Challenge("as recorded, --mirrored", flipped=False, declared_mirrored=True),
]


def challenge_figures(program: Bonafide, clip: Path) -> dict[str, Any]:
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        flipped = flipped_copy(clip, Path(folder))
        for challenge in CHALLENGES:
            video = flipped if challenge.flipped else clip
            mirrored = ["--mirrored"] if challenge.declared_mirrored else []
            document = program.json("face", "liveness", video, "--steps", TURNING_STEPS, *mirrored)
            passed = all(step["passed"] for step in document["steps"])
            results[challenge.name] = {
                "should pass": challenge.should_pass,
                "passed": passed,
                "right": passed == challenge.should_pass,
                "live": document["live"],
            }
    rows = [[name, *map(str, result.values())] for name, result in results.items()]
    common.Table(
        f"Challenge {TURNING_STEPS} on {clip.name}", ["clip", "should pass", "passed", "right", "live"], rows
    ).print()
    return results


def flipped_copy(clip: Path, folder: Path) -> Path:
    target = folder / clip.name
    command = ["ffmpeg", "-v", "error", "-i", str(clip), "-vf", "hflip", "-crf", "16", str(target)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    return target


def main() -> None:
    setup = common.set_up(__doc__ or "")
    folder = setup.data / "video"
    clips = [Clip.of(row, folder) for row in common.read_rows(folder / "labels.csv")]
    genuine = [clip for clip in clips if clip.has_face]

    curves = {"MediaPipe 0.10.21, eye aspect ratio": mediapipe_curves(genuine)}
    if setup.bonafide:
        curves = {"Bonafide": bonafide_curves(setup.bonafide, genuine)} | curves
    results: dict[str, Any] = {"curves": {}, "blinks": {}}
    for name, of in curves.items():
        results["curves"][name] = curve_figures(of, genuine)
        results["blinks"][name] = blink_report(of, genuine)
        print_blinks(name, results["blinks"][name])
    common.print_figures("Curves over genuine clips", results["curves"])
    if setup.bonafide:
        results["passive"] = passive_figures(setup.bonafide, genuine)
        results["challenge"] = challenge_figures(setup.bonafide, folder / TURNING_CLIP)
    common.write_json("videos", results)


if __name__ == "__main__":
    main()
