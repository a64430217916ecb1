#!/usr/bin/env python3
"""Face comparison: every picture of a known person against every other, and faces/pairs.csv."""

from __future__ import annotations

import csv
import itertools
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import common
from common import Bonafide, Estimate, Floats, Share

EXPECTED_GENUINE = 220
EXPECTED_IMPOSTOR = 8165
FALSE_MATCH_RATES = (0.01, 0.001)
NO_FACE = -2.0  # Below every similarity: a pair that cannot be compared does not match.
SFACE_THRESHOLD = 0.363  # OpenCV's own
DLIB_THRESHOLD = -0.6  # face_recognition's own distance, as a similarity


@dataclass(frozen=True)
class Pairs:
    """Pairs of pictures, with the persons that they show."""

    name: str
    files: list[tuple[str, str]]
    persons: list[tuple[str, str]]
    same: npt.NDArray[np.bool_]

    @staticmethod
    def of(name: str, files: list[tuple[str, str]], person: dict[str, str]) -> Pairs:
        persons = [(person[a], person[b]) for a, b in files]
        return Pairs(name, files, persons, np.array([a == b for a, b in persons]))


def known_persons(rows: list[dict[str, str]]) -> dict[str, str]:
    return {row["file"]: row["person"] for row in rows if row["person"] not in ("", "group")}


def all_against_all(rows: list[dict[str, str]], chosen: set[str]) -> Pairs:
    person = known_persons(rows)
    files = sorted(file for file in person if file in chosen)
    return Pairs.of("all against all", list(itertools.combinations(files, 2)), person)


def listed_pairs(rows: list[dict[str, str]]) -> Pairs:
    person = {row["a"]: row["person_a"] for row in rows} | {row["b"]: row["person_b"] for row in rows}
    return Pairs.of("pairs.csv", [(row["a"], row["b"]) for row in rows], person)


# Systems


@dataclass(frozen=True)
class Scores:
    """Similarity of each pair, with the threshold that the system itself proposes."""

    similarity: Floats
    threshold: float


def bonafide_scores(program: Bonafide, folder: Path, pairs: Pairs) -> Scores:
    """Runs `evaluate pairs` on a folder of labels whose pictures are links to the data."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        write_pairs(work / "pairs.csv", pairs)
        for file in {file for pair in pairs.files for file in pair}:
            (work / file).symlink_to((folder / file).resolve())
        scores = work / "scores.csv"
        document = program.json("evaluate", "pairs", work, "--scores", scores)
        by_pair = {(row["a"], row["b"]): row["similarity"] for row in common.read_rows(scores)}
    similarity = [float(by_pair.get(pair) or NO_FACE) for pair in pairs.files]
    return Scores(np.array(similarity), float(document["threshold"]))


def write_pairs(path: Path, pairs: Pairs) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["a", "b", "same"])
        writer.writerows([a, b, int(same)] for (a, b), same in zip(pairs.files, pairs.same, strict=True))


def template_scores(
    templates: dict[str, Floats | None],
    compare: Callable[[Floats, Floats], float],
    threshold: float,
    pairs: Pairs,
) -> Scores:
    def similarity(a: str, b: str) -> float:
        first, second = templates[a], templates[b]
        return NO_FACE if first is None or second is None else compare(first, second)

    return Scores(np.array([similarity(a, b) for a, b in pairs.files]), threshold)


def cosine(a: Floats, b: Floats) -> float:
    return float(a @ b)


def negative_distance(a: Floats, b: Floats) -> float:
    return -float(np.linalg.norm(a - b))


def peer_systems(folder: Path, files: set[str]) -> dict[str, Callable[[Pairs], Scores]]:
    """Embeds every picture once; what is returned scores any list of pairs."""
    import peers

    pictures = {file: peers.read_picture(folder / file) for file in sorted(files)}
    recogniser, dlib = peers.SFace(), peers.Dlib()
    by_sface = {file: recogniser.embedding(picture) for file, picture in pictures.items()}
    by_dlib = {file: dlib.embedding(picture) for file, picture in pictures.items()}
    return {
        "OpenCV SFace": lambda pairs: template_scores(by_sface, cosine, SFACE_THRESHOLD, pairs),
        "face_recognition (dlib)": lambda pairs: template_scores(
            by_dlib, negative_distance, DLIB_THRESHOLD, pairs
        ),
    }


# Figures


def threshold_at(rate: float, impostor: Floats) -> float:
    """The lowest threshold that at most this share of impostor pairs exceeds."""
    allowed = int(rate * len(impostor))
    return float(np.sort(impostor)[::-1][allowed])


def equal_error_rate(similarity: Floats, same: npt.NDArray[np.bool_], weight: Floats) -> float:
    """Where the weighted false match and false non-match rates meet."""
    order = np.argsort(-similarity, kind="stable")
    same, weight = same[order], weight[order]
    genuine, impostor = weight * same, weight * ~same
    if genuine.sum() == 0 or impostor.sum() == 0:
        return float("nan")
    false_non_match = 1 - np.cumsum(genuine) / genuine.sum()
    false_match = np.cumsum(impostor) / impostor.sum()
    meeting = int(np.argmin(np.abs(false_non_match - false_match)))
    return float((false_non_match[meeting] + false_match[meeting]) / 2)


def equal_error_with_interval(scores: Scores, pairs: Pairs) -> Estimate:
    """Resamples persons, not pairs: pairs that share a person are not independent."""
    names = sorted({person for both in pairs.persons for person in both})
    index = {name: i for i, name in enumerate(names)}
    first = np.array([index[a] for a, _ in pairs.persons])
    second = np.array([index[b] for _, b in pairs.persons])

    def measure(drawn: npt.NDArray[np.int64]) -> float:
        times = np.bincount(drawn, minlength=len(names)).astype(float)
        weight = np.where(first == second, times[first], times[first] * times[second])
        return equal_error_rate(scores.similarity, pairs.same, weight)

    return common.bootstrap(measure, len(names), "%", rounds=300)


def figures(scores: Scores, pairs: Pairs) -> dict[str, Any]:
    genuine = scores.similarity[pairs.same]
    impostor = scores.similarity[~pairs.same]
    result: dict[str, Any] = {"EER": equal_error_with_interval(scores, pairs)}
    for rate in FALSE_MATCH_RATES:
        threshold = threshold_at(rate, impostor)
        result[f"FNMR at FMR {rate:.1%}"] = Share.of(bool(s <= threshold) for s in genuine)
    result["threshold"] = f"{scores.threshold:.3f}"
    result["FNMR there"] = Share.of(bool(s < scores.threshold) for s in genuine)
    result["FMR there"] = Share.of(bool(s >= scores.threshold) for s in impostor)
    result["not compared"] = int((scores.similarity == NO_FACE).sum())
    return result


def main() -> None:
    setup = common.set_up(__doc__ or "")
    folder = setup.data / "faces"
    listed = listed_pairs(common.read_rows(folder / "pairs.csv"))
    files = {file for pair in listed.files for file in pair}
    full = all_against_all(common.read_rows(folder / "labels.csv"), files)
    counts = (int(full.same.sum()), int((~full.same).sum()))
    if counts != (EXPECTED_GENUINE, EXPECTED_IMPOSTOR):
        print(f"Note: {counts} genuine and impostor pairs, not {(EXPECTED_GENUINE, EXPECTED_IMPOSTOR)}.")

    systems = peer_systems(folder, files)
    if program := setup.bonafide:
        systems = {"Bonafide": lambda pairs: bonafide_scores(program, folder, pairs)} | systems
    results = {}
    for pairs in (full, listed):
        results[pairs.name] = {name: figures(score(pairs), pairs) for name, score in systems.items()}
        genuine = int(pairs.same.sum())
        title = f"Comparison, {pairs.name} ({genuine} genuine, {len(pairs.same) - genuine} impostor)"
        common.print_figures(title, results[pairs.name])
    common.write_json("pairs", results)


if __name__ == "__main__":
    main()
