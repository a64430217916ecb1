"""The sounds: made twice alike, the vendor's names, audible speech; served as they were made.

usage: python3 Benchmarks/server/sounds.py [--bonafide PROGRAM] [--made FOLDER]

Makes all languages twice with Scripts/sounds/make.py (or takes what FOLDER has for the first time) and looks at
each file; then a server with --sounds has to list names, sizes and checksums as the manifest beside the folder,
to send each file as it is, and nothing that is not in the list. Skipped when espeak-ng is not installed.
"""

from __future__ import annotations

import array
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

from office import ROOT, Server, arguments, finish, table

# The names for which apps bring files of their own (requirement A-095), so they must not change.
NAMES = """
start_face start_face_left start_face_right start_face_up face_fail end_liveness liveness_timeout
liveness_completed start_eye_close end_eye_close start_smile end_smile start_id_front end_id_front start_id_back
end_id_read id_read_timeout id_type_check_timeout start_type_check_front start_type_check_back cross_check_fail
start_holo end_chip start_chip_front detect_chip chip_timeout chip_fail waiting_agent ready_to_start_id
ready_to_start_chip
""".split()
LANGUAGES = ["en", "es", "pt", "tr"]


def content(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def faults(path: Path) -> list[str]:
    """Of one file."""
    with wave.open(str(path), "rb") as file:
        form = (file.getnchannels(), file.getsampwidth(), file.getframerate())
        samples = array.array("h", file.readframes(file.getnframes()))
    found = [] if form == (1, 2, 22_050) else [f"channels, bytes and rate {form}"]
    seconds = len(samples) / 22_050
    if not 0.1 <= seconds <= 8:
        found.append(f"{seconds:.2f} s long")
    peak = max(map(abs, samples), default=0)
    if not 3000 <= peak <= 32_000:
        found.append(f"peak {peak}")
    return [f"{path.parent.name}/{path.name}: {fault}" for fault in found]


def served(program: Path, folder: Path, language: str) -> list[str]:
    expected = json.loads((folder / f"{language}.json").read_text())["sounds"]
    failures = []
    with Server(program, more=["--sounds", str(folder / language)]) as server:
        client = server.client(server.admin())
        if client.call("GET", "/v1/sounds")["sounds"] != expected:
            failures.append(f"{language}: GET /v1/sounds is not the manifest")
        if client.call("GET", "/v1/settings?callType=NewCustomer")["sounds"] != expected:
            failures.append(f"{language}: the settings' sounds are not the manifest")
        for sound in expected:
            status, body = client.raw("GET", f"/v1/sounds/{sound['name']}")
            if status != 200 or hashlib.sha256(body).hexdigest() != sound["sha256"] or len(body) != sound["size"]:
                failures.append(f"{language}: {sound['name']} is answered {status} with other content")
        for name in (f"{language}.json", f"..%2F{language}.json", "snd_nothing.wav"):
            status = client.raw("GET", f"/v1/sounds/{name}")[0]
            if not 400 <= status < 500:
                failures.append(f"{language}: {name} is answered {status}")
        status = server.api().raw("GET", f"/v1/sounds/{expected[0]['name']}")[0]
        if status != 401:
            failures.append(f"{language}: without a token {status}")
    return failures


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--made", type=Path)
    options = parser.parse_args()
    if shutil.which("espeak-ng") is None:
        print("skipped: no espeak-ng")
        sys.exit(0)
    failures: list[str] = []
    rows: list[list[str]] = []
    with tempfile.TemporaryDirectory() as scratch:
        folders = [options.made or Path(scratch) / "first", Path(scratch) / "second"]
        for folder in folders if options.made is None else folders[1:]:
            subprocess.run([sys.executable, str(ROOT / "Scripts/sounds/make.py"), str(folder)], check=True)
        first, second = map(content, folders)
        different = sorted(name for name in first | second if first.get(name) != second.get(name))
        if different:
            failures.append(f"not alike when made again: {', '.join(different[:5])}")
        wanted = sorted(f"snd_{name}.wav" for name in NAMES)
        for language in LANGUAGES:
            paths = sorted((folders[0] / language).iterdir())
            if [path.name for path in paths] != wanted:
                failures.append(f"{language}: names {sorted(set(wanted) ^ {path.name for path in paths})}")
            for path in paths:
                failures += faults(path)
            # Texts that were forgotten would be the bare tone, of which there are three.
            contents = {path.read_bytes() for path in paths}
            if len(contents) != len(paths) - 2:
                failures.append(f"{language}: {len(contents)} different sounds of {len(paths)}")
            failures += served(options.bonafide, folders[0], language)
            rows.append([language, str(len(paths)), str(sum(path.stat().st_size for path in paths) // 1024)])
        spoken = {language: first.get(f"{language}/snd_start_face.wav") for language in LANGUAGES}
        if len(set(spoken.values())) != len(LANGUAGES):
            failures.append("two languages sound the same")
    table("Sounds", ["language", "sounds", "KB"], rows)
    finish("server-sounds", rows, failures)


if __name__ == "__main__":
    main()
