#!/usr/bin/env python3
"""The whole job of comparing two pictures with OpenCV, as one would write it: prints the cosine."""

from __future__ import annotations

import sys

import cv2


def template(
    path: str, detector: cv2.FaceDetectorYN, recogniser: cv2.FaceRecognizerSF
) -> cv2.typing.MatLike:
    picture = cv2.imread(path)
    scale = min(1.0, 640 / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    detector.setInputSize((small.shape[1], small.shape[0]))
    faces = detector.detect(small)[1]
    face = max(faces, key=lambda row: row[2] * row[3])
    face[:14] /= scale
    return recogniser.feature(recogniser.alignCrop(picture, face))


def main() -> None:
    yunet, sface, first, second = sys.argv[1:]
    detector = cv2.FaceDetectorYN.create(yunet, "", (320, 320), 0.6, 0.3, 5000)
    recogniser = cv2.FaceRecognizerSF.create(sface, "")
    templates = [template(path, detector, recogniser) for path in (first, second)]
    print(recogniser.match(*templates, cv2.FaceRecognizerSF_FR_COSINE))


if __name__ == "__main__":
    main()
