"""Every text recogniser keeps the promises of the seam."""

from __future__ import annotations

import pytest

from aliquot.backends import load
from aliquot.parsing.ocr.recogniser import TextRecogniser
from aliquot.testing.contract_recognisers import RecogniserContract

pytest.importorskip("rapidocr", reason="the extra 'ocr' is not installed")


class TestRapidOcr(RecogniserContract):
    def recogniser(self) -> TextRecogniser:
        found: TextRecogniser = load("recognisers", "rapidocr")()
        return found
