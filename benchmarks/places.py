"""Measure whether what is marked on a page of a PDF is what a quote says.

    python benchmarks/places.py --library DIR [--seed 1] [--show KIND] [--only FILE] [--save]

Quotes of every kind are drawn from each PDF of a library (made by questions.py). The judge is
`places_judge.py`: pdfium's own tight boxes of the characters, never the boxes the library keeps.
A quote is exact where the marked characters are its own; near where they differ by few. Left out,
and counted by cause, are quotes whose words the file's text layer does not hold, as scans and fonts
without codes, or holds several times on top of each other: there is nothing to judge them by.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.library.places import place_of
from aliquot.library.viewing import View
from aliquot.types import LOCAL_PERSON, Block, BlockType, Document, Place, Span
from places_judge import Judge, Verdict
from record import save

# How many quotes of each kind are drawn from a file.
WANTED = {
    "sentence": 12,
    "part of a sentence": 4,
    "heading": 3,
    "caption": 3,
    "reference": 3,
    "chunk": 4,
    "table row": 4,
    "table chunk": 4,
}
TABLES = frozenset({"table row", "table chunk"})
KINDS = {
    BlockType.HEADING: "heading",
    BlockType.CAPTION: "caption",
    BlockType.REFERENCE: "reference",
}
SENTENCE = re.compile(r"[^.?!]{25,}?[.?!](?=\s|$)")
# Words in a part of a sentence.
PART_WORDS = (3, 12)


@dataclass(frozen=True)
class Quote:
    """A quote to be marked: where it stands, and what it is."""

    kind: str
    target: str
    text: str


@dataclass(frozen=True)
class Judged:
    """A quote with what was found of it."""

    quote: Quote
    place: Place
    verdict: Verdict

    @property
    def cause(self) -> str:
        """Why a quote is not near, as far as it can be told."""
        if self.verdict.is_near:
            return ""
        if not any(page.rectangles for page in self.place.pages):
            return "nothing marked"
        if not self.place.is_exact:
            return "whole lines marked"
        missing, extra = self.verdict.missing, self.verdict.extra
        return "too little marked" if missing > extra else "too much marked"


# ------------------------------------------------------------------------------ quotes


def quotes(view: View, document: Document, chance: random.Random) -> Iterator[Quote]:
    """Yield quotes of each kind, drawn from one document."""
    found: dict[str, list[Quote]] = defaultdict(list)
    for chunk in view.chunks(document.id):
        blocks = [one for one in document.blocks if _touches(one, chunk.span)]
        has_grid = any(one.grid for one in blocks)
        kind = "table chunk" if has_grid else "chunk"
        found[kind].append(Quote(kind, chunk.id, chunk.span.of(document.text)))
        for block in blocks:
            if chunk.span.start <= block.span.start:
                for name, span in _of_block(block, chance):
                    text = span.of(document.text)
                    target = f"{chunk.id}@{span.start}-{span.end}"
                    found[name].append(Quote(name, target, text))
    for kind, count in WANTED.items():
        yield from chance.sample(found[kind], min(count, len(found[kind])))


def _touches(block: Block, span: Span) -> bool:
    return block.span.start < span.end and span.start < block.span.end


def _of_block(block: Block, chance: random.Random) -> Iterator[tuple[str, Span]]:
    start = block.span.start
    if block.grid:
        for line in re.finditer(r"[^\n]+", block.text):
            if set(line[0]) - set("|-: "):
                yield "table row", Span(*line.span()).shifted(start)
    elif block.type in KINDS:
        yield KINDS[block.type], block.span
    else:
        for sentence in SENTENCE.finditer(block.text):
            yield "sentence", Span(*sentence.span()).shifted(start)
            words = list(re.finditer(r"\S+", sentence[0]))
            count = chance.randint(*PART_WORDS)
            first = chance.randrange(max(1, len(words) - count))
            part = Span(words[first].start(), words[min(first + count, len(words)) - 1].end())
            yield "part of a sentence", part.shifted(start + sentence.start())


# ------------------------------------------------------------------------------ figures


def measured(options: argparse.Namespace) -> tuple[list[Judged], int]:
    """Return what was judged, and how many files it is from."""
    judged: list[Judged] = []
    files = 0
    with Library.open(options.library) as library:
        view = View(library, LOCAL_PERSON)
        listed = [one for one in view.documents() if one.parser == "pdf" and one.source]
        for one in sorted(listed, key=lambda one: one.id):
            path = Path(one.source.path) if one.source else Path()
            if options.only and options.only not in (path.name, one.id):
                continue
            files += 1
            chance = random.Random(f"{options.seed} {path.name}")
            judge = Judge(path)
            for quote in quotes(view, view.document(one.id), chance):
                place = place_of(view, quote.target)
                is_table = quote.kind in TABLES
                verdict = judge.verdict(quote.text, place.pages, is_table=is_table)
                judged.append(Judged(quote, place, verdict))
            judge.close()
    return judged, files


def summary(judged: list[Judged]) -> dict[str, Any]:
    """Return shares and causes by kind; `prose` is every kind but those of tables."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        groups[one.quote.kind].append(one)
        groups["all tables" if one.quote.kind in TABLES else "all prose"].append(one)
    return {kind: _shares(ones) for kind, ones in sorted(groups.items())}


def _shares(ones: list[Judged]) -> dict[str, Any]:
    told = [one for one in ones if not one.verdict.untold]
    count = max(1, len(told))
    return {
        "judged": len(told),
        "left_out": dict(Counter(one.verdict.untold for one in ones if one.verdict.untold)),
        "exact": round(sum(one.verdict.is_exact for one in told) / count, 4),
        "near": round(sum(one.verdict.is_near for one in told) / count, 4),
        "causes": dict(Counter(one.cause for one in told if one.cause)),
    }


def main() -> None:
    """Print the figures, and write them where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", type=Path, required=True, help="made by questions.py")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one file")
    parser.add_argument("--show", default="", metavar="KIND", help="print misses of these kinds")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    judged, files = measured(options)
    found = summary(judged)
    for kind, row in found.items():
        print(f"{kind:20}", row)
    for one in judged:
        if options.show and one.quote.kind.startswith(options.show) and one.cause:
            print(f"\n{one.verdict.untold or one.cause}: {one.quote.target}")
            print(f"  says    {one.quote.text!r}\n  marked  {one.verdict.printed!r}")
    if options.save:
        print(save("places", {"files": files, "seed": options.seed, "kinds": found}))


if __name__ == "__main__":
    main()
