"""Every sparse encoder and every index of its weights keeps the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.backends import load
from aliquot.errors import MissingExtraError
from aliquot.protocols import SparseEncoder
from aliquot.storage.impacts_local import LocalImpactIndex
from aliquot.testing.contract_sparse import ImpactIndexContract, SparseEncoderContract


class TestFake(SparseEncoderContract):
    def encoder(self) -> SparseEncoder:
        encoder: SparseEncoder = load("sparse_encoders", "fake")()
        return encoder


class TestSpladeTiny(SparseEncoderContract):
    def encoder(self) -> SparseEncoder:
        try:
            encoder: SparseEncoder = load("sparse_encoders", "splade-tiny")(threads=1)
        except MissingExtraError:
            pytest.skip("the extra sparse is not installed")
        return encoder


class TestLocalIndex(ImpactIndexContract):
    def open_index(self, folder: Path) -> LocalImpactIndex:
        return LocalImpactIndex(folder, name="test", encoder_id="e")
