"""Tell body text from captions, footnotes, small print and cells by how it is set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aliquot.parsing.pdf.records import Line, Page, Role

__all__ = [
    "CAPTION",
    "CAPTION_START",
    "REFERENCES",
    "SECTION_NAME",
    "Body",
    "find_body",
    "mark_cells",
    "mark_roles",
]

# Headings that papers of every publisher share, whatever they look like.
SECTION_NAME = re.compile(
    r"(abstract|summary|introduction|background|(materials?|patients|subjects)?( and |, | & )?"
    r"(methods?|methodology|materials)( and materials)?|experimental( section| procedures?)?|"
    r"results?( (and|&) discussions?)?|discussions?( (and|&) conclusions?)?|conclusions?|"
    r"concluding remarks|"
    r"references|bibliography|literature cited|acknowledge?ments?|funding|"
    r"authors?['’]? ?contributions?|"
    r"(conflicts? of|competing|declaration of( competing)?) interests?( statement)?|"
    r"data availability( statement)?|supplementary (materials?|data|information)|"
    r"supporting information|abbreviations|availability of data and materials|"
    r"ethics approval.*|consent for publication|keywords|"
    r"[和英]?文?(要旨|要約|抄録)|緒言|序言|序論|緒論|はじめに|背景|目的|(実験|研究)?方法|実験|"
    r"(材料|試料|対象|症例)(と|および|及び|・)方法|(実験)?材料|症例|(実験)?結果|"
    r"結果(と|および|及び|・)考察|考察|議論|結論|結語|総括|おわりに|まとめ|謝辞|利益相反|付記|"
    r"キーワード|文献|参考文献|引用文献)[:.：．]?",
    re.IGNORECASE,
)
CAPTION = re.compile(
    r"(supplement(ary|al) |supp\.? |additional |extended data )?"
    r"(fig(ure)?s?|tables?|scheme|box|chart|graph|図|表)\.?[\s\-–]*S?\d+",
    re.IGNORECASE,
)
# "Figure 2 shows ..." in running text has no capital after its number.
CAPTION_START = re.compile(
    r"([^\W\d]+\.? ){0,2}[^\s\d]+\s*S?\d+\s*[.:|]?\s*([A-Z(]|$)|"
    r"[図表]\s*\d+[.:：．]?\s*[^\s。、はがをにのとでも]"
)

REFERENCES = re.compile(
    r"([\dIVX.]+\s+)?(references|bibliography|literature cited|works cited|"
    r"(参考|引用)?\s?文\s?献)\W*",
    re.IGNORECASE,
)
# A contents page names the references too; by then a paper has said more than this.
ENOUGH_CHARACTERS = 5000

# Sizes as shares of the body size. Source: prototype on 22 papers of 14 publishers.
SMALL = 0.93
FOOTNOTE_SIZE = 0.86
CAPTION_SIZE = 0.97
FOOTNOTE_HEIGHT = 0.8
# A body line at least this share of the page wide is prose even with a neighbour on its baseline.
PROSE_WIDTH = 0.28
# Cells of one row are nearer than two columns of prose would be apart, in points.
CELL_DISTANCE_PT = 90.0
ROW_CELLS = 4


@dataclass(frozen=True, slots=True)
class Body:
    """The style most of the document is set in."""

    font: str
    size: float
    is_bold: bool

    def includes(self, line: Line) -> bool:
        """Tell whether a line is set like running text."""
        return line.font == self.font or abs(line.size - self.size) < 0.35


def find_body(pages: Iterable[Page]) -> Body:
    """Return the font and size that most characters before the references share."""
    counts: Counter[tuple[str, float]] = Counter()
    for line in (line for page in pages for line in page.lines if line.role is Role.TEXT):
        if REFERENCES.fullmatch(line.text) and counts.total() > ENOUGH_CHARACTERS:
            break
        counts[(line.font, line.size)] += len(line.text)
    if not counts:
        return Body("", 10.0, is_bold=False)
    font, size = counts.most_common(1)[0][0]
    return Body(font, size or 10.0, is_bold="bold" in font.lower())


def mark_cells(ordered: Sequence[Line], page: Page, body: Body) -> None:
    """Mark lines with a close neighbour on their baseline: cells, equations, figure labels.

    Cells of a row follow each other in reading order, so only near followers are compared.
    """
    prose = [line.font == body.font and line.width > PROSE_WIDTH * page.width for line in ordered]
    for i, line in enumerate(ordered):
        for j in range(i + 1, min(i + 1 + ROW_CELLS, len(ordered))):
            other = ordered[j]
            apart = max(other.x0 - line.x1, line.x0 - other.x1)
            on_baseline = abs(line.middle - other.middle) < 0.35 * body.size
            if on_baseline and 0 < apart < CELL_DISTANCE_PT and not (prose[i] or prose[j]):
                line.is_cell = other.is_cell = True


def mark_roles(ordered: Sequence[Line], page: Page, body: Body) -> None:
    """Give the lines of a page, in reading order, the roles footnote or small.

    Captions have theirs already.
    """
    at_foot = _at_foot(ordered, body)
    for line in ordered:
        if line.role is Role.CAPTION:
            continue
        if (
            line.size < FOOTNOTE_SIZE * body.size
            and line.y0 > FOOTNOTE_HEIGHT * page.height
            and line in at_foot
        ):
            line.role = Role.FOOTNOTE
        elif line.size < SMALL * body.size and not SECTION_NAME.fullmatch(line.text):
            line.role = Role.SMALL


def _at_foot(ordered: Sequence[Line], body: Body) -> set[Line]:
    """Return the lines with no body text under them in their column."""
    found: set[Line] = set()
    prose_below = False
    following: Line | None = None
    for line in reversed(ordered):
        if following is not None and following.y0 < line.y0:
            prose_below = False  # the line that follows opens the next column
        if line.size >= SMALL * body.size:
            prose_below = True
        elif not prose_below:
            found.add(line)
        following = line
    return found
