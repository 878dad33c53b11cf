"""Find what identifies a publication on its front page: DOI, PubMed numbers, licence, article type.

Best effort, never invented: a number that is not certain stays out, since a wrong DOI would attach
another paper's identity to this one. What the references cite is never the paper's own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from aliquot.parsing.pdf.layout.roles import REFERENCES
from aliquot.parsing.pdf.records import Line, Page
from aliquot.parsing.writing.licences import licence_name

__all__ = [
    "FRONT_PAGE",
    "PROPERTIES",
    "RUNNING",
    "Found",
    "find_article_type",
    "find_doi",
    "find_licence",
    "find_pubmed",
    "in_margin",
    "preprint_server",
]

# Where a field was found, as the receipt names it.
FRONT_PAGE, PROPERTIES, RUNNING = "first page", "file properties", "running header"

# Source: https://www.crossref.org/blog/dois-and-matching-regular-expressions/ (first expression).
DOI = re.compile(r"\b10\.\d{4,9}/[-._;()/:A-Z0-9]+", re.IGNORECASE)
DOI_TAIL = re.compile(r"[.,;:)\]]+$|(?<=\d)\.?full\.pdf$|(?<=\d)v\d+\.full.*$", re.IGNORECASE)
# Nothing but the DOI, its label and what publishers print beside it.
LABELLED = re.compile(r"\bdoi\b|https?://(dx\.)?doi\.org|digital object identifier", re.IGNORECASE)
OWN_CITATION = re.compile(
    r"citation|cite (this|as)|to cite|how to cite|article history|this version posted|preprint doi",
    re.IGNORECASE,
)
# Data, software and protocols are deposited under DOIs of their own.
# Source: prefixes of Dryad, Zenodo, figshare, OSF, GBIF, Mendeley Data at DataCite.
DEPOSIT = re.compile(r"10\.(5061|5281|6084|17605|15468|17632|6019|25345)/", re.IGNORECASE)
# DOIs of supplements and figures go on behind that of the paper (PLOS: "... .s001", ".g001").
PART = re.compile(r"\.[stg]\d{3}$", re.IGNORECASE)
MARGIN = 0.12
# Above this share of the page stand title, authors and the journal's own lines.
HEAD = 0.45
SMALL_PRINT_PT = 9.5
# A printed DOI is believed from this score on; see `_scored`.
ENOUGH = 2
PROSE_LETTERS = 45
NO_PROSE = re.compile(r"https?://\S*|www\.\S+|\bdoi\b|copyright|received|accepted|published")
CITATION = re.compile(r"\b\d{4}[,;:]\s*\d+")

PMID = re.compile(r"\bPMID\s*[:：]?\s*(\d{5,8})\b")
PMCID = re.compile(r"\bPMC\s?ID?\s*[:：]?\s*(PMC\d{5,8})\b|\bPubMed Central\D{0,12}(PMC\d{5,8})\b")

SERVERS = (
    ("bioRxiv", re.compile(r"\bbioRxiv\b", re.IGNORECASE)),
    ("medRxiv", re.compile(r"\bmedRxiv\b", re.IGNORECASE)),
    ("arXiv", re.compile(r"\barXiv\s*:\s*(\d{4}\.\d{4,5}|[a-z-]+/\d{7})(v\d+)?", re.IGNORECASE)),
    ("Research Square", re.compile(r"Research Square|10\.21203/rs\.", re.IGNORECASE)),
    ("Preprints.org", re.compile(r"preprints\.org|10\.20944/preprints", re.IGNORECASE)),
    ("ChemRxiv", re.compile(r"\bchemRxiv\b", re.IGNORECASE)),
    ("Jxiv", re.compile(r"\bJxiv\b")),
)
PREPRINT = re.compile(
    r"\bpreprint\b|not (been )?(certified by|peer[- ]reviewed)|this version posted", re.IGNORECASE
)
# arXiv registers each of its papers at DataCite. Source: https://info.arxiv.org/help/doi.html
ARXIV_DOI = "10.48550/arxiv."

REVIEW = r"((mini|systematic|invited|literature|critical)[ -]?)?review( article| paper)?s?|総説"
ORIGINAL = r"(original|research)( research)?( article| paper)?|original investigation|原著(論文)?"
# Lines that name the kind of an article, in the words of JATS's article types.
ARTICLE_TYPES = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("retraction", r"retraction( note| notice)?|retracted( article)?|撤回"),
        ("correction", r"(author )?correction|erratum|corrigend(um|a)|訂正"),
        ("review-article", REVIEW),
        ("case-report", r"case (report|series|study)|症例報告"),
        ("editorial", r"editorial|巻頭言"),
        ("letter", r"letters?( to the editor)?|correspondence"),
        ("brief-report", r"(short|brief|rapid) (communication|report)|短報"),
        ("research-article", ORIGINAL),
        ("protocol", r"(study )?protocol|methods? article|methodology( article)?"),
        ("meeting-report", r"meeting report|conference (report|paper)"),
    )
)
# "Research" alone heads many things; as the first line over a title it is the journal's label.
LICENCE_WORDS = re.compile(r"creative\s?commons|\bCC[ -]?BY|\bCC0\b", re.IGNORECASE)
LICENCE_LINES = 5


class Found(NamedTuple):
    """A value and where it stood; both empty where there is none."""

    value: str = ""
    place: str = ""


# ------------------------------------------------------------------------------ DOI


def find_doi(pages: Sequence[Page], metadata: Mapping[str, str]) -> Found:
    """Return the paper's own DOI, or nothing where only cited ones are printed.

    Each place counts for as much as it is worth: a label in the margin, the same DOI on other
    pages, the file's properties. A DOI inside prose or behind the heading of the references counts
    for nothing.
    """
    scores: Counter[str] = Counter()
    places: dict[str, str] = {}
    for doi, score, place in (*_printed(pages), *_in_properties(metadata)):
        scores[doi] += score
        places.setdefault(doi, place)
    own = [doi for doi in scores if scores[doi] >= ENOUGH and not DEPOSIT.match(doi)]
    if not own:
        return _arxiv_doi(pages)
    best = max(own, key=lambda doi: (scores[doi], len(doi)))
    return Found(best, places[best])


def _in_properties(metadata: Mapping[str, str]) -> Iterator[tuple[str, int, str]]:
    for text in metadata.values():
        match = DOI.search(text)
        if match:
            yield _trimmed(match[0]), ENOUGH, PROPERTIES


def _printed(pages: Sequence[Page]) -> Iterator[tuple[str, int, str]]:
    front = [page for page in pages[:2] if page.lines]
    for page in front:
        yield from _on_page(page)
        for match in DOI.finditer(page.aside):
            yield _trimmed(match[0]), ENOUGH, FRONT_PAGE
    for page in pages[1:4]:
        for line in page.lines:
            running = DOI.search(line.text) if in_margin(line, page) else None
            if running and not _is_prose(line.text, running):
                yield _trimmed(running[0]), 1, RUNNING


def _on_page(page: Page) -> Iterator[tuple[str, int, str]]:
    top_down = sorted(page.lines, key=lambda line: (line.y0, line.x0))
    cited_from = min(
        (line.y0 for line in top_down if REFERENCES.fullmatch(line.text)), default=page.height
    )
    has_references = cited_from < page.height
    for index, line in enumerate(top_down):
        match = DOI.search(line.text)
        if match is None:
            continue
        # Beside the references of one column the other column may list them too.
        is_safe = in_margin(line, page) or line.y1 < (0.3 if has_references else 1) * page.height
        if is_safe and (line.y0 < cited_from or in_margin(line, page)):
            doi = _trimmed(_whole(match, line, top_down[index + 1 :]))
            yield doi, _scored(line, match, page), FRONT_PAGE


def _scored(line: Line, match: re.Match[str], page: Page) -> int:
    if _is_prose(line.text, match):
        return 2 if OWN_CITATION.search(line.text) else 0
    labelled = bool(LABELLED.search(line.text)) or OWN_CITATION.search(line.text) is not None
    at_head = line.y0 < HEAD * page.height or line.size <= SMALL_PRINT_PT
    names_itself = page.number == 0 and labelled and at_head
    return 2 * in_margin(line, page) + labelled + at_head + names_itself


def _is_prose(text: str, match: re.Match[str]) -> bool:
    """Tell a line of text that mentions a DOI, as an entry of a reference list does."""
    around = text[: match.start()] + text[match.end() :]
    words = NO_PROSE.sub("", around)
    return sum(map(str.isalpha, words)) > PROSE_LETTERS and not CITATION.search(around)


def _whole(match: re.Match[str], line: Line, following: Sequence[Line]) -> str:
    """Join a DOI that a narrow column broke behind a mark of its own."""
    doi = match[0]
    if match.end() == len(line.text) and doi.endswith(("-", "/", "_", ".")):
        below = next((other for other in following if abs(other.x0 - line.x0) < 20), None)
        if below is not None and below.y0 - line.y1 < line.size:
            return doi + below.text.split()[0]
    return doi


def _trimmed(doi: str) -> str:
    doi = DOI_TAIL.sub("", doi)
    if doi.count("(") < doi.count(")"):
        doi = doi[: doi.rindex(")")]
    return PART.sub("", doi).lower()


def _arxiv_doi(pages: Sequence[Page]) -> Found:
    arxiv = dict(SERVERS)["arXiv"]
    for text in _front_texts(pages):
        match = arxiv.search(text)
        if match:
            return Found(f"{ARXIV_DOI}{match[1].lower()}", FRONT_PAGE)
    return Found()


# ------------------------------------------------------------------------------ other identity


def find_pubmed(pages: Sequence[Page]) -> tuple[Found, Found]:
    """Return PMID and PMCID where the front page states them as the paper's own."""
    pmid = pmcid = Found()
    for page in pages[:1]:
        cited_from = min(
            (line.y0 for line in page.lines if REFERENCES.fullmatch(line.text)), default=page.height
        )
        for line in page.lines:
            at_head = line.y0 < HEAD * page.height or in_margin(line, page)
            if not at_head or line.y0 >= cited_from:
                continue
            own, central = PMID.search(line.text), PMCID.search(line.text)
            pmid = pmid if pmid.value or not own else Found(own[1], FRONT_PAGE)
            if central and not pmcid.value:
                pmcid = Found(central[1] or central[2], FRONT_PAGE)
    return pmid, pmcid


def preprint_server(pages: Sequence[Page], doi: str) -> str:
    """Return the server a preprint is posted on, "preprint" where it is not named, else ""."""
    texts = _front_texts(pages)
    banner = " ".join(texts)
    is_preprint = bool(PREPRINT.search(banner))
    for name, pattern in SERVERS:
        stamped = name == "arXiv" and pattern.search(banner)
        if stamped or pattern.search(doi) or (is_preprint and pattern.search(banner)):
            return name
    return "preprint" if is_preprint and re.search(r"\bpreprint\b", banner, re.IGNORECASE) else ""


def _front_texts(pages: Sequence[Page]) -> list[str]:
    """Return what stands in the margins and beside the text of the first page."""
    if not pages:
        return []
    page = pages[0]
    return [page.aside, *(line.text for line in page.lines if in_margin(line, page))]


def find_article_type(lines: Sequence[Line], title_top: float) -> str:
    """Return the kind of an article that a line over its title names, in JATS's words."""
    for line in lines:
        if line.y0 > title_top + 2 and line.y0 > 200:
            break
        label = re.sub(r"^\W+|\W*(open access)?\W*$", "", line.text, flags=re.IGNORECASE)
        for name, pattern in ARTICLE_TYPES:
            if pattern.fullmatch(label):
                return name
    return ""


def find_licence(pages: Sequence[Page]) -> str:
    """Return the Creative Commons licence stated on the first, second or last page, else ""."""
    chosen = {page.number: page for page in (*pages[:2], *pages[-1:])}
    for page in chosen.values():
        top_down = sorted(page.lines, key=lambda line: (round(line.x0 / 60), line.y0))
        for index, line in enumerate(top_down):
            if not LICENCE_WORDS.search(line.text):
                continue
            near = top_down[max(0, index - 1) : index + LICENCE_LINES]
            text = re.sub(r"-\s|\u00ad\s?", "", " ".join(other.text for other in near))
            name = licence_name(re.sub(r"(?<=/)\s(?=\w)", "", text))
            if name.startswith(("CC", "Public Domain")):
                return name
    return ""


def in_margin(line: Line, page: Page) -> bool:
    """Tell whether a line stands in the band of running headers or footers."""
    return line.y1 < MARGIN * page.height or line.y0 > (1 - MARGIN) * page.height
