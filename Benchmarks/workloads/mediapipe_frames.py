#!/usr/bin/env python3
"""MediaPipe on the frames of a video, decoded beforehand: prints its CPU time a frame as JSON."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import cv2
import peers

MILLISECONDS_A_FRAME = 40
WARM_UP = 5


def cpu_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def decoded(path: str) -> list[peers.Picture]:
    video = cv2.VideoCapture(path)
    frames = []
    while True:
        more, picture = video.read()
        if not more:
            return frames
        frames.append(picture)


def main() -> None:
    # MediaPipe takes its own image type; making it belongs to the caller and is not timed.
    landmarker = peers.MediaPipe(video=True)
    images = [landmarker.wrapped(picture) for picture in decoded(sys.argv[1])]
    found = 0
    start = 0.0
    for number, image in enumerate(images):
        if number == WARM_UP:
            start = cpu_seconds()
        result = landmarker.landmarker.detect_for_video(image, number * MILLISECONDS_A_FRAME)
        found += len(result.face_landmarks)
    spent = cpu_seconds() - start
    timed = len(images) - WARM_UP
    print(json.dumps({"frames": timed, "faces": found, "cpuMillisecondsPerFrame": 1000 * spent / timed}))


if __name__ == "__main__":
    main()
