"""Test collections in BEIR's layout: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`.

Source: Thakur et al., "BEIR", NeurIPS Datasets and Benchmarks 2021,
https://github.com/beir-cellar/beir/wiki/Load-your-custom-dataset. Judgements may stand in
`qrels/test.tsv` or `qrels.tsv`; every file may be packed by gzip.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aliquot.errors import SourceError
from aliquot.evaluation.lines import bad_line, present, read_records
from aliquot.evaluation.qrels import read_qrels
from aliquot.evaluation.retrieval import JudgedQuery

__all__ = ["Collection", "CorpusText", "is_collection", "open_collection", "write_corpus"]

CORPUS = "corpus.jsonl"
QUERIES = "queries.jsonl"
# Files of one folder: many more make file managers and some file systems slow.
FOLDER_FILES = 1000


@dataclass(frozen=True, slots=True)
class CorpusText:
    """One text of a collection.

    Attributes:
        id: Its id in the judgements.
        title: May be empty.
        text: May be empty.
    """

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Collection:
    """Queries with judgements, and where the texts are.

    Attributes:
        name: The folder's name.
        corpus: The file of texts, where there is one.
        queries: Those that have judgements, in the order of the file.
        qrels: Judgements by query.
        warnings: What was left out.
    """

    name: str
    corpus: Path | None
    queries: tuple[JudgedQuery, ...]
    qrels: dict[str, dict[str, int]]
    warnings: tuple[str, ...] = field(default=())

    def texts(self) -> Iterator[CorpusText]:
        """Yield every text of the corpus.

        Raises:
            SourceError: There is no corpus, or one of its lines is damaged.
        """
        if self.corpus is None:
            raise SourceError(
                f"The collection {self.name} has no {CORPUS}.",
                hint="Put it there, or score a run of it with --run.",
            )
        for number, record in read_records(self.corpus):
            yield CorpusText(
                _id(self.corpus, number, record),
                _string(self.corpus, number, record, "title"),
                _string(self.corpus, number, record, "text"),
            )


def is_collection(folder: Path) -> bool:
    """Tell whether a folder holds queries and judgements in BEIR's layout."""
    return present(folder / QUERIES) is not None and _judged(folder, "test") is not None


def open_collection(folder: Path, *, split: str = "test") -> Collection:
    """Read queries and judgements; the texts are read when they are asked for.

    Args:
        folder: In BEIR's layout.
        split: Which judgements, where there are several: `qrels/SPLIT.tsv`.

    Raises:
        SourceError: A file is missing, or a line of one is damaged.
    """
    judged, asked = _judged(folder, split), present(folder / QUERIES)
    if judged is None or asked is None:
        lacking = QUERIES if asked is None else f"qrels/{split}.tsv and no qrels.tsv"
        raise SourceError(
            f"{folder} has no {lacking}.",
            source=str(folder),
            hint="A collection holds corpus.jsonl, queries.jsonl and qrels.tsv.",
        )
    qrels = read_qrels(judged)
    queries = tuple(one for one in _read_queries(asked) if one.id in qrels)
    return Collection(
        folder.resolve().name,
        present(folder / CORPUS),
        queries,
        qrels,
        _unasked(qrels, queries),
    )


def _unasked(qrels: dict[str, dict[str, int]], queries: tuple[JudgedQuery, ...]) -> tuple[str, ...]:
    lost = len(qrels.keys() - {one.id for one in queries})
    return (f"{lost} judged queries have no text; they count as 0.",) if lost else ()


def _judged(folder: Path, split: str) -> Path | None:
    return present(folder / "qrels" / f"{split}.tsv") or present(folder / "qrels.tsv")


def _read_queries(path: Path) -> Iterator[JudgedQuery]:
    seen: set[str] = set()
    for number, record in read_records(path):
        query = JudgedQuery(_id(path, number, record), _string(path, number, record, "text"))
        if query.id in seen:
            raise bad_line(path, number, f"Query {query.id} is there twice.", "Keep one of them.")
        if not any(map(str.isalnum, query.text)):
            raise bad_line(path, number, f"Query {query.id} has no words.", "Write its text.")
        seen.add(query.id)
        yield query


def _id(path: Path, number: int, record: dict[str, Any]) -> str:
    found = record.get("_id")
    # Some collections write ids as numbers.
    if not isinstance(found, str | int) or isinstance(found, bool) or not str(found).strip():
        raise bad_line(path, number, "It has no _id.", 'Write it as {"_id": "1", "text": "..."}.')
    return str(found)


def _string(path: Path, number: int, record: dict[str, Any], name: str) -> str:
    found = record.get(name) or ""
    if not isinstance(found, str):
        raise bad_line(path, number, f"Its {name} is no text.", "Write it in quotes.")
    # A lone surrogate cannot be written to a file.
    return found.encode("utf-8", "replace").decode("utf-8")


def write_corpus(collection: Collection, folder: Path) -> dict[str, tuple[str, ...]]:
    """Write each text as a Markdown file; return the ids each file's stem stands for.

    Files are named by what is in them: ids may hold what no file name may, and texts that are
    equal would be one document anyway, so one file stands for them all.

    Raises:
        SourceError: A line of the corpus is damaged, or a file cannot be written.
    """
    names: dict[str, tuple[str, ...]] = {}
    for one in collection.texts():
        title = " ".join(one.title.split())
        body = f"# {title}\n\n{one.text}\n" if title else f"{one.text}\n"
        if not body.strip():
            continue
        name = hashlib.sha256(body.encode()).hexdigest()[:20]
        if name not in names:
            _write(folder / f"{len(names) // FOLDER_FILES:04d}" / f"{name}.md", body)
        names[name] = (*names.get(name, ()), one.id)
    return names


def _write(path: Path, body: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
    except OSError as exc:
        raise SourceError(
            f"{path} cannot be written: {exc.strerror}.",
            source=str(path),
            hint="Choose a place with room, with --place.",
        ) from exc
