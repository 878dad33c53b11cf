"""Citations by author and year, and their references, as APA writes them.

Source: Publication Manual of the American Psychological Association, 7th ed., chapters 8 and 9.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

from aliquot.generation.citing.cleaning import closed
from aliquot.generation.citing.names import Name
from aliquot.generation.citing.works import Work
from aliquot.types import DocumentKind

__all__ = ["apa_order", "apa_reference", "in_text_names", "year_letters"]

NO_DATE = "n.d."
# Section 9.8: up to twenty authors are all named; of more, the first nineteen and the last.
NAMED_AUTHORS = 20
# Section 8.17: in the text, "et al." from three authors on.
TWO = 2
MAX_TITLE = 60
MEDIUM = {
    DocumentKind.PROTOCOL: "Protocol",
    DocumentKind.SLIDES: "Slides",
    DocumentKind.NOTES: "Notes",
    DocumentKind.TABLE: "Data table",
    DocumentKind.TRIAL: "Clinical trial registration",
    DocumentKind.GENE: "Gene record",
}
_PROTEIN_REGISTRIES = frozenset({"UniProt"})


# ------------------------------------------------------------------------------ in the text


def in_text_names(works: Sequence[Work]) -> dict[str, str]:
    """Return what each work is called in the text, by id, so that no two authors are confused.

    Section 8.18: where "Smith et al., 2023" could be two works by different authors, as many are
    named as tell them apart. Section 8.20: where first authors of one family name are different
    people, initials stand before it.
    """
    shared = _shared_families(works)
    found: dict[str, str] = {}
    for group in _grouped(works, lambda one: (_called(one, 1, shared), one.year)).values():
        named = _names_needed(group)
        found |= {one.id: _called(one, named, shared) for one in group}
    return found


def _names_needed(group: Sequence[Work]) -> int:
    """Return how many authors have to be named to tell apart works by different authors."""
    different = len({one.authors for one in group})
    longest = max(len(one.authors) for one in group)
    for count in range(1, longest):
        if len({_called(one, count, frozenset()) for one in group}) == different:
            return count
    return max(longest - 1, 1) if different > 1 else 1


def _called(work: Work, named: int, shared: frozenset[str]) -> str:
    families = [one.whole_family for one in work.authors]
    if not families:
        return work.entry_name or f"“{_cut(work.title or work.id)}”"
    if families[0] in shared:
        initials = work.authors[0].apa_initials
        families[0] = f"{initials} {families[0]}".lstrip()
    if len(families) <= TWO or len(families) == named + 1:
        return _and(families, oxford=len(families) > TWO)
    shown = ", ".join(families[:named])
    return f"{shown}, et al." if named > 1 else f"{shown} et al."


def _shared_families(works: Sequence[Work]) -> frozenset[str]:
    """Return family names of first authors that belong to several people."""
    people = defaultdict(set)
    for one in works:
        if one.authors and one.authors[0].apa_initials:
            people[one.authors[0].whole_family].add(one.authors[0].apa_initials)
    return frozenset(family for family, initials in people.items() if not _could_be_one(initials))


def _could_be_one(initials: Iterable[str]) -> bool:
    """Tell whether initials may be one person's, a middle name being left out: "A." and "A. B."."""
    ordered = sorted(initials, key=len)
    return all(longer.startswith(ordered[0]) for longer in ordered)


def year_letters(works: Sequence[Work]) -> dict[str, str]:
    """Return the year of each work by id, with a letter where names and year are the same.

    Section 8.19: letters follow the order of the list; "n.d.-a" where there is no year.
    """
    names = in_text_names(works)
    ordered = sorted(works, key=apa_order)
    found: dict[str, str] = {}
    for group in _grouped(ordered, lambda one: (names[one.id], one.year)).values():
        for place, one in enumerate(group):
            year = str(one.year) if one.year else NO_DATE
            letter = _letter(place) if len(group) > 1 else ""
            found[one.id] = f"{year}-{letter}" if letter and not one.year else f"{year}{letter}"
    return found


def _letter(place: int) -> str:
    """Return a, b, ... z, aa, ab, ..."""
    head, tail = divmod(place, 26)
    return (_letter(head - 1) if head else "") + chr(ord("a") + tail)


def _grouped(
    works: Iterable[Work], key: Callable[[Work], Hashable]
) -> Mapping[Hashable, list[Work]]:
    found: defaultdict[Hashable, list[Work]] = defaultdict(list)
    for one in works:
        found[key(one)].append(one)
    return found


# ------------------------------------------------------------------------------ in the list


def apa_order(work: Work) -> tuple[object, ...]:
    """Return by what works are sorted in the list: authors or title, year, title."""
    names = tuple(one.sort_key for one in work.authors)
    first = names or ((work.entry_name or _without_article(work.title)).casefold(),)
    # Works without a year come before those with one (section 9.46).
    return first, work.year or 0, _without_article(work.title).casefold(), work.id


def apa_reference(work: Work, year: str) -> str:
    """Return a work's entry in a list of references.

    Args:
        work: The work.
        year: With its letter, or "n.d.": see `year_letters`.
    """
    head = _authors(work.authors) or work.entry_name
    title = _title(work)
    opening = [closed(head), f"({year}).", closed(title)] if head else [closed(title), f"({year})."]
    parts = [*opening, closed(_container(work)), *map(closed, work.remarks), work.url]
    return " ".join(filter(None, parts))


def _authors(authors: Sequence[Name]) -> str:
    names = [one.apa for one in authors]
    if len(names) > NAMED_AUTHORS:
        return f"{', '.join(names[: NAMED_AUTHORS - 1])}, . . . {names[-1]}"
    # Two groups are parted by "&" alone; initials need the comma.
    oxford = len(names) > TWO or any("," in name for name in names)
    return _and(names, oxford=oxford)


def _and(names: Sequence[str], *, oxford: bool) -> str:
    if len(names) < TWO:
        return "".join(names)
    comma = "," if oxford else ""
    return f"{', '.join(names[:-1])}{comma} & {names[-1]}"


def _title(work: Work) -> str:
    version = f"Version {work.version}" if work.version else ""
    if work.journal and not work.accession:
        medium = ""
    elif work.registry in _PROTEIN_REGISTRIES:
        medium = "Protein record"
    else:
        medium = MEDIUM.get(work.kind, "")
    marks = [f"({version})" if version else "", f"[{medium}]" if medium else ""]
    marks.append(f"[{work.mark.capitalize()}]" if work.mark else "")
    said = [mark for mark in marks if mark]
    title = work.title.rstrip(".") if said else work.title
    return " ".join([title or work.id, *said])


def _container(work: Work) -> str:
    if work.registry:
        return work.registry
    issue = f"({work.issue})" if work.issue else ""
    parts = (work.journal, f"{work.volume}{issue}", work.pages.replace("-", "–"))
    if any(parts):
        return ", ".join(filter(None, parts))
    is_named = work.file_name and work.file_name != work.title and not work.url
    return f"File {work.file_name}" if is_named else ""


def _without_article(title: str) -> str:
    first, _, rest = title.partition(" ")
    return rest if rest and first.casefold() in ("a", "an", "the") else title


def _cut(title: str) -> str:
    if len(title) <= MAX_TITLE:
        return title
    head = title[: MAX_TITLE - 1]
    return (head.rpartition(" ")[0] if " " in head else head).rstrip(" ,;:") + "…"
