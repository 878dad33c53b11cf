"""A progress bar on standard error: files, pages, chunks, time left."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from aliquot.protocols import Progress as Report
from aliquot.protocols import ProgressEvent, silent

__all__ = ["progress_bar"]

WORDS = {
    "ingest": "Reading",
    "embed": "Embedding",
    "index": "Indexing",
    "contexts": "Writing",
    "check": "Checking",
    "findings": "Noting",
    "survey": "Asking",
    "move": "Copying",
    "backup": "Packing",
    "restore": "Unpacking",
    "export": "Writing",
    "import": "Taking in",
}


@contextmanager
def progress_bar() -> Iterator[Report]:
    """Give a reporter that draws on a terminal, and says nothing elsewhere."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield silent
        return
    bar = Progress(
        TextColumn("{task.description:<9}"),
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        TextColumn("{task.fields[amounts]}"),
        TimeRemainingColumn(compact=True),
        TextColumn("[dim]{task.fields[file]}"),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("Looking", total=None, amounts="", file="")

        def report(event: ProgressEvent) -> None:
            amounts = f"{event.pages} pages, {event.chunks} chunks" if event.chunks else ""
            name = PurePath(event.source).name
            bar.update(
                task,
                description=WORDS.get(event.stage, event.stage),
                completed=event.done,
                total=event.total or None,
                amounts=amounts,
                file=name if len(name) <= 24 else name[:23] + "…",
            )

        yield report
