"""The open peers, each behind a small class."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("GLOG_minloglevel", "3")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
warnings.filterwarnings("ignore", category=UserWarning)

import cv2
import numpy as np
import numpy.typing as npt

from common import PEER_MODELS, Floats

Picture = npt.NDArray[np.uint8]

YUNET = PEER_MODELS / "face_detection_yunet_2023mar.onnx"
SFACE = PEER_MODELS / "face_recognition_sface_2021dec_int8bq.onnx"
FACE_LANDMARKER = PEER_MODELS / "face_landmarker.task"

# Six points a eye: outer corner, two above, inner corner, two below; then their mirror images.
RIGHT_EYE = (33, 160, 158, 133, 153, 144)
LEFT_EYE = (362, 385, 387, 263, 373, 380)


def read_picture(path: Path) -> Picture:
    """The upright picture, BGR."""
    picture = cv2.imread(str(path))
    if picture is None:
        raise ValueError(f"{path.name} cannot be decoded")
    return np.asarray(picture, np.uint8)


def to_rgb(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[:, :, ::-1])


class YuNet:
    """OpenCV's face detector; rows of x, y, width, height, five points, score."""

    def __init__(self, score: float, longest_side: int | None = None) -> None:
        self.longest_side = longest_side
        self.detector = cv2.FaceDetectorYN.create(str(YUNET), "", (320, 320), score, 0.3, 5000)

    def detect(self, picture: Picture) -> Floats:
        """Faces in pixels of the picture, the largest first."""
        height, width = picture.shape[:2]
        scale = min(1.0, (self.longest_side or max(height, width)) / max(height, width))
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        resized = picture if scale == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        self.detector.setInputSize(size)
        _, found = self.detector.detect(resized)
        if found is None:
            return np.zeros((0, 15))
        faces = found.astype(np.float64)
        faces[:, :14] /= scale
        return faces[np.argsort(-faces[:, 2] * faces[:, 3], kind="stable")]


class SFace:
    """OpenCV's face recogniser on YuNet's largest face.

    At 640 pixels YuNet finds each face of the pictures that are compared; native sizes and 1024
    pixels lose some, and make the recogniser look worse than it is.
    """

    def __init__(self, longest_side: int | None = 640, score: float = 0.6) -> None:
        self.detector = YuNet(score, longest_side)
        self.recogniser = cv2.FaceRecognizerSF.create(str(SFACE), "")

    def embedding(self, picture: Picture) -> Floats | None:
        """The normalised template, or nothing where no face is found."""
        faces = self.detector.detect(picture)
        return self.embedding_at(picture, faces[0]) if len(faces) else None

    def embedding_at(self, picture: Picture, face: Floats) -> Floats:
        """The normalised template of a face in the form in which YuNet gives it."""
        crop = self.recogniser.alignCrop(picture, face.astype(np.float32))
        template = np.asarray(self.recogniser.feature(crop)[0], np.float64)
        return np.asarray(template / np.linalg.norm(template), np.float64)


def dlib_area(box: tuple[int, int, int, int]) -> int:
    top, right, bottom, left = box
    return (bottom - top) * (right - left)


class Dlib:
    """The package face_recognition: dlib's HOG detector and its recognition network."""

    def __init__(self) -> None:
        import face_recognition

        self.library = face_recognition
        self.second_detector = YuNet(0.6, 640)

    def boxes(self, picture: Picture) -> list[tuple[int, int, int, int]]:
        """Top, right, bottom, left; the largest first."""
        found = self.library.face_locations(to_rgb(picture))
        return sorted(found, key=dlib_area, reverse=True)

    def embedding(self, picture: Picture) -> Floats | None:
        """The template of the largest face; where HOG finds none, of YuNet's."""
        boxes = self.boxes(picture) or self.boxes_of_second_detector(picture)
        if not boxes:
            return None
        return np.asarray(self.library.face_encodings(to_rgb(picture), boxes[:1])[0], np.float64)

    def boxes_of_second_detector(self, picture: Picture) -> list[tuple[int, int, int, int]]:
        faces = self.second_detector.detect(picture)[:, :4].round().astype(int).tolist()
        return [(y, x + width, y + height, x) for x, y, width, height in faces]


@dataclass(frozen=True)
class MediaPipeFace:
    landmarks: Floats  # 478 × 3, x and y in pixels
    scores: dict[str, float]  # The 52 blendshapes
    pose: Floats  # 3 × 3 rotation

    @property
    def area(self) -> float:
        low, high = self.landmarks[:, :2].min(0), self.landmarks[:, :2].max(0)
        return float(np.prod(high - low))

    @property
    def smile(self) -> float:
        return (self.scores["mouthSmileLeft"] + self.scores["mouthSmileRight"]) / 2

    @property
    def yaw(self) -> float:
        """Degrees, positive towards the image's right."""
        return float(np.degrees(np.arctan2(self.pose[0, 2], self.pose[2, 2])))

    @property
    def pitch(self) -> float:
        """Degrees, positive up."""
        return float(np.degrees(np.arcsin(np.clip(self.pose[1, 2], -1, 1))))

    def eye_aspect_ratio(self, eye: tuple[int, ...]) -> float:
        """Height of the eye's opening over its width (Soukupová and Čech, 2016)."""
        p = self.landmarks[list(eye), :2]
        height = np.linalg.norm(p[1] - p[5]) + np.linalg.norm(p[2] - p[4])
        return float(height / (2 * np.linalg.norm(p[0] - p[3])))


class MediaPipe:
    """MediaPipe's Face Landmarker with blendshapes and pose, for pictures or for one video."""

    def __init__(self, faces: int = 1, video: bool = False) -> None:
        import mediapipe
        from mediapipe.tasks.python import BaseOptions, vision

        self.image_type = mediapipe.Image
        self.format = mediapipe.ImageFormat.SRGB
        mode = vision.RunningMode.VIDEO if video else vision.RunningMode.IMAGE
        self.landmarker = vision.FaceLandmarker.create_from_options(
            vision.FaceLandmarkerOptions(
                base_options=BaseOptions(model_asset_path=str(FACE_LANDMARKER)),
                running_mode=mode,
                num_faces=faces,
                output_face_blendshapes=True,
                output_facial_transformation_matrixes=True,
            )
        )

    def faces(self, picture: Picture) -> list[MediaPipeFace]:
        """The faces of a picture, the largest first."""
        return self.in_pixels(self.landmarker.detect(self.wrapped(picture)), picture)

    def faces_at(self, picture: Picture, milliseconds: int) -> list[MediaPipeFace]:
        """The faces of a video's next frame."""
        result = self.landmarker.detect_for_video(self.wrapped(picture), milliseconds)
        return self.in_pixels(result, picture)

    def wrapped(self, picture: Picture) -> Any:
        return self.image_type(image_format=self.format, data=to_rgb(picture))

    @staticmethod
    def in_pixels(result: Any, picture: Picture) -> list[MediaPipeFace]:
        height, width = picture.shape[:2]
        faces = [
            MediaPipeFace(
                np.array([[p.x * width, p.y * height, p.z * width] for p in points]),
                {shape.category_name: shape.score for shape in shapes},
                np.array(matrix)[:3, :3],
            )
            for points, shapes, matrix in zip(
                result.face_landmarks,
                result.face_blendshapes,
                result.facial_transformation_matrixes,
                strict=True,
            )
        ]
        return sorted(faces, key=lambda face: -face.area)
