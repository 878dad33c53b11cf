"""How results look on a terminal of 80 columns, and as JSON."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from aliquot.filters import describe
from aliquot.retrieval.widening import Stretch
from aliquot.shapes import (
    block_shape,
    chunk_shape,
    document_shape,
    ranking_shape,
    relation_shape,
    report_shape,
)
from aliquot.types import (
    Chunk,
    Document,
    FailedSource,
    IngestReport,
    Relation,
    RelationKind,
    ScoredChunk,
    Understanding,
)

__all__ = [
    "console",
    "counted",
    "indented",
    "near",
    "print_json",
    "say",
    "show_chunks",
    "show_document",
    "show_documents",
    "show_ranking",
    "show_report",
    "show_stretches",
    "show_understanding",
]

# Files of one kind of trouble shown before "and N more": the rest is in --json.
SHOWN_FAILURES = 12
SNIPPET_CHARACTERS = 280


def console() -> Console:
    """Return the terminal, as wide as it is."""
    return Console(highlight=False, soft_wrap=False)


def indented(text: str, columns: int, style: str = "") -> Padding:
    """Set a block of text in by some columns, without blanks at the ends of its lines."""
    return Padding(Text(text, style=style), (0, 0, 0, columns), expand=False)


def print_json(value: Any) -> None:
    """Write one JSON value and a line end to standard output, in UTF-8 whatever the locale."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.flush()


def say(text: str, style: str = "") -> None:
    """Write a line; nothing in it is markup."""
    console().print(Text(text, style=style))


# ------------------------------------------------------------------------------ ingest


def show_report(report: IngestReport, *, as_json: bool) -> None:
    """Show what `add` or `sync` did, failures last."""
    if as_json:
        print_json(report_shape(report))
        return
    parts = [
        f"{report.added} added",
        f"{report.updated} updated",
        f"{report.unchanged} unchanged",
        f"{report.removed} removed",
        counted(report.duplicates, "duplicate"),
    ]
    shown = [part for part in parts if not part.startswith("0 ")] or ["nothing to do"]
    files, chunks = counted(report.files, "file"), counted(report.chunks, "chunk")
    say(f"{files}: {', '.join(shown)}; {chunks}, {report.seconds:.1f} s")
    for note in report.notes:
        say(note, "yellow")
    if report.outdated:
        files = counted(report.outdated, "file")
        say(
            f"{files} read or cut by an older version; 'aliquot sync --reparse' renews them",
            "yellow",
        )
    if report.partial:
        say(f"\n{counted(len(report.partial), 'note')} on what was read:", "yellow")
        _show_sources(report.partial)
    if report.failed:
        say(f"\n{counted(len(report.failed), 'file')} not in the library:", "red")
        _show_sources(report.failed)


def _show_sources(sources: Sequence[FailedSource]) -> None:
    terminal = console()
    for one in sources[:SHOWN_FAILURES]:
        terminal.print(indented(f"{near(one.source)}  ({one.status})", 2))
        terminal.print(indented(one.reason, 6, "dim"))
    left = Counter(one.status for one in sources[SHOWN_FAILURES:])
    if left:
        counts = ", ".join(f"{count} {status}" for status, count in left.most_common())
        say(f"  and {left.total()} more ({counts}); --json lists all", "dim")


def counted(number: int, noun: str) -> str:
    """Return "1 file", "2 files"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def near(path: str) -> str:
    """Return a path as seen from here where that is shorter."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path


# ------------------------------------------------------------------------------ documents


def show_documents(documents: Sequence[Document], *, as_json: bool) -> None:
    """List documents, one a line."""
    if as_json:
        print_json([document_shape(one) for one in documents])
        return
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="dim", expand=True)
    table.add_column("kind", min_width=8, no_wrap=True)
    table.add_column("id", no_wrap=True)
    table.add_column("year", min_width=4, no_wrap=True)
    table.add_column("title", ratio=1, min_width=16, overflow="ellipsis", no_wrap=True)
    for one in documents:
        table.add_row(str(one.kind), Text(one.id), str(one.year or ""), Text(one.title))
    console().print(table)
    say(counted(len(documents), "document"), "dim")


def show_document(document: Document, relations: Sequence[Relation], *, as_json: bool) -> None:
    """Show a document's identity, relations, warnings and text."""
    if as_json:
        outline = [block_shape(block) for block in document.blocks]
        related = [relation_shape(one) for one in relations]
        whole = {"text": document.text, "blocks": outline, "relations": related}
        print_json(document_shape(document) | whole)
        return
    say(document.title, "bold")
    for name, value in document.fields.items():
        if name != "title":
            joined = "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)
            say(f"  {name}: {joined}", "dim")
    for relation in relations:
        say(f"  {_related(relation, document.id)}", "cyan")
    for warning in document.warnings:
        say(f"  note: {warning}", "yellow")
    say("")
    for block in document.blocks:
        say(block.text, "bold" if str(block.type) == "heading" else "")
        say("")


# What the other document is to the one shown: where it stands second in the relation, and first.
RELATED = {
    RelationKind.SAME_WORK: ("same work as", "same work as"),
    RelationKind.VERSION_OF: ("newest version", "older version"),
    RelationKind.PREPRINT_OF: ("published as", "preprint"),
    RelationKind.NOTICE_OF: ("notice about", "notice"),
}


def _related(relation: Relation, document_id: str) -> str:
    is_first = relation.document_id == document_id
    other = relation.other_id if is_first else relation.document_id
    return f"{RELATED[relation.kind][0 if is_first else 1]}: {other} ({relation.reason})"


def show_chunks(chunks: Sequence[Chunk], *, as_json: bool) -> None:
    """Show a document as it was cut."""
    if as_json:
        print_json([chunk_shape(one) for one in chunks])
        return
    for one in chunks:
        say(f"{one.id}{_pages(one.pages)}", "bold")
        say(one.header, "dim")
        say(one.text + "\n")


def show_stretches(stretches: Sequence[Stretch], *, as_json: bool) -> None:
    """Show parts of a document, each with the chunks it is joined from."""
    if as_json:
        print_json([_stretch_shape(one) for one in stretches])
        return
    for one in stretches:
        first, last = one.chunk_ids[0], one.chunk_ids[-1].partition("#")[2]
        name = first if len(one.chunk_ids) == 1 else f"{first} to {last}"
        say(f"{name}{_pages(one.pages)}", "bold")
        say(one.text + "\n")


def _stretch_shape(stretch: Stretch) -> dict[str, Any]:
    return {
        "document_id": stretch.document_id,
        "chunk_ids": list(stretch.chunk_ids),
        "text": stretch.text,
        "span": [stretch.span.start, stretch.span.end],
        "pages": list(stretch.pages),
    }


def _pages(pages: Sequence[int]) -> str:
    if not pages:
        return ""
    return f"  p. {pages[0]}" if len(pages) == 1 else f"  pp. {pages[0]}-{pages[-1]}"


# ------------------------------------------------------------------------------ search, ask


def show_ranking(ranking: Sequence[ScoredChunk], *, as_json: bool) -> None:
    """Show a ranking, best first, each with the beginning of its text."""
    if as_json:
        print_json(ranking_shape(ranking))
        return
    if not ranking:
        say("Nothing found. A filter that matches nothing returns nothing.", "yellow")
        return
    terminal = console()
    for one in ranking:
        chunk = one.chunk
        title = str(chunk.metadata.get("title", chunk.document_id))
        terminal.print(_headed(one.rank, title))
        where = (" > ".join(chunk.section_path[-2:]) + _pages(chunk.pages)).strip()
        source = near(str(chunk.metadata.get("source", "")))
        lines = [line for line in (where, source, chunk.id) if line]
        terminal.print(indented("\n".join(lines), 4, "dim"))
        text = " ".join(chunk.text.split())
        if len(text) > SNIPPET_CHARACTERS:
            text = text[:SNIPPET_CHARACTERS].rsplit(" ", 1)[0] + " …"
        terminal.print(indented(text, 4))
        terminal.print()


def _headed(rank: int, title: str) -> Table:
    """Return a rank with a title that keeps its column where it takes several lines."""
    grid = Table.grid()
    grid.add_column(width=4, style="bold cyan")
    grid.add_column(style="bold")
    grid.add_row(f"{rank:>2}", Text(title))
    return grid


def show_understanding(asked: Understanding) -> None:
    """Show what a question was taken to say beside its subject, and how to undo it."""
    for one in asked.spoken:
        say(f'Filter from "{one.words}": {describe(one.where)}', "dim")
    for phrase in asked.phrases:
        say(f"Only where it says exactly: {phrase}", "dim")
    if asked.spoken or asked.phrases:
        say("To search without this, add --literal.", "dim")
    for name in asked.expansions:
        say(f"Also searched for {name.name}: {', '.join(name.others)} ({name.reason})", "dim")
