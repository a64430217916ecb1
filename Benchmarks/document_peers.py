"""The open readers of machine-readable zones, each behind one function: picture → lines of text."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # Tesseract

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Reader = Callable[[Picture], list[str]]


def cleaned(text: str) -> str:
    """As a zone is written: capitals, no blanks, the signs that readers take for a filler as one."""
    text = text.upper().replace("«", "<<").replace("‹", "<").replace("＜", "<")
    return re.sub(r"\s", "", text)


def joined_rows(boxes: Any, texts: list[str]) -> list[str]:
    """Pieces of text that stand beside each other, as one line: readers often split at fillers."""
    pieces = []
    for box, text in zip(boxes, texts, strict=True):
        points = np.array(box, float)
        pieces.append((points[:, 1].mean(), points[:, 0].min(), np.ptp(points[:, 1]), text))
    rows: list[list[tuple[float, float, float, str]]] = []
    for piece in sorted(pieces):
        if rows and abs(rows[-1][-1][0] - piece[0]) < 0.5 * min(rows[-1][-1][2], piece[2]):
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return ["".join(text for _, _, _, text in sorted(row, key=lambda p: p[1])) for row in rows]


def rapidocr_small() -> Reader:
    from rapidocr import RapidOCR

    logging.disable(logging.WARNING)
    threads = {f"EngineConfig.onnxruntime.{kind}_op_num_threads": 1 for kind in ("intra", "inter")}
    engine = RapidOCR(params={**threads, "Global.log_level": "error"})

    def read(picture: Picture) -> list[str]:
        found = engine(picture)
        if found.txts is None:
            return []
        return list(found.txts) + joined_rows(found.boxes, list(found.txts))

    return read


def rapidocr_onnxruntime() -> Reader:
    from rapidocr_onnxruntime import RapidOCR

    engine = RapidOCR(intra_op_num_threads=1, inter_op_num_threads=1)

    def read(picture: Picture) -> list[str]:
        found, _ = engine(picture)
        if not found:
            return []
        texts = [text for _, text, _ in found]
        return texts + joined_rows([box for box, _, _ in found], texts)

    return read


def passporteye() -> Reader:
    from passporteye.mrz.image import MRZPipeline

    def read(picture: Picture) -> list[str]:
        pipeline = MRZPipeline("", extra_cmdline_params="")
        pipeline["img"] = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        try:
            return str(pipeline["text"] or "").splitlines()
        except Exception:  # It fails in many ways on pictures in which it finds nothing.
            return []

    return read


def tesseract() -> Reader:
    import pytesseract

    def read(picture: Picture) -> list[str]:
        text = pytesseract.image_to_string(picture[:, :, ::-1], lang="eng", config="--psm 6")
        return str(text).splitlines()

    return read


READERS: dict[str, Callable[[], Reader]] = {
    "rapidocr 3.10.0 (PP-OCRv6 small)": rapidocr_small,
    "rapidocr-onnxruntime 1.4.4 (PP-OCRv4)": rapidocr_onnxruntime,
    "PassportEye 2.2.2": passporteye,
    "Tesseract 5.3": tesseract,
}
