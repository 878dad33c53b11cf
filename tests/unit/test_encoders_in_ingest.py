"""Encoders in the ingest story: everything is encoded once and comes back from the catalog."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from aliquot.assembly import make_ingest
from aliquot.config import Config
from aliquot.protocols import Role
from aliquot.storage.catalog import Catalog
from aliquot.storage.encodings import SparseEncoding, TokenEncoding
from aliquot.storage.following import Follower, Followers
from aliquot.storage.impacts_local import LocalImpactIndex
from aliquot.storage.tokens_local import LocalTokenIndex
from aliquot.testing.contract_late_interaction import FakeTokenEncoder
from aliquot.testing.contract_sparse import FakeSparseEncoder
from aliquot.types import IngestReport


class CountingSparse(FakeSparseEncoder):
    """Remember which texts were encoded."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str], role: Role) -> list[Mapping[str, float]]:
        self.texts += texts
        return super().encode(texts, role)


class CountingTokens(FakeTokenEncoder):
    """Remember which texts were encoded."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def encode(self, texts: Sequence[str], role: Role) -> list[npt.NDArray[np.float32]]:
        self.texts += texts
        return super().encode(texts, role)


class Lab:
    """A folder with its library's catalog and indexes."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "lab"
        self.files.mkdir()
        self.indexes = folder / "indexes"
        self.catalog = Catalog.at(folder / "catalog.db")
        self.sparse, self.tokens = CountingSparse(), CountingTokens()

    def write(self, name: str, text: str) -> None:
        (self.files / f"{name}.md").write_text(text, encoding="utf-8")

    def sync(self, *, is_late: bool = True) -> IngestReport:
        """Open the indexes anew, as every command does, and sync."""
        place, sparse, tokens = self.indexes, self.sparse, self.tokens
        self.impacts = LocalImpactIndex(place / "s", name="s", encoder_id=sparse.id)
        self.rows = LocalTokenIndex(
            place / "t", name="t", dimension=tokens.dimension, encoder_id=tokens.id
        )
        followed = [
            Follower(self.impacts, encoding=SparseEncoding(sparse)),
            Follower(self.rows, encoding=TokenEncoding(tokens)),
        ]
        followers = Followers(self.catalog, followed if is_late else followed[:1])
        config = Config.model_validate({"ingest": {"workers": 1}})
        return make_ingest(config, self.catalog, followers).sync([self.files])

    def found(self, word: str) -> list[str]:
        hits = self.impacts.search_weights({word: 1.0}, 10)
        known = self.catalog.chunks([hit.key for hit in hits])
        return [known[hit.key].text for hit in hits]


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Lab]:
    made = Lab(tmp_path)
    made.write("a", "Insulin lowers blood glucose.")
    made.write("b", "TP53 is a tumour suppressor.")
    made.sync()
    yield made
    made.catalog.close()


def test_every_text_is_encoded_once_by_each_encoder(lab: Lab) -> None:
    assert len(lab.sparse.texts) == len(lab.tokens.texts) == 2
    assert len(lab.impacts) == len(lab.rows) == 2
    assert lab.sync().embedded == 0
    assert len(lab.sparse.texts) == len(lab.tokens.texts) == 2


def test_an_index_built_again_encodes_nothing(lab: Lab) -> None:
    shutil.rmtree(lab.indexes)
    lab.sync()
    assert len(lab.sparse.texts) == len(lab.tokens.texts) == 2
    assert ["glucose" in text for text in lab.found("glucose")] == [True]
    assert len(lab.rows) == 2


def test_a_changed_file_is_found_by_its_new_words_only(lab: Lab) -> None:
    lab.write("a", "Metformin lowers hepatic output.")
    lab.sync()
    assert lab.found("insulin") == []
    assert len(lab.found("metformin")) == 1
    assert len(lab.sparse.texts) == 3


def test_an_encoder_that_comes_later_encodes_what_is_there(tmp_path: Path) -> None:
    lab = Lab(tmp_path)
    lab.write("a", "Insulin lowers blood glucose.")
    lab.sync(is_late=False)
    assert lab.tokens.texts == []
    lab.sync()
    assert (len(lab.sparse.texts), len(lab.tokens.texts), len(lab.rows)) == (1, 1, 1)
    lab.catalog.close()
