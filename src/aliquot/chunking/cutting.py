"""From a document's blocks to its cuts: the way every chunker goes.

What enters: an `Outline`, sizes and the two rules that differ by kind of document: where a unit
begins, and which units may share a chunk. What leaves: `Cut`s in reading order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from aliquot.chunking.assemble import Cut
from aliquot.chunking.dividing import divide
from aliquot.chunking.limits import Limits
from aliquot.chunking.outline import Outline
from aliquot.chunking.rows import cut_table, table_in, table_units
from aliquot.chunking.units import MayJoin, Unit, join_units, runs

__all__ = ["cut_sections", "cut_units", "of_subsection", "section_units"]


def cut_sections(
    outline: Outline,
    limits: Limits,
    may_join: MayJoin,
    *,
    tables_above: int | None = None,
) -> Iterator[Cut]:
    """Cut a document by sections, joining small neighbours.

    Args:
        outline: The document.
        limits: Sizes.
        may_join: Whether two neighbouring units may share a chunk; those of one subsection do.
        tables_above: Tables larger than this are chunks of their own; by default those that
            are larger than the target.

    Returns:
        The cuts in reading order.
    """
    units = section_units(
        outline,
        range(len(outline.blocks)),
        tables_above=limits.target if tables_above is None else tables_above,
    )
    joined = join_units(units, limits, of_subsection(outline), may_join)
    return cut_units(outline, joined, limits)


def of_subsection(outline: Outline) -> MayJoin:
    """Return the rule that joins within the second level of headings."""

    def may_join(left: Unit, right: Unit) -> bool:
        return len(outline.paths[left.last]) > 1 and outline.shares_section(
            left.last, right.last, 2
        )

    return may_join


def section_units(
    outline: Outline,
    indices: Sequence[int],
    *,
    is_start: Callable[[int], bool] | None = None,
    tables_above: int = 0,
) -> list[Unit]:
    """Group blocks into sections and tables, in reading order."""
    tables = table_units(outline, indices, above=tables_above)
    taken = {index for unit in tables for index in range(unit.first, unit.last + 1)}
    rest = (index for index in indices if index not in taken)
    units = [*tables, *runs(outline, rest, is_start=is_start)]
    return sorted(units, key=lambda unit: unit.first)


def cut_units(outline: Outline, units: Iterable[Unit], limits: Limits) -> Iterator[Cut]:
    """Make one cut of every unit that fits, several of the others."""
    for unit in units:
        table = table_in(outline, unit)
        if table is not None:
            yield from cut_table(outline, unit, table, limits)
        elif unit.tokens <= limits.max:
            yield Cut(outline.span(unit.first, unit.last))
        else:
            blocks = outline.blocks[unit.first : unit.last + 1]
            yield from map(Cut, divide(outline.text, blocks, limits))
