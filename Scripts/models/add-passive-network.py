#!/usr/bin/env python3
"""Adds a passive anti-spoofing network to the optional part of a models' folder.

    usage: add-passive-network.py FOLDER FILE.onnx --scale 2.7 --licence Apache-2.0 [--live-class 1]

The network has the form of MiniFASNet: 80 x 80 pixels, BGR of 0 to 255, one output a class. The file is copied, and its
hash, licence and form are written to optional.json; the engine refuses it when it changes. Documentation/PassiveNetwork.md
says where such networks come from.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import sys
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description="adds a passive network to a models' folder")
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument("--scale", type=float, required=True, help="crop, in sizes of the face")
    parser.add_argument("--licence", required=True, help="of the weights, by its SPDX name")
    parser.add_argument("--live-class", type=int, default=1)
    parser.add_argument("--input", default="input", help="name of the network's input")
    parser.add_argument("--output", default="prob", help="name of its output")
    arguments = parser.parse_args()
    if not (arguments.folder / "manifest.json").is_file():
        sys.exit(f"{arguments.folder} is no models' folder: it has no manifest.json")
    data = arguments.file.read_bytes()
    manifest = arguments.folder / "optional.json"
    optional = json.loads(manifest.read_text()) if manifest.exists() else {"version": 1, "entries": []}
    name = "passive_" + "".join(c if c.isalnum() else "_" for c in arguments.file.stem).lower()
    entry = {
        "name": name,
        "file": name + ".onnx",
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "licence": arguments.licence,
        "passive": {
            "cropScale": arguments.scale,
            "liveClass": arguments.live_class,
            "input": arguments.input,
            "output": arguments.output,
        },
    }
    shutil.copyfile(arguments.file, arguments.folder / entry["file"])
    optional["entries"] = [e for e in optional["entries"] if e["name"] != name] + [entry]
    partial = manifest.with_suffix(".partial")
    partial.write_text(json.dumps(optional, indent=2) + "\n")
    os.replace(partial, manifest)
    print(f"added {name}, {entry['sha256']}")


if __name__ == "__main__":
    main()
