"""Join runs into the lines of single columns.

pdfium's own line breaks are a good start, but it runs across gutters where two columns share a
baseline, and it breaks at superscripts. So runs are first cut where the place jumps and then joined
again where fragments of one baseline nearly touch.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable

from aliquot.parsing.pdf.pages.glyphs import SOFT_HYPHEN, PageRuns
from aliquot.parsing.pdf.pages.overprint import drop_covered
from aliquot.parsing.pdf.pages.scripts import SCRIPT_SIZE, join_runs, script_text
from aliquot.parsing.pdf.records import Break, Line, Page, Run, Style

__all__ = ["build_page"]

# A gap this many line heights wide is a gutter or a cell boundary, not a word space.
# Source: prototype on 22 papers; justified lines stretch spaces to about one line height.
GUTTER_HEIGHTS = 1.3
TOUCHING_HEIGHTS = 0.9
WORD_SPACE_HEIGHTS = 0.15
# Boxes of neighbouring words may overlap a little, as those of slanted letters do.
OVERLAP_PT = -1
# Type this many times larger does not share a line with a neighbour unless they touch.
OTHER_TEXT = 1.5
# Longer small text beside a line is a note of its own.
SCRIPT_CHARACTERS = 12
# Fragments are compared with this many before them when joined: a page has fewer columns.
LOOK_BACK = 12


def build_page(number: int, page: PageRuns) -> Page:
    """Build a page's lines, in pdfium's order from top to bottom; `number` is 0-based."""
    fragments = [_with_lead(_line(runs, number), runs) for runs in _fragments(page.runs)]
    for place, fragment in enumerate(fragments):
        fragment.drawn = place
    fragments, covered = drop_covered(_attach_scripts(fragments))
    fragments.sort(key=lambda line: (round(line.y1), line.x0))
    lines = _join(fragments)
    for line in lines:  # a book has a million words: a quarter of the memory
        line.edges = array("f", line.edges)
    hidden = {**page.hidden, "covered": len(covered.split())} if covered else page.hidden
    return Page(
        number,
        page.width,
        page.height,
        lines,
        hidden,
        is_ocr=page.is_ocr,
        turned=page.turned,
        rules=page.rules,
        hidden_words=page.hidden_words,
        covered_words=covered,
        repaired=page.repaired,
        aside=page.aside,
        vertical=page.vertical,
        sideways=build_page(number, page.sideways) if page.sideways else None,
    )


def _fragments(runs: Iterable[Run]) -> Iterable[list[Run]]:
    fragment: list[Run] = []
    for run in runs:
        if fragment and (run.before is Break.LINE or _jumps(fragment[-1], run)):
            yield fragment
            fragment = []
        fragment.append(run)
    if fragment:
        yield fragment


def _jumps(previous: Run, run: Run) -> bool:
    gap, back = run.x0 - previous.x1, previous.x0 - run.x0
    high, other = previous.y1 - previous.y0, run.y1 - run.y0
    low, tall = (high, other) if high < other else (other, high)
    tall = max(tall, 1.0)
    if tall > OTHER_TEXT * low and gap > low:
        return True  # a side note beside a large title
    if gap > GUTTER_HEIGHTS * tall or back > 2 * tall:
        return True
    return min(previous.y1, run.y1) - max(previous.y0, run.y0) < 0.2 * low


def _line(runs: list[Run], number: int) -> Line:
    first = runs[0].style
    is_uniform = all(run.style is first for run in runs)
    font, size, bold, italic = first[:4] if is_uniform else _usual_style(runs)
    _, x0s, y0s, x1s, y1s, *_ = zip(*runs, strict=True)
    if not is_uniform:
        main = [run for run in runs if run.style.size >= SCRIPT_SIZE * size] or runs
        y0s, y1s = tuple(run.y0 for run in main), tuple(run.y1 for run in main)
    return Line(
        text=join_runs(runs),
        x0=min(x0s),
        y0=min(y0s),
        x1=max(x1s),
        y1=max(y1s),
        size=size,
        font=font,
        bold=bold,
        italic=italic,
        page=number,
        suspect=any(run.suspect for run in runs),
        repaired=any(run.repaired for run in runs),
        edges=_edges(runs),
    )


def _usual_style(runs: Iterable[Run]) -> tuple[str, float, bool, bool]:
    """Return the font and size of most characters, and whether most are bold and italic."""
    counts: Counter[tuple[str, float, bool, bool]] = Counter()
    for run in runs:
        counts[run.style[:4]] += len(run.text)
    font, size, _, _ = counts.most_common(1)[0][0]
    most = 0.6 * counts.total()
    bold = sum(n for style, n in counts.items() if style[2]) > most
    return font, size, bold, sum(n for style, n in counts.items() if style[3]) > most


def _edges(runs: Iterable[Run]) -> tuple[float, ...]:
    """Return left and right edge of each word by turns; a word may be made of several runs."""
    edges: list[float] = []
    for run in runs:
        if run.before is Break.NONE and edges:
            edges[-1] = max(edges[-1], run.x1)
        else:
            edges += (run.x0, run.x1)
    return tuple(edges)


def _with_lead(line: Line, runs: list[Run]) -> Line:
    """Attach the line's beginning where it may be a run-in heading."""
    first = runs[0].style
    if not (first.bold or first.italic):
        return line
    count = 0
    while count < len(runs) and _same_emphasis(runs[count].style, first):
        count += 1
    if 0 < count < len(runs) and runs[count - 1].text.endswith((".", ":")):
        line.lead = _line(runs[:count], line.page)
    return line


def _same_emphasis(style: Style, first: Style) -> bool:
    return (style.bold, style.italic, style.size) == (first.bold, first.italic, first.size)


def _join(fragments: list[Line]) -> list[Line]:
    lines: list[Line] = []
    for fragment in fragments:
        for line in reversed(lines[-LOOK_BACK:]):
            if fragment.x0 - line.x1 > OVERLAP_PT and _touch(line, fragment):
                _append(line, fragment)
                break
        else:
            lines.append(fragment)
    return lines


def _touch(line: Line, fragment: Line) -> bool:
    overlap = min(line.y1, fragment.y1) - max(line.y0, fragment.y0)
    shorter = min(line.y1 - line.y0, fragment.y1 - fragment.y0)
    tall = max(line.size, fragment.size, 1.0)
    if tall > OTHER_TEXT * min(line.size, fragment.size) and fragment.x0 - line.x1 > 2:
        return False
    return overlap > 0.55 * shorter and OVERLAP_PT < fragment.x0 - line.x1 < TOUCHING_HEIGHTS * tall


def _append(line: Line, fragment: Line) -> None:
    tall = max(line.size, fragment.size, 1.0)
    spaced = fragment.x0 - line.x1 > WORD_SPACE_HEIGHTS * tall
    is_script = fragment.size < SCRIPT_SIZE * line.size
    if line.size < SCRIPT_SIZE * fragment.size:
        _begin_with_script(line, fragment)
    text = script_text(fragment, line, line.text) if is_script else fragment.text
    if spaced and not line.text.endswith(SOFT_HYPHEN):
        line.text += " " + text
        line.edges = (*line.edges, *fragment.edges)
    else:
        line.text += text
        line.edges = (*line.edges[:-1], *fragment.edges[1:])
    line.x1 = max(line.x1, fragment.x1)
    if not is_script:
        line.y0, line.y1 = min(line.y0, fragment.y0), max(line.y1, fragment.y1)
        line.bold = line.bold and fragment.bold
        line.italic = line.italic and fragment.italic
    line.size = max(line.size, fragment.size)
    line.suspect = line.suspect or fragment.suspect
    line.repaired = line.repaired or fragment.repaired


def _begin_with_script(line: Line, fragment: Line) -> None:
    """Raise what stands before a fragment in small type; the line is set like the fragment."""
    line.text = script_text(line, fragment, "")
    line.y0, line.y1 = fragment.y0, fragment.y1
    line.font, line.bold, line.italic = fragment.font, fragment.bold, fragment.italic


def _attach_scripts(fragments: list[Line]) -> list[Line]:
    """Put scripts that pdfium broke off back to the words they were drawn beside.

    Sorted by height a raised figure would come before its line and be left alone.
    """
    kept: list[Line] = []
    for fragment in fragments:
        if kept and _is_with_script(kept[-1], fragment):
            _append(kept[-1], fragment)
        else:
            kept.append(fragment)
    return kept


def _is_with_script(left: Line, right: Line) -> bool:
    """Tell two fragments that touch, one of which is a script of the other."""
    gap = right.x0 - left.x1
    touch = -0.1 * right.size < gap < WORD_SPACE_HEIGHTS * max(left.size, right.size)
    return touch and (_is_script_of(right, left) or _is_script_of(left, right))


def _is_script_of(small: Line, line: Line) -> bool:
    overlap = min(small.y1, line.y1) - max(small.y0, line.y0)
    is_short = len(small.text) <= SCRIPT_CHARACTERS
    return is_short and small.size < SCRIPT_SIZE * line.size and overlap > 0.15 * small.size
