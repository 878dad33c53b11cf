from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Hit, Role, Scope
from aliquot.retrieval.languages import LanguageGroups
from aliquot.retrieval.legs import DenseLeg
from aliquot.types import Query

# The first axis is the language, the others the subject: 400 English chunks, 300 Japanese ones.
# Chunk 7 answers in English; no Japanese one does.
VECTORS = {key: np.array([-0.3, 0.2, 1.0]) for key in range(400)}
VECTORS |= {key: np.array([0.6, 0.2, 1.0]) for key in range(400, 700)}
VECTORS[7] = np.array([-0.3, 0.9, 0.5])
VECTORS = {key: (one / np.linalg.norm(one)).astype(np.float32) for key, one in VECTORS.items()}
KEYS = np.arange(700, dtype=np.int64)


class Exact:
    """Nearest chunks by comparing all."""

    def search(
        self, vector: npt.NDArray[np.float32], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        keys = KEYS if scope is None else scope.keys
        hits = [Hit(int(key), float(VECTORS[int(key)] @ vector)) for key in keys]
        return sorted(hits, key=lambda hit: (-hit.score, hit.key))[:k]


class Asking:
    """Embeds every question as a Japanese one about the subject of chunk 7."""

    id = "asking"
    dimension = 3
    languages: frozenset[str] | None = None

    def embed(self, texts: Sequence[str], role: Role) -> npt.NDArray[np.float32]:
        row = np.array([0.7, 0.6, 0.5], dtype=np.float32)
        return np.stack([row / np.linalg.norm(row)] * len(texts))


class Library:
    """Counts how often its vectors are read."""

    def __init__(self, japanese: int = 300) -> None:
        self.sequence = 1
        self.read = 0
        self._japanese = japanese

    def groups(self) -> LanguageGroups:
        return LanguageGroups(lambda: self.sequence, self._keys, self._vectors)

    def _keys(self) -> dict[str, npt.NDArray[np.int64]]:
        return {"ja": KEYS[400 : 400 + self._japanese], "en": KEYS[:400], "zh": KEYS[:0]}

    def _vectors(self, keys: Sequence[int]) -> npt.NDArray[np.float32]:
        self.read += 1
        return np.stack([VECTORS[key] for key in keys])


def search(library: Library | None, language: str, scope: Scope | None = None) -> list[int]:
    groups = None if library is None else library.groups()
    leg = DenseLeg(Asking(), Exact(), name="dense", groups=groups)  # type: ignore[arg-type]
    return [hit.key for hit in leg.search(Query(text="q", language=language), 3, scope)]


def test_the_language_of_a_question_outweighs_its_subject_unless_it_is_taken_out() -> None:
    assert 7 not in search(None, "ja")
    assert search(Library(), "ja")[0] == 7


def test_a_question_in_the_language_of_most_chunks_is_compared_as_ever() -> None:
    library = Library()
    assert search(library, "en") == search(None, "en")


def test_a_scope_is_kept_in_every_language() -> None:
    scope = Scope(np.array([5, 7, 410], dtype=np.int64))
    assert sorted(search(Library(), "ja", scope)) == [5, 7, 410]
    assert search(Library(), "ja", Scope(KEYS[:0])) == []


def test_a_library_in_one_language_reads_no_vector() -> None:
    library = Library(japanese=0)
    assert search(library, "ja") == search(None, "ja")
    assert library.read == 0


def test_centroids_are_read_again_only_when_the_library_has_changed() -> None:
    library = Library()
    groups = library.groups()
    groups.foreign_to("ja")
    groups.foreign_to("ja")
    assert library.read == 2
    library.sequence = 2
    groups.foreign_to("ja")
    assert library.read == 4


def test_few_chunks_of_a_language_are_not_taken_for_the_language() -> None:
    (_, few) = Library(japanese=1).groups().foreign_to("ja")
    (_, many) = Library(japanese=300).groups().foreign_to("ja")
    own = VECTORS[400]
    assert float(few.centroid @ own) < float(many.centroid @ own)
