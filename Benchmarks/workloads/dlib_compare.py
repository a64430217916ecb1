#!/usr/bin/env python3
"""The whole job of comparing two pictures with face_recognition: prints the distance."""

from __future__ import annotations

import sys

import face_recognition


def main() -> None:
    first, second = (
        face_recognition.face_encodings(face_recognition.load_image_file(path))[0] for path in sys.argv[1:]
    )
    print(face_recognition.face_distance([first], second)[0])


if __name__ == "__main__":
    main()
