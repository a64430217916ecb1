#!/usr/bin/env python3
"""Corners of documents in hand-held scenes (pictures and corners.csv in the folders given as --scenes)."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

import common
from common import Bonafide, Estimate, Floats, Share

Quad = Floats  # Four corners, clockwise: 4 × 2 pixels of the picture as stored.


@dataclass(frozen=True)
class Scene:
    path: Path
    truth: Quad

    @property
    def width(self) -> float:
        sides = self.truth - np.roll(self.truth, -1, axis=0)
        return float(np.linalg.norm(sides, axis=1)[[0, 2]].mean())


@dataclass(frozen=True)
class Found:
    quad: Quad | None
    milliseconds: float


# Scenes


def scenes_of(folder: Path) -> list[Scene]:
    return [scene_of(folder, row) for row in common.read_rows(folder / "corners.csv")]


def scene_of(folder: Path, row: dict[str, str]) -> Scene:
    """The truth is about the picture before it was turned by quarters, counter-clockwise."""
    path = folder / row["file"]
    quad = np.array([[float(row[f"x{n}"]), float(row[f"y{n}"])] for n in range(4)])
    turns = int(row["quarter_turns"])
    picture = cv2.imread(str(path))
    height, width = picture.shape[:2]
    if turns % 2:
        height, width = width, height
    for _ in range(turns):
        quad = np.stack([quad[:, 1], width - 1 - quad[:, 0]], axis=1)
        height, width = width, height
    return Scene(path, quad)


# Systems


def bonafide_finds(program: Bonafide, scenes: list[Scene], *options: str) -> list[Found]:
    documents = program.json_lines("document", "find", *options, *(scene.path for scene in scenes))
    return [found_in(document) for document in documents]


def found_in(document: dict[str, Any]) -> Found:
    documents = document.get("documents", [])  # An input that failed counts as one without a document.
    quad = np.array(documents[0]["quad"]) if documents else None
    return Found(quad, document.get("milliseconds", np.nan))


def opencv_finds(scenes: list[Scene]) -> list[Found]:
    """The recipe of most document scanners: Canny, closed contours, the largest with four corners."""
    return [timed(largest_contour, cv2.imread(str(scene.path))) for scene in scenes]


def timed(find: Callable[[Any], Quad | None], picture: Any) -> Found:
    start = time.process_time()
    quad = find(picture)
    return Found(quad, (time.process_time() - start) * 1000)


def largest_contour(picture: Any) -> Quad | None:
    scale = max(picture.shape[:2]) / 960
    size = round(picture.shape[1] / scale), round(picture.shape[0] / scale)
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    edges = cv2.Canny(cv2.GaussianBlur(grey, (5, 5), 0), 75, 200)
    closed = cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    best, largest = None, 0.03 * grey.size
    for contour in contours:
        polygon = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        area = cv2.contourArea(polygon)
        if len(polygon) == 4 and cv2.isContourConvex(polygon) and area > largest:
            best, largest = polygon.reshape(4, 2) * scale, area
    return best


# Figures


def error(scene: Scene, quad: Quad | None) -> float:
    """Mean distance of the corners by the document's width, whichever of them comes first."""
    if quad is None:
        return np.inf
    return min(
        float(np.linalg.norm(np.roll(order, start, axis=0) - scene.truth, axis=1).mean()) / scene.width
        for order in (quad, quad[::-1])
        for start in range(4)
    )


def begins_right(scene: Scene, quad: Quad | None) -> bool:
    return quad is not None and bool(np.linalg.norm(quad - scene.truth, axis=1).mean() < 0.25 * scene.width)


def figures(scenes: list[Scene], finds: list[Found], *, knows_top: bool) -> dict[str, Any]:
    errors = np.array([error(scene, found.quad) for scene, found in zip(scenes, finds, strict=True)])
    times = np.array([found.milliseconds for found in finds])
    values: dict[str, Any] = {
        "median error by width": median_of(errors),
        "under 0.5 %": Share.of(bool(e < 0.005) for e in errors),
        "under 1 %": Share.of(bool(e < 0.01) for e in errors),
        "under 3 %": Share.of(bool(e < 0.03) for e in errors),
        "found": Share.of(bool(np.isfinite(e)) for e in errors),
        "ms": f"{np.nanmedian(times):.1f}",
    }
    if knows_top:
        begins = (begins_right(scene, found.quad) for scene, found in zip(scenes, finds, strict=True))
        values["own top left first"] = Share.of(begins)
    return values


def median_of(errors: Floats) -> Estimate | str:
    if not np.isfinite(np.median(errors)):
        return "none"
    return common.bootstrap(
        lambda drawn: float(np.median(np.nan_to_num(errors[drawn], posinf=1))), len(errors), "%"
    )


def misses(scenes: list[Scene], finds: list[Found]) -> list[dict[str, Any]]:
    """The scenes off by 1 % or more, for whoever wants to look at them."""
    errors = [error(scene, found.quad) for scene, found in zip(scenes, finds, strict=True)]
    return [
        {"file": str(scene.path), "error": round(e, 4) if np.isfinite(e) else None}
        for scene, e in zip(scenes, errors, strict=True)
        if e >= 0.01
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, nargs="+", required=True, help="folders with corners.csv")
    parser.add_argument("--bonafide", type=Path, default=common.ROOT / ".build/release/bonafide")
    arguments = parser.parse_args()
    folders = [folder for folder in arguments.scenes if (folder / "corners.csv").is_file()]
    if not folders:
        print("skipped: no corners.csv in the folders")
        sys.exit(0)
    cv2.setNumThreads(1)
    results: dict[str, Any] = {}
    for folder in folders:
        scenes = scenes_of(folder)
        systems = {"OpenCV (Canny, approxPolyDP)": opencv_finds(scenes)}
        if arguments.bonafide.is_file():
            program = Bonafide(arguments.bonafide.resolve())
            systems["Bonafide"] = bonafide_finds(program, scenes)
            systems["Bonafide, without the zone"] = bonafide_finds(program, scenes, "--no-zone")
        table = {
            name: figures(scenes, finds, knows_top=name == "Bonafide") for name, finds in systems.items()
        }
        common.print_figures(f"Corners in {len(scenes)} scenes, {folder.name}", table)
        results[folder.name] = {
            "figures": table,
            "misses": {name: misses(scenes, finds) for name, finds in systems.items()},
        }
    print("\nms: processor time of finding alone, without decoding and without reading the zone.")
    common.write_json("corners", results)


if __name__ == "__main__":
    main()
