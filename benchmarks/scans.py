"""Measure the reading of scans: papers printed to pictures, compared with the publishers' JATS.

    python benchmarks/scans.py PDF_FOLDER JATS_FOLDER [--files N] [--dpi 200] [--skew 0] [--save]

Each page of a paper becomes a grey JPEG in a PDF without text. A sentence counts as read if all its
letters stand together; as nearly read if one in fifty differs. Needs the extra `ocr`.
"""

from __future__ import annotations

import argparse
import difflib
import json
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from aliquot.parsing.ocr.settings import OcrSettings
from aliquot.parsing.pdf.parser import PdfParser
from pdf_layout import Score, letters, read_print, read_truth, score_layout, summarise
from record import save

# Letters by which a sentence is found again although others of it are misread.
ANCHOR = 14
NEARLY = 0.98
HOURS = 100_000.0


@dataclass
class Scan:
    """What was read of one paper.

    Attributes:
        score: As for papers with text.
        nearly: Sentences read but for one letter in fifty, the exact ones included.
    """

    score: Score
    nearly: int


def print_to_pictures(pdf: Path, target: Path, dpi: int, skew: float) -> None:
    """Write a PDF whose pages are grey JPEG pictures of those of another."""
    with pdfium.PdfDocument(pdf) as document:
        pages = [page.render(scale=dpi / 72).to_pil().convert("L") for page in document]
    pages = [page.rotate(skew, resample=Image.Resampling.BILINEAR, fillcolor=255) for page in pages]
    pages[0].save(target, save_all=True, append_images=pages[1:], resolution=dpi, quality=70)


def nearly_read(sentence: str, whole: str) -> bool:
    """Tell whether a sentence stands in a text but for a misread letter in fifty."""
    for start in range(0, max(1, len(sentence) - ANCHOR), ANCHOR):
        place = whole.find(sentence[start : start + ANCHOR])
        if place >= 0:
            begin = max(0, place - start)
            window = whole[begin : begin + len(sentence)]
            return difflib.SequenceMatcher(None, sentence, window, False).ratio() >= NEARLY
    return False


def score_scan(pdf: Path, jats: Path, dpi: int, skew: float) -> Scan:
    """Print one paper to pictures, read it, and compare."""
    paper = read_print(pdf)
    truth = read_truth(jats, paper.line_keys)
    with tempfile.TemporaryDirectory() as folder:
        scan = Path(folder) / "scan.pdf"
        print_to_pictures(pdf, scan, dpi, skew)
        started = time.process_time()
        [document] = PdfParser(OcrSettings(limit_s=HOURS)).parse(scan)
        score = Score(pdf.stem, paper.pages, time.process_time() - started)
    score_layout(document, truth, paper, score)
    whole = letters(document.text)
    nearly = sum(nearly_read(sentence, whole) for sentence in score.lost)
    return Scan(score, score.contiguous + nearly)


def main() -> int:
    """Measure, print a line for each paper and the whole."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("pdf", type=Path)
    parser.add_argument("jats", type=Path)
    parser.add_argument("--files", type=int, default=3, help="papers read, the shortest first")
    parser.add_argument("--dpi", type=int, default=200)
    parser.add_argument("--skew", type=float, default=0.0, help="degrees the pages lie askew")
    parser.add_argument("--save", action="store_true", help="keep the figures in results/")
    options = parser.parse_args()
    pairs = [(pdf, options.jats / f"{pdf.stem}.xml") for pdf in options.pdf.glob("*.pdf")]
    shortest = sorted((pair for pair in pairs if pair[1].exists()), key=_pages)
    scans = []
    for pdf, jats in shortest[: options.files]:
        scans.append(score_scan(pdf, jats, options.dpi, options.skew))
        print(pdf.stem, _figures(scans[-1:]))
    figures = _figures(scans)
    print(json.dumps(figures, indent=1))
    if options.save:
        print(save("scans", {"dpi": options.dpi, "skew": options.skew, "figures": figures}))
    return 0


def _pages(pair: tuple[Path, Path]) -> tuple[int, str]:
    with pdfium.PdfDocument(pair[0]) as document:
        return len(document), pair[0].name


def _figures(scans: list[Scan]) -> dict[str, float]:
    whole = summarise([scan.score for scan in scans])
    sentences = max(1, sum(scan.score.sentences for scan in scans))
    pages = max(1, sum(scan.score.pages for scan in scans))
    kept = ("headings_f1", "sentences_contiguous", "crossing_contiguous", "right_top_section")
    figures = {name: whole[name] for name in kept}
    figures["sentences_nearly"] = sum(scan.nearly for scan in scans) / sentences
    figures["cpu_s_a_page"] = sum(scan.score.cpu_s for scan in scans) / pages
    figures["sentences"], figures["pages"] = sentences, pages
    return {name: round(value, 3) for name, value in figures.items()}


if __name__ == "__main__":
    raise SystemExit(main())
