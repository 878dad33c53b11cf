"""Recognise text with RapidOCR (PP-OCRv6 small): Latin, Greek, Japanese and Chinese in one model.

Imported only when the first picture is read: it brings OpenCV and two ONNX sessions. The models lie
inside the wheel and are named by path, so that nothing is ever downloaded.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import rapidocr
from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError
from rapidocr.utils.output import RapidOCROutput

from aliquot.errors import ModelError
from aliquot.parsing.ocr.recogniser import Image, RecognisedLine

__all__ = ["RapidRecogniser"]

MODELS = Path(rapidocr.__file__).parent / "models"
DETECTOR, READER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"

SETTINGS: dict[str, str | int | float | bool] = {
    "Global.log_level": "critical",
    # Scaling is ours: RapidOCR's own cap of 2,000 pixels would blur the lines it then reads.
    "Global.max_side_len": 20_000,
    # What is read badly is counted by us, not dropped unseen.
    "Global.text_score": 0.0,
    # Lines that stand on their heads are met by turning the whole page.
    "Global.use_cls": False,
    # An A4 page at 110 dpi. Finding lines there instead of at 170 dpi loses none and takes 1.3
    # instead of 5.8 CPU-s (scanned paper of the dev set, November 2026).
    "Det.limit_type": "max",
    "Det.limit_side_len": 1280,
    # One line a run: as fast as six padded to one width (5.7 s against 5.9), in less memory.
    "Rec.rec_batch_num": 1,
    # The cores are shared out by the number of parser processes.
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


class RapidRecogniser:
    """Recognise lines with the models RapidOCR carries."""

    def recognise(self, image: Image) -> list[RecognisedLine]:
        """See `TextRecogniser.recognise`."""
        try:
            found = _engine()(cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
        except (ONNXRuntimeError, cv2.error, FileNotFoundError, ValueError) as exc:
            raise ModelError(
                f"Text recognition failed on a page: {exc}",
                hint="Reinstall it with: pip install --force-reinstall 'aliquot[ocr]'",
            ) from exc
        if not isinstance(found, RapidOCROutput) or found.boxes is None or found.txts is None:
            return []
        return [
            RecognisedLine(text, tuple((float(x), float(y)) for x, y in np.asarray(box)), float(p))
            for box, text, p in zip(found.boxes, found.txts, found.scores or (), strict=True)
        ]


@cache
def _engine() -> rapidocr.RapidOCR:
    """Return the engine, loaded once a process: loading takes a second."""
    paths = {"Det.model_path": str(MODELS / DETECTOR), "Rec.model_path": str(MODELS / READER)}
    return rapidocr.RapidOCR(params=SETTINGS | paths)
