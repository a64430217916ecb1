"""What all benchmarks share: arguments, intervals, tables, and calling the command line."""

from __future__ import annotations

import argparse
import csv
import json
import math
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

ROOT = Path(__file__).resolve().parent.parent
PEER_MODELS = ROOT / ".build/peers/models"
RESULTS = ROOT / ".build/bench"
Z_95 = 1.959964  # Two-sided 95 % of the normal distribution.


@dataclass(frozen=True)
class Setup:
    """Where the data are, and what is measured."""

    data: Path
    bonafide: Bonafide | None


class Bonafide:
    """The command line that is measured."""

    def __init__(self, program: Path) -> None:
        self.program = program

    def run(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        command = [str(self.program), *map(str, arguments)]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode >= 64 and not result.stdout.strip():
            sys.exit(f"failed ({result.returncode}): {' '.join(command)}\n{result.stderr.strip()}")
        return result

    def json(self, *arguments: str | Path) -> dict[str, Any]:
        """The one document that the command prints, also when its verdict is negative."""
        return dict(json.loads(self.run(*arguments, "--json").stdout))

    def json_lines(self, *arguments: str | Path) -> list[dict[str, Any]]:
        """One document a line; a line about an input that failed holds `error`."""
        output = self.run(*arguments, "--json").stdout
        return [json.loads(line) for line in output.splitlines() if line.strip()]


def set_up(description: str) -> Setup:
    """Reads the arguments; ends the script where there are no data to measure on."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/testdata")
    parser.add_argument("--bonafide", type=Path, default=ROOT / ".build/release/bonafide")
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        print(f"skipped: no test data at {arguments.data}")
        sys.exit(0)
    if arguments.bonafide.is_file():
        return Setup(arguments.data, Bonafide(arguments.bonafide.resolve()))
    print(f"No {arguments.bonafide}: measuring the peers only.", file=sys.stderr)
    return Setup(arguments.data, None)


def labelled_documents(description: str | None, flag: str) -> tuple[argparse.Namespace, Path, Path]:
    """Arguments, the folder of pictures and its truth; ends the script where there is no truth."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/testdata")
    parser.add_argument("--bonafide", type=Path, default=ROOT / ".build/release/bonafide")
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--truth", type=Path)
    parser.add_argument(flag, action="store_true")
    arguments = parser.parse_args()
    folder = arguments.pictures or arguments.data / "documents"
    truth = arguments.truth or folder / "mrz.csv"
    if not truth.is_file():
        print(f"skipped: no {truth}")
        sys.exit(0)
    return arguments, folder, truth


def read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# Figures


@dataclass(frozen=True)
class Share:
    """A count of a count, with Wilson's 95 % interval."""

    count: int
    total: int

    @staticmethod
    def of(outcomes: Iterable[bool]) -> Share:
        values = list(outcomes)
        return Share(sum(values), len(values))

    def interval(self) -> tuple[float, float]:
        if self.total == 0:
            return 0.0, 1.0
        share, n = self.count / self.total, self.total
        centre = share + Z_95**2 / (2 * n)
        spread = Z_95 * math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n * n))
        scale = 1 + Z_95**2 / n
        return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)

    def __str__(self) -> str:
        if self.total == 0:
            return "–"
        low, high = self.interval()
        return f"{self.count}/{self.total} = {self.count / self.total:.1%} [{low:.1%}–{high:.1%}]"

    def as_json(self) -> dict[str, Any]:
        return {"count": self.count, "of": self.total, "interval95": list(self.interval())}


@dataclass(frozen=True)
class Estimate:
    """A figure with a 95 % interval from resampling."""

    value: float
    low: float
    high: float
    unit: str = ""

    def __str__(self) -> str:
        if self.unit == "%":
            return f"{self.value:.2%} [{self.low:.2%}–{self.high:.2%}]"
        return f"{self.value:.3f}{self.unit} [{self.low:.3f}–{self.high:.3f}]"

    def as_json(self) -> dict[str, Any]:
        return {"value": self.value, "interval95": [self.low, self.high]}


def bootstrap(
    measure: Callable[[npt.NDArray[np.int64]], float], count: int, unit: str = "", rounds: int = 500
) -> Estimate:
    """`measure` of all `count` items, and its spread when items are drawn with replacement."""
    generator = np.random.default_rng(1)
    draws = [measure(generator.integers(0, count, count)) for _ in range(rounds)]
    low, high = np.nanpercentile(draws, [2.5, 97.5])
    return Estimate(measure(np.arange(count)), float(low), float(high), unit)


def area_under_curve(positive: Floats, negative: Floats) -> float:
    """The probability that a positive's score is above a negative's; ties count half."""
    if len(positive) == 0 or len(negative) == 0:
        return math.nan
    difference = positive[:, None] - negative[None, :]
    return float((difference > 0).mean() + 0.5 * (difference == 0).mean())


def auc_with_interval(scores: Sequence[float], is_positive: Sequence[bool]) -> Estimate:
    values, truth = np.array(scores), np.array(is_positive)

    def measure(indices: npt.NDArray[np.int64]) -> float:
        drawn, labels = values[indices], truth[indices]
        return area_under_curve(drawn[labels], drawn[~labels])

    return bootstrap(measure, len(values))


# Reports


@dataclass
class Table:
    title: str
    columns: list[str]
    rows: list[list[str]]

    def print(self) -> None:
        print(f"\n### {self.title}\n")
        for cells in (self.columns, ["---"] * len(self.columns), *self.rows):
            print("| " + " | ".join(cells) + " |")


def print_figures(title: str, figures: dict[str, dict[str, Any]]) -> None:
    """A table with a row for each system and a column for each figure that any of them has."""
    names = list(dict.fromkeys(name for values in figures.values() for name in values))
    rows = [[system, *(str(values.get(name, "–")) for name in names)] for system, values in figures.items()]
    Table(title, ["", *names], rows).print()


def write_json(name: str, figures: Any) -> None:
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(figures, indent=2, ensure_ascii=False, default=as_plain) + "\n")
    print(f"\nWritten: {path.relative_to(ROOT)}")


def as_plain(value: Any) -> Any:
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"no JSON form for {type(value)}")
