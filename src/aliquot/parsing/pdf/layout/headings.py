"""Find headings and their levels by type style, numbering and well-known names.

A heading is a short run of lines in one style that differs from the body and stands apart. Styles
that also set a well-known section name are trusted; styles that set too much of the text are not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

from aliquot.parsing.pdf.layout.heading_levels import NUMBERING, Heading, Style, set_levels
from aliquot.parsing.pdf.layout.roles import CAPTION, REFERENCES, SECTION_NAME, Body
from aliquot.parsing.pdf.pages.glyphs import SOFT_HYPHEN
from aliquot.parsing.pdf.records import Line, Role

__all__ = ["find_headings"]

OPENING = re.compile(r"[A-Z0-9“\"α-ω(\u3040-\u9fff]|[a-z][A-Z]")
THREE_LETTERS = re.compile(r"(?:[^\W\d_].*?){3}")
# Front matter that is set like a heading but opens no section.
NO_HEADING = re.compile(
    r"@|https?:|doi\b|©|^(received|accepted|correspond|citation|copyright|keywords|edited|reviewed)|"
    r"^\*|^additional file \d",
    re.IGNORECASE,
)
# "Methods ........ 12": a line of the contents.
LEADERS = re.compile(r"(\.\s?){4,}|(…\s?){2,}|(･|・){4,}")
ROMAN = re.compile(r"^(?=[IVX])[IVX]{1,5}[.．]\s+|^[Ⅰ-Ⅻ][.．、]?\s*")
CJK_LETTERS = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
ENUMERATOR = re.compile(r"^([ivx]{1,4}|[a-h]|\d{1,2})\)\s+(?=\S)", re.IGNORECASE)
COMPACT_NAME = re.compile(
    r"abstract|introduction|methods|results|discussion|conclusions?|references|acknowledge?ments",
    re.IGNORECASE,
)
# Before these stand names, addresses and the journal's own lines, set like sections or not.
OPENS_PAPER = re.compile(
    r"abstract|summary|introduction|要旨|要約|抄録|緒言|はじめに", re.IGNORECASE
)
FAMILY = re.compile(r"[^-,]*")
BULLETS = " ■●•|▪"
ENDS = re.compile(r"[.:?!)\]。][\d⁰-⁹,\W]*$")

MAXIMUM_LINES = 4
MAXIMUM_LENGTH = 220
# Sizes as shares of the body size, counts and shares of the text.
# Source: prototype, tuned on 22 papers of 14 publishers.
LARGER = 1.07
MUCH_SMALLER = 0.7
RARE_SHARE = 0.06
# A page of notes has a heading every few lines.
RARE_CHARACTERS = 200
SMALL_STYLE_COUNT = 40
# White around a heading set like the body, in line heights; lines of a paragraph have a quarter.
ALONE_ABOVE, ALONE_BELOW = 1.0, 0.8
ALONE_WORDS = 14


def find_headings(flow: Sequence[Line], body: Body, listed: Collection[Line] = ()) -> list[Heading]:
    """Return the headings of the flow with levels set, and give their lines the role.

    Args:
        flow: The lines in reading order.
        body: The style of running text.
        listed: Lines that open items of a list, which stand alone and are numbered like headings.
    """
    kept = _keep(_candidates(flow, body, listed), flow, body)
    set_levels(kept)
    for heading in kept:
        for line in heading.lines:
            line.role = Role.HEADING
    return kept


# ------------------------------------------------------------------------------ candidates


def _candidates(flow: Sequence[Line], body: Body, listed: Collection[Line]) -> list[Heading]:
    found = []
    start = 0
    while start < len(flow):
        line = flow[start]
        if line in listed or not _may_open(line, body):
            start += 1
            continue
        end = _end_of_run(flow, start)
        heading = _candidate(flow, start, end, body, listed)
        runs_on = end < len(flow) and _same_style(flow[end], flow[end - 1])
        is_complete = flow[end - 1].is_run_in or (heading is not None and heading.is_known)
        runs_on = runs_on and not is_complete
        if heading is not None and not runs_on:
            found.append(heading)
            start = end
        else:
            # A run too long for a heading is body text in another style: try every line of it,
            # since its first line may still be a run-in name.
            start += 1 if runs_on else end - start
    return found


def _may_open(line: Line, body: Body) -> bool:
    if line.role is Role.TEXT:
        return True
    return line.role is Role.SMALL and (line.bold or line.font != body.font)


def _same_style(line: Line, previous: Line) -> bool:
    both_bold = (
        line.bold
        and previous.bold
        and abs(line.size - previous.size) < 0.1
        and FAMILY.match(line.font)[0] == FAMILY.match(previous.font)[0]  # type: ignore[index]
    )
    return (
        line.role is previous.role
        and (line.style == previous.style or both_bold)
        and line.page == previous.page
        and line.y0 - previous.y1 < 0.6 * line.size
    )


def _end_of_run(flow: Sequence[Line], start: int) -> int:
    end = start + 1
    if SECTION_NAME.fullmatch(flow[start].text) and end < len(flow):
        opens_next = flow[end].text[:1].isupper() or flow[start].text.endswith(":")
        if opens_next:
            return end
    while (
        end < len(flow)
        and end - start < MAXIMUM_LINES
        and _same_style(flow[end], flow[end - 1])
        and not flow[end - 1].is_run_in
        and flow[end].y0 - flow[end - 1].y1 > -3
        and not SECTION_NAME.fullmatch(flow[end].text)
        and not NUMBERING.match(flow[end].text)
        and not ENUMERATOR.match(flow[end].text)
    ):
        end += 1
    return end


def _candidate(
    flow: Sequence[Line], start: int, end: int, body: Body, listed: Collection[Line]
) -> Heading | None:
    lines = list(flow[start:end])
    text = " ".join(line.text for line in lines)
    text = text.replace(SOFT_HYPHEN + " ", "").replace(SOFT_HYPHEN, "-")
    text = _close_letter_spacing(text)
    if COMPACT_NAME.fullmatch(text.replace(" ", "")):
        text = text.replace(" ", "")  # kerned apart: "Ref erences"
    core = ROMAN.sub("", ENUMERATOR.sub("", NUMBERING.sub("", text))).strip(BULLETS)
    closed = _close_letter_spacing(core)
    text, core = text.replace(core, closed), closed
    is_larger = lines[0].size >= LARGER * body.size
    heading = Heading(
        start,
        end,
        lines,
        text.strip(BULLETS),
        core,
        is_known=bool(SECTION_NAME.fullmatch(core)) and not core[:1].islower(),
        is_larger=is_larger,
        is_capitals=core.isupper() and len(core) > 5,
    )
    heading.is_known |= heading.is_chapter and (is_larger or lines[0].bold)
    if not _reads_like_one(heading):
        return None
    if heading.is_known or lines[-1].is_run_in:
        return heading
    in_list = _is_bold_in_list(flow, start, end, listed)
    if not (heading.is_larger or in_list) and _runs_on_from(flow, start):
        return None
    if _stands_alone(flow, start, end, body):
        heading.is_alone = True
        return heading
    stands_out = _is_set_apart(heading, body) and (in_list or _has_space_above(flow, start, body))
    return heading if stands_out and not lines[0].is_cell else None


def _close_letter_spacing(text: str) -> str:
    """Write "a b s t r a c t" as "abstract" and "緒 言" as "緒言".

    Words are parted by nothing but their letters there; Japanese needs no spaces between them.
    """
    tokens = text.split()
    are_single = all(len(token) == 1 for token in tokens)
    if are_single and (len(tokens) >= 5 or all(map(CJK_LETTERS.match, tokens))):
        return "".join(tokens)
    return text


def _reads_like_one(heading: Heading) -> bool:
    text, core = heading.text, heading.core
    if len(text) >= MAXIMUM_LENGTH or not (heading.is_known or THREE_LETTERS.search(core)):
        return False
    ends_like_prose = text.endswith((".", ",", ";")) and not (
        heading.is_known or heading.number or heading.is_larger or heading.lines[-1].is_run_in
    )
    return (
        not ends_like_prose
        and bool(OPENING.match(core) or heading.is_known)
        and not CAPTION.match(text)
        and not NO_HEADING.search(text)
        and not LEADERS.search(text)
    )


def _is_set_apart(heading: Heading, body: Body) -> bool:
    line = heading.lines[0]
    other_font = line.font != body.font
    return (
        heading.is_larger
        or heading.is_capitals
        or (line.bold and not body.is_bold)
        or (other_font and line.italic)
        or (other_font and bool(heading.number))
        or (other_font and len(heading.core) < 130 and not heading.text.endswith((".", ";", ",")))
    )


def _runs_on_from(flow: Sequence[Line], start: int) -> bool:
    """Tell whether the line goes on with a sentence of the full line right above it.

    A line of species names is set in italics, like a heading, in the middle of a paragraph.
    """
    if start == 0:
        return False
    line, previous = flow[start], flow[start - 1]
    if previous.bold or (previous.style == line.style and ENUMERATOR.match(line.text)):
        return False
    touches = (
        previous.page == line.page
        and previous.role is line.role
        and -3 < line.y0 - previous.y1 < 0.6 * line.size
        and previous.x0 < line.x1
        and previous.x1 > line.x0
    )
    return (
        touches
        and previous.x1 > line.x0 + 0.6 * line.width
        and not ENDS.search(previous.text[-40:])
    )


def _stands_alone(flow: Sequence[Line], start: int, end: int, body: Body) -> bool:
    """Tell a short line with white above and below, between the end of one paragraph and the next.

    Some journals set their lower headings in the type of the body.
    """
    line = flow[start]
    if (
        end - start != 1
        or start == 0
        or end >= len(flow)
        or not body.includes(line)
        or line.is_cell
    ):
        return False
    above, below = flow[start - 1], flow[end]
    if not above.page == line.page == below.page or below.role is not Role.TEXT:
        return False
    return (
        line.y0 - above.y1 > ALONE_ABOVE * line.size
        and line.y0 - above.y1 < 4 * line.size
        and ALONE_BELOW * line.size < below.y0 - line.y1 < 3 * line.size
        and (bool(ENDS.search(above.text[-40:])) or above.font != body.font)
        and not ENDS.search(line.text[-40:])
        and body.includes(below)
        and below.width > 1.25 * line.width
        and abs(line.x0 - below.x0) < 20
        and len(line.text.split()) <= ALONE_WORDS
    )


def _is_bold_in_list(flow: Sequence[Line], start: int, end: int, listed: Collection[Line]) -> bool:
    """Tell a bold line right under or over an item: notes are set without white between them."""
    if not flow[start].bold:
        return False
    follows = start > 0 and flow[start - 1] in listed and not flow[start - 1].bold
    return follows or (end < len(flow) and flow[end] in listed and not flow[end].bold)


def _has_space_above(flow: Sequence[Line], start: int, body: Body) -> bool:
    if start == 0:
        return True
    line, previous = flow[start], flow[start - 1]
    return (
        previous.page != line.page
        or line.y0 - previous.y1 > 0.25 * body.size
        or line.y0 < previous.y0
        or previous.role is not Role.TEXT
    )


# ------------------------------------------------------------------------------ selection


def _keep(candidates: list[Heading], flow: Sequence[Line], body: Body) -> list[Heading]:
    trusted = {heading.lines[0].font for heading in candidates if heading.is_known} - {body.font}
    groups: defaultdict[Style, list[Heading]] = defaultdict(list)
    for heading in candidates:
        groups[heading.style].append(heading)
    total = sum(len(line.text) for line in flow) or 1
    first = next((heading for heading in candidates if heading.is_known), None)
    opening = first.start if first else 0
    has_front = first is None or bool(OPENS_PAPER.match(first.core))
    references = next(
        (heading.start for heading in candidates if REFERENCES.fullmatch(heading.core)), len(flow)
    )
    sections = {heading.style for heading in candidates if heading.is_known}
    kept = []
    for group in groups.values():
        length = sum(len(heading.text) for heading in group)
        is_rare = length < max(RARE_SHARE * total, RARE_CHARACTERS)
        names_sections = any(heading.is_known for heading in group)
        for heading in group:
            believable = names_sections or _is_believable(heading, group, trusted, body)
            if heading.start > references and heading.style not in sections:
                believable = False
            stands_for_itself = heading.is_alone and heading.start < references
            believable = believable or heading.lines[-1].is_run_in or stands_for_itself
            is_rare = is_rare or stands_for_itself
            is_rare = is_rare or heading.lines[-1].is_run_in
            is_inside = heading.start > opening or (not has_front and heading.style in sections)
            if heading.is_known or (is_inside and is_rare and believable):
                kept.append(heading)
    return sorted(kept, key=lambda heading: heading.start)


def _is_believable(heading: Heading, group: list[Heading], trusted: set[str], body: Body) -> bool:
    line = heading.lines[0]
    if line.role is Role.SMALL:
        return (
            line.font in trusted
            and line.size > MUCH_SMALLER * body.size
            and len(group) < SMALL_STYLE_COUNT
        )
    return (
        heading.is_larger
        or heading.is_capitals
        or (line.bold and not body.is_bold)
        or bool(heading.number)
        or line.font in trusted
        or (line.italic and len(group) >= 2)
    )
