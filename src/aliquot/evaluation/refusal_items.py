"""Three sets of questions that show whether a library refuses what it should, and only that.

Enters: a library, a seed. Leaves: items of three sets, the same for the same library and seed:

- `fabricated`: about papers, trials and protocols that do not exist;
- `removed`: answered by one document, asked while it and its copies are left out of the search;
- `answerable`: the same questions with the document in place.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from aliquot.errors import SourceError
from aliquot.evaluation.drafting.absence import Rivals, see_all, words_of
from aliquot.evaluation.drafting.draft import Draft, Shelf
from aliquot.evaluation.drafting.fabricating import Fabrication, Names, fabricate
from aliquot.evaluation.drafting.prose import prose_drafts
from aliquot.evaluation.drafting.records import record_drafts
from aliquot.evaluation.lines import bad_line, read_records
from aliquot.protocols import Progress, ProgressEvent, silent
from aliquot.types import Chunk, Comparison, Document, Filter, Not, Operator

__all__ = ["ItemSet", "RefusalItem", "build_items", "read_items", "write_items"]

# Drafted for each item wanted: some have rivals, some repeat each other.
SPARE = 3
# One document in so many is asked about in Japanese, where the library holds Japanese.
JAPANESE_STEP = 5
# What a greater share of the documents names is the library's subject, which a protocol need not
# name: 37 % name the demonstration lab's animal, 6 % of the development files their first species.
COMMON_SHARE = 0.2


class ItemSet(StrEnum):
    """Which set an item belongs to."""

    FABRICATED = "fabricated"
    REMOVED = "removed"
    UNANSWERABLE = "unanswerable"
    ANSWERABLE = "answerable"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusalItem:
    """A question, and whether it is to be refused.

    Attributes:
        id: Set and number: `removed-017`.
        set: The set it belongs to.
        kind: What it asks for.
        question: As it is asked.
        language: ISO 639-1 code.
        answer: What answers it; empty where nothing does.
        evidence: Where that is said, verbatim.
        document: Id of the document that answers it.
        without: Ids of the documents left out while it is asked.
    """

    id: str
    set: ItemSet
    kind: str
    question: str
    language: str = "en"
    answer: str = ""
    evidence: str = ""
    document: str = ""
    without: tuple[str, ...] = ()

    @property
    def is_to_be_answered(self) -> bool:
        """Whether refusing it is a mistake."""
        return self.set is ItemSet.ANSWERABLE

    @property
    def where(self) -> Filter | None:
        """The filter it is asked under: nothing of what is left out can be found."""
        if not self.without:
            return None
        return Not(Comparison("document_id", Operator.IN, self.without))


def build_items(
    shelf: Shelf, count: int, *, seed: int = 0, progress: Progress = silent
) -> list[RefusalItem]:
    """Build up to `count` items of each set; fewer where the library holds too little.

    Args:
        shelf: The library.
        count: Of each set.
        seed: The same seed and library give the same items.
        progress: Told after each document, of twice as many as there are.
    """
    documents = sorted(shelf.documents(), key=lambda one: one.id)
    with_japanese = any(one.language == "ja" for one in documents)
    fabrications = fabricate(
        Names.of(documents), SPARE * count, seed=seed, with_japanese=with_japanese
    )
    reader = _Reader(shelf, documents, progress)
    drafts = _drawn(reader.drafts(with_japanese), SPARE * count, seed)
    rivals = [Rivals(one) for one in drafts]
    met = reader.see(rivals, fabrications)
    absent = [one for one in fabrications if one.question not in met][:count]
    usable = [one for one in rivals if not one.documents][:count]
    return [*_fabricated(absent), *_from_drafts(shelf, usable)]


class _Reader:
    """Reads every document twice: to draft questions, and to see what else may answer them."""

    def __init__(self, shelf: Shelf, documents: Sequence[Document], progress: Progress) -> None:
        self._shelf = shelf
        self._documents = documents
        self._progress = progress

    def drafts(self, with_japanese: bool) -> list[Draft]:
        found: list[Draft] = []
        for number, document in enumerate(self._documents):
            chunks = self._shelf.chunks(document.id)
            is_japanese = with_japanese and number % JAPANESE_STEP == 0
            found += record_drafts(document, chunks, "ja" if is_japanese else "en")
            found += prose_drafts(document, chunks, way=number)
            self._tell(number + 1, document)
        return found

    def see(self, rivals: Sequence[Rivals], fabrications: Sequence[Fabrication]) -> set[str]:
        """Show every document to every draft; return the fabricated questions that have one.

        So have those that join something to what a good part of the library is about: a protocol
        need not name the animal the lab works on.
        """
        met: set[str] = set()
        spoken_of: Counter[frozenset[str]] = Counter()
        seconds = {one.pair.second for one in fabrications}
        for number, document in enumerate(self._documents):
            chunks = self._shelf.chunks(document.id)
            see_all(rivals, document.id, chunks)
            words = _words(document, chunks)
            met |= {one.question for one in fabrications if one.pair.meets(words)}
            spoken_of.update(one for one in seconds if one <= words)
            self._tell(len(self._documents) + number + 1, document)
        most = COMMON_SHARE * len(self._documents)
        common = {one.question for one in fabrications if spoken_of[one.pair.second] > most}
        return met | common

    def _tell(self, done: int, document: Document) -> None:
        total = 2 * len(self._documents)
        self._progress(ProgressEvent("read", done, total, document.id))


def _words(document: Document, chunks: Sequence[Chunk]) -> frozenset[str]:
    """Return all words of a document, those of its fields too: not every text names its authors."""
    texts = [one.searchable_text for one in chunks]
    for value in document.fields.values():
        texts += map(str, value) if isinstance(value, tuple) else [str(value)]
    return words_of("\n".join(texts))


def _drawn(drafts: Iterable[Draft], count: int, seed: int) -> list[Draft]:
    """Draw drafts, kinds in turn and one of a document before another of it.

    A question that several documents are asked is asked of none: which is meant is not clear.
    """
    by_question: dict[str, list[Draft]] = defaultdict(list)
    for one in drafts:
        by_question[one.question].append(one)
    by_kind: dict[str, list[Draft]] = defaultdict(list)
    for asked in by_question.values():
        if len(asked) == 1:
            by_kind[asked[0].kind].append(asked[0])
    drawn = random.Random(seed)
    ranked = [_spread(drawn.sample(one, len(one))) for _, one in sorted(by_kind.items())]
    return list(_in_turn(ranked))[:count]


def _spread(drafts: Sequence[Draft]) -> list[Draft]:
    """Put the first draft of every document before the second of any; stable otherwise."""
    seen: dict[str, int] = defaultdict(int)
    ranked = []
    for one in drafts:
        ranked.append((seen[one.document_id], one))
        seen[one.document_id] += 1
    return [one for _, one in sorted(ranked, key=lambda pair: pair[0])]


def _in_turn(lists: Sequence[Sequence[Draft]]) -> Iterator[Draft]:
    for place in range(max(map(len, lists), default=0)):
        yield from (one[place] for one in lists if place < len(one))


def _fabricated(fabrications: Sequence[Fabrication]) -> Iterator[RefusalItem]:
    for number, one in enumerate(fabrications, start=1):
        yield RefusalItem(
            id=f"{ItemSet.FABRICATED}-{number:03}",
            set=ItemSet.FABRICATED,
            kind=one.kind,
            question=one.question,
            language=one.language,
        )


def _from_drafts(shelf: Shelf, usable: Sequence[Rivals]) -> Iterator[RefusalItem]:
    """Yield each question twice: without what answers it, and with it."""
    for number, one in enumerate(usable, start=1):
        draft = one.draft
        without = _related(shelf, {draft.document_id, *one.copies})
        for which, left_out in ((ItemSet.REMOVED, without), (ItemSet.ANSWERABLE, ())):
            yield RefusalItem(
                id=f"{which}-{number:03}",
                set=which,
                kind=draft.kind,
                question=draft.question,
                language=draft.language,
                answer=draft.answer,
                evidence=draft.evidence,
                document=draft.document_id,
                without=left_out,
            )


def _related(shelf: Shelf, ids: Iterable[str]) -> tuple[str, ...]:
    """Return documents with all that are versions, copies, preprints or notices of them."""
    found: set[str] = set()
    waiting = set(ids)
    while waiting:
        one = waiting.pop()
        found.add(one)
        near = {end for it in shelf.relations(one) for end in (it.document_id, it.other_id)}
        waiting |= near - found
    return tuple(sorted(found))


# ------------------------------------------------------------------------------ files


def write_items(path: Path, items: Iterable[RefusalItem]) -> None:
    """Write items, one JSON object a line, to be asked again or read.

    Raises:
        SourceError: The file cannot be written.
    """
    lines = [json.dumps(asdict(one), ensure_ascii=False) for one in items]
    try:
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as exc:
        raise SourceError(
            f"{path} cannot be written: {exc.strerror}.",
            source=str(path),
            hint="Choose a folder you may write to.",
        ) from exc


def read_items(path: Path) -> list[RefusalItem]:
    """Read items that `write_items` wrote.

    Raises:
        SourceError: The file cannot be read, or a line is no item.
    """
    return [_item(path, number, record) for number, record in read_records(path)]


def _item(path: Path, number: int, record: Mapping[str, Any]) -> RefusalItem:
    try:
        fields = {**record, "set": ItemSet(record["set"])}
        return RefusalItem(**{**fields, "without": tuple(record.get("without", ()))})
    except (KeyError, TypeError, ValueError) as exc:
        hint = "Use a file that 'aliquot eval refusal --save-items' wrote."
        raise bad_line(path, number, f"It is no item: {exc}.", hint) from exc
