"""True statements, each with the words of a real file that prove it.

What enters: the folder of the development files. What leaves: pairs of three origins. `verbatim`
ones state a sentence as it stands; `paraphrased` ones were written by hand (`paraphrases.jsonl`
holds them with the opening words of the sentence they restate, which is looked up in the file);
`across languages` ones state in Japanese what an English file says, or the other way round.

Files fall into two halves by the hash of their name. Gates were first developed on one of them,
and since 2026-11-30 on both, and on `second_set`, written without a look at what the gates do.
`third_set` was written and frozen before the second was looked at, and is only counted.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from aliquot.backends import load
from aliquot.config import ChunkingConfig
from aliquot.parsing.sniff import sniff
from aliquot.sentences import sentence_spans
from aliquot.types import Chunk, Citation, Span, Statement

__all__ = ["DEV", "Pair", "cited", "crossing", "is_held_out", "pairs_of", "second_set", "third_set"]

DEV = Path(__file__).resolve().parents[2].parent / "shared/data/dev"
PARAPHRASES = Path(__file__).with_name("paraphrases.jsonl")
SECOND = Path(__file__).with_name("paraphrases_2.jsonl")
THIRD = Path(__file__).with_name("paraphrases_3.jsonl")
CROSSING = Path(__file__).with_name("paraphrases_across.jsonl")
# Damaged copies, and records of what a file should read as.
NOT_SOURCES = {"pdf_special", "pdf_truth"}
# Folders whose files are prose; PDFs are left out, which take most of the time to read.
FOLDERS = ("papers/jats", "protocols", "notes", "trials/xml", "eln")
SUFFIXES = {".xml", ".nxml", ".md", ".txt", ".json", ".html", ".docx", ".eln"}
# Registry records repeat each other's phrases: a tenth of them speaks for all.
TRIALS_STEP = 10
# From one file, so that no long paper outweighs all others.
MOST_OF_A_FILE = 60
PROSE = re.compile(r"[.。]$")
JAPANESE = re.compile("[\u3041-\u30fa]")


@dataclass(frozen=True)
class Pair:
    """A statement, its quote, and the chunks at hand.

    Attributes:
        text: What is stated.
        quote: The words that prove it.
        chunk: Where they stand.
        origin: `verbatim`, `paraphrased` or `across languages`.
        file: Name of the file.
        language: `en` or `ja`, of what is stated.
    """

    text: str
    quote: str
    chunk: Chunk
    origin: str
    file: str
    language: str


def cited(pair: Pair) -> Statement:
    """Return the statement as an author hands it in: its citation says nothing of where."""
    citation = Citation(
        label="L",
        quote=pair.quote,
        span=Span(0, 0),
        chunk_id=pair.chunk.id,
        document_id=pair.file,
        source=pair.file,
        section="",
        page=None,
        verified=False,
    )
    return Statement(pair.text, (citation,))


def is_held_out(file: str) -> bool:
    """Tell whether a file belongs to the half that gates were not developed on."""
    return hashlib.sha256(file.encode()).digest()[0] % 2 == 1


@cache
def chunks_of(path: Path) -> tuple[Chunk, ...]:
    """Read and cut one file as the library does."""
    sizes = ChunkingConfig()
    found = []
    for number, document in enumerate(load("parsers", sniff(path))().parse(path)):
        cut = load("chunkers", document.kind)(
            target_tokens=sizes.target_tokens, max_tokens=sizes.max_tokens, overlap=0.0
        )
        found += [replace(one, id=f"{path.stem}-{number}{one.id}") for one in cut(document)]
    return tuple(found)


def files() -> list[Path]:
    """Return the files statements are made of, in order."""
    found = []
    for folder in FOLDERS:
        paths = [one for one in sorted((DEV / folder).rglob("*")) if one.suffix in SUFFIXES]
        found += paths[::TRIALS_STEP] if folder.startswith("trials") else paths
    return found


def pairs_of(paths: Sequence[Path] | None = None) -> list[Pair]:
    """Return every pair of some files, all by default: verbatim ones and paraphrased ones."""
    wanted = files() if paths is None else list(paths)
    told = [json.loads(line) for line in PARAPHRASES.read_text("utf-8").splitlines()]
    if paths is None:
        named = {one["file"] for one in told}
        wanted += [
            path
            for path in sorted(DEV.rglob("*"))
            if path.suffix in SUFFIXES
            and path not in set(wanted)
            and any(path.name.startswith(name) for name in named)
        ]
    return [pair for path in wanted for pair in _of_file(path, told)]


def second_set() -> list[Pair]:
    """Return paraphrases written without a look at the gates, in both languages and across."""
    return _told(SECOND)


def third_set() -> list[Pair]:
    """Return the paraphrases that are only counted, in both languages and across them."""
    return _told(THIRD)


def crossing() -> list[Pair]:
    """Return statements whose language is not that of their source, to develop gates on."""
    return _told(CROSSING)


def _told(told: Path) -> list[Pair]:
    paths = [one for one in sorted(DEV.rglob("*")) if not NOT_SOURCES & set(one.parts)]
    return [_quoted(json.loads(line), paths) for line in told.read_text("utf-8").splitlines()]


def _quoted(told: dict[str, str], paths: Sequence[Path]) -> Pair:
    """Look up the words from those a quote opens with to those it ends with."""
    opens, ends = (r"\s+".join(map(re.escape, told[one].split())) for one in ("opens", "ends"))
    is_whole = told["opens"].endswith(told["ends"])
    wanted = re.compile(opens if is_whole else rf"{opens}(?s:.*?){ends}")
    for path in (one for one in paths if one.name.startswith(told["file"]) and one.is_file()):
        for chunk in chunks_of(path):
            if match := wanted.search(chunk.text):
                return _pair(told["says"], match[0], chunk, path)
    raise LookupError(f"{told['file']} has no words from “{told['opens']}” to “{told['ends']}”")


def _pair(says: str, quote: str, chunk: Chunk, path: Path) -> Pair:
    said, given = _language(says), _language(quote)
    origin = "paraphrased" if said == given else "across languages"
    return Pair(says, quote, chunk, origin, path.name, said)


def _language(text: str) -> str:
    return "ja" if len(JAPANESE.findall(text)) > 2 else "en"


def _of_file(path: Path, told: Sequence[dict[str, str]]) -> Iterator[Pair]:
    verbatim = list(_sentences(path))
    own = [one for one in told if path.name.startswith(one["file"])]
    for one in own:
        for pair in verbatim:
            if " ".join(pair.quote.split()).startswith(one["opens"]):
                yield replace(pair, text=one["says"], origin="paraphrased")
                break
    step = max(1, len(verbatim) // MOST_OF_A_FILE)
    yield from itertools.islice(verbatim[::step], MOST_OF_A_FILE)


def _sentences(path: Path) -> Iterator[Pair]:
    for chunk in chunks_of(path):
        if chunk.is_reference or chunk.is_numeric:
            continue
        for span in sentence_spans(chunk.text):
            quote = span.of(chunk.text)
            if not 40 <= len(quote) <= 400 or not PROSE.search(quote) or quote[0] == "|":
                continue
            language = "ja" if len(JAPANESE.findall(quote)) > 5 else "en"
            text = " ".join(quote.split())
            yield Pair(text, quote, chunk, "verbatim", path.name, language)
