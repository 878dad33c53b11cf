"""Every late-interaction encoder and every index of its vectors keeps the contract."""

from __future__ import annotations

from pathlib import Path

from aliquot.backends import load
from aliquot.protocols import LateInteractionEncoder
from aliquot.storage.tokens_local import LocalTokenIndex
from aliquot.testing.contract_late_interaction import (
    LateInteractionEncoderContract,
    TokenIndexContract,
)


class TestFake(LateInteractionEncoderContract):
    def encoder(self) -> LateInteractionEncoder:
        encoder: LateInteractionEncoder = load("late_interaction_encoders", "fake")()
        return encoder


class TestLocalIndex(TokenIndexContract):
    def open_index(self, folder: Path, dimension: int) -> LocalTokenIndex:
        return LocalTokenIndex(folder, name="test", dimension=dimension, encoder_id="e")
