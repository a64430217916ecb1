#!/usr/bin/env python3
"""Makes the spoken and sounded instructions that a client plays.

usage: make.py FOLDER [LANGUAGE…]        tr, en, pt, es; all of them when none is given

FOLDER/LANGUAGE gets a WAV file for each sound of texts.json, mono, 16 bits, 22,050 Hz, and is a folder for
`bonafide serve --sounds`. FOLDER/LANGUAGE.json says name, SHA-256 and size of each, as GET /v1/sounds does;
it lies beside the folder because the server offers every file in it. The same espeak-ng makes the same bytes.
Speech needs Debian's package espeak-ng; tones are drawn here.
"""

from __future__ import annotations

import array
import hashlib
import json
import math
import shutil
import subprocess
import sys
import tempfile
import wave
from pathlib import Path
from typing import Any

RATE = 22_050
PEAK = 23_000  # 3 dB below full scale: small loudspeakers distort above.
SILENCE = 300  # Samples below are cut at both ends.
WORDS_A_MINUTE = 150
PAUSE = 0.12  # s, between tone and speech.
# Frequencies in Hz, each for a length in s: up for going on, a fifth for an end, down for a failure.
TONES = {
    "next": [(880.0, 0.12)],
    "done": [(659.3, 0.12), (987.8, 0.2)],
    "wrong": [(392.0, 0.14), (293.7, 0.22)],
}
Samples = array.array  # of "h"


def tone(kind: str) -> Samples[int]:
    samples = array.array("h")
    for frequency, seconds in TONES[kind]:
        count = int(seconds * RATE)
        for index in range(count):
            # Rises in 5 ms and fades to the end, so that nothing clicks.
            envelope = min(1, index / (0.005 * RATE)) * (1 - index / count)
            samples.append(round(0.7 * PEAK * envelope * math.sin(2 * math.pi * frequency * index / RATE)))
    return samples


def speech(voice: str, text: str, scratch: Path) -> Samples[int]:
    path = scratch / "speech.wav"
    command = ["espeak-ng", "-v", voice, "-s", str(WORDS_A_MINUTE), "-b", "1", "-w", str(path), "--stdin"]
    subprocess.run(command, input=text.encode(), check=True)
    with wave.open(str(path), "rb") as file:
        form = (file.getnchannels(), file.getsampwidth(), file.getframerate())
        if form != (1, 2, RATE):
            sys.exit(f"make.py: espeak-ng wrote channels, bytes, rate {form}")
        samples = array.array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    loud = [index for index, value in enumerate(samples) if abs(value) > SILENCE]
    if not loud:
        sys.exit(f"make.py: espeak-ng's voice {voice} is silent")
    samples = samples[loud[0] : loud[-1] + 1]
    peak = max(map(abs, samples))
    return array.array("h", (value * PEAK // peak for value in samples))


def write(path: Path, samples: Samples[int]) -> None:
    if sys.byteorder == "big":
        samples.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def make(folder: Path, language: str, document: dict[str, Any], scratch: Path) -> None:
    place = folder / language
    place.mkdir(parents=True, exist_ok=True)
    files = []
    for name, sound in sorted(document["sounds"].items()):
        samples = tone(sound["tone"]) if "tone" in sound else array.array("h")
        if language in sound:
            if samples:
                samples.extend([0] * int(PAUSE * RATE))
            samples.extend(speech(document["voices"][language], sound[language], scratch))
        path = place / f"{name}.wav"
        write(path, samples)
        content = path.read_bytes()
        files.append({"name": path.name, "sha256": hashlib.sha256(content).hexdigest(), "size": len(content)})
    (folder / f"{language}.json").write_text(json.dumps({"sounds": files}, indent=2) + "\n")


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit((__doc__ or "").split("\n")[2])
    if shutil.which("espeak-ng") is None:
        sys.exit("make.py: no espeak-ng, which speaks the texts: apt install espeak-ng")
    document = json.loads((Path(__file__).resolve().parent / "texts.json").read_text())
    languages = sys.argv[2:] or list(document["voices"])
    unknown = [language for language in languages if language not in document["voices"]]
    if unknown:
        sys.exit(f"make.py: no texts in {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as scratch:
        for language in languages:
            make(Path(sys.argv[1]), language, document, Path(scratch))


main()
