#!/usr/bin/env python3
"""Does the engine compute what the models' own libraries compute? On the pictures with one face.

Landmarks against MediaPipe's Face Landmarker, as a share of the distance between the eyes;
templates against OpenCV's FaceRecognizerSF with the weights as published.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import common
import peers
from common import Bonafide, Floats

OUTER_EYE_CORNERS = (33, 263)


def pictures_with_one_face(folder: Path) -> list[Path]:
    rows = common.read_rows(folder / "labels.csv")
    return [folder / row["file"] for row in rows if row["face_count"] == "1"]


# Landmarks


def landmark_errors(program: Bonafide, pictures: list[Path]) -> dict[str, dict[str, float]]:
    """Per picture where both find a face: mean distance of the points, and differences of pose."""
    landmarker = peers.MediaPipe()
    errors = {}
    documents = program.json_lines("face", "inspect", "--landmarks", *pictures)
    for path, document in zip(pictures, documents, strict=True):
        theirs = landmarker.faces(peers.read_picture(path))
        ours = [face for face in document.get("faces", []) if face.get("landmarks")]
        if theirs and ours:
            errors[path.name] = compared_faces(ours[0], theirs[0])
    return errors


def compared_faces(ours: dict[str, Any], theirs: peers.MediaPipeFace) -> dict[str, float]:
    points, reference = np.array(ours["landmarks"])[:, :2], theirs.landmarks[:, :2]
    eyes = np.linalg.norm(reference[OUTER_EYE_CORNERS[0]] - reference[OUTER_EYE_CORNERS[1]])
    return {
        "landmarks": float(np.linalg.norm(points - reference, axis=1).mean() / eyes),
        "yaw": abs(ours["pose"]["yaw"] - theirs.yaw),
        "pitch": abs(ours["pose"]["pitch"] - theirs.pitch),
    }


# Templates


def template_similarities(program: Bonafide, pictures: list[Path]) -> dict[str, dict[str, float]]:
    """Per picture: cosine to OpenCV's template, from our five points and from its own face."""
    reference = peers.SFace()
    similarities = {}
    documents = program.json_lines("face", "embed", "--alignment", "detector", *pictures)
    for path, document in zip(pictures, documents, strict=True):
        picture = peers.read_picture(path)
        own = reference.embedding(picture)
        if "embedding" in document and own is not None:
            template = np.array(document["embedding"])
            aligned = reference.embedding_at(picture, detection_row(document))
            similarities[path.name] = {
                "same points": cosine(template, aligned),
                "own detection": cosine(template, own),
            }
    return similarities


def detection_row(document: dict[str, Any]) -> Floats:
    """Our face in the form in which OpenCV's detector gives one."""
    box = document["box"]
    corners = [box["x"], box["y"], box["width"], box["height"]]
    return np.array([*corners, *np.ravel(document["keypoints"]), 1.0])


def cosine(a: Floats, b: Floats) -> float:
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))


# Reports


def print_spread(title: str, values: dict[str, dict[str, float]], formats: dict[str, str], worst_is: str) -> None:
    """A row for each quantity; `worst_is` says which end names the worst picture."""
    rows = []
    for quantity, form in formats.items():
        of = {name: figures[quantity] for name, figures in values.items()}
        if not of:
            continue
        worst = (max if worst_is == "highest" else min)(of, key=lambda name: of[name])
        tail = 95 if worst_is == "highest" else 5
        points: Sequence[float] = np.percentile(list(of.values()), [50, tail]).tolist()
        cells = [format(value, form) for value in (*points, of[worst])]
        rows.append([quantity, str(len(of)), *cells, worst])
    tail_name = "95th percentile" if worst_is == "highest" else "5th percentile"
    common.Table(title, ["", "pictures", "median", tail_name, "worst", "in"], rows).print()


def main() -> None:
    setup = common.set_up(__doc__ or "")
    if not setup.bonafide:
        print("skipped: there is nothing to compare with the peers")
        return
    pictures = pictures_with_one_face(setup.data / "faces")
    landmarks = landmark_errors(setup.bonafide, pictures)
    print_spread(
        "Landmarks (share of the distance between the outer eye corners) and pose (degrees) against MediaPipe",
        landmarks,
        {"landmarks": ".2%", "yaw": ".1f", "pitch": ".1f"},
        "highest",
    )
    templates = template_similarities(setup.bonafide, pictures)
    print_spread(
        "Cosine of templates to OpenCV's FaceRecognizerSF",
        templates,
        {"same points": ".5f", "own detection": ".5f"},
        "lowest",
    )
    common.write_json("parity", {"landmarks": landmarks, "templates": templates})


if __name__ == "__main__":
    main()
