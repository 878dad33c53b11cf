"""How receipts look on a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table
from rich.text import Text

from aliquot.cli.render import console, indented, near, say
from aliquot.receipts import COUNTED
from aliquot.types import Receipt, ReceivedDocument

__all__ = ["counted", "show_receipt", "show_troubles"]

# What a count is called when it is 1; plurals are the names themselves.
ONE = {
    "ocr_pages": "page by OCR", "suspect_symbols": "doubtful passage", "code": "piece of code",
    "quantities": "quantity",
}  # fmt: skip
MANY = {
    "ocr_pages": "pages by OCR", "suspect_symbols": "doubtful passages", "code": "pieces of code",
}  # fmt: skip
# Documents of one file shown before "and N more": a database export may hold thousands.
SHOWN_DOCUMENTS = 5


def counted(counts: Mapping[str, int]) -> str:
    """Return "12 pages, 1 table": every count that is not 0, in the order of `COUNTED`."""
    return ", ".join(_count(name, counts[name]) for name in COUNTED if counts.get(name))


def _count(name: str, number: int) -> str:
    if number == 1:
        return f"1 {ONE.get(name, name.removesuffix('s'))}"
    return f"{number:,} {MANY.get(name, name)}"


def show_receipt(receipt: Receipt) -> None:
    """Show one file's receipt."""
    say(near(receipt.source), "bold")
    say(f"  {_how(receipt)}")
    if receipt.reason:
        console().print(indented(receipt.reason, 2, "yellow"))
    if receipt.counts:
        console().print(indented(counted(receipt.counts), 2))
    for document in receipt.documents[:SHOWN_DOCUMENTS]:
        _show_document(document)
    if len(receipt.documents) > SHOWN_DOCUMENTS:
        say(f"\n  and {len(receipt.documents) - SHOWN_DOCUMENTS} more documents", "dim")
    for warning in receipt.warnings:
        console().print(indented(f"note: {warning}", 2, "yellow"))
    for copy in receipt.copies:
        say(f"  also in {near(copy)}", "dim")
    say("")


def _how(receipt: Receipt) -> str:
    if receipt.duplicate_of:
        return f"{receipt.status} of {near(receipt.duplicate_of)}"
    by = f" by {receipt.parser}" if receipt.parser else ""
    reader = f", read{by} in {receipt.seconds:.1f} s" if receipt.documents else ""
    older = "; 'aliquot sync --reparse' would read it anew" if receipt.is_outdated else ""
    return f"{receipt.status}{reader}{older}"


def _show_document(document: ReceivedDocument) -> None:
    say(f"\n  {document.id}  ({document.kind})", "cyan")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(style="dim")
    for field in document.identity:
        value = field.value
        shown = "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        table.add_row(f"    {field.name}", Text(shown), Text(field.found_in))
    console().print(table)
    console().print(indented(f"{document.verdict}: {document.reason}", 4, "dim"))


def show_troubles(receipts: Sequence[Receipt], *, noted: int) -> None:
    """Show every file that is not in the library whole.

    Args:
        receipts: Those files'.
        noted: How many others have notes of their own.
    """
    if not receipts:
        say("Every file was read whole.")
    for one in receipts:
        console().print(indented(f"{near(one.source)}  ({one.status})", 0))
        for line in (one.reason, *one.warnings):
            if line:
                console().print(indented(line, 4, "dim"))
    if noted > 0:
        say(f"Notes on {noted} others: 'aliquot receipt FILE' shows them.", "dim")
