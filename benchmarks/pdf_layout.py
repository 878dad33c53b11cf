"""Measure the PDF parser against the publishers' JATS files.

    python benchmarks/pdf_layout.py PDF_FOLDER JATS_FOLDER [--records FILE] [--json] [--details]

A JATS file belongs to the PDF of the same stem. Counted are only headings that are printed in the
PDF, sentences of at least 40 letters, and sentences that cross a column or a page. Identity is
compared with the records, by default `ground_truth.jsonl` beside the folder of PDF files.
"""

from __future__ import annotations

import argparse
import difflib
import json
import re
import resource
import sys
import time
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from lxml import etree

from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import BlockType, Document
from pdf_identity import read_records, read_references, score_identity, score_references
from record import save

NOT_COMPARED = re.compile(r"[^0-9a-z\u0370-\u03ff%±<>=+]")
# Raised letters o and zeros that JATS files hold where degree signs are printed.
DEGREES = re.compile(r"(?<=\d)\s*[o0º˚°⁰]\s*(?=C\b)")
NUMBERING = re.compile(r"^\s*\d+(\.\d+)*\.?\s*[|:]?\s*")
SENTENCE = re.compile(r"(?<=[a-z)\]0-9%])[.?!]\s+(?=[A-Z])")
FLOATS = frozenset({"table-wrap", "fig", "disp-formula", "boxed-text", "supplementary-material"})
# Printed by publishers, absent from JATS: neither right nor wrong.
OPTIONAL = ("Open Access", "Keywords", "Supporting information", "Data Availability Statement",
            "Specialty section", "Edited by", "Reviewed by", "Original Article", "Article info",
            "Abstract", "Summary", "References", "Supplementary Material", "Acknowledgments",
            "Acknowledgements", "Author Contributions", "Additional Information", "Disclosure",
            "Author details", "Conflict of interest", "Competing interests")  # fmt: skip


def letters(text: str) -> str:
    """Reduce text to what must agree: letters, digits and a few operators."""
    text = DEGREES.sub("", text)
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "").replace("−", "-")
    return NOT_COMPARED.sub("", text.lower().replace("µ", "μ"))


def heading_key(text: str) -> str:
    """Reduce a heading to its letters without its number."""
    return letters(NUMBERING.sub("", text))


@dataclass
class Truth:
    """What the JATS file says, reduced to letters."""

    title: str
    headings: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)  # headings printed run-in or not at all
    sentences: list[tuple[str, str]] = field(default_factory=list)  # (letters, top heading)


@dataclass
class Score:
    """Counts of one file."""

    file: str
    pages: int
    cpu_s: float
    headings_right: int = 0
    headings_missed: list[str] = field(default_factory=list)
    headings_invented: list[str] = field(default_factory=list)
    sentences: int = 0
    contiguous: int = 0
    crossing: int = 0
    crossing_contiguous: int = 0
    placed: int = 0
    placed_right: int = 0
    running_headers: int = 0
    lost: list[str] = field(default_factory=list)
    references_found: int = 0
    references_true: int = 0
    references_titled: int = 0
    references_right: int = 0
    references_wrong: list[str] = field(default_factory=list)
    identity: dict[str, bool] = field(default_factory=dict)
    identity_wrong: list[str] = field(default_factory=list)


# ------------------------------------------------------------------------------ truth


def text_of(element: etree._Element, skip: frozenset[str] = frozenset()) -> str:
    """Return an element's text, leaving out the named elements."""

    def walk(node: etree._Element) -> Iterator[str]:
        if isinstance(node.tag, str) and etree.QName(node).localname not in skip:
            yield node.text or ""
            for child in node:
                yield from walk(child)
                yield child.tail or ""

    return " ".join("".join(walk(element)).split())


def read_truth(path: Path, printed: Counter[str]) -> Truth:
    """Read headings and sentences of a JATS file; `printed` holds the keys of the PDF's lines."""
    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True, huge_tree=True)
    root = etree.parse(path, parser).getroot()
    article = root if root.tag == "article" else root.find(".//article")
    if article is None:
        raise SystemExit(f"{path} holds no JATS article.")
    title = article.find(".//front//article-title")
    truth = Truth(letters(text_of(title)) if title is not None else "")
    left = printed.copy()
    for heading in _headings(article):  # a run-in label of the abstract is not printed as a line
        if left[heading_key(heading)] > 0:
            left[heading_key(heading)] -= 1
            truth.headings.append(heading)
        else:
            truth.elsewhere.append(heading_key(heading))
    for abstract in article.findall(".//front//abstract"):
        if abstract.get("abstract-type") not in {"graphical", "precis", "teaser"}:
            _sentences(abstract, _abstract_name(abstract), truth)
    for section in article.findall("body/sec"):
        name = section.find("title")
        _sentences(section, heading_key(text_of(name)) if name is not None else "", truth)
    for paragraph in article.findall("body/p"):
        _paragraph(paragraph, "", truth)
    return truth


def _abstract_name(abstract: etree._Element) -> str:
    """Return the heading of an abstract; nothing where a summary of another kind states none."""
    title = abstract.find("title")
    if title is not None and abstract.get("abstract-type"):
        return heading_key(text_of(title))
    return "" if abstract.get("abstract-type") else "abstract"


def _headings(article: etree._Element) -> Iterator[str]:
    for place in (".//front//abstract", "body", "back"):
        for part in article.findall(place):
            if part.get("abstract-type") in {"graphical", "precis", "teaser"}:
                continue
            for title in part.iter("title"):
                parent = title.getparent()
                if parent is not None and parent.tag not in {
                    "caption",
                    "fig",
                    "table-wrap",
                    "list",
                }:
                    yield text_of(title)


def _sentences(section: etree._Element, name: str, truth: Truth) -> None:
    for paragraph in section.iter("p"):
        if not any(ancestor.tag in FLOATS for ancestor in paragraph.iterancestors()):
            _paragraph(paragraph, name, truth)


def _paragraph(paragraph: etree._Element, name: str, truth: Truth) -> None:
    for sentence in SENTENCE.split(text_of(paragraph, FLOATS)):
        key = letters(sentence)
        if len(key) >= 40:
            truth.sentences.append((key, name))


# ------------------------------------------------------------------------------ the pages


@dataclass
class Print:
    """The PDF's letters in pdfium's order with their places, and its lines."""

    stream: str
    places: list[tuple[int, float, float]]  # page, x and y as shares of the page
    line_keys: Counter[str]
    running: set[str]
    pages: int


def read_print(path: Path) -> Print:
    """Read a PDF without the parser under test."""
    places: list[tuple[int, float, float]] = []
    stream: list[str] = []
    lines: list[str] = []
    margins: Counter[str] = Counter()
    pdf = pdfium.PdfDocument(path)
    for number in range(len(pdf)):
        page = pdf[number]
        width, height = page.get_size()
        textpage = page.get_textpage()
        text = textpage.get_text_range()
        lines += text.replace("\ufffe", "").replace("\x02", "").splitlines()
        for band in ((0, 0.9 * height, width, height), (0, 0, width, 0.1 * height)):
            found = textpage.get_text_bounded(*band).splitlines()
            margins.update({re.sub(r"\d", "", letters(line)) for line in found})
        for index in range(textpage.count_chars()):
            for letter in letters(textpage.get_text_range(index, 1)):
                left, bottom, right, top = textpage.get_charbox(index)
                stream.append(letter)
                places.append((number, (left + right) / 2 / width, 1 - (top + bottom) / 2 / height))
        textpage.close()
        page.close()
    pages = len(pdf)
    pdf.close()
    running = {text for text, count in margins.items() if len(text) >= 8 and count >= 3}
    return Print("".join(stream), places, _joined(lines), running, pages)


def _joined(lines: list[str]) -> Counter[str]:
    """Count what one to five lines read together, with and without a leading number."""
    keys = [letters(line) for line in lines]
    joined: Counter[str] = Counter()
    for start, line in enumerate(lines):
        whole = heading_key(line)
        joined[whole] += 1
        for following in keys[start + 1 : start + 5]:
            whole += following
            joined[whole] += 1
    return joined


def crosses(sentence: str, paper: Print) -> bool:
    """Tell whether a sentence starts in one column or page and ends in another."""
    start = paper.stream.find(sentence[:25])
    end = paper.stream.find(sentence[-20:])
    if start < 0 or end < 0 or paper.stream.find(sentence[:25], start + 1) >= 0:
        return False
    (page, x, y), (last_page, last_x, last_y) = paper.places[start], paper.places[end]
    moved_up = last_page == page and last_y < y - 0.05 and abs(last_x - x) > 0.28
    return last_page == page + 1 or moved_up


# ------------------------------------------------------------------------------ scoring


def agree(a: str, b: str) -> bool:
    """Tell whether two headings are the same but for a misread letter."""
    return bool(a and b) and (a == b or difflib.SequenceMatcher(None, a, b).ratio() > 0.88)


def score_file(pdf: Path, jats: Path, record: dict[str, Any] | None) -> Score:
    """Parse one file and count what is right; identity only where a record is given."""
    paper = read_print(pdf)
    truth = read_truth(jats, paper.line_keys)
    started = time.process_time()
    document = PdfParser().parse(pdf)[0]
    score = Score(pdf.stem, paper.pages, time.process_time() - started)
    score_layout(document, truth, paper, score)
    references = read_references(jats)
    score.references_true = len(references)
    found, titled, right, wrong = score_references(document, references)
    score.references_found, score.references_titled = found, titled
    score.references_right, score.references_wrong = right, wrong
    if record is not None:
        identity = score_identity(document, record)
        score.identity, score.identity_wrong = identity.right, identity.wrong
    return score


def score_layout(document: Document, truth: Truth, paper: Print, score: Score) -> None:
    """Count the headings, sentences and running heads of a reading, whoever read it."""
    _score_headings(document, truth, score)
    _score_sentences(document, truth, paper, score)
    without_digits = re.sub(r"\d", "", letters(document.text))
    score.running_headers = sum(without_digits.count(text) for text in paper.running)


def _score_headings(document: Document, truth: Truth, score: Score) -> None:
    found = [block.text for block in document.blocks if block.type is BlockType.HEADING]
    left = [(heading_key(text), text) for text in found]
    for heading in truth.headings:
        match = next((item for item in left if agree(heading_key(heading), item[0])), None)
        if match is None:
            if heading_key(heading) not in map(letters, OPTIONAL):
                score.headings_missed.append(heading)
        else:
            left.remove(match)
            score.headings_right += 1
    optional = [letters(text) for text in OPTIONAL] + [text for text in truth.elsewhere if text]
    for key, text in left:
        in_title = len(key) > 8 and key in truth.title
        if key and not in_title and not any(agree(key, o) or key.startswith(o) for o in optional):
            score.headings_invented.append(text)


def _score_sentences(document: Document, truth: Truth, paper: Print, score: Score) -> None:
    starts, sections, texts = [], [], []
    length = 0
    for block in document.blocks:
        key = letters(block.text)
        starts.append(length)
        sections.append(heading_key(block.section_path[0]) if block.section_path else "")
        texts.append(key)
        length += len(key)
    whole = "".join(texts)
    for sentence, name in truth.sentences:
        places = _places(whole, sentence)
        is_crossing = crosses(sentence, paper)
        score.sentences += 1
        score.contiguous += bool(places)
        score.crossing += is_crossing
        score.crossing_contiguous += is_crossing and bool(places)
        if not places:
            score.lost.append(sentence)
        elif name:
            score.placed += 1
            # What an abstract repeats word for word stands in two sections.
            found = {sections[bisect_right(starts, place) - 1] for place in places}
            score.placed_right += name in found or any(agree(section, name) for section in found)


def _places(whole: str, sentence: str) -> list[int]:
    return [found.start() for found in re.finditer(re.escape(sentence), whole)]


def summarise(scores: list[Score]) -> dict[str, float]:
    """Add up the files."""
    right = sum(s.headings_right for s in scores)
    missed = sum(len(s.headings_missed) for s in scores)
    invented = sum(len(s.headings_invented) for s in scores)
    pages = sum(s.pages for s in scores)
    named = [s for s in scores if s.identity]
    identity = {
        f"{name}_exact": sum(s.identity[name] for s in named) / len(named)
        for name in (named[0].identity if named else ())
    }
    true = sum(s.references_true for s in scores)
    miscounted = sum(abs(s.references_found - s.references_true) for s in scores)
    return {
        "headings_precision": right / max(1, right + invented),
        "headings_recall": right / max(1, right + missed),
        "headings_f1": 2 * right / max(1, 2 * right + missed + invented),
        "sentences_contiguous": sum(s.contiguous for s in scores)
        / max(1, sum(s.sentences for s in scores)),
        "crossing_contiguous": sum(s.crossing_contiguous for s in scores)
        / max(1, sum(s.crossing for s in scores)),
        "crossing": sum(s.crossing for s in scores),
        "right_top_section": sum(s.placed_right for s in scores)
        / max(1, sum(s.placed for s in scores)),
        "reference_lists_exact": sum(s.references_found == s.references_true for s in scores)
        / max(1, len(scores)),
        "reference_count": 1 - miscounted / max(1, true),
        "references_apart": sum(s.references_right for s in scores)
        / max(1, sum(s.references_titled for s in scores)),
        **identity,
        "running_headers_per_page": sum(s.running_headers for s in scores) / max(1, pages),
        "pages_per_cpu_second": pages / max(1e-9, sum(s.cpu_s for s in scores)),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pdfs", type=Path, help="folder of PDF files")
    parser.add_argument("truth", type=Path, help="folder of JATS files with the same stems")
    parser.add_argument("--records", type=Path, help="true identities, one JSON record a line")
    parser.add_argument("--only", nargs="*", default=[], help="stems to measure")
    parser.add_argument("--details", action="store_true", help="name what was missed, per file")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    arguments = parser.parse_args()
    beside = arguments.pdfs.parent / "ground_truth.jsonl"
    listed = arguments.records or (beside if beside.exists() else None)
    records = read_records(listed) if listed else {}
    scores = [
        score_file(pdf, arguments.truth / f"{pdf.stem}.xml", records.get(pdf.stem))
        for pdf in sorted(arguments.pdfs.glob("*.pdf"))
        if not arguments.only or pdf.stem in arguments.only
    ]
    report = {"summary": summarise(scores), "files": [asdict(score) for score in scores]}
    out = sys.stdout.write
    if arguments.save:
        out(f"saved {save('pdf_layout', {'summary': report['summary']})}\n")
    if arguments.json:
        out(json.dumps(report, indent=1) + "\n")
        return 0
    for score in scores:
        out(
            f"{score.file:12} sentences {score.contiguous}/{score.sentences} crossing "
            f"{score.crossing_contiguous}/{score.crossing} headings right {score.headings_right} "
            f"missed {len(score.headings_missed)} invented {len(score.headings_invented)} section "
            f"{score.placed_right}/{score.placed} running {score.running_headers} references "
            f"{score.references_found}/{score.references_true} apart {score.references_right}/"
            f"{score.references_titled} identity {sum(score.identity.values())}/"
            f"{len(score.identity)} "
            f"pages/s {score.pages / max(1e-9, score.cpu_s):.0f}\n"
        )
        if arguments.details:
            out(f"    missed {score.headings_missed}\n    invented {score.headings_invented}\n")
            out(f"    identity {score.identity_wrong}\n")
            out(f"    references {score.references_wrong}\n")
            out("".join(f"    lost {sentence[:110]}\n" for sentence in score.lost[:12]))
    for name, value in report["summary"].items():  # type: ignore[attr-defined]
        out(f"{name:28} {value:.3f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
