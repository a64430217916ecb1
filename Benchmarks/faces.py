#!/usr/bin/env python3
"""Faces found, head pose, smile and eyes on labelled pictures (faces/labels.csv)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import common
from common import Bonafide, Share

FRONT_WITHIN = 15.0  # Degrees; the labels call less than about 10 to front and more slight.
SMILING = 0.9  # On ML Kit's scale, which ours is on.
OPEN = 0.3
MEDIAPIPE_SMILING = 0.77  # Its own best cut on this data, and the counterpart of ML Kit's 0.9.
EYE_ASPECT_OPEN = 0.17  # The counterpart of ML Kit's 0.3.
BLINK = 0.5


@dataclass(frozen=True)
class Face:
    """What a system says of a picture's largest face; nothing where it does not measure."""

    yaw: float | None
    pitch: float | None
    smile: float | None
    closed: tuple[bool | None, bool | None]  # The person's right eye, left eye


@dataclass(frozen=True)
class Reading:
    count: int
    largest: Face | None = None


@dataclass(frozen=True)
class Label:
    file: str
    count: int
    yaw: str
    amount: str
    pitch: str
    smile: str
    eyes: tuple[str, str]

    @staticmethod
    def of(row: dict[str, str]) -> Label:
        return Label(
            row["file"],
            int(row["face_count"]),
            row["yaw_subject_pov"],
            row["yaw_amount_0front_1slight_2strong"],
            row["pitch"],
            row["smile"],
            (row["right_eye"], row["left_eye"]),
        )


Readings = dict[str, Reading]


# Systems


def bonafide_readings(program: Bonafide, folder: Path, labels: list[Label]) -> Readings:
    documents = program.json_lines("face", "inspect", *(folder / label.file for label in labels))
    return {label.file: reading_of(doc) for label, doc in zip(labels, documents, strict=True)}


def reading_of(document: dict[str, Any]) -> Reading:
    faces = document.get("faces", [])  # An input that failed counts as one without a face.
    if not faces:
        return Reading(0)
    face = faces[0]
    closed = tuple(
        None if face[eye] is None else face[eye] < OPEN for eye in ("rightEyeOpen", "leftEyeOpen")
    )
    pose = face["pose"] or {}
    return Reading(len(faces), Face(pose.get("yaw"), pose.get("pitch"), face["smile"], closed))


def peer_readings(read: Callable[[Any], Reading], folder: Path, labels: list[Label]) -> Readings:
    from peers import read_picture

    return {label.file: read(read_picture(folder / label.file)) for label in labels}


def mediapipe_readings(folder: Path, labels: list[Label]) -> dict[str, Readings]:
    """One run, read twice: MediaPipe itself does not say when an eye is closed."""
    import peers

    landmarker = peers.MediaPipe(faces=50)
    found = {label.file: landmarker.faces(peers.read_picture(folder / label.file)) for label in labels}
    return {
        f"MediaPipe 0.10.21 ({name})": {
            file: mediapipe_reading(faces, is_closed) for file, faces in found.items()
        }
        for name, is_closed in (("eye aspect ratio", eye_aspect_closed), ("eyeBlink", blink_closed))
    }


def mediapipe_reading(faces: list[Any], is_closed: Callable[[Any], tuple[bool, bool]]) -> Reading:
    if not faces:
        return Reading(0)
    face = faces[0]
    return Reading(len(faces), Face(face.yaw, face.pitch, face.smile, is_closed(face)))


def eye_aspect_closed(face: Any) -> tuple[bool, bool]:
    import peers

    right, left = (face.eye_aspect_ratio(eye) for eye in (peers.RIGHT_EYE, peers.LEFT_EYE))
    return right < EYE_ASPECT_OPEN, left < EYE_ASPECT_OPEN


def blink_closed(face: Any) -> tuple[bool, bool]:
    return face.scores["eyeBlinkRight"] > BLINK, face.scores["eyeBlinkLeft"] > BLINK


def all_readings(setup: common.Setup, labels: list[Label]) -> dict[str, Readings]:
    import peers

    folder = setup.data / "faces"
    readings: dict[str, Readings] = {}
    if setup.bonafide:
        readings["Bonafide"] = bonafide_readings(setup.bonafide, folder, labels)
    for score in (0.6, 0.8, 0.9):
        for side in (None, 640, 1024):
            detector = peers.YuNet(score, side)
            name = f"OpenCV YuNet ≥ {score}, {f'{side} px' if side else 'native size'}"
            readings[name] = peer_readings(lambda p: Reading(len(detector.detect(p))), folder, labels)
    dlib = peers.Dlib()
    readings["face_recognition (HOG)"] = peer_readings(lambda p: Reading(len(dlib.boxes(p))), folder, labels)
    return readings | mediapipe_readings(folder, labels)


# Figures


def counting_figures(readings: Readings, labels: list[Label]) -> dict[str, Any]:
    with_faces = [label for label in labels if label.count > 0]
    without = [label for label in labels if label.count == 0]
    return {
        "count right": Share.of(readings[label.file].count == label.count for label in labels),
        "of those with faces": Share.of(readings[label.file].count == label.count for label in with_faces),
        "none where there is none": Share.of(readings[label.file].count == 0 for label in without),
    }


def face_figures(readings: Readings, labels: list[Label], smiling: float) -> dict[str, Any]:
    faces = [(label, found) for label in labels if (found := readings[label.file].largest)]
    return pose_figures(faces) | smile_figures(faces, smiling) | eye_figures(faces)


Faces = list[tuple[Label, Face]]


def pose_figures(faces: Faces) -> dict[str, Any]:
    posed = [(label, face) for label, face in faces if face.yaw is not None and face.pitch is not None]

    def side_right(amount: str) -> Share:
        """The person's left is the image's right, where yaw is positive."""
        return Share.of(
            (face.yaw or 0) > 0 if label.yaw == "left" else (face.yaw or 0) < 0
            for label, face in posed
            if label.yaw in ("left", "right") and label.amount == amount
        )

    def front() -> Iterable[bool]:
        return (abs(face.yaw or 0) <= FRONT_WITHIN for label, face in posed if label.yaw == "front")

    def pitched(label_value: str, sign: int) -> Share:
        return Share.of((face.pitch or 0) * sign > 0 for label, face in posed if label.pitch == label_value)

    return {
        "side, strong turn": side_right("2"),
        "side, slight turn": side_right("1"),
        f"front within {FRONT_WITHIN:.0f}°": Share.of(front()),
        "up is up": pitched("up", 1),
        "down is down": pitched("down", -1),
    }


def smile_figures(faces: Faces, threshold: float) -> dict[str, Any]:
    # In a group, the label is about all of it, not about the largest face.
    single = [(label, face) for label, face in faces if label.count == 1 and face.smile is not None]
    rated = [(label, face) for label, face in single if label.smile in ("yes", "no")]
    scores = [face.smile or 0.0 for _, face in rated]
    smiles = [label.smile == "yes" for label, _ in rated]
    over = [score >= threshold for score in scores]
    return {
        "smile AUC": common.auc_with_interval(scores, smiles),
        "smiles found": Share.of(hit for hit, smile in zip(over, smiles, strict=True) if smile),
        "false smiles": Share.of(hit for hit, smile in zip(over, smiles, strict=True) if not smile),
    }


def eye_figures(faces: Faces) -> dict[str, Any]:
    eyes = [
        (truth, closed)
        for label, face in faces
        for truth, closed in zip(label.eyes, face.closed, strict=True)
        if closed is not None
    ]
    return {
        "closed eyes found": Share.of(closed for truth, closed in eyes if truth == "closed"),
        "open eyes called closed": Share.of(closed for truth, closed in eyes if truth == "open"),
    }


def disagreements(readings: Readings, labels: list[Label]) -> list[dict[str, Any]]:
    """The pictures that a system counts wrongly, for whoever wants to look at them."""
    return [
        {"file": label.file, "labelled": label.count, "found": readings[label.file].count}
        for label in labels
        if readings[label.file].count != label.count
    ]


def main() -> None:
    setup = common.set_up(__doc__ or "")
    labels = [Label.of(row) for row in common.read_rows(setup.data / "faces/labels.csv")]
    readings = all_readings(setup, labels)

    counting = {name: counting_figures(of, labels) for name, of in readings.items()}
    common.print_figures(f"Faces counted on {len(labels)} pictures", counting)
    faces = {
        name: face_figures(of, labels, MEDIAPIPE_SMILING if "MediaPipe" in name else SMILING)
        for name, of in readings.items()
        if any(reading.largest for reading in of.values())
    }
    common.print_figures("Pose and expression of the largest face, where one is found", faces)
    print(
        f"\nSmile at {SMILING} (MediaPipe: mouthSmile at {MEDIAPIPE_SMILING}); eyes open from {OPEN} "
        f"(MediaPipe: aspect ratio {EYE_ASPECT_OPEN}, eyeBlink {BLINK})."
    )
    miscounted = {name: disagreements(of, labels) for name, of in readings.items()}
    common.write_json("faces", {"counting": counting, "faces": faces, "miscounted": miscounted})


if __name__ == "__main__":
    main()
