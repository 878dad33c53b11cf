"""What the lab's own lists of stock name: the vocabulary of its reagents, strains and plasmids.

What enters: a table with its findings. What leaves: the same findings, and one for each name of a
list that no finder knew. All that stand on a list are only mentioned, whatever the table's kind:
what is in stock has not been used for that. The names carry the detail `listed`, so that "which
reagents of our list have we never used?" has its universe.

A list is a table with a column of names and one that only stock has, such as the vendor or where it
is kept; the columns of a plate, a recipe or a result name things too, and say that they were used.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from aliquot.findings.places import found
from aliquot.findings.table_cells import cells_of, table_of
from aliquot.types import (
    BlockType,
    Chunk,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    FindingRole,
    Span,
)

__all__ = ["LISTED", "VERSION", "with_listed"]

# The detail of a finding that a list names.
LISTED = "listed"
VERSION = "1"
_TAIL = r"(?:[\s_-]?(?:names?|id|used))?(?:\s?\(.{1,40}\))?"
# Headers of columns of names, by what they name.
HEADERS: tuple[tuple[FindingKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"(?:{words}){_TAIL}", re.IGNORECASE))
    for kind, words in (
        (FindingKind.CELL_LINE, r"cell[\s_-]?lines?|cells?|細胞株名?|細胞名?"),
        (FindingKind.ANTIBODY, r"(?:primary |secondary )?antibod(?:y|ies)|抗体名?"),
        (FindingKind.PLASMID, r"plasmids?|vectors?|constructs?|プラスミド名?|ベクター名?"),
        (FindingKind.ORGANISM, r"(?:[a-z]+ )?strains?|菌株名?|株名?|系統名?"),
        (
            FindingKind.INSTRUMENT,
            r"instruments?|equipment|devices?|kits?|機器名?|装置名?|キット名?",
        ),
        (
            FindingKind.REAGENT,
            r"(?:reagents?|chemicals?|compounds?|solvents?|enzymes?|media|medium|buffers?"
            r"|試薬名?|薬品名?|化合物名?|酵素名?|培地名?)",
        ),
    )
)
# Headers that do not say of what kind: what stands in the cell does, or else it is a reagent.
ANY_KIND = re.compile(
    rf"(?:items?|names?|products?|descriptions?|materials?|consumables?|supplies|品名|名称|商品名"
    rf"|製品名|物品名?|消耗品){_TAIL}",
    re.IGNORECASE,
)
# Headers only a list of stock has. An amount is none: recipes have it too.
STOCK = re.compile(
    r"\b(?:vendor|supplier|manufacturer|maker|company|brand|cat(?:alog(?:ue)?)?|part (?:no|number)"
    r"|product (?:no|code|number)|order (?:no|number)|lot|location|storage|stored|stock|freezer"
    r"|fridge|shelf|rack|box|inventory|prices?|costs?|expir\w*|received|opened|CAS|addgene)\b"
    r"|メーカー|製造|販売|購入|型番|カタログ|品番|ロット|保管|在庫|価格|期限|置き?場",
    re.IGNORECASE,
)
# A cell longer than this is a remark; one without letters is a number or empty.
LONGEST_NAME = 120
LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class _Listing:
    """A list of stock.

    Attributes:
        rows: Where its rows are.
        kind: Of its names, where that is known.
        names: The cells of names.
        stock: The cells that only stock has: a vendor, a number, a place.
    """

    rows: Span
    kind: FindingKind | None
    names: tuple[Span, ...]
    stock: tuple[Span, ...]


def with_listed(
    document: Document, chunks: Sequence[Chunk], findings: Sequence[Finding]
) -> Iterator[Finding]:
    """Yield findings with their roles on lists of stock, and those that only the lists name.

    Args:
        document: With text and blocks; only tables have lists.
        chunks: Its chunks, in reading order.
        findings: What finders found in it.
    """
    lists = list(_lists(document)) if document.kind is DocumentKind.TABLE else []
    named = [(name, one.kind) for one in lists for name in one.names]
    stock = [cell for one in lists for cell in one.stock]
    ordered = sorted(findings, key=lambda one: one.place.start)
    known = {name: _known(name, kind, ordered) for name, kind in named}
    listed = {id(one) for one in known.values() if one is not None}
    for finding in findings:
        if not any(_holds(one.rows, finding.place) for one in lists):
            yield finding
        # What was taken for a reagent there is a catalogue number, a lot or a shelf.
        elif finding.kind is not FindingKind.REAGENT or not _is_within(finding.place, stock):
            details = dict(finding.details) | ({LISTED: "yes"} if id(finding) in listed else {})
            yield replace(finding, role=FindingRole.MENTIONED, details=details)
    for name, kind in named:
        if known[name] is None:
            made = _made(document, chunks, name, kind or FindingKind.REAGENT)
            yield from [] if made is None else [made]


def _made(
    document: Document, chunks: Sequence[Chunk], name: Span, kind: FindingKind
) -> Finding | None:
    return found(
        document,
        chunks,
        kind,
        name.start,
        name.end,
        normalised=" ".join(name.of(document.text).split()),
        details={LISTED: "yes"},
        extractor=f"listed/{VERSION}",
        confidence=0.9,
    )


def _known(name: Span, kind: FindingKind | None, ordered: Sequence[Finding]) -> Finding | None:
    """Return the finding that is a list's name: the longest of its kind within the cell."""
    kinds = [kind] if kind else [one for one, _ in HEADERS]
    first = bisect_left(ordered, name.start, key=lambda one: one.place.start)
    last = bisect_left(ordered, name.end, key=lambda one: one.place.start)
    inside = [one for one in ordered[first:last] if one.kind in kinds and _holds(name, one.place)]
    return max(inside, key=lambda one: one.place.end - one.place.start, default=None)


def _is_within(place: Span, cells: Sequence[Span]) -> bool:
    """Tell whether a place is in one of some cells, which are in order."""
    after = bisect_right(cells, place.start, key=lambda cell: cell.start)
    return after > 0 and _holds(cells[after - 1], place)


def _lists(document: Document) -> Iterator[_Listing]:
    for block in document.blocks:
        if block.type is BlockType.TABLE:
            heading = block.section_path[-1] if block.section_path else document.title
            yield from _list_of(document.text, block.span, heading)


def _list_of(text: str, block: Span, heading: str) -> Iterator[_Listing]:
    """Yield a table as a list of stock, or nothing where it is none."""
    table = table_of(text, block)
    if table is None:
        return
    titles = table.titles
    column, kind = _column(titles, heading)
    stock = [place for place, title in enumerate(titles) if STOCK.search(title)]
    if column is None or not stock:
        return
    names = [one for one in cells_of(text, table, [column]) if _is_name(one.of(text))]
    yield _Listing(table.rows, kind, tuple(names), tuple(cells_of(text, table, stock)))


def _column(titles: Sequence[str], heading: str) -> tuple[int | None, FindingKind | None]:
    """Return the column of names, and what they name where its header or the heading says so."""
    for column, title in enumerate(titles):
        if (kind := _kind(title)) is not None:
            return column, kind
    for column, title in enumerate(titles):
        if ANY_KIND.fullmatch(title):
            return column, _kind(heading)
    return None, None


def _kind(title: str) -> FindingKind | None:
    return next((kind for kind, pattern in HEADERS if pattern.fullmatch(title.strip())), None)


def _is_name(written: str) -> bool:
    return len(written) <= LONGEST_NAME and LETTER.search(written) is not None


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end
