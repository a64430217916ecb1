"""What of PP-OCR's recognition networks reads documents in Latin print.

The last layer gives each of some thousand characters its probability at every step, which takes
a fifth of the time, and in print that is hard to see look-alikes of Han and Cyrillic script take
probability from the letters that are meant. The order of the remaining classes stays, so which
of them is the likeliest does not change.
"""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import numpy_helper

PUNCTUATION = set(".,:;'’\"-–/()&+*#°ºª<=%@!?_|")
# Digits and letters of ASCII, letters of Latin-1, Latin Extended-A, the Romanian comma letters.
LETTERS = [
    (0x30, 0x39),
    (0x41, 0x5A),
    (0x61, 0x7A),
    (0xC0, 0xD6),
    (0xD8, 0xF6),
    (0xF8, 0x17F),
    (0x218, 0x21B),
]


def is_latin(character: str) -> bool:
    if len(character) != 1:
        return False
    code = ord(character)
    return character in PUNCTUATION or any(low <= code <= high for low, high in LETTERS)


def listed(characters: Path) -> list[str]:
    """One character a line; blank lines are characters too, but for the end of the file."""
    lines = characters.read_bytes().decode().replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def kept_classes(characters: Path) -> list[int]:
    """Class 0 is the blank of CTC, the last one the space between words, which is not listed."""
    names = listed(characters)
    latin = [number for number, name in enumerate(names, start=1) if is_latin(name)]
    return [0, *latin, len(names) + 1]


def cut_characters(characters: Path) -> str:
    names = listed(characters)
    return "".join(f"{name}\n" for name in [*filter(is_latin, names), " "])


def cut_network(source: Path, characters: Path) -> onnx.ModelProto:
    model = onnx.load(source)
    kept = kept_classes(characters)
    count = len(listed(characters)) + 2
    cut = 0
    for tensor in model.graph.initializer:
        if tensor.dims and tensor.dims[-1] == count:
            values = numpy_helper.to_array(tensor)[..., kept].copy()
            tensor.CopyFrom(numpy_helper.from_array(values, tensor.name))
            cut += 1
    if cut != 2:
        raise SystemExit("the network's last layer does not fit its list of characters")
    model.graph.output[0].type.tensor_type.shape.dim[2].dim_value = len(kept)
    del model.graph.value_info[:]  # They state the former number of classes.
    return model
