#!/usr/bin/env python3
"""Which behaviour test is about which public symbol of the vendors' modules: Documentation/Migrating/EnQualify-Symbols.md.

    python3 Scripts/conformance.py [--check]

The symbols come from the compiled modules (build first), so that none is forgotten. Names that the vendor's documents have are
those in Tests/ConformanceTests; the others are additions. With --check nothing is written; it fails where the page is out of date
or a symbol has no test.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ["CoreModule", "FaceModule", "OCRModule"]
PAGE = ROOT / "Documentation/Migrating/EnQualify-Symbols.md"
# What Swift adds to a type, and what only names where a value is kept.
IGNORED = re.compile(r"^(hash\(into:\)|hashValue|!=|==|init\(rawValue:\)|rawValue|allCases|AllCases|RawValue|init\(\)|init\(from:\))$")
KINDS = {
    "swift.type.method", "swift.method", "swift.property", "swift.type.property", "swift.init", "swift.enum.case",
    "swift.typealias", "swift.class", "swift.struct", "swift.enum", "swift.protocol",
}


@dataclass(frozen=True, order=True)
class Symbol:
    module: str
    path: str
    kind: str

    @property
    def use(self) -> re.Pattern[str]:
        """How a test writes it."""
        name = re.escape(self.name)
        if self.kind in ("swift.property", "swift.type.property") or len(self.name) < 8 and self.kind == "swift.enum.case":
            return re.compile(rf"\.{name}\b|\b{name}:")
        return re.compile(rf"\b{name}\b")

    @property
    def name(self) -> str:
        """The word to look for in a test: a type's for its initialiser."""
        last = self.path.split(".")[-1]
        if last.startswith("init("):
            last = self.path.split(".")[-2]
        return re.split(r"[(]", last)[0].strip("`")


def symbols() -> list[Symbol]:
    target = json.loads(subprocess.run(["swift", "-print-target-info"], capture_output=True, check=True).stdout)
    triple = target["target"]["unversionedTriple"]
    found: set[Symbol] = set()
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            command = ["swift", "symbolgraph-extract", "-module-name", module, "-target", triple]
            maps = sorted((ROOT / "Sources/Libraries").glob("**/module.modulemap"))
            built = sorted((ROOT / ".build/release").glob("*.build/module.modulemap"))
            folders = [ROOT / ".build/release/Modules", *(path.parent for path in [*maps, *built])]
            places = [*(word for path in folders for word in ("-I", str(path))), "-output-dir", folder]
            done = subprocess.run([*command, *places, "-minimum-access-level", "public"], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                sys.exit(f"{module} could not be read; build it first\n{done.stderr.strip()[-2000:]}")
            graphs = [Path(folder) / f"{module}.symbols.json", *Path(folder).glob(f"{module}@*.symbols.json")]
            for graph in graphs:
                for symbol in json.loads(graph.read_text())["symbols"]:
                    last = symbol["pathComponents"][-1]
                    inherited = "::SYNTHESIZED::" in symbol["identifier"]["precise"]
                    if symbol["kind"]["identifier"] in KINDS and not IGNORED.match(last) and not inherited:
                        found.add(Symbol(module, ".".join(symbol["pathComponents"]), symbol["kind"]["identifier"]))
    return sorted(found)


def behaviour_tests() -> list[tuple[str, str, str]]:
    """Name of each test of the modules, its own text, and that with the text of the helpers that it calls."""
    tests = []
    for module in MODULES:
        helpers: dict[str, str] = {}
        own: list[tuple[str, str]] = []
        for file in sorted((ROOT / f"Tests/{module}Tests").glob("**/*.swift")):
            first, *parts = re.split(r"(?=^\s*@Test\b)", file.read_text(), flags=re.MULTILINE)
            for text in [first, *parts]:
                functions = re.split(r"^(?=.*\bfunc )", text, flags=re.MULTILINE)
                for function in functions[1:] if text is first else functions[2:]:
                    if name := re.search(r"\bfunc\s+(\w+)", function):
                        helpers[name[1]] = helpers.get(name[1], "") + function
            for part in parts:
                titled = re.match(r'\s*@Test\(\s*"([^"]+)"', part)
                name = titled or re.search(r"\bfunc\s+`([^`]+)`", part) or re.search(r"\bfunc\s+(\w+)", part)
                if name:
                    own.append((f"{file.stem}: {name[1]}", part))
        tests += [(name, text, with_helpers(text, helpers)) for name, text in own]
    return tests


def with_helpers(text: str, helpers: dict[str, str]) -> str:
    known: set[str] = set()
    while called := {name for name in re.findall(r"\b(\w+)\s*[({]", text) if name in helpers} - known:
        known |= called
        text += "".join(helpers[name] for name in sorted(called))
    return text


def page(table: list[tuple[Symbol, bool, list[str]]]) -> str:
    lines = [
        "# EnQualify: each symbol and a test that it behaves",
        "",
        "Made by `python3 Scripts/conformance.py` from the compiled modules; do not edit.",
        "Of the vendor: the name is in its documents (`Tests/ConformanceTests` uses each as they write it). Ours: an addition.",
        "",
        "| Module | Symbol | From | Tests |",
        "|---|---|---|---|",
    ]
    for symbol, is_vendors, tests in table:
        told = "; ".join(tests[:2]) + (f"; {len(tests) - 2} more" if len(tests) > 2 else "")
        lines.append(f"| {symbol.module} | `{symbol.path}` | {'vendor' if is_vendors else 'ours'} | {told or '**none**'} |")
    vendors = sum(is_vendors for _, is_vendors, _ in table)
    lines += ["", f"{vendors} symbols of the vendor, {len(table) - vendors} of ours, {sum(not t for *_, t in table)} without a test."]
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    wish = parser.parse_args()
    used = "\n".join(file.read_text() for file in (ROOT / "Tests/ConformanceTests").glob("*Signatures.swift"))
    tests = behaviour_tests()
    table = []
    for symbol in symbols():
        direct = [name for name, text, _ in tests if symbol.use.search(text)]
        found = direct or [name for name, _, text in tests if symbol.use.search(text)]
        table.append((symbol, bool(symbol.use.search(used)), found))
    text = page(table)
    missing = [symbol.path for symbol, _, found in table if not found]
    if not wish.check:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(text)
    elif not PAGE.is_file() or PAGE.read_text() != text:
        print("the table of symbols is out of date: run python3 Scripts/conformance.py")
        return 1
    for path in missing:
        print(f"no test is about {path}")
    print(text.strip().splitlines()[-1])
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
